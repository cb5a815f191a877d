package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/datatest"
)

func TestTheSpecificationsCallsAreAnswered(t *testing.T) {
	s := newSetup(t, game)
	for target, body := range map[string]string{
		"/datapoints?account=delphioracle&limit=1&isLimited=true&scope=waxpusd": `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"}],"more":true,"next_key":""}`,
		"/accounts?account=eosio.token&limit=10&isLimited=true&scope=alice.wam": `{"rows":[{"balance":"12.34560000 WAX"}],"more":false,"next_key":""}`,
		"/accounts?scope=nobody":                     chaintest.Empty,
		"/drops?account=gamecontract":                `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`,
		"/partners?account=gamecontract":             `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`,
		"/claims?scope=gamecontract&index=alice.wam": `{"rows":[{"claim_id":"4294967301","claimer":"alice.wam"}],"more":false,"next_key":""}`,
	} {
		for range 2 { // through the router, then from the recent queries
			w := s.get(paths.Rows + target)
			if w.Code != 200 || w.Body.String() != body {
				t.Errorf("%s: %d %s; want %s", target, w.Code, w.Body, body)
			}
		}
	}
	if asked := len(s.node.Requests()); asked != 6 {
		t.Errorf("the node was asked %d times, want 6", asked)
	}
}

func TestRowsAreServedLikeAllData(t *testing.T) {
	datatest.Test(t, func(t *testing.T) *datatest.Server {
		s := newSetup(t, game)
		return &datatest.Server{
			Handler: s, Path: drops, Same: []string{drops + "&isLimited=false", drops + "&limit=5"}, Clock: s.clock, Hard: hard, WantError: wantError,
			Requests: func() int { return len(s.node.Requests()) },
			Before: func(before func()) {
				s.node.Set(func(state *chaintest.State) {
					state.Rows = func(r chaintest.Request) string { before(); return game(r) }
				})
			},
			Fail: func(fail bool) {
				s.node.Set(func(state *chaintest.State) {
					state.FailRows = map[bool]http.HandlerFunc{true: chaintest.Answer(503, "")}[fail]
				})
			},
		}
	})
}

func TestABadParameterIs400AndNamedAndNeverReachesTheNode(t *testing.T) {
	s := newSetup(t, game)
	for target, naming := range map[string]string{
		"/drops?account=eosio":               `"account"`,
		"/drops?account=a&account=b":         `"account"`,
		"/drops?nonce=1":                     `"nonce"`,
		"/accounts":                          `"scope"`,
		"/accounts?scope=Alice":              `"scope"`,
		"/claims?scope=gamecontract":         `"index"`,
		"/datapoints?limit=0&isLimited=true": `"limit"`,
		"/datapoints?isLimited=yes":          `"isLimited"`,
		"/drops?a=%3Cscript%3E%3Cscript%3E":  `"a"`,
		"/drops?%3Cscript%3E":                `"<script>"`,
		"/drops?%zz":                         "query",
	} {
		w := s.get(paths.Rows + target)
		if strings.Contains(w.Body.String(), "<script>") {
			t.Errorf("%s: the body holds %s", target, w.Body)
		}
		wantError(t, target, w, 400, naming)
	}
	if len(s.node.Requests()) != 0 {
		t.Error("the node was asked")
	}
}

func TestAnUnknownTableIs404(t *testing.T) {
	s := newSetup(t, game)
	for _, target := range []string{"", "/", "/userres", "/drops/", "/drops/1", "/Drops", "/../rows/drops", "/%2e%2e/drops"} {
		wantError(t, target, s.get(paths.Rows+target), 404, "no such table")
	}
}

func TestWhatIsRememberedOfRequestsIsBounded(t *testing.T) {
	s := newSetup(t, game)
	s.recent.most = 16
	s.get(drops)
	for i := range 500 {
		s.get(fmt.Sprintf("%s/drops?limit=%d", paths.Rows, i+1))
	}
	if held := s.recent.len(); held > 16 {
		t.Errorf("%d queries are remembered", held)
	}
	s.get(paths.Rows + "/drops?account=other")
	if s.recent.get(address{paths.Rows + "/drops", "account=other"}) != nil {
		t.Error("a bad query is remembered")
	}
	if len(s.node.Requests()) != 1 {
		t.Errorf("the node was asked %d times for one answer", len(s.node.Requests()))
	}
}

func FuzzRequest(f *testing.F) {
	s := newSetup(f, game)
	f.Add("/drops", "account=gamecontract")
	f.Add("/accounts", "scope=alice.wam&limit=10&isLimited=true")
	f.Add("/claims", "index=<script>")
	f.Add("/claims", "index=a&min_block=4294967295")
	f.Fuzz(func(t *testing.T, path, query string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path, r.URL.RawQuery = paths.Rows+path, query
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if !json.Valid(w.Body.Bytes()) || (w.Code != 200 && w.Code != 400 && w.Code != 404 && (w.Code != 503 || !strings.Contains(query, "min_block"))) {
			t.Errorf("%q?%q: %d %q", path, query, w.Code, w.Body)
		}
	})
}

func TestAnAnswerSaysWhatItIsAndHowOld(t *testing.T) {
	s := newSetup(t, game)
	const chainTime = "2006-01-02T15:04:05.000"
	head := time.Now().UTC().Format(chainTime)
	s.node.Set(func(state *chaintest.State) { state.HeadTime = head })
	first := s.get(drops)
	s.clock.Move(500 * time.Millisecond)
	second := s.get(drops)
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Content-Length": "74", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
		"Age": "0", "Cache-Status": "fieldhouse;fwd=miss;stored", "X-Chain-Head": "324182164", "X-Chain-Time": head + "Z",
	} {
		got := first.Header().Get(name)
		if name == "Content-Length" {
			want = fmt.Sprint(first.Body.Len())
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := second.Header().Get("Cache-Status"); got != "fieldhouse;hit;ttl=0" {
		t.Errorf("Cache-Status: %q", got)
	}
	s.node.Set(func(state *chaintest.State) { state.Fail = chaintest.Answer(503, "") })
	s.clock.Move(89500 * time.Millisecond)
	stale := s.get(drops)
	if stale.Code != 200 || stale.Header().Get("Age") != "90" || stale.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=-89" || stale.Body.String() != first.Body.String() {
		t.Errorf("stale: %d %v %s", stale.Code, stale.Header(), stale.Body)
	}
}

func TestTheETagChangesExactlyWhenTheBodyChanges(t *testing.T) {
	s := newSetup(t, game)
	etag := s.get(drops).Header().Get("ETag")
	s.node.Set(func(state *chaintest.State) { state.Head = 324182170 })
	s.clock.Move(soft)
	refreshed := func(what string, done func(*httptest.ResponseRecorder) bool) {
		t.Helper()
		plugintest.Eventually(t, what, func() bool { return done(s.get(drops)) })
	}
	refreshed("the entry was refreshed", func(w *httptest.ResponseRecorder) bool {
		if w.Header().Get("ETag") != etag {
			t.Fatal("the same body got another ETag")
		}
		return w.Header().Get("Age") == "0"
	})
	s.node.Set(func(state *chaintest.State) {
		state.Rows = func(chaintest.Request) string { return `{"rows":[{"drop_id":2}],"more":false,"next_key":""}` }
	})
	s.clock.Move(soft)
	refreshed("the new body came", func(w *httptest.ResponseRecorder) bool {
		return strings.Contains(w.Body.String(), `"drop_id":2`) && w.Header().Get("ETag") != etag
	})
}

func TestNeedsAreTheTablesOfThePage(t *testing.T) {
	s := newSetup(t, game)
	for need, body := range map[string]string{
		"rowDrops":      `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`,
		"medianPrice":   `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"}],"more":true,"next_key":""}`,
		"partnersCodes": `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`,
	} {
		got, err := s.Need(context.Background(), need)
		if err != nil || string(got.Body) != body || got.Version == "" || strings.Contains(got.Version, `"`) || got.Block != block || !got.ReadAt.Equal(s.clock.Now()) {
			t.Errorf("%s: %s, %+v, %v", need, got.Body, got, err)
		}
		again, _ := s.Need(context.Background(), need)
		if again.Version != got.Version {
			t.Errorf("%s: version %s became %s", need, got.Version, again.Version)
		}
	}
	if w := s.get(drops); w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
		t.Errorf("the page and the API do not share their entry: %s", w.Header().Get("Cache-Status"))
	}
	if _, err := s.Need(context.Background(), "PostsMedium"); err == nil {
		t.Error("a need that is not one of rows was answered")
	}
	ctx, leave := context.WithCancel(context.Background())
	leave()
	s.clock.Move(hard)
	s.node.Set(func(state *chaintest.State) { state.FailRows = chaintest.Stall(nil) })
	if _, err := s.Need(ctx, "rowDrops"); !errors.Is(err, context.Canceled) {
		t.Errorf("a need outlasted its context: %v", err)
	}
}
