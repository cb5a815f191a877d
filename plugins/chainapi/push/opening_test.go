//go:build !race || soak

// Thousands of buyers in time of their own: the race detector, which takes a minute for them,
// sees their ways one at a time in the other tests, and all of them in the soak.

package push_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/upstream"
)

// opening is a broadcaster before four nodes at mainnet's rates, in time of its own.
type opening struct {
	t     *testing.T
	pool  *pool.Pool
	b     *push.Broadcaster
	nodes []*chaintest.Node
}

func atMainnetsRates(t *testing.T, test func(o *opening)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o := &opening{t: t}
		network := chaintest.NewNetwork(t)
		config := pool.Config{ChainID: chaintest.ChainID, Rate: 15, Burst: 30, Dial: network.Dial}
		for i := range 4 {
			node := network.Node(fmt.Sprintf("node%d", i), func(chaintest.Request) string { return `{"rows":[],"more":false,"next_key":""}` })
			o.nodes, config.Nodes = append(o.nodes, node), append(config.Nodes, node.URL)
		}
		o.pool = must.Get(pool.New(config))(t)
		defer o.pool.Close()
		o.b = push.New(push.Settings{Chain: o.pool, Contract: contract, Claims: honest{newRows()}})
		defer o.b.Close()
		test(o)
	})
}

// honest are the rows of a chain whose nodes lose nothing.
type honest struct{ *rows }

func (honest) Find(transaction.ID) (uint64, json.RawMessage, bool) { return 77, nil, true }

// push is a purchase that the key of that name signed.
func (o *opening) push(holder string) *transaction.Push {
	o.t.Helper()
	tx := chainapitest.Push(o.t, transaction.SendTransaction, chainapitest.Packed(time.Now().Add(3*time.Minute), chaintest.Head-3, holder))
	tx.Holder = holder
	tx.Purchases = []transaction.Purchase{{Contract: contract, Drop: 5}}
	return tx
}

// buys has so many buyers push within a second, each with a key and an address, and
// answers how long it took until the last was sent.
func (o *opening) buys(buyers int, client func(i int) string) time.Duration {
	o.t.Helper()
	began := time.Now()
	for i := range buyers {
		if _, err := o.b.Submit(o.t.Context(), client(i), o.push(fmt.Sprint("buyer", i))); err != nil {
			o.t.Fatalf("buyer %d: %v", i, err)
		}
		time.Sleep(time.Second / time.Duration(buyers))
	}
	for o.b.Stats().Waiting > 0 {
		time.Sleep(100 * time.Millisecond)
	}
	took := time.Since(began)
	synctest.Wait()
	seen := make(map[string]int)
	for _, node := range o.nodes {
		for _, tx := range node.Pushes() {
			seen[string(tx.Body)]++
		}
	}
	if s := o.b.Stats(); s.Left > 0 || len(seen) != buyers {
		o.t.Errorf("%d were sent of %d, %d left", len(seen), buyers, s.Left)
	}
	for _, times := range seen {
		if times > 1 {
			o.t.Error("one was sent more than once")
		}
	}
	return took
}

func apart(i int) string { return fmt.Sprintf("10.0.%d.%d", i>>8, i&0xff) }

func TestTwoThousandInASecondAreAllSentWithin45Seconds(t *testing.T) {
	atMainnetsRates(t, func(o *opening) {
		if took := o.buys(2000, apart); took > 45*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

func TestTwoThousandInASecondAreAllSentWithin150SecondsWhileEveryClassTakesItsShare(t *testing.T) {
	atMainnetsRates(t, func(o *opening) {
		ctx, stop := context.WithCancel(context.Background())
		var readers sync.WaitGroup
		for _, class := range []upstream.Class{upstream.Check, upstream.Shared, upstream.Account, upstream.Miss} {
			for i := range 24 {
				client := ""
				if class == upstream.Account || class == upstream.Miss {
					client = fmt.Sprintf("192.0.2.%d", i)
				}
				readers.Go(func() {
					for ctx.Err() == nil {
						if _, err := o.pool.TableRows(upstream.With(ctx, class, client), pool.Request{Code: "gamecontract", Scope: "gamecontract", Table: "drops", Limit: 10}); err != nil {
							time.Sleep(100 * time.Millisecond)
						}
					}
				})
			}
		}
		if took := o.buys(2000, apart); took > 150*time.Second {
			t.Errorf("it took %s", took)
		}
		stop()
		readers.Wait()
	})
}

func TestOneAddressWith5000DelaysEverybodyElseByAtMostASecond(t *testing.T) {
	last := func(flood int) (took time.Duration) {
		atMainnetsRates(t, func(o *opening) {
			began := time.Now()
			for i := range flood {
				must.Get(o.b.Submit(o.t.Context(), "192.0.2.1", o.push(fmt.Sprint("flood", i))))(t)
			}
			var tokens []string
			for i := range 500 {
				token := must.Get(o.b.Submit(o.t.Context(), apart(i), o.push(fmt.Sprint("buyer", i))))(t)
				tokens = append(tokens, token)
			}
			for _, token := range tokens {
				for {
					s := must.Get(o.b.Status(token))(t)
					if s.State != push.Queued {
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
			}
			took = time.Since(began)
		})
		return took
	}
	if alone, beside := last(0), last(5000); beside-alone > time.Second {
		t.Errorf("500 buyers take %s beside it, and %s alone", beside, alone)
	}
}
