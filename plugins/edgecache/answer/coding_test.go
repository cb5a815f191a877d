package answer

import (
	"strings"
	"testing"
)

func TestTheCodingThatTheClientWantsMostIsPicked(t *testing.T) {
	for _, test := range []struct {
		accept string
		want   coding
	}{
		// What clients send.
		{"gzip, deflate, br, zstd", zstdCoding},
		{"gzip, deflate, br", brotliCoding},
		{"gzip, deflate", gzipCoding},
		{"gzip", gzipCoding},
		{"zstd, gzip", zstdCoding},
		{"", identity},
		{"deflate", identity},
		// Weights.
		{"br;q=0.5, gzip;q=0.8", gzipCoding},
		{"gzip;q=0.5, br;q=0.5, zstd;q=0.5", zstdCoding},
		{"gzip;q=0.5, br;q=0.5", brotliCoding},
		{"br;q=0.999, zstd;q=1.000", zstdCoding},
		{"gzip;q=0.001", gzipCoding},
		{"gzip;q=0", identity},
		{"gzip;q=0.000, br", brotliCoding},
		{"gzip;q=0.5, identity", identity},
		{"gzip;q=0.5, identity;q=0.5", gzipCoding},
		{"identity;q=0.5, *;q=0.1", identity},
		// "*" is what is not named.
		{"*", zstdCoding},
		{"*;q=0.5, gzip", gzipCoding},
		{"zstd;q=0, *", brotliCoding},
		{"*;q=0", identity},
		{"gzip, *;q=0", gzipCoding},
		// Nothing acceptable: never 406.
		{"identity;q=0", identity},
		{"deflate, identity;q=0", identity},
		{"identity;q=0, gzip;q=0.1", gzipCoding},
		// However it is written.
		{"GZIP", gzipCoding},
		{"x-gzip", gzipCoding},
		{" gzip ;q=0.5\t,\tbr ; Q=0.4 ", gzipCoding},
		{"gzip; q=1., br;q=0.9", gzipCoding},
		{",,gzip,,", gzipCoding},
		// What is no weight accepts nothing.
		{"gzip;q=2", identity}, {"gzip;q=1.001", identity}, {"gzip;q=-1", identity}, {"gzip;q=0.0001", identity},
		{"gzip;q=", identity}, {"gzip;q", identity}, {"gzip;level=9", identity}, {"gzip;q=0x1", identity}, {"gzip;q=10", identity},
	} {
		if got := negotiate([]string{test.accept}); got != test.want {
			t.Errorf("%q: %s, want %s", test.accept, codingName[got], codingName[test.want])
		}
		if got := parse([]string{test.accept}); got != test.want {
			t.Errorf("%q is read as %s, want %s", test.accept, codingName[got], codingName[test.want])
		}
	}
	if got := negotiate(nil); got != identity {
		t.Errorf("without the header: %s", codingName[got])
	}
	if got := negotiate([]string{"gzip", "br;q=0.5"}); got != gzipCoding {
		t.Errorf("two lines: %s", codingName[got])
	}
}

func FuzzNegotiate(f *testing.F) {
	f.Add("gzip, deflate, br;q=0.5, *;q=0")
	f.Add("identity;q=0")
	f.Fuzz(func(t *testing.T, accept string) {
		got := negotiate([]string{accept})
		if got >= codings {
			t.Fatalf("%q: %d", accept, got)
		}
		// A coding that is neither named nor covered by "*" is never sent.
		if got != identity && !strings.Contains(accept, "*") && !strings.Contains(strings.ToLower(accept), codingName[got]) {
			t.Errorf("%q got %s", accept, codingName[got])
		}
	})
}
