package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"
)

// atBlock answers rows that say at which block they were read.
func atBlock(s *setup, block uint64) {
	s.node.Set(func(state *chaintest.State) {
		state.Head = block
		state.Rows = func(chaintest.Request) string {
			return fmt.Sprintf(`{"rows":[{"read_at":%d}],"more":false,"next_key":""}`, block)
		}
	})
}

func minBlock(block uint64) string { return fmt.Sprintf("%s&min_block=%d", drops, block) }

const block = chaintest.Head

func TestRowsAreAtLeastAsNewAsTheBlockThatIsAskedFor(t *testing.T) {
	s := newSetup(t, game)
	atBlock(s, block)
	s.get(drops)
	for _, asked := range []uint64{0, 1, block} {
		if w := s.get(minBlock(asked)); w.Code != 200 || w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
			t.Errorf("block %d, which is there: %d %v", asked, w.Code, w.Header())
		}
	}
	// The purchase is in the next block. Until a node has it there is no answer,
	// and never an older one, though what is kept is fresh.
	atBlock(s, block+1)
	plugintest.Eventually(t, "a node has the block", func() bool {
		w := s.get(minBlock(block + 1))
		if w.Code == 200 && (!strings.Contains(w.Body.String(), fmt.Sprint(block+1)) || w.Header().Get("Cache-Status") != "fieldhouse;fwd=miss;stored" || w.Header().Get("X-Chain-Head") != fmt.Sprint(block+1)) {
			t.Errorf("%v %s", w.Header(), w.Body)
		}
		if w.Code != 200 && w.Code != 503 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return w.Code == 200
	})
	// It is everybody's answer now: the block is part of no key.
	for _, target := range []string{drops, minBlock(block + 1)} {
		if w := s.get(target); w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" || !strings.Contains(w.Body.String(), fmt.Sprint(block+1)) {
			t.Errorf("%s: %v %s", target, w.Header(), w.Body)
		}
	}
}

func TestABlockThatNoNodeHasIs503AndHarmsNobodyElse(t *testing.T) {
	s := newSetup(t, game)
	const far = block + 1_000_000
	// With nothing kept, and then with an older entry.
	for _, others := range []string{"fieldhouse;fwd=miss;stored", "fieldhouse;hit;ttl=1"} {
		w := s.get(minBlock(far))
		if w.Header().Get("Retry-After") != "1" || w.Header().Get("Cache-Status") != "fieldhouse;fwd=miss;detail=too-old" {
			t.Errorf("%v", w.Header())
		}
		wantError(t, "a far block", w, 503, "older than what was asked for")
		// Nothing is read for it, no failure is remembered, and nobody's answer is stale.
		if w := s.get(drops); w.Code != 200 || w.Header().Get("Cache-Status") != others {
			t.Errorf("the same rows for others: %d %v %s", w.Code, w.Header(), w.Body)
		}
	}
}

func TestABadMinBlockIs400(t *testing.T) {
	s := newSetup(t, game)
	for _, value := range []string{"", "-1", "1e3", "01", "99999999999", "latest"} {
		wantError(t, value, s.get(drops+"&min_block="+value), 400, `"min_block"`)
	}
	wantError(t, "twice", s.get(drops+"&min_block=1&min_block=2"), 400, `"min_block"`)
}

func TestQuestionsForABlockAreNotRemembered(t *testing.T) {
	s := newSetup(t, game)
	for i := range 100 {
		s.get(minBlock(uint64(i + 1)))
	}
	if held := s.recent.len(); held != 0 {
		t.Errorf("%d queries are remembered", held)
	}
}

// behind is a chain whose nodes do not reach a block.
type behind struct {
	single
	asked []pool.Request
}

func (*behind) Reach(ctx context.Context, wanted uint64, _ ...string) error {
	<-ctx.Done()
	return fmt.Errorf("%w: %w", &pool.BehindError{Want: wanted, Best: block}, ctx.Err())
}

func (b *behind) TableRows(_ context.Context, request pool.Request) (pool.Answer, error) {
	if len(request.Except) > 0 {
		return pool.Answer{}, pool.ErrNoNode
	}
	b.asked = append(b.asked, request)
	return pool.Answer{Head: pool.Head{Block: block, Time: time.Now()}}, nil
}

// Found by measuring: everybody's read of the drops waited with those who asked for
// blocks to come, and so did what a purchase reads.
func TestARowIsHeldUpForNobodysBlock(t *testing.T) {
	for _, target := range []string{drops, paths.Rows + "/accounts?scope=alice.wam"} {
		synctest.Test(t, func(t *testing.T) {
			chain := new(behind)
			s := must.Get(New(Config{Engine: newEngine(t, time.Now, plan{}), Chain: chain, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}}))(t)
			get := func(target string) (*httptest.ResponseRecorder, time.Duration) {
				began, w := time.Now(), httptest.NewRecorder()
				s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
				return w, time.Since(began)
			}
			var done sync.WaitGroup
			done.Go(func() {
				w, took := get(target + fmt.Sprint("&min_block=", block+2))
				wantError(t, "who asks for a block that no node has", w, 503, "older than what was asked for")
				if took != minBlockWait {
					t.Errorf("after %s, want %s", took, minBlockWait)
				}
			})
			synctest.Wait()
			if w, took := get(target); w.Code != 200 || took > 0 {
				t.Errorf("%s: %d after %s", target, w.Code, took)
			}
			done.Wait()
			if len(chain.asked) != 1 || chain.asked[0].MinBlock != 0 {
				t.Errorf("asked %+v: want the one read that was for somebody", chain.asked)
			}
		})
	}
}

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
