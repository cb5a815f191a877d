package claims

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/upstream"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// row is a claim in the chain.
type row struct {
	id          uint64
	transaction transaction.ID
	created     time.Time
}

func (r row) json() json.RawMessage {
	return fmt.Appendf(nil, `{"claim_id":"%d","claimer":"alice.wam","trx_id":"%s","created_at":%d}`, r.id, r.transaction, r.created.Unix())
}

// node is how a node has the chain: as of some time ago, or without some rows.
type node struct {
	lag      time.Duration
	hides    func(row) bool
	pageSize int // pageRows unless it is set
	fails    bool
}

// chain is a chain of blocks of half a second, by the bubble's clock.
type chain struct {
	t     *testing.T
	began time.Time

	mu    sync.Mutex // guards all below
	rows  []row
	nodes []*node
	asked []pool.Request
	next  int // the node that answers unless a request says otherwise
}

const firstBlock = 1000

func newChain(t *testing.T, nodes int) *chain {
	c := &chain{t: t, began: time.Now()}
	for range nodes {
		c.nodes = append(c.nodes, new(node))
	}
	return c
}

func (c *chain) blockAt(at time.Time) uint64 {
	return firstBlock + uint64(at.Sub(c.began)/blockInterval)
}

// add puts a purchase into the block of now.
func (c *chain) add(id transaction.ID) row {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := uint64(4294967296)
	if len(c.rows) > 0 {
		next = c.rows[len(c.rows)-1].id + 1
	}
	c.rows = append(c.rows, row{next, id, time.Now()})
	return c.rows[len(c.rows)-1]
}

// undo takes the last rows out of the chain.
func (c *chain) undo(rows int) {
	c.change(func() { c.rows = slices.Clone(c.rows[:len(c.rows)-min(rows, len(c.rows))]) })
}

// change changes what nodes answer.
func (c *chain) change(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
}

func (c *chain) Size() int { return len(c.nodes) }

func (c *chain) requests() []pool.Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.asked)
}

func (c *chain) TableRows(ctx context.Context, r pool.Request) (pool.Answer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, r)
	if class := upstream.ClassOf(ctx); class != upstream.Push {
		c.t.Errorf("a read of class %s", class)
	}
	if _, bounded := ctx.Deadline(); !bounded {
		c.t.Error("a read without a time-out")
	}
	if r.Code != "gamecontract" || r.Scope != "gamecontract" || r.Table != "claims" || !r.Reverse || r.Limit != pageRows {
		c.t.Errorf("asked %+v", r)
	}
	for range c.nodes {
		name := fmt.Sprint("node ", c.next)
		n := c.nodes[c.next]
		if n.fails || r.Node != "" && r.Node != name || slices.Contains(r.Except, name) {
			c.next = (c.next + 1) % len(c.nodes)
			continue
		}
		return n.answer(c, name, r), nil
	}
	return pool.Answer{}, errors.New("no node answers")
}

func (n *node) answer(c *chain, name string, r pool.Request) pool.Answer {
	now := time.Now().Add(-n.lag)
	head := now.Sub(c.began).Truncate(blockInterval)
	answer := pool.Answer{Node: name, Head: pool.Head{Block: c.blockAt(now), Time: c.began.Add(head)}}
	upper, err := strconv.ParseUint(r.UpperBound, 10, 64)
	if err != nil {
		upper = 1 << 63
	}
	size := n.pageSize
	if size == 0 {
		size = r.Limit
	}
	for _, row := range slices.Backward(c.rows) {
		if row.id > upper || row.created.After(now) || n.hides != nil && n.hides(row) {
			continue
		}
		if len(answer.Rows) == size {
			answer.More, answer.NextKey = true, strconv.FormatUint(row.id, 10)
			break
		}
		answer.Rows = append(answer.Rows, row.json())
	}
	return answer
}

func id(n int) (id transaction.ID) {
	id[0], id[1], id[2] = byte(n), byte(n>>8), byte(n>>16)
	id[31] = 0xff
	return id
}

// world is a finder in a chain.
type world struct {
	*Finder
	*chain
	logs *observer.ObservedLogs
}

func inBubble(t *testing.T, nodes int, test func(*testing.T, *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zap.WarnLevel)
		w := &world{chain: newChain(t, nodes), logs: logs}
		w.Finder = New("gamecontract", w.chain, zap.New(core))
		defer w.Close()
		test(t, w)
	})
}

// pass lets reads come.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (w *world) has(t *testing.T, what string, id transaction.ID, want bool) {
	t.Helper()
	if _, _, found := w.Find(id); found != want {
		t.Errorf("%s: found %v, want %v", what, found, want)
	}
}

func TestOneReadASecondFindsWhatAllWait(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, w *world) {
		pass(time.Minute)
		if asked := len(w.requests()); asked != 0 {
			t.Fatalf("%d reads for nobody", asked)
		}
		const buyers = 500
		for i := range buyers {
			w.Want(id(i))
		}
		pass(10 * time.Second)
		if asked := len(w.requests()); asked != 10 {
			t.Errorf("%d reads in 10 s", asked)
		}
		if age := time.Since(w.ReadAt()); age > every {
			t.Errorf("the last read was %s ago", age)
		}
		changed := w.Changed()
		for i := range buyers {
			w.add(id(i))
		}
		pass(every)
		select {
		case <-changed:
		default:
			t.Error("nobody was told")
		}
		for i := range buyers {
			w.has(t, fmt.Sprint("purchase ", i), id(i), true)
		}
		if asked := len(w.requests()); asked != 11 {
			t.Errorf("%d reads for all of them", asked)
		}
	})
}

func TestWhatWasFoundIsOnlyWatchedAndNothingIsReadForNobody(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, w *world) {
		done, again := w.Want(id(1)), w.Want(id(1))
		added := w.add(id(1))
		pass(every)
		before := len(w.requests())
		pass(60 * time.Second)
		if watched := len(w.requests()) - before; watched != 60/watchEvery {
			t.Errorf("%d reads in a minute that only watch, want %d", watched, 60/watchEvery)
		}
		done()
		done() // counts once
		pass(watchEvery * every)
		if len(w.requests()) == before+60/watchEvery {
			t.Error("one still wants it")
		}
		again()
		before = len(w.requests())
		pass(time.Minute)
		if asked := len(w.requests()); asked != before {
			t.Errorf("%d reads for nobody", asked-before)
		}
		// What was wanted is still known, and wanted again at once.
		w.has(t, "afterwards", id(1), true)
		defer w.Want(id(1))()
		_, claim, found := w.Find(id(1))
		if !found || string(claim) != string(added.json()) {
			t.Errorf("%s, %v, want %s", claim, found, added.json())
		}
	})
}

// A page that asks for rows at or past the block must find the row, whatever node answers.
func TestTheBlockOfALandingIsOneAtWhichTheRowIsThere(t *testing.T) {
	for _, lag := range []time.Duration{0, time.Second, 3 * time.Second} {
		inBubble(t, 1, func(t *testing.T, w *world) {
			pass(10*time.Second + 250*time.Millisecond)
			defer w.Want(id(1))()
			block := w.blockAt(w.add(id(1)).created)
			// The node was looked at some time ago: its head is known as it was then.
			known := w.chain
			w.Use(reader{known, func(a pool.Answer) pool.Answer {
				a.Head.Block -= uint64(lag / blockInterval)
				a.Head.Time = a.Head.Time.Add(-lag)
				return a
			}}, zap.NewNop())
			pass(every)
			if got, _, found := w.Find(id(1)); !found || got < block || got > block+2 {
				t.Errorf("with a head known %s ago: %d, %v; it is in block %d", lag, got, found, block)
			}
		})
	}
	// A row that says that it was made in a year is not believed.
	inBubble(t, 1, func(t *testing.T, w *world) {
		defer w.Want(id(1))()
		w.rows = []row{{7, id(1), time.Now().AddDate(-1, 0, 0)}}
		w.Use(reader{w.chain, func(a pool.Answer) pool.Answer {
			a.Rows = []json.RawMessage{row{7, id(1), time.Now().AddDate(1, 0, 0)}.json()}
			return a
		}}, zap.NewNop())
		pass(every)
		if got, _, _ := w.Find(id(1)); got > w.blockAt(time.Now())+uint64(mostAhead/blockInterval) {
			t.Errorf("block %d", got)
		}
	})
}

// reader is a chain whose answers are others.
type reader struct {
	*chain
	change func(pool.Answer) pool.Answer
}

func (r reader) TableRows(ctx context.Context, request pool.Request) (pool.Answer, error) {
	answer, err := r.chain.TableRows(ctx, request)
	return r.change(answer), err
}

func TestReadsGoOnUntilTheRowsThatAreKnown(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, w *world) {
		for i := range 3000 {
			w.add(id(10_000 + i))
		}
		defer w.Want(id(1))()
		pass(every)
		if asked := w.requests(); len(asked) != 1 {
			t.Errorf("the first read took %d pages", len(asked))
		}
		// The node runs out of time after 40 rows, and 150 came since.
		w.change(func() { w.nodes[0].pageSize = 40 })
		w.add(id(1))
		for i := range 149 {
			w.add(id(20_000 + i))
		}
		pass(every)
		w.has(t, "beyond the first pages", id(1), true)
		asked := w.requests()[1:]
		if len(asked) != 4 {
			t.Errorf("%d pages", len(asked))
		}
		for i, r := range asked {
			if i > 0 && (r.Node != "node 0" || r.UpperBound == asked[i-1].UpperBound) {
				t.Errorf("page %d: %+v", i, r)
			}
		}
		// However many there are, one read ends.
		w.change(func() { w.nodes[0].pageSize = 1 })
		for i := range 100 {
			w.add(id(30_000 + i))
		}
		before := len(w.requests())
		pass(watchEvery * every)
		if pages := len(w.requests()) - before; pages != maxPages {
			t.Errorf("%d pages", pages)
		}
	})
}

func TestARowOfAnUndoneBlockVanishesAndIsFoundAgain(t *testing.T) {
	for _, nodes := range []int{1, 3} {
		inBubble(t, nodes, func(t *testing.T, w *world) {
			defer w.Want(id(1))()
			for i := range 10 {
				w.add(id(100 + i))
			}
			w.add(id(1))
			pass(every)
			w.has(t, "before", id(1), true)
			changed := w.Changed()
			w.undo(2)
			w.add(id(200)) // another one has its id now
			w.add(id(201))
			pass(2 * watchEvery * every)
			w.has(t, "undone", id(1), false)
			select {
			case <-changed:
			default:
				t.Error("nobody was told")
			}
			w.add(id(1))
			pass(every)
			w.has(t, "in a later block", id(1), true)
		})
	}
}

// The table has grown past the row's place again before it is read.
func TestARowIsTakenBackThoughOthersHaveTakenItsPlaceAndMore(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, w *world) {
		w.change(func() { w.nodes[0].pageSize = 40 })
		defer w.Want(id(1))()
		defer w.Want(id(2))() // which never lands: it is read every second
		for i := range 50 {
			w.add(id(100 + i))
		}
		w.add(id(1))
		for i := range 100 {
			w.add(id(200 + i))
		}
		pass(every)
		w.has(t, "before", id(1), true)
		w.undo(101)
		for i := range 200 {
			w.add(id(400 + i))
		}
		pass(3 * every)
		w.has(t, "undone", id(1), false)
	})
}

func TestARowIsNotTakenBackByOneNodesWord(t *testing.T) {
	for name, other := range map[string]node{
		"hides the row": {hides: func(r row) bool { return r.transaction == id(1) }},
		"is behind":     {lag: 8 * time.Second},
	} {
		inBubble(t, 2, func(t *testing.T, w *world) {
			pass(time.Minute)
			defer w.Want(id(1))()
			w.add(id(1))
			pass(every)
			w.has(t, "before", id(1), true)
			w.change(func() { *w.nodes[1] = other })
			for range 20 {
				w.change(func() { w.next = 1 }) // the one that is asked unless it is excepted
				pass(every)
				w.has(t, "while a node "+name, id(1), true)
			}
		})
	}
}

// Both are behind: what they do not have can still come to them.
func TestNodesThatHaveNotReachedTheBlockTakeNothingBack(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, w *world) {
		pass(time.Minute)
		defer w.Want(id(1))()
		w.add(id(1))
		pass(every)
		w.change(func() { w.nodes[0].lag, w.nodes[1].lag = 15*time.Second, 14*time.Second })
		for range 20 {
			pass(every)
			w.has(t, "while both are behind", id(1), true)
		}
	})
}

func TestWhileNoOtherNodeAnswersTheDoubtedOneStillFindsWhatLands(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, w *world) {
		defer w.Want(id(1))()
		w.add(id(1))
		pass(every)
		w.change(func() { w.nodes[1].fails = true })
		w.undo(1)
		pass(2 * watchEvery * every)
		w.has(t, "undone, by the one node that is left", id(1), true)
		defer w.Want(id(2))()
		w.add(id(2))
		pass(2 * every)
		w.has(t, "what lands meanwhile", id(2), true)
		w.change(func() { w.nodes[1].fails = false })
		pass(3 * every)
		w.has(t, "undone, by both", id(1), false)
		if len(w.logs.All()) != 1 {
			t.Errorf("logs: %v", w.logs.All())
		}
	})
}

func TestAnswersThatAreNoNewestClaimsFindAndTakeBackNothing(t *testing.T) {
	for name, change := range map[string]func(pool.Answer) pool.Answer{
		"hex": func(a pool.Answer) pool.Answer { a.Rows = []json.RawMessage{[]byte(`"00ff"`)}; return a },
		"from the oldest on": func(a pool.Answer) pool.Answer {
			a.Rows, a.More, a.NextKey = []json.RawMessage{a.Rows[2], a.Rows[1]}, true, "4294967298"
			return a
		},
		"without a head": func(a pool.Answer) pool.Answer { a.Head, a.Rows = pool.Head{}, nil; return a },
		"circling":       func(a pool.Answer) pool.Answer { a.Rows, a.More, a.NextKey = nil, true, "7"; return a },
	} {
		inBubble(t, 2, func(t *testing.T, w *world) {
			defer w.Want(id(1))()
			w.add(id(5))
			w.add(id(6))
			w.add(id(1))
			pass(every)
			w.Use(reader{w.chain, change}, zap.NewNop())
			before := len(w.requests())
			pass(30 * time.Second)
			w.has(t, name, id(1), true)
			if asked := len(w.requests()) - before; asked > 2*30 {
				t.Errorf("%s: %d requests", name, asked)
			}
		})
	}
}

func TestWhatIsWantedIsBounded(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, w *world) {
		for i := range maxWanted + 10 {
			w.Want(id(i))
		}
		w.Finder.mu.Lock()
		defer w.Finder.mu.Unlock()
		if len(w.wanted) != maxWanted {
			t.Errorf("%d are looked for", len(w.wanted))
		}
	})
}

func TestNothingIsReadAfterClose(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, w *world) {
		defer w.Want(id(1))()
		pass(every)
		w.Close()
		before := len(w.requests())
		defer w.Want(id(2))()
		pass(time.Minute)
		if asked := len(w.requests()); asked != before {
			t.Errorf("%d reads", asked-before)
		}
	})
}

// Whatever lands and is undone at nodes that lag and end their pages early: what stands
// in the chain is found, and what does not is not, once the chain has been calm.
func TestInTheEndWhatIsFoundIsWhatStandsInTheChain(t *testing.T) {
	for seed := range uint64(20) {
		inBubble(t, 3, func(t *testing.T, w *world) {
			random := rand.New(rand.NewPCG(seed, 20))
			for _, n := range w.nodes {
				n.lag, n.pageSize = time.Duration(random.IntN(3000))*time.Millisecond, 20+random.IntN(200)
			}
			sent := 0
			for range 60 {
				for range random.IntN(20) {
					sent++
					w.Want(id(sent))
					if random.IntN(10) > 0 {
						w.add(id(sent))
					}
				}
				if random.IntN(8) == 0 {
					w.undo(random.IntN(30))
				}
				w.change(func() { w.next = random.IntN(3) })
				pass(time.Duration(200+random.IntN(1000)) * time.Millisecond)
			}
			pass(30 * time.Second)
			stands := make(map[transaction.ID]bool)
			for _, r := range w.rows {
				stands[r.transaction] = true
			}
			for i := 1; i <= sent; i++ {
				w.has(t, fmt.Sprintf("seed %d, purchase %d", seed, i), id(i), stands[id(i)])
			}
		})
	}
}
