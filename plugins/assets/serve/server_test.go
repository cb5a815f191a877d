package serve

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/datatest"
)

func TestTheSpecificationsCallIsAnswered(t *testing.T) {
	s := newSetup(t)
	w := s.get("?collection_name=fieldhousegm&limit=1000&page=1&nonce=1700000000123")
	if got := listed(t, w); len(got) != 28 || got[0] != "502" || got[27] != "100" {
		t.Errorf("%v", got)
	}
	if asked := s.index.Requests(); len(asked) != 1 || asked[0].Has("nonce") {
		t.Errorf("asked %v", asked)
	}
}

func TestWithoutAPageTheWholeIsAnswered(t *testing.T) {
	s := newSetup(t)
	s.index.Set(func(state *indextest.State) { state.Assets = indextest.Owned("alice.wam", 1, 1200) })
	if got := listed(t, s.get("?owner=alice.wam")); len(got) != 1200 {
		t.Errorf("%d assets", len(got))
	}
	if got := listed(t, s.get("?owner=alice.wam&page=2&limit=1000")); len(got) != 200 {
		t.Errorf("page 2 has %d assets", len(got))
	}
	if got := listed(t, s.get("?owner=nobody")); len(got) != 0 {
		t.Errorf("an account without assets has %v", got)
	}
}

func TestAnAccountWith1200AssetsIsKept(t *testing.T) {
	s := newSetup(t)
	s.index.Set(func(state *indextest.State) {
		state.Assets = indextest.Owned("alice.wam", 1, 1200)
		for i := range state.Assets {
			state.Assets[i].Padding = 2750 // which makes some 3 KB each
		}
	})
	first := s.get("?owner=alice.wam")
	second := s.get("?owner=alice.wam")
	if first.Body.Len() < 3_600_000 || first.Header().Get(CutHeader) != "" {
		t.Errorf("%d bytes, cut %q", first.Body.Len(), first.Header().Get(CutHeader))
	}
	if got := second.Header().Get("Cache-Status"); !strings.HasPrefix(got, "fieldhouse;hit") || len(s.index.Requests()) != 2 {
		t.Errorf("%s after %d requests", got, len(s.index.Requests()))
	}
}

func TestAnAnswerSaysWhenTheIndexAnswered(t *testing.T) {
	s := newSetup(t)
	s.get("?owner=alice.wam")
	s.clock.Move(time.Second)
	w := s.get("?owner=alice.wam")
	for name, want := range map[string]string{"Content-Type": "application/json; charset=utf-8", "X-Index-Time": "2023-11-14T22:13:20.123Z", "X-Assets-Cut": ""} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if again := s.get("?owner=alice.wam", "If-None-Match", w.Header().Get("ETag")); again.Code != 304 || again.Body.Len() != 0 || again.Header().Get(TimeHeader) == "" {
		t.Errorf("%d %v", again.Code, again.Header())
	}
}

func TestTheETagStaysWhileTheAssetsDo(t *testing.T) {
	s := newSetup(t)
	etag := s.get("?owner=alice.wam").Header().Get("ETag")
	answered := func(queryTime int64, assets ...indextest.Asset) {
		written := make([]string, len(assets))
		for i, one := range assets {
			written[i] = one.JSON()
		}
		body := strings.Replace(indextest.Answer(written...), fmt.Sprint(int64(indextest.QueryTime)), fmt.Sprint(queryTime), 1)
		s.index.Set(func(state *indextest.State) { state.Fail = indextest.Say(200, body) })
	}
	alices := indextest.Owned("alice.wam", 100, 25)
	slices.Reverse(alices)
	answered(indextest.QueryTime+60_000, alices...)
	s.clock.Move(3 * time.Second)
	plugintest.Eventually(t, "the answer is confirmed", func() bool {
		w := s.get("?owner=alice.wam")
		if w.Header().Get("ETag") != etag {
			t.Fatalf("the same assets got another ETag")
		}
		return w.Header().Get(TimeHeader) == "2023-11-14T22:14:20.123Z"
	})
	answered(indextest.QueryTime+120_000, alices[1:]...)
	s.clock.Move(3 * time.Second)
	plugintest.Eventually(t, "the other assets have another ETag", func() bool {
		w := s.get("?owner=alice.wam")
		return len(listed(t, w)) == 24 && w.Header().Get("ETag") != etag
	})
}

func TestAfterAPurchaseWhatIsNewIsAnsweredWithinASoftLifetime(t *testing.T) {
	s := newSetup(t)
	before := len(listed(t, s.get("?owner=alice.wam")))
	s.index.Set(func(state *indextest.State) {
		state.Assets = append(state.Assets, indextest.Owned("alice.wam", 9000, 1)...)
	})
	s.clock.Move(2500 * time.Millisecond) // jitter included
	plugintest.Eventually(t, "the new asset is listed", func() bool { return len(listed(t, s.get("?owner=alice.wam"))) == before+1 })
	s.get("")
	s.clock.Move(20 * time.Second)
	if got := s.get("").Header().Get("Cache-Status"); !strings.HasPrefix(got, "fieldhouse;hit;ttl=") || strings.Contains(got, "ttl=-") {
		t.Errorf("the whole collection is not fresh after 20 s: %s", got)
	}
}

func TestACutAnswerSaysSoInItsHeaderItsBodyAndTheLog(t *testing.T) {
	s := newSetup(t, func(_ *edgecache.Config, config *Config, _ *index.Config) { config.Bounds.MaxBytes = 2000 })
	w := s.get("?owner=alice.wam")
	if got := len(listed(t, w)); got == 0 || got >= 25 || w.Header().Get(CutHeader) != "bytes" || !strings.HasSuffix(w.Body.String(), `,"cut":"bytes"}`) || w.Body.Len() > 2000 {
		t.Errorf("%d assets, %v, …%s", got, w.Header(), w.Body.String()[w.Body.Len()-40:])
	}
	lines := s.logs.FilterMessage("an answer ends before the last asset").AllUntimed()
	if len(lines) != 1 || lines[0].ContextMap()["owner"] != "alice.wam" || lines[0].ContextMap()["cut"] != "bytes" {
		t.Errorf("logged %v", lines)
	}
}

func TestTheWholeIsCutAtWhatTheCacheKeeps(t *testing.T) {
	s := newSetup(t, func(caching *edgecache.Config, _ *Config, _ *index.Config) {
		for i := range caching.Classes {
			caching.Classes[i].Size = 1 << 20
		}
	})
	s.index.Set(func(state *indextest.State) { state.Assets = indextest.Owned("alice.wam", 1, 900) })
	if w := s.get("?owner=alice.wam"); w.Header().Get(CutHeader) != "bytes" || w.Body.Len() > s.config.Engine.BodyLimit(Owners) {
		t.Errorf("%d bytes, cut %q", w.Body.Len(), w.Header().Get(CutHeader))
	}
	if w := s.get("?owner=alice.wam"); !strings.HasPrefix(w.Header().Get("Cache-Status"), "fieldhouse;hit") {
		t.Errorf("it was not kept: %s", w.Header().Get("Cache-Status"))
	}
	// A page is not cut: who counts its assets would take it for the last one.
	if w := s.get("?owner=alice.wam&page=1&limit=900"); len(listed(t, w)) != 900 || w.Header().Get(CutHeader) != "" {
		t.Errorf("a page of %d, cut %q", len(listed(t, w)), w.Header().Get(CutHeader))
	}
}

func TestAssetsAreServedLikeAllData(t *testing.T) {
	datatest.Test(t, func(t *testing.T) *datatest.Server {
		s := newSetup(t)
		const alices = paths.Assets + "?owner=alice.wam"
		return &datatest.Server{
			Handler: s, Path: alices, Same: []string{alices + "&nonce=1", alices + "&limit=5", alices + "&collection_name=" + indextest.Collection},
			Clock: s.clock, Hard: hard, WantError: wantError,
			Requests: func() int { return len(s.index.Requests()) },
			Before: func(before func()) {
				s.index.Set(func(state *indextest.State) { state.Before = func(int) { before() } })
			},
			Fail: func(fail bool) {
				s.index.Set(func(state *indextest.State) {
					state.Fail = map[bool]http.HandlerFunc{true: indextest.Say(503, "")}[fail]
				})
			},
		}
	})
}

func TestOtherPathsAreRefused(t *testing.T) {
	s := newSetup(t)
	for _, path := range []string{"/", "/1", "/../assets", "/%2e%2e/x"} {
		wantError(t, path, s.get(path), 404, paths.Assets)
	}
}

func BenchmarkAnswer(b *testing.B) {
	for name, match := range map[string]bool{"200": false, "304": true} {
		b.Run(name, func(b *testing.B) {
			s := newSetup(b)
			const query = "?collection_name=fieldhousegm&owner=alice.wam&nonce=1700000000123"
			var header []string
			if match {
				header = []string{"If-None-Match", s.get(query).Header().Get("ETag")}
			}
			asking.Benchmark(b, s, paths.Assets+query, header...)
		})
	}
}
