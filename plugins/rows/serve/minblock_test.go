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
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/rows/table"
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
	for deadline := time.Now().Add(20 * time.Second); ; {
		w := s.get(minBlock(block + 1))
		if w.Code == 200 {
			if !strings.Contains(w.Body.String(), fmt.Sprint(block+1)) || w.Header().Get("Cache-Status") != "fieldhouse;fwd=miss;stored" || w.Header().Get("X-Chain-Head") != fmt.Sprint(block+1) {
				t.Errorf("%v %s", w.Header(), w.Body)
			}
			break
		}
		if w.Code != 503 || time.Now().After(deadline) {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
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
	for range 2 {
		w := s.get(minBlock(far))
		if w.Header().Get("Retry-After") != "1" || w.Header().Get("Cache-Status") != "fieldhouse;fwd=miss;detail=too-old" {
			t.Errorf("%v", w.Header())
		}
		wantError(t, "a far block", w, 503, "older than what was asked for")
		// No failure is remembered, and nobody's answer is stale for it.
		if w := s.get(drops); w.Code != 200 || w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
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
	if held := s.recent.Len(); held != 0 {
		t.Errorf("%d questions are remembered", held)
	}
}

// behind is a chain whose nodes do not reach a block.
type behind struct{ asked []pool.Request }

func (b *behind) TableRows(ctx context.Context, request pool.Request) (pool.Answer, error) {
	b.asked = append(b.asked, request)
	if request.MinBlock > 0 {
		<-ctx.Done()
		return pool.Answer{}, fmt.Errorf("%w: %w", &pool.BehindError{Want: request.MinBlock, Best: block}, ctx.Err())
	}
	return pool.Answer{Head: pool.Head{Block: block, Time: time.Now()}}, nil
}

// A read for everybody would wait with the one for the block.
// own is a question that is not shared.
const own = paths.Rows + "/drops?limit=7&isLimited=true"

// Everybody's read of what all share waits with the one who asks for a block.
func TestWhatAllShareIsHeldUpForNobodysBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := new(behind)
		s, err := New(Config{Engine: newEngine(t, time.Now, plan{}), Chain: chain, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}})
		if err != nil {
			t.Fatal(err)
		}
		get := func(target string) int {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
			return w.Code
		}
		var done sync.WaitGroup
		done.Go(func() { get(minBlock(block + 2)) })
		synctest.Wait()
		began := time.Now()
		if code := get(drops); code != 200 || time.Since(began) > sharedPatience {
			t.Errorf("a page: %d after %s", code, time.Since(began))
		}
		done.Wait()
		if waited := time.Since(began); waited > patience {
			t.Errorf("who asks for the block waits %s", waited)
		}
	})
}

func TestARefreshWaitsNoLongerThanAMomentForABlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := newEngine(t, time.Now, plan{})
		chain := new(behind)
		s, err := New(Config{Engine: engine, Chain: chain, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}})
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, own+fmt.Sprint("&min_block=", block+2), nil))
		if waited := time.Since(begun); w.Code != 503 || waited != patience {
			t.Errorf("%d after %s", w.Code, waited)
		}
		if len(chain.asked) != 2 || chain.asked[0].MinBlock != block+2 || chain.asked[1].MinBlock != 0 {
			t.Errorf("asked %+v", chain.asked)
		}
		// What was read instead is good for everybody else.
		w = httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, own, nil))
		if w.Code != 200 || w.Header().Get("X-Chain-Head") != fmt.Sprint(block) || len(chain.asked) != 2 {
			t.Errorf("%d %v after %d requests", w.Code, w.Header(), len(chain.asked))
		}
	})
}

func TestAWaitForABlockLeavesTheReadHalfOfItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := newEngine(t, time.Now, plan{timeout: time.Second})
		chain := new(behind)
		s, err := New(Config{Engine: engine, Chain: chain, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}})
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, own+fmt.Sprint("&min_block=", block+2), nil))
		wantError(t, "a block that no node has", w, 503, "older than what was asked for")
		if waited := time.Since(begun); waited != time.Second/2 || len(chain.asked) != 2 {
			t.Errorf("waited %s, asked %d times", waited, len(chain.asked))
		}
	})
}
