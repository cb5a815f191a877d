package representation

import (
	"net/http"
	"net/http/httptest"
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

func TestAClientThatHasTheBodyInAnyEncodingGets304WithItsTag(t *testing.T) {
	for _, test := range []struct{ accept, match, tag string }{
		{"", `"tag"`, `"tag"`},
		{"", `W/"tag"`, `"tag"`},
		{"", `*`, `"tag"`},
		{"", ` * `, `"tag"`},
		{"", `"a", "tag"`, `"tag"`},
		{"", ` "a" ,W/"b",,W/"tag",`, `"tag"`},
		{"", `"a,\", "tag"`, `"tag"`}, // a comma and a backslash are letters of a tag
		{"br", `"tag-br"`, `"tag-br"`},
		{"br", `*`, `"tag-br"`},
		// The client stored another encoding than would be sent now.
		{"br", `"tag"`, `"tag"`},
		{"", `"tag-zstd"`, `"tag-zstd"`},
		{"gzip", `W/"tag-br"`, `"tag-br"`},
		// Of several, the one that would be sent.
		{"gzip", `"tag-br", "tag-gzip", "tag"`, `"tag-gzip"`},
		{"zstd", `"tag-br", "tag-gzip"`, `"tag-br"`},
	} {
		w := write(newSample(text(1000)), "Accept-Encoding", test.accept, "If-None-Match", test.match)
		if w.Code != 304 || w.Body.Len() != 0 || w.Header().Get("ETag") != test.tag {
			t.Errorf("%s, %s: %d %s with %d bytes", test.accept, test.match, w.Code, w.Header().Get("ETag"), w.Body.Len())
		}
	}
	if w := write(newSample(text(1000)), "If-None-Match", `"a"`, "If-None-Match", `"tag"`); w.Code != 304 {
		t.Errorf("two lines: %d", w.Code)
	}
}

func TestAnotherTagGetsTheBody(t *testing.T) {
	for _, match := range []string{`"other"`, `"tag-x"`, `tag`, `"tag`, `tag"`, "", `"a" "tag"`, `"a", *`, `w/"tag"`, `W/ "tag"`, `"TAG"`, `""`} {
		if w := write(newSample(text(1000)), "If-None-Match", match); w.Code != 200 || w.Body.Len() != 1000 {
			t.Errorf("%s: %d with %d bytes", match, w.Code, w.Body.Len())
		}
	}
	// A body that has no compressed forms has no tags of them, nor an empty one.
	for _, match := range []string{`"tag-br"`, ""} {
		if w := write(newSample(text(100)), "If-None-Match", match); w.Code != 200 {
			t.Errorf("%q of a small body: %d", match, w.Code)
		}
	}
}

func TestA304MakesNoCompressedForm(t *testing.T) {
	entry := newSample(text(1000))
	if w := write(entry, "Accept-Encoding", "br", "If-None-Match", `"tag-br"`); w.Code != 304 {
		t.Fatal(w.Code)
	}
	ready := entry.Forms
	if ready.made[Brotli].body != nil || ready.spare != 1000 {
		t.Error("the body was compressed for an answer without a body")
	}
}

// RFC 9110, section 13.2.1.
func TestAConditionCountsOnlyForReadingWhatSucceeds(t *testing.T) {
	entry := newSample(text(1000))
	if w := writeTo(httptest.NewRecorder(), http.MethodHead, entry, "If-None-Match", `"tag"`); w.Code != 304 {
		t.Errorf("HEAD: %d", w.Code)
	}
	if w := writeTo(httptest.NewRecorder(), http.MethodPost, entry, "If-None-Match", `"tag"`); w.Code != 200 {
		t.Errorf("POST: %d", w.Code)
	}
	entry.code = 404
	if w := write(entry, "If-None-Match", `*`); w.Code != 404 || w.Body.Len() != 1000 {
		t.Errorf("404: %d", w.Code)
	}
}

func FuzzIfNoneMatch(f *testing.F) {
	f.Add(`"a", W/"tag", *`)
	f.Add(`"tag-br`)
	forms := NewForms(text(1000), `"tag"`)
	f.Fuzz(func(t *testing.T, header string) {
		tag, found := match([]string{header}, forms.tags[:], forms.tags[Gzip])
		if found && strings.Trim(header, " \t") != "*" && !strings.Contains(header, tag) {
			t.Errorf("%q found %s", header, tag)
		}
	})
}

func TestATagAloneIsMatchedAsAmongOthers(t *testing.T) {
	for lines, want := range map[string]bool{`"a"`: true, `W/"a"`: true, `"b", "a"`: true, "*": true, `"b"`: false, "a": false, "": false} {
		if Matches([]string{lines}, `"a"`) != want {
			t.Errorf("%s: %v", lines, !want)
		}
	}
}

func TestATagIsOfTheBytesAloneAndAnotherOneInEachCoding(t *testing.T) {
	tag := Tag([]byte("body"))
	if tag != Tag([]byte("body")) || tag == Tag([]byte("Body")) || len(tag) != 24+2 {
		t.Errorf("%s", tag)
	}
	for coding, want := range map[Coding]string{Identity: `"a"`, Zstd: `"a-zstd"`, Brotli: `"a-br"`, Gzip: `"a-gzip"`} {
		if got := coding.Tag(`"a"`); got != want {
			t.Errorf("%s: %s, want %s", coding, got, want)
		}
	}
}

func TestOnlyWhoReadsASuccessHasItAlready(t *testing.T) {
	for _, test := range []struct {
		method string
		code   int
		match  string
		want   bool
	}{
		{"GET", 200, `"a", W/"tag"`, true},
		{"HEAD", 200, "*", true},
		{"GET", 200, `"other"`, false},
		{"POST", 200, `"tag"`, false},
		{"GET", 404, `"tag"`, false},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(test.method, "/", nil)
		r.Header.Set("If-None-Match", test.match)
		if got := NotModified(w, r, test.code, `"tag"`); got != test.want || got != (w.Code == 304) || w.Header().Get("ETag") != `"tag"` {
			t.Errorf("%+v: %v, %d", test, got, w.Code)
		}
	}
}
