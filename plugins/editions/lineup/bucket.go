package lineup

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/http"

	"fieldhouse/plugins/clients"
)

// bucketCookie has a visitor's bucket with the gateway's signature.
const bucketCookie = "bucket"

// bucketAge is how long a visitor stays in a bucket without coming again, in seconds: 400
// days, the longest that browsers keep a cookie (RFC 6265bis, section 5.5).
const bucketAge = 400 * 24 * 60 * 60

// Bucket is what says which canaries a visitor gets. Many visitors are in each: it names
// nobody.
type Bucket uint16

// has reports whether a canary is for this bucket: for share of 1000 of all, and always for
// those for whom it was with a smaller one. Each release has its own part of them.
func (b Bucket) has(seed uint64, share int) bool {
	return mix(seed^uint64(b)*0x9e3779b97f4a7c15)%1000 < uint64(share)
}

// mix is the finalizer of SplitMix64: it spreads what differs in a few bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// seedOf is the same in each process.
func seedOf(edition, name string) uint64 {
	digest := sha256.Sum256([]byte(edition + "/" + name))
	return binary.BigEndian.Uint64(digest[:])
}

// Lengths in a cookie's value: of the bucket, before its signature, and of what binds it to the
// network that it was given to, after that.
const (
	bucketBytes = 2
	boundBytes  = 9
)

// bound is what binds a bucket to a network.
type bound [boundBytes]byte

func (s signer) signBucket(bucket Bucket) []byte {
	return s.mac("bucket", string(binary.BigEndian.AppendUint16(nil, uint16(bucket))))
}

// bind is what binds a bucket to the network of an address: what is reported with it counts
// for a verdict if it comes from there.
func (s signer) bind(bucket Bucket, address string) bound {
	return bound(s.mac("bucket", fmt.Sprintf("%d in %s", bucket, clients.Widest(address))))
}

// readBucket is the bucket that a cookie's value has, if this gateway has signed it.
func (s signer) readBucket(given string) (bucket Bucket, to bound, known bool) {
	value, err := encoding.DecodeString(given)
	if err != nil || len(value) != bucketBytes+macLength+boundBytes {
		return 0, to, false
	}
	bucket = Bucket(binary.BigEndian.Uint16(value))
	signature, binding := value[bucketBytes:bucketBytes+macLength], value[bucketBytes+macLength:]
	return bucket, bound(binding), hmac.Equal(signature, s.signBucket(bucket))
}

func (s signer) isFor(v visitor, address string) bool {
	if !v.known {
		return false
	}
	given := s.bind(v.bucket, address)
	return hmac.Equal(v.bound[:], given[:])
}

// encoding has one text for each value.
var encoding = base64.RawURLEncoding.Strict()

// cookie is the Set-Cookie value that keeps a visitor of an address in a bucket. No script
// needs it.
func (s signer) cookie(bucket Bucket, address string, secure bool) string {
	given := s.bind(bucket, address)
	value := binary.BigEndian.AppendUint16(nil, uint16(bucket))
	value = append(append(value, s.signBucket(bucket)...), given[:]...)
	cookie := http.Cookie{
		Name: bucketCookie, Value: encoding.EncodeToString(value),
		Path: "/", MaxAge: bucketAge, SameSite: http.SameSiteLaxMode, Secure: secure, HttpOnly: true,
	}
	return cookie.String()
}

func randomBucket() Bucket { return Bucket(rand.Uint32()) }
