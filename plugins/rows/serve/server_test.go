package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest"
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

func TestOtherMethodsAreRefusedWithAllow(t *testing.T) {
	s := newSetup(t, game)
	s.get(drops)
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"} {
		w := s.do(method, drops)
		wantError(t, method, w, 405, "GET or HEAD")
		if w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: Allow %q", method, w.Header().Get("Allow"))
		}
	}
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
	s.recent = newRecentQueries(16)
	s.get(drops)
	for i := range 500 {
		s.get(fmt.Sprintf("%s/drops?limit=%d", paths.Rows, i+1))
		if s.recent.get(address{paths.Rows + "/drops", "account=gamecontract"}) == nil {
			t.Fatalf("what is asked often was forgotten after %d others", i)
		}
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

func TestAClientThatHasTheAnswerGets304(t *testing.T) {
	s := newSetup(t, game)
	etag := s.get(drops).Header().Get("ETag")
	if !strings.HasPrefix(etag, `"`) {
		t.Fatalf("ETag %q is not a strong one", etag)
	}
	for _, match := range []string{etag, "W/" + etag, `"other", ` + etag, "*", ` "a" ,W/"b",` + etag} {
		w := s.get(drops, "If-None-Match", match)
		if w.Code != 304 || w.Body.Len() != 0 || w.Header().Get("ETag") != etag || w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Content-Type") != "" {
			t.Errorf("%s: %d %v %q", match, w.Code, w.Header(), w.Body)
		}
	}
	if w := s.get(drops, "If-None-Match", `"a"`, "If-None-Match", etag); w.Code != 304 {
		t.Errorf("two lines: %d", w.Code)
	}
	for _, match := range []string{`"other"`, strings.Trim(etag, `"`), "", `"` + etag} {
		if w := s.get(drops, "If-None-Match", match); w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("%q: %d", match, w.Code)
		}
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

func TestHEADHasTheHeadersAndNoBody(t *testing.T) {
	s := newSetup(t, game)
	server := httptest.NewServer(s)
	defer server.Close()
	response, err := server.Client().Head(server.URL + drops)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != 200 || response.ContentLength != int64(len(`{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`)) || len(body) != 0 || response.Header.Get("ETag") == "" {
		t.Errorf("%v %q", response, body)
	}
	server.Client().CloseIdleConnections()
}

func TestNeedsAreTheTablesOfThePage(t *testing.T) {
	s := newSetup(t, game)
	for need, body := range map[string]string{
		"rowDrops":      `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`,
		"medianPrice":   `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"}],"more":true,"next_key":""}`,
		"partnersCodes": `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`,
	} {
		got, version, err := s.Need(context.Background(), need)
		if err != nil || string(got) != body || version == "" || strings.Contains(version, `"`) {
			t.Errorf("%s: %s, %q, %v", need, got, version, err)
		}
		_, again, _ := s.Need(context.Background(), need)
		if again != version {
			t.Errorf("%s: version %s became %s", need, version, again)
		}
	}
	if w := s.get(drops); w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
		t.Errorf("the page and the API do not share their entry: %s", w.Header().Get("Cache-Status"))
	}
	if _, _, err := s.Need(context.Background(), "PostsMedium"); err == nil {
		t.Error("a need that is not one of rows was answered")
	}
	ctx, leave := context.WithCancel(context.Background())
	leave()
	s.clock.Move(hard)
	s.node.Set(func(state *chaintest.State) { state.FailRows = chaintest.Stall(nil) })
	if _, _, err := s.Need(ctx, "rowDrops"); !errors.Is(err, context.Canceled) {
		t.Errorf("a need outlasted its context: %v", err)
	}
}
