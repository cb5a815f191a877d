package representation

import (
	"strings"
	"testing"
)

// all are the codings in an order of preference.
var all = []Coding{Zstd, Brotli, Gzip}

func TestTheCodingThatTheClientWantsMostIsPicked(t *testing.T) {
	for _, test := range []struct {
		accept string
		want   Coding
	}{
		// What clients send.
		{"gzip, deflate, br, zstd", Zstd},
		{"gzip, deflate, br", Brotli},
		{"gzip, deflate", Gzip},
		{"gzip", Gzip},
		{"zstd, gzip", Zstd},
		{"", Identity},
		{"deflate", Identity},
		// Weights.
		{"br;q=0.5, gzip;q=0.8", Gzip},
		{"gzip;q=0.5, br;q=0.5, zstd;q=0.5", Zstd},
		{"gzip;q=0.5, br;q=0.5", Brotli},
		{"br;q=0.999, zstd;q=1.000", Zstd},
		{"gzip;q=0.001", Gzip},
		{"gzip;q=0", Identity},
		{"gzip;q=0.000, br", Brotli},
		{"gzip;q=0.5, identity", Identity},
		{"gzip;q=0.5, identity;q=0.5", Gzip},
		{"identity;q=0.5, *;q=0.1", Identity},
		// "*" is what is not named.
		{"*", Zstd},
		{"*;q=0.5, gzip", Gzip},
		{"zstd;q=0, *", Brotli},
		{"*;q=0", Identity},
		{"gzip, *;q=0", Gzip},
		// Nothing acceptable: never 406.
		{"identity;q=0", Identity},
		{"deflate, identity;q=0", Identity},
		{"identity;q=0, gzip;q=0.1", Gzip},
		// However it is written.
		{"GZIP", Gzip},
		{"x-gzip", Gzip},
		{" gzip ;q=0.5\t,\tbr ; Q=0.4 ", Gzip},
		{"gzip; q=1., br;q=0.9", Gzip},
		{",,gzip,,", Gzip},
		// What is no weight accepts nothing.
		{"gzip;q=2", Identity}, {"gzip;q=1.001", Identity}, {"gzip;q=-1", Identity}, {"gzip;q=0.0001", Identity},
		{"gzip;q=", Identity}, {"gzip;q", Identity}, {"gzip;level=9", Identity}, {"gzip;q=0x1", Identity}, {"gzip;q=10", Identity},
	} {
		if got := Negotiate([]string{test.accept}, all); got != test.want {
			t.Errorf("%q: %s, want %s", test.accept, got, test.want)
		}
	}
	if got := Negotiate(nil, all); got != Identity {
		t.Errorf("without the header: %s", got)
	}
	if got := Negotiate([]string{"gzip", "br;q=0.5"}, all); got != Gzip {
		t.Errorf("two lines: %s", got)
	}
}

func TestOfWhatIsWantedEquallyTheFirstThatThereIsIsPicked(t *testing.T) {
	for _, test := range []struct {
		accept string
		there  []Coding
		want   Coding
	}{
		{"gzip, deflate, br, zstd", []Coding{Brotli, Zstd, Gzip}, Brotli},
		{"gzip, zstd", []Coding{Brotli, Zstd, Gzip}, Zstd},
		{"*", []Coding{Brotli, Zstd, Gzip}, Brotli},
		{"br;q=0, *", []Coding{Brotli, Zstd, Gzip}, Zstd},
		{"br;q=0.1, gzip;q=0.9", []Coding{Brotli, Zstd, Gzip}, Gzip},
		{"identity, br;q=0.5", []Coding{Brotli}, Identity},
		{"identity;q=0.5, br;q=0.5", []Coding{Brotli}, Brotli},
		{"br, gzip", []Coding{Gzip}, Gzip},
		{"br;q=2, gzip;q=0.1", []Coding{Brotli, Gzip}, Gzip},
		{"br ; q = 1", []Coding{Brotli}, Brotli},
		{"gzip", []Coding{Brotli}, Identity},
		{"gzip", nil, Identity},
		{",,;q=1,", []Coding{Brotli}, Identity},
	} {
		if got := Negotiate([]string{test.accept}, test.there); got != test.want {
			t.Errorf("%q of %s: %s, want %s", test.accept, test.there, got, test.want)
		}
	}
}

func FuzzNegotiate(f *testing.F) {
	f.Add("gzip, deflate, br;q=0.5, *;q=0")
	f.Add("identity;q=0")
	f.Fuzz(func(t *testing.T, accept string) {
		got := Negotiate([]string{accept}, all)
		if got >= codings {
			t.Fatalf("%q: %d", accept, got)
		}
		// A coding that is neither named nor covered by "*" is never sent.
		if got != Identity && !strings.Contains(accept, "*") && !strings.Contains(strings.ToLower(accept), got.String()) {
			t.Errorf("%q got %s", accept, got.String())
		}
	})
}
