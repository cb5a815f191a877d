package visit

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

// visit answers a page, or its navigation.
func (s *stage) visit(path string, navigation bool, headers ...string) *httptest.ResponseRecorder {
	r, w := httptest.NewRequest("GET", path, nil), httptest.NewRecorder()
	for at := 0; at < len(headers); at += 2 {
		r.Header.Set(headers[at], headers[at+1])
	}
	if navigation {
		s.WriteInfo(w, r, s.shown, path, release.English)
	} else {
		s.Get(s.shown, path, release.English).Write(w, r, false)
	}
	return w
}

func TestEachAnswerIsCountedByItsEditionsReleaseItsStatusAndItsBytes(t *testing.T) {
	s := newStage(t)
	football, shell := s.shown.Releases["football"].Traffic(), s.shown.Releases["shell"].Traffic()
	sent := 0
	for _, path := range []string{"/football", "/football", "/football/faq", "/football/nowhere"} {
		sent += s.visit(path, false).Body.Len()
	}
	again := s.visit("/football", false)
	sent += again.Body.Len()
	etag := again.Header().Get("ETag")
	if w := s.visit("/football", false, "If-None-Match", etag); w.Code != http.StatusNotModified {
		t.Fatal(w.Code)
	}
	navigated := s.visit("/football", true).Body.Len() + s.visit("/football/nowhere", true).Body.Len()
	for what, test := range map[string]struct{ got, want uint64 }{
		"pages":                 {football.Pages.Count(200), 4},
		"pages not modified":    {football.Pages.Count(304), 1},
		"pages not found":       {football.Pages.Count(404), 1},
		"apologies":             {football.Pages.Count(503), 0},
		"bytes of pages":        {football.Pages.Bytes(), uint64(sent)},
		"navigation":            {football.Navigation.Count(200), 1},
		"navigation to nowhere": {football.Navigation.Count(404), 1},
		"bytes of navigation":   {football.Navigation.Bytes(), uint64(navigated)},
		"the shell's pages":     {shell.Pages.Count(200), 0},
		"the shell's not found": {shell.Pages.Count(404), 0},
	} {
		if test.got != test.want {
			t.Errorf("%s: %d, want %d", what, test.got, test.want)
		}
	}
	// The edition has no release: the shell answers.
	delete(s.shown.Releases, "football")
	s.shown.ID = "without football"
	if s.visit("/football", false); shell.Pages.Count(503) != 1 {
		t.Errorf("%d apologies of the shell", shell.Pages.Count(503))
	}
}

func TestComposingIsTimedOnceForWhatIsKept(t *testing.T) {
	s := newStage(t)
	// Each look at the clock takes three milliseconds of it.
	s.Now = func() time.Time { s.clock.Move(3 * time.Millisecond); return s.clock.Now() }
	for range 5 {
		s.visit("/football", false)
		s.visit("/football", true)
	}
	football := s.shown.Releases["football"].Traffic()
	for what, of := range map[string]*page.Answers{"a page": &football.Pages, "navigation": &football.Navigation} {
		counts, sum := of.Composing()
		if len(counts) != len(page.ComposingBounds)+1 || counts[4] != 1 || sum < 0.0025 || sum > 0.005 {
			t.Errorf("%s: %v within %v, %v s", what, counts, page.ComposingBounds, sum)
		}
	}
}

func TestWhatAPreviewShowsIsCountedForNobody(t *testing.T) {
	s := newStage(t)
	s.shown.Preview = &lineup.Preview{Edition: "football", Release: s.shown.Names["football"], Until: at.Add(time.Hour)}
	s.visit("/football", false)
	s.visit("/football/nowhere", true)
	for name, edition := range s.shown.Releases {
		counts, sum := edition.Traffic().Pages.Composing()
		if traffic := edition.Traffic(); traffic.Pages.Bytes()+traffic.Navigation.Bytes() > 0 || sum != 0 || counts[0] != 0 {
			t.Errorf("%s: %d bytes", name, traffic.Pages.Bytes())
		}
	}
}

func TestCountingAllocatesNothing(t *testing.T) {
	var answers page.Answers
	if allocations := testing.AllocsPerRun(1000, func() { answers.Add(http.StatusServiceUnavailable, 1000) }); allocations != 0 {
		t.Errorf("it allocates %v times", allocations)
	}
}

func BenchmarkCounting(b *testing.B) {
	var answers page.Answers
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			answers.Add(http.StatusOK, 14_000)
		}
	})
}
