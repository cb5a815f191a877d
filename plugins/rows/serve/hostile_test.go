//go:build !race || soak

// Hundreds who ask all the time, in time of their own: the race detector, which takes long for
// them, sees their ways one at a time in the other tests, and all of them in the soak.

package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/upstream"

	"golang.org/x/time/rate"
)

// mainnet answers as slowly as a node of mainnet, limits as one does, and writes
// the moment of reading into each row.
func mainnet(limited *atomic.Int64) http.HandlerFunc {
	allowed := rate.NewLimiter(pool.DefaultRate+1, pool.DefaultBurst+5) // its clock is not ours
	return func(w http.ResponseWriter, r *http.Request) {
		if !allowed.Allow() {
			limited.Add(1)
			chaintest.Limit("")(w, nil)
			return
		}
		time.Sleep(quiet)
		var asked chaintest.Request
		_ = json.NewDecoder(r.Body).Decode(&asked)
		_, _ = fmt.Fprintf(w, `{"rows":[{"read_at":"%d","claim_id":1,"claimer":%q}],"more":false,"next_key":""}`, time.Now().UnixMilli(), asked.LowerBound)
	}
}

// attack is what hostile clients do, and how others fare meanwhile.
type attack struct {
	*testing.T
	*Server
	chain *pool.Pool
	ctx   context.Context
	done  sync.WaitGroup
	began time.Time

	asked              atomic.Int64
	reads, failedReads atomic.Int64
	pushes, failed     atomic.Int64
	// Nanoseconds: of a cold read at first and later, of the drops.
	surprised, slowest, oldest atomic.Int64
}

const (
	quiet = 100 * time.Millisecond // what a node takes
	// turn is what a cold read may take: a node's time and some tokens of one node, for
	// it can come with others of who is as new.
	turn = 5 * quiet
	// surprise is how long addresses that come all at once, as visitors may, are
	// not distinguished from those: until then everybody waits his turn.
	surprise = 10 * time.Second
	// lasts is for how long they go on: what they take from others shows soon after the surprise.
	lasts = 30 * time.Second
)

// every does something in steady steps until the attack is over.
func (a *attack) every(step time.Duration, do func(int)) {
	a.done.Go(func() {
		for i := 0; a.ctx.Err() == nil; i++ {
			do(i)
			time.Sleep(step)
		}
	})
}

func (a *attack) get(client, target string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, paths.Rows+target, nil)
	r.Header.Set("Client", client)
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

// polls keeps asking for one key, as a client that does not wait for answers.
func (a *attack) polls(client string, step time.Duration, target func(int) string) {
	a.every(step, func(i int) {
		a.asked.Add(1)
		a.done.Go(func() { a.get(client, target(i)) })
	})
}

func raise(to *atomic.Int64, d time.Duration) {
	for {
		known := to.Load()
		if int64(d) <= known || to.CompareAndSwap(known, int64(d)) {
			return
		}
	}
}

// open is a page that stays open.
func (a *attack) open() {
	a.every(time.Second, func(int) {
		w := a.get("192.0.2.1", "/drops")
		var at int64
		if _, rest, ok := strings.Cut(w.Body.String(), `"read_at":"`); ok {
			at, _ = strconv.ParseInt(rest[:strings.IndexByte(rest, '"')], 10, 64)
		}
		if w.Code != 200 {
			a.Errorf("the drops: %d %s", w.Code, w.Body)
		}
		raise(&a.oldest, time.Since(time.UnixMilli(at)))
	})
}

// visit is what buyers do: each is a new client, who reads what is his and pushes.
func (a *attack) visit() {
	a.every(time.Second, func(i int) {
		client, name := fmt.Sprintf("198.51.%d.1", i%256), fmt.Sprintf("buyer.%c%c", 'a'+i/20, 'a'+i%20)
		a.done.Go(func() {
			for _, target := range []string{"/drops?min_block=" + strconv.Itoa(chaintest.Head), "/accounts?scope=" + name, "/claims?index=" + name} {
				a.reads.Add(1)
				began := time.Now()
				if w := a.get(client, target); w.Code != 200 {
					a.failedReads.Add(1)
				}
				if time.Since(a.began) < surprise {
					raise(&a.surprised, time.Since(began))
				} else {
					raise(&a.slowest, time.Since(began))
				}
			}
			a.pushes.Add(1)
			if _, err := a.chain.Send(upstream.With(context.Background(), upstream.Push, client), chaintest.SendTransaction2, []byte("{}")); err != nil {
				a.failed.Add(1)
			}
		})
	})
}

func underAttack(t *testing.T, nodes int, hostile func(*attack)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		network, config := chaintest.NewNetwork(t), pool.Config{ChainID: chaintest.ChainID}
		var limited atomic.Int64
		for i := range nodes {
			node := network.Node(fmt.Sprintf("node%d", i), nil)
			node.Set(func(s *chaintest.State) { s.FailRows = mainnet(&limited) })
			config.Nodes = append(config.Nodes, node.URL)
		}
		config.Dial = network.Dial
		chain := must.Get(pool.New(config))(t)
		t.Cleanup(chain.Close)
		ctx, end := context.WithCancel(context.Background())
		engine := newEngine(t, time.Now, plan{})
		a := &attack{T: t, chain: chain, ctx: ctx, began: time.Now()}
		a.Server = must.Get(New(Config{
			Engine: engine, Chain: chain, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10},
			Client: func(r *http.Request) string { return r.Header.Get("Client") },
		}))(t)
		if w := a.get("192.0.2.1", "/drops"); w.Code != 200 {
			t.Fatal(w.Code)
		}
		a.open()
		hostile(a)
		a.visit()
		time.Sleep(lasts)
		end()
		a.done.Wait()
		engine.Close()
		chain.Close()
		time.Sleep(time.Second) // of the bubble: what was given up ends at the nodes
		t.Logf("%d hostile requests; %d of %d cold reads failed, the slowest took %s at first, then %s; %d of %d pushes failed; drops %s old; 429 %d times",
			a.asked.Load(), a.failedReads.Load(), a.reads.Load(), time.Duration(a.surprised.Load()), time.Duration(a.slowest.Load()), a.failed.Load(), a.pushes.Load(), time.Duration(a.oldest.Load()), limited.Load())
		if a.asked.Load() == 0 || a.pushes.Load() < 29 || a.reads.Load() < 3*29 {
			t.Fatal("nothing was tried")
		}
		if failed := a.failed.Load(); failed > 0 {
			t.Errorf("%d of %d pushes failed", failed, a.pushes.Load())
		}
		if failed := a.failedReads.Load(); failed > 0 {
			t.Errorf("%d of %d cold reads of new clients failed", failed, a.reads.Load())
		}
		if oldest := time.Duration(a.oldest.Load()); oldest > 3*time.Second {
			t.Errorf("the drops of an open page were %s old", oldest)
		}
		if n := limited.Load(); n > 0 {
			t.Errorf("nodes were asked more often than they allow, %d times", n)
		}
		if slowest := time.Duration(a.slowest.Load()); slowest > turn {
			t.Errorf("with %d nodes a cold read took %s", nodes, slowest)
		}
		if slowest := time.Duration(a.surprised.Load()); slowest > 3*time.Second {
			t.Errorf("with %d nodes a cold read took %s at first", nodes, slowest)
		}
	})
}

func invented(i int) string { return fmt.Sprintf("fake.%c%c%c", 'a'+i/400%20, 'a'+i/20%20, 'a'+i%20) }

// Found by measuring: half of all pushes and of the cold reads failed, and the
// drops of open pages were 62 s old.
func TestOneAddressThatKeepsSixHundredKeysWarmTakesNothingFromOthers(t *testing.T) {
	underAttack(t, 1, func(a *attack) {
		for i := range 300 {
			a.polls("203.0.113.1", time.Second, func(int) string { return "/accounts?scope=" + invented(i) })
			a.polls("203.0.113.1", time.Second, func(int) string { return "/claims?index=" + invented(i) })
		}
	})
}

func TestAHundredHostileAddressesTakeNothingFromOthers(t *testing.T) {
	for _, nodes := range []int{1, 3} {
		underAttack(t, nodes, func(a *attack) {
			for i := range 100 {
				client := fmt.Sprintf("203.%d.113.1", i)
				// Half of them keep some keys warm, half invent new ones; all try to have
				// what all share read for them alone.
				a.polls(client, 250*time.Millisecond, func(n int) string {
					if i%2 == 0 {
						n %= 8
					}
					return "/accounts?scope=" + invented(i*1000+n)
				})
				a.polls(client, 2*time.Second, func(n int) string { return fmt.Sprintf("/drops?min_block=%d", chaintest.Head+n) })
			}
		})
	}
}

// Found by measuring: no new key was read any more.
func TestFreshAddressesOfThreeNetworksTakeNothingFromOthers(t *testing.T) {
	underAttack(t, 4, func(a *attack) {
		a.every(5*time.Millisecond, func(i int) {
			a.asked.Add(1)
			client := fmt.Sprintf("2001:db8:%x:%x::1", i%3, i*257%65536)
			a.done.Go(func() { a.get(client, "/accounts?scope="+invented(i)+string(rune('a'+i/8000))) })
		})
	})
}

func TestTheBuyersOwnKeyIsReadThoughAHundredAddressesAskForItAllTheTime(t *testing.T) {
	const balance = "/accounts?scope=victim"
	underAttack(t, 1, func(a *attack) {
		for i := range 100 {
			client := fmt.Sprintf("203.%d.113.1", i)
			a.polls(client, time.Second, func(n int) string { return "/accounts?scope=" + invented(i*1000+n) })
			a.polls(client, time.Second, func(int) string { return balance })
		}
		a.every(2*time.Second, func(i int) {
			if i < 15 {
				return
			}
			w := a.get("198.51.100.77", balance)
			_, rest, _ := strings.Cut(w.Body.String(), `"read_at":"`)
			at, _ := strconv.ParseInt(strings.SplitN(rest, `"`, 2)[0], 10, 64)
			if age := time.Since(time.UnixMilli(at)); w.Code != 200 || age > 6*time.Second {
				a.Errorf("%d, a balance of %s ago", w.Code, age)
			}
		})
	})
}
