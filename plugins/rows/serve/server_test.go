package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/paths"
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
		for range 2 { // through the router, then from the recent questions
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
	s.recent = newRecent(16)
	s.get(drops)
	for i := range 500 {
		s.get(fmt.Sprintf("%s/drops?limit=%d", paths.Rows, i+1))
		if s.recent.get(address{paths.Rows + "/drops", "account=gamecontract"}) == nil {
			t.Fatalf("what is asked often was forgotten after %d others", i)
		}
	}
	if held := s.recent.len(); held > 16 {
		t.Errorf("%d questions are remembered", held)
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
