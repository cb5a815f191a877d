package lineup

import (
	"bytes"
	"math"
	"net/http"
	"strings"
	"testing"
)

// share is how many of 1000 buckets meet a condition.
func share(meets func(Bucket) bool) float64 {
	found := 0
	for bucket := range 1 << 16 {
		if meets(Bucket(bucket)) {
			found++
		}
	}
	return float64(found) * 1000 / (1 << 16)
}

func TestACanaryIsForItsShareOfTheVisitors(t *testing.T) {
	for _, name := range []string{"00000000000000000001", "00000000000000000002", "deadbeefdeadbeefdead"} {
		seed := seedOf("football", name)
		for _, want := range []int{0, 1, 10, 50, 333, 500, 999, 1000} {
			if got := share(func(b Bucket) bool { return b.has(seed, want) }); math.Abs(got-float64(want)) > 0.5+float64(want)/20 {
				t.Errorf("%s: of 1000 it is for %.1f, want %d", name, got, want)
			}
		}
	}
}

func TestAGrowingShareTakesTheCanaryFromNobody(t *testing.T) {
	seed := seedOf("football", "00000000000000000001")
	for bucket := range Bucket(1 << 10) {
		had := false
		for size := range 1001 {
			has := bucket.has(seed, size)
			if had && !has {
				t.Fatalf("bucket %d has it no more at %d", bucket, size)
			}
			had = has
		}
		if !had {
			t.Fatalf("bucket %d is none of all", bucket)
		}
	}
}

func TestCanariesOfEditionsAndReleasesAreForVisitorsOfTheirOwn(t *testing.T) {
	first := seedOf("football", "00000000000000000001")
	for what, other := range map[string]uint64{
		"another edition's": seedOf("basketball", "00000000000000000001"),
		"the next":          seedOf("football", "00000000000000000002"),
	} {
		if got := share(func(b Bucket) bool { return b.has(first, 500) && b.has(other, 500) }); math.Abs(got-250) > 15 {
			t.Errorf("%s is for %.0f of those 500 as well, want 250", what, got)
		}
	}
}

func request(cookies ...string) *http.Request {
	return &http.Request{Header: http.Header{"Cookie": cookies}}
}

// of is the bucket of a request.
func (s signer) of(r *http.Request) (Bucket, bool) {
	v := s.look(r, true)
	return v.bucket, v.known
}

func TestABucketIsWhatThisGatewayHasSigned(t *testing.T) {
	b := signer{bytes.Repeat([]byte{7}, 32)}
	for _, want := range []Bucket{0, 1, 0x1234, 0xffff} {
		line := b.cookie(want, "192.0.2.1", true)
		pair, attributes, _ := strings.Cut(line, ";")
		if attributes != " Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax" {
			t.Errorf("the cookie is %q", line)
		}
		for _, cookies := range [][]string{{pair}, {"language=EN; " + pair}, {pair + "; a=b"}, {"a=b", pair}, {"bucket=x; " + pair}, {" " + pair}} {
			if got, known := b.of(request(cookies...)); !known || got != want {
				t.Errorf("of %q the bucket is %d, %v", cookies, got, known)
			}
		}
		value := strings.TrimPrefix(pair, "bucket=")
		other := signer{bytes.Repeat([]byte{8}, 32)}.cookie(want, "192.0.2.1", true)
		forged := []string{"", "bucket", "bucket=", "bucket=" + value[1:], pair + "A", "x" + pair, "Bucket=" + value, strings.Split(other, ";")[0], "bucket=" + strings.Repeat("=", 36), strings.Repeat("bucket=x; ", mostBuckets) + pair}
		for at := range value {
			letter := byte('A')
			if value[at] == letter {
				letter = 'B'
			}
			changed := "bucket=" + value[:at] + string(letter) + value[at+1:]
			if at < (bucketBytes+macLength)*4/3 {
				forged = append(forged, changed)
			} else if v := b.look(request(changed), true); v.bucket != want || b.isFor(v, "192.0.2.1") {
				t.Errorf("%q is bound to a network", changed)
			}
		}
		for _, cookie := range forged {
			if got, known := b.of(request(cookie)); known {
				t.Errorf("of %q the bucket is %d", cookie, got)
			}
		}
	}
	if bytes.Equal(b.mac("lineup", "bucket "), b.signBucket(0)) {
		t.Error("a lineup's signature is a bucket's")
	}
}

func TestABucketIsBoundToTheNetworkThatItWasGivenTo(t *testing.T) {
	b := signer{bytes.Repeat([]byte{7}, 32)}
	for given, addresses := range map[string]map[string]bool{
		"192.0.2.1":      {"192.0.2.200": true, "::ffff:192.0.2.1": true, "192.0.3.1": false, "2001:db8::1": false},
		"2001:db8:1:2::": {"2001:db8:ffff::1": true, "2001:db9::1": false, "192.0.2.1": false},
		"no address":     {"": true, "192.0.2.1": false},
	} {
		pair, _, _ := strings.Cut(b.cookie(5, given, true), ";")
		v := b.look(request(pair), true)
		for address, want := range addresses {
			if got := b.isFor(v, address); got != want || !v.known {
				t.Errorf("a bucket of %s is for %s: %t", given, address, got)
			}
		}
		if other := v; true {
			other.bucket++
			if b.isFor(other, given) || b.isFor(visitor{}, given) {
				t.Errorf("another bucket is bound to the network of %s", given)
			}
		}
	}
}
