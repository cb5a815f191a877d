package serve

import (
	"fmt"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
)

func TestAClientThatInventsAccountsIsRefusedAndNobodyElse(t *testing.T) {
	s := plan{budget: &edgecache.Budget{Misses: 1, Burst: 3}}.setup(t, game)
	s.get(drops)
	invented := func(i int, client string) string {
		return s.get(fmt.Sprintf("%s/accounts?scope=fake.%c%c", paths.Rows, 'a'+i/20, 'a'+i%20), "Client", client).Header().Get("Cache-Status")
	}
	for i := range 3 {
		if got := invented(i, "192.0.2.1"); got != "fieldhouse;fwd=miss;stored" {
			t.Errorf("account %d: %s", i, got)
		}
	}
	for i := 3; i < 300; i++ {
		if got := invented(i, "192.0.2.1"); got != "fieldhouse;detail=budget" {
			t.Fatalf("account %d: %s", i, got)
		}
		if w := s.get(drops, "Client", "192.0.2.1"); w.Code != 200 || w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
			t.Fatalf("a hit meanwhile: %d %v", w.Code, w.Header())
		}
	}
	w := s.get(paths.Rows+"/accounts?scope=fake.zz", "Client", "192.0.2.1")
	if w.Header().Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
	wantError(t, "the refusal", w, 429, "from this address")
	if got := invented(300, "198.51.100.7"); got != "fieldhouse;fwd=miss;stored" {
		t.Errorf("another client: %s", got)
	}
	if asked := len(s.node.Requests()); asked != 5 {
		t.Errorf("the node was asked %d times", asked)
	}
	s.clock.Move(time.Second)
	if got := invented(301, "192.0.2.1"); got != "fieldhouse;fwd=miss;stored" {
		t.Errorf("a second later: %s", got)
	}
}

func TestAPagesNeedCountsOnNoBudget(t *testing.T) {
	s := plan{budget: &edgecache.Budget{Misses: 1, Burst: 1}}.setup(t, game)
	for _, need := range []string{NeedDrops, NeedPartners, NeedMedian} {
		if _, _, err := s.Need(t.Context(), need); err != nil {
			t.Errorf("%s: %v", need, err)
		}
	}
}

func TestAFailureIsRememberedForAMomentAndThenTriedAgain(t *testing.T) {
	s := newSetup(t, game)
	s.node.Set(func(state *chaintest.State) { state.FailRows = chaintest.Answer(503, "") })
	if w := s.get(drops); w.Code != 502 || w.Header().Get("Cache-Status") != "fieldhouse;fwd=miss;detail=failed" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	asked := len(s.node.Requests())
	w := s.get(drops)
	if w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1;detail=remembered-failure" || w.Header().Get("Retry-After") != "1" {
		t.Errorf("%v", w.Header())
	}
	wantError(t, "remembered", w, 502, "could not be read")
	if now := len(s.node.Requests()); now != asked {
		t.Errorf("the node was asked %d times more", now-asked)
	}
	s.node.Set(func(state *chaintest.State) { state.FailRows = nil })
	s.clock.Move(time.Second)
	if w := s.get(drops); w.Code != 200 {
		t.Errorf("after that: %d %s", w.Code, w.Body)
	}
}
