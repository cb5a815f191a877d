package serve

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/site/settings"
)

// What a page pays by: after a quiet time the cache holds a price of minutes ago,
// and answers it once more while it reads the new one.
func TestAPriceToPayByIsNeverOlderThanItsSoftLifetime(t *testing.T) {
	median := paths.Rows + "/datapoints?limit=1&isLimited=true"
	if settings.MedianLimit != 1 {
		t.Fatalf("the page's limit is %d", settings.MedianLimit)
	}
	s := plan{budget: &edgecache.Budget{Misses: 1e-6, Burst: 1}}.setup(t, game)
	if w := s.get(median); w.Code != 200 {
		t.Fatal(w.Code)
	}
	s.clock.Move(5 * time.Minute)
	s.node.Set(func(state *chaintest.State) {
		state.Rows = func(chaintest.Request) string {
			return `{"rows":[{"id":8,"median":612,"timestamp":"2024-08-13T16:06:30.000"}],"more":false,"next_key":""}`
		}
	})
	// Several in a row: what all share is on nobody's budget.
	for i := range 3 {
		w := s.get(median, "Cache-Control", "max-age=0", "Client", "192.0.2.1")
		if w.Code != 200 || !strings.Contains(w.Body.String(), "612") {
			t.Fatalf("quote %d: %d %s", i, w.Code, w.Body)
		}
	}
	if asked := len(s.node.Requests()); asked != 2 {
		t.Errorf("the node was asked %d times, want 2: a fresh answer is not fetched again", asked)
	}
	s.clock.Move(5 * time.Minute)
	s.node.Set(func(state *chaintest.State) { state.FailRows = chaintest.Answer(503, "") })
	if w := s.get(median, "Cache-Control", "max-age=0"); w.Code == 200 {
		t.Errorf("with the nodes gone it is answered: %s", w.Body)
	}
	if w := s.get(median); w.Code != 200 {
		t.Errorf("a page that only shows it: %d", w.Code)
	}
}

func TestOnlyWhoSaysMaxAgeTakesNothingStale(t *testing.T) {
	for value, want := range map[string]bool{
		"max-age=0": true, "no-transform, Max-Age=5": true, "no-cache": false, "": false, "no-store, max-stale": false,
	} {
		if got := wantsFresh(&http.Request{Header: http.Header{"Cache-Control": {value}}}); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}

func TestWhatPagesShareIsSharedAndNothingElse(t *testing.T) {
	s := newSetup(t, game)
	for query, want := range map[string]bool{
		"drops": true, "drops?account=gamecontract": true, "partners": true, "datapoints?limit=1&isLimited=true": true,
		"drops?limit=7&isLimited=true": false, "datapoints?limit=2&isLimited=true": false, "accounts?scope=alice.wam": false, "claims?index=alice.wam": false,
	} {
		s.get(paths.Rows + "/" + query)
		name, raw, _ := strings.Cut(query, "?")
		if q := s.recent.get(address{paths.Rows + "/" + name, raw}); q == nil || q.lookup.Shared != want {
			t.Errorf("%s: %+v, want shared %v", query, q, want)
		}
	}
}
