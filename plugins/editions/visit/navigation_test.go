package visit

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"

	"github.com/klauspost/compress/gzip"
)

// Info is what /_page answers for a path.
func (s *stage) Info(shown *page.Lineup, path string, language release.Language) (info page.Info, found bool) {
	w := httptest.NewRecorder()
	if !s.WriteInfo(w, httptest.NewRequest(http.MethodGet, "/_page", nil), shown, path, language) {
		return info, false
	}
	if err := json.Unmarshal(w.Body.Bytes(), &info); err != nil {
		s.Report(err)
	}
	return info, true
}

func TestTheAnswerToNavigationIsMadeOnceForEachKeptPageAndCompressed(t *testing.T) {
	s := newStage(t)
	ask := func(path string) (*httptest.ResponseRecorder, string) {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/_page", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		s.WriteInfo(w, r, s.shown, path, release.English)
		unpacked, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatalf("%s: %v in %v", path, err, w.Header())
		}
		body := must.Get(io.ReadAll(unpacked))(t)
		return w, string(body)
	}
	w, first := ask("/football")
	if header := w.Header(); header.Get("Content-Encoding") != "gzip" || header.Get("Cache-Control") != "no-store" || !strings.Contains(header.Get("Vary"), "Accept-Encoding") || header.Get("Etag") != "" {
		t.Errorf("the answer has the header %v", header)
	}
	if !strings.Contains(first, `"path":"/football"`) {
		t.Errorf("the answer is %s", first)
	}
	page := s.Get(s.shown, "/football", release.English)
	kept := &page.navigation.body[0]
	if _, second := ask("/football"); second != first || &page.navigation.body[0] != kept {
		t.Error("the answer was made again for the same page")
	}
	s.clock.Move(maxClockAge)
	if _, later := ask("/football"); later == first {
		t.Error("the answer outlives its page")
	}
}

func TestAnUnknownPathsAnswerToNavigationIsItsOwnAndTakesTheProcessorForShort(t *testing.T) {
	s := newStage(t)
	for path, want := range map[string]string{"/football": "br", "/football/nowhere": "zstd"} {
		if coding := s.visit(path, true, "Accept-Encoding", "gzip, deflate, br, zstd").Header().Get("Content-Encoding"); coding != want {
			t.Errorf("%s is answered in %q, want %s", path, coding, want)
		}
	}
	for _, path := range []string{"/" + string(releasetest.Football) + "/nowhere", "/" + string(releasetest.Football) + "/elsewhere"} {
		if info, _ := s.Info(s.shown, path, release.English); info.Path != path || info.Status != http.StatusNotFound {
			t.Errorf("%s is answered for %s with %d", path, info.Path, info.Status)
		}
	}
}

func TestAPageSaysWhichViewsReport(t *testing.T) {
	for name, test := range map[string]struct {
		reports          int
		watched, preview bool
		want             string
	}{
		"none":                     {0, false, false, ""},
		"some":                     {100, false, false, `"reports":{"share":100}`},
		"all beside a canary":      {100, true, false, `"reports":{"share":1000}`},
		"all beside a canary only": {0, true, false, `"reports":{"share":1000}`},
		"none of a preview's":      {100, true, true, ""},
	} {
		s := newStage(t, func(o *Options) { o.Reports = test.reports })
		if s.shown.Watched = test.watched; test.preview {
			s.shown.Preview = &lineup.Preview{Edition: "football", Release: s.shown.Names["football"], Until: at.Add(time.Hour)}
		}
		for what, said := range map[string]string{"the page": s.body("/football", release.English), "navigation": s.visit("/football", true).Body.String()} {
			if _, after, found := strings.Cut(said, `"reports":`); found != (test.want != "") || found && !strings.HasPrefix(`"reports":`+after, test.want) {
				t.Errorf("%s, %s: %.40s", name, what, after)
			}
		}
	}
}
