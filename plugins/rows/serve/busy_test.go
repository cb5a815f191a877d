package serve

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/must"
)

const (
	balanceOfAlice = paths.Rows + "/accounts?scope=alice.wam"
	medianRow      = paths.Rows + "/datapoints?limit=1&isLimited=true"
)

func TestWhilePushesWaitBalanceAndClaimsAreAnsweredAsLastRead(t *testing.T) {
	var busy atomic.Bool
	s := plan{busy: busy.Load}.setup(t, game)
	all := []string{balanceOfAlice, claimsOfAlice, drops, medianRow}
	for _, target := range all {
		s.get(target)
	}
	s.node.Set(func(state *chaintest.State) { state.Head = block + 7 })
	if _, err := s.chain.Info(t.Context()); err != nil { // as a page asks for the block
		t.Fatal(err)
	}
	s.clock.Move(3 * time.Second)
	busy.Store(true)
	asked := len(s.node.Requests())
	for _, own := range []string{balanceOfAlice, claimsOfAlice} {
		for _, target := range []string{own, own + fmt.Sprint("&min_block=", block+7)} {
			w := s.get(target, "Cache-Control", "max-age=0")
			if h := w.Header(); w.Code != 200 || h.Get("Age") != "3" || h.Get(pool.HeadHeader) != fmt.Sprint(block) {
				t.Errorf("%s: %d %v: want the kept rows, with their age and head", target, w.Code, h)
			}
		}
		if w := s.get(own + fmt.Sprint("&min_block=", block+7)); w.Code != 200 || w.Header().Get("Age") != "3" {
			t.Errorf("after a purchase: %d %v", w.Code, w.Header())
		}
	}
	if more := len(s.node.Requests()) - asked; more != 0 {
		t.Errorf("the node was asked %d times", more)
	}
	// What all share is read for the first who asks; what nobody has read, for whom it is; and proofs always.
	for i, target := range []string{drops, medianRow, paths.Rows + "/accounts?scope=bob.wam", ofTwoNodes} {
		for range 3 {
			if w := s.get(target, "Cache-Control", "max-age=0"); w.Code != 200 || w.Header().Get("Age") != "0" {
				t.Errorf("%s: %d %v", target, w.Code, w.Header())
			}
		}
		if more := len(s.node.Requests()) - asked; more != i+1 {
			t.Errorf("%s: the node was asked %d times, want %d", target, more, i+1)
		}
	}
	// Whoever is content with what is stale has it refreshed, as ever.
	s.get(balanceOfAlice)
	busy.Store(false)
	for _, own := range []string{balanceOfAlice, claimsOfAlice} {
		if w := s.get(own+fmt.Sprint("&min_block=", block+7), "Cache-Control", "max-age=0"); w.Code != 200 || w.Header().Get(pool.HeadHeader) != fmt.Sprint(block+7) {
			t.Errorf("%s when none waits: %d %v", own, w.Code, w.Header())
		}
	}
}

// buyers is how many press within each half second, and seconds for how long.
const buyers, seconds = 30, 6

// purchases has buyers quote, push and look for their purchases as the browser does
// (packages/chain-data), and counts what the nodes are asked for by each.
func purchases(t *testing.T, busy bool) float64 {
	// As they are by default: one address of all would be refused.
	s := plan{busy: func() bool { return busy }, budget: &edgecache.Budget{Misses: 20, Burst: 60}}.setup(t, game)
	account := func(i int) string {
		return fmt.Sprintf("fa%c%c%c%c.wam", 'a'+i/8000, 'a'+i/400%20, 'a'+i/20%20, 'a'+i%20)
	}
	client := func(i int) string { return fmt.Sprintf("192.0.%d.%d", i/250, i%250) }
	get := func(i int, target string, header ...string) {
		if w := s.get(target, append(header, "Client", client(i))...); w.Code != 200 {
			t.Fatalf("%s: %d %s", target, w.Code, w.Body)
		}
	}
	own := func(i int) []string {
		return []string{paths.Rows + "/accounts?limit=10&isLimited=true&scope=" + account(i), paths.Rows + "/claims?index=" + account(i)}
	}
	// Their pages were open before: that is no part of a purchase.
	for i := range buyers * seconds * 2 {
		for _, target := range own(i) {
			get(i, target)
		}
	}
	s.get(drops)
	s.get(medianRow)
	s.clock.Move(5 * time.Second)
	before := s.node.Infos() + len(s.node.Requests())
	head, bought := uint64(block), 0
	for half := range 2 * seconds {
		head++
		s.clock.Move(500 * time.Millisecond)
		s.node.Set(func(state *chaintest.State) { state.Head = head })
		// The block that a quote must have reached: chain_api keeps it for half a second.
		must.Get(s.chain.Info(t.Context()))(t)
		if half%2 == 0 { // the newest claims (chainapi/lookup/claims)
			must.Get(s.chain.TableRows(t.Context(), pool.Request{Code: "gamecontract", Scope: "gamecontract", Table: "claims", Limit: 1000, Reverse: true}))(t)
		}
		for range buyers {
			i := bought
			bought++
			at := fmt.Sprint("&min_block=", head)
			for _, target := range append([]string{drops, medianRow}, own(i)...) {
				get(i, target+at, "Cache-Control", "max-age=0")
			}
			for _, target := range own(i) { // when it has landed
				get(i, target+at)
			}
		}
	}
	pushes := bought
	return float64(s.node.Infos()+len(s.node.Requests())-before+pushes) / float64(bought)
}

func TestWhilePushesWaitAPurchaseCostsTheNodesOneAndAHalfRequests(t *testing.T) {
	waiting, quiet := purchases(t, true), purchases(t, false)
	t.Logf("%.2f requests for a purchase while pushes wait, %.2f when none does", waiting, quiet)
	if waiting > 1.5 {
		t.Errorf("%.2f requests for a purchase while pushes wait", waiting)
	}
	if quiet < 3 {
		t.Errorf("%.2f requests for a purchase when none waits: it would not be missed", quiet)
	}
}

func TestNobodysQuoteIsRefusedForWhatIsKeptWhenThousandsPressAtOnce(t *testing.T) {
	s := plan{pool: func(config *pool.Config) { config.Rate, config.Burst = pool.DefaultRate, pool.DefaultBurst }}.setup(t, game)
	own := func(i int) string {
		return fmt.Sprintf("%s/accounts?scope=fa%c%c%c.wam", paths.Rows, 'a'+i/400%20, 'a'+i/20%20, 'a'+i%20)
	}
	const pressing = 100
	client := func(i int) string { return fmt.Sprintf("192.0.%d.1", i) }
	for i := range pressing { // their pages were opened one after the other
		if w := s.get(own(i), "Client", client(i)); w.Code != 200 {
			t.Fatalf("the page of buyer %d: %d %s", i, w.Code, w.Body)
		}
		s.clock.Move(time.Second)
	}
	var answered sync.WaitGroup
	var refused atomic.Int32
	for i := range pressing {
		answered.Go(func() {
			if w := s.get(own(i), "Client", client(i), "Cache-Control", "max-age=0"); w.Code != 200 {
				refused.Add(1)
			}
		})
	}
	answered.Wait()
	if refused.Load() > 0 {
		t.Errorf("%d of %d quotes were refused what is kept", refused.Load(), pressing)
	}
}
