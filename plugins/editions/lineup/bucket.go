package lineup

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"

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

// Lengths of a cookie's value, in base64: the bucket, its signature, and the one that binds it
// to the network that it was given to.
const (
	bucketBytes  = 2
	boundBytes   = 9
	bucketLength = (bucketBytes + macLength + boundBytes) * 4 / 3
)

// bound is what binds a bucket to a network.
type bound [boundBytes]byte

// buckets reads and signs buckets.
type buckets struct {
	key []byte
	// macs are the signatures that were asked for, by bucket: there are few, and each
	// request of a visitor asks for one.
	macs []atomic.Pointer[[macLength]byte]
}

func newBuckets(key []byte) *buckets {
	return &buckets{key, make([]atomic.Pointer[[macLength]byte], 1<<(8*bucketBytes))}
}

func (b *buckets) sign(bucket Bucket) []byte {
	if known := b.macs[bucket].Load(); known != nil {
		return known[:]
	}
	mac := hmac.New(sha256.New, b.key)
	mac.Write(binary.BigEndian.AppendUint16([]byte("bucket "), uint16(bucket)))
	made := [macLength]byte(mac.Sum(nil))
	b.macs[bucket].Store(&made)
	return made[:]
}

// bind is what binds a bucket to the network of an address: what is reported with it counts
// for a verdict if it comes from there.
func (b *buckets) bind(bucket Bucket, address string) bound {
	mac := hmac.New(sha256.New, b.key)
	fmt.Fprintf(mac, "bucket %d in %s", bucket, clients.Widest(address))
	return bound(mac.Sum(nil)[:boundBytes])
}

// read is the bucket that a cookie's value has, if this gateway has signed it.
func (b *buckets) read(given string) (bucket Bucket, to bound, known bool) {
	var text, value [bucketLength]byte
	if len(given) != bucketLength {
		return 0, to, false
	}
	copy(text[:], given)
	length, err := encoding.Decode(value[:], text[:])
	if err != nil {
		return 0, to, false
	}
	bucket = Bucket(binary.BigEndian.Uint16(value[:]))
	signature, binding := value[bucketBytes:bucketBytes+macLength], value[bucketBytes+macLength:length]
	return bucket, bound(binding), hmac.Equal(signature, b.sign(bucket))
}

func (b *buckets) isFor(v visitor, address string) bool {
	if !v.known {
		return false
	}
	given := b.bind(v.bucket, address)
	return hmac.Equal(v.bound[:], given[:])
}

// encoding has one text for each value.
var encoding = base64.RawURLEncoding.Strict()

// cookie is the Set-Cookie value that keeps a visitor of an address in a bucket. No script
// needs it.
func (b *buckets) cookie(bucket Bucket, address string, secure bool) string {
	given := b.bind(bucket, address)
	value := binary.BigEndian.AppendUint16(nil, uint16(bucket))
	value = append(append(value, b.sign(bucket)...), given[:]...)
	cookie := http.Cookie{
		Name: bucketCookie, Value: encoding.EncodeToString(value),
		Path: "/", MaxAge: bucketAge, SameSite: http.SameSiteLaxMode, Secure: secure, HttpOnly: true,
	}
	return cookie.String()
}

func randomBucket() Bucket { return Bucket(rand.Uint32()) }
