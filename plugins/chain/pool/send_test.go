package pool

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"
)

const push = `{"signatures":["SIG_K1_x"],"compression":0,"packed_context_free_data":"","packed_trx":"00aa"}`

// pushed is how many pushes came to all nodes.
func (w *world) pushed() int {
	pushes := 0
	for _, n := range w.nodes {
		pushes += len(n.Pushes())
	}
	return pushes
}

func TestAPushGoesOnceToAGoodNodeWithTheNewestHead(t *testing.T) {
	inBubble(t, 4, Config{}, func(t *testing.T, w *world) {
		w.set(1, func(s *chaintest.State) { s.Head += 4 })
		w.set(2, func(s *chaintest.State) { s.Head += 2 })
		w.set(3, func(s *chaintest.State) { s.Lag = -20 * time.Second }) // degraded
		w.passes(time.Second)
		raw, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push))
		if err != nil || raw.Status != http.StatusAccepted || raw.Node != "http://b" || raw.Head.Block != chaintest.Head+4 {
			t.Errorf("%+v, %v", raw, err)
		}
		got := w.nodes[1].Pushes()
		if w.pushed() != 1 || len(got) != 1 || got[0].Path != chaintest.SendTransaction2 || string(got[0].Body) != push {
			t.Errorf("%d pushes, %+v", w.pushed(), got)
		}
	})
}

// Whoever pushes waits no longer for one node than a reader does: it can be looked up
// and offered to another one meanwhile.
func TestAPushToASilentNodeIsGivenUpAfterTheTimeOfOneTry(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.FailPushes = chaintest.Stall(nil) })
		w.passes(time.Second)
		began := time.Now()
		_, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push))
		var fault *Fault
		if took := time.Since(began); !errors.As(err, &fault) || !fault.Sent || fault.Node != "http://a" || took != DefaultTimeout {
			t.Errorf("after %s: %v", took, err)
		}
		if w.Status()[0].Counts.Faults[TimedOut] != 1 {
			t.Error("its silence does not count against the node")
		}
	})
}

func TestARefusedPushComesAsTheNodesAnswer(t *testing.T) {
	for status, body := range map[int]string{
		500: `{"code":500,"error":{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"assertion failure with message: Sold out"}]}}`,
		409: `{"code":409,"error":{"code":3040008,"name":"tx_duplicate","what":"duplicate transaction","details":[]}}`,
		// Signatures that no key can have made: without a code of the chain.
		501: `{"code":500,"error":{"code":10,"name":"assert_exception","what":"Assert Exception","details":[{"message":"is_canonical( c ): signature is not canonical"}]}}`,
		502: `{"code":500,"error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"unable to reconstruct public key from signature"}]}}`,
	} {
		inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
			w.set(0, func(s *chaintest.State) { s.FailPushes = chaintest.Answer(status, body) })
			raw, err := w.Send(context.Background(), chaintest.PushTransaction, []byte(push))
			if err != nil || raw.Status != status || string(raw.Body) != body || w.pushed() != 1 {
				t.Errorf("%+v, %v", raw, err)
			}
		})
	}
}

// Some services in front of nodes answer 200 to everything: a wallet would take that for success.
func TestARefusalWithAStatusOfSuccessComesAsTheNodes(t *testing.T) {
	for _, body := range []string{exceptionBody(3050003, "Sold out"), exceptionBody(3040008, "duplicate transaction"), exceptionBody(10, "unable to reconstruct public key from signature")} {
		inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
			w.set(0, func(s *chaintest.State) { s.FailPushes = chaintest.Answer(200, body) })
			raw, err := w.Send(context.Background(), chaintest.PushTransaction, []byte(push))
			if err != nil || raw.Status != http.StatusInternalServerError || string(raw.Body) != body || w.pushed() != 1 {
				t.Errorf("%+v, %v", raw, err)
			}
		})
	}
}

func TestWhatSaysThatTheChainHasAPushAlreadyComesAsTheNodesAnswer(t *testing.T) {
	for name, answer := range map[string]struct {
		status int
		body   string
	}{
		"409 without the chain's JSON": {409, `Conflict`},
		"the words without a code":     {500, `{"code":500,"error":{"code":0,"what":"unspecified","details":[{"message":"Duplicate transaction 2cd5"}]}}`},
		"the words of an assertion":    {500, `{"code":500,"error":{"code":10,"name":"assert_exception","what":"Assert Exception","details":[{"message":"duplicate transaction 2cd5"}]}}`},
	} {
		inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
			w.set(0, func(s *chaintest.State) { s.FailPushes = chaintest.Answer(answer.status, answer.body) })
			raw, err := w.Send(context.Background(), chaintest.PushTransaction, []byte(push))
			if err != nil || raw.Status != answer.status || string(raw.Body) != answer.body || w.pushed() != 1 {
				t.Errorf("%s: %+v, %v", name, raw, err)
			}
			w.wantStates("good, good")
		})
	}
}

func TestANodeThatDoesNotTakeAPushIsWellAndAnotherOneGetsIt(t *testing.T) {
	for name, fail := range map[string]http.HandlerFunc{
		"a node that only reads":      chaintest.Answer(404, `{"code":404,"error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"Unknown Endpoint"}]}}`),
		"a proxy that only reads":     chaintest.HTML(404),
		"one that allows no POST":     chaintest.HTML(405),
		"one that takes smaller ones": chaintest.HTML(413),
	} {
		inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
			w.set(0, func(s *chaintest.State) { s.FailPushes = fail })
			raw, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push))
			if err != nil || raw.Status != http.StatusAccepted || raw.Node != "http://b" || w.pushed() != 2 {
				t.Errorf("%s: %+v, %v", name, raw, err)
			}
			w.wantStates("good, good")
			w.set(1, func(s *chaintest.State) { s.FailPushes = fail })
			var fault *Fault
			if _, err = w.Send(context.Background(), chaintest.SendTransaction2, []byte(push)); !errors.As(err, &fault) || fault.Sent {
				t.Errorf("%s: with no other node: %v", name, err)
			}
		})
	}
}

// Whoever pushes it must not stop the pushes of all.
func TestAPushThatANodeDeclinesIsOpenAndDoesNotCountAgainstTheNode(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) {
			s.FailPushes = chaintest.Answer(500, `{"code":500,"error":{"code":13,"name":"std_exception","what":"standard library exception","details":[{"message":"bad allocation"}]}}`)
		})
		for range 2 * DefaultBreakerFaults {
			var fault *Fault
			if _, err := w.Send(context.Background(), chaintest.SendTransaction, []byte(push)); !errors.As(err, &fault) || !fault.Sent || fault.Reason != Declined {
				t.Fatalf("error %v", err)
			}
		}
		w.wantStates("good")
	})
}

func TestAPushThatMayHaveLandedIsNeverSentAgain(t *testing.T) {
	for name, fail := range map[string]http.HandlerFunc{
		"no answer":             chaintest.Stall(nil),
		"dropped":               chaintest.Drop,
		"dropped in the middle": chaintest.Truncate(`{"transaction_id":`),
		"limiting":              chaintest.Limit(""),
		"busy":                  chaintest.Answer(503, `{"code":503,"error":{"code":503,"name":"Busy"}}`),
		"a proxy's error":       chaintest.HTML(504),
		"200 with HTML":         chaintest.HTML(200),
		"200 with an error":     chaintest.Answer(200, `{"code":500,"error":{"code":13,"what":"unspecified"}}`),
		"too large":             chaintest.Answer(202, `{"a":"`+string(make([]byte, 5000))+`"}`),
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://b"+r.URL.Path, http.StatusTemporaryRedirect)
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 3, Config{MaxBody: 4096}, func(t *testing.T, w *world) {
				w.reads(0) // leaves idle connections
				w.set(0, func(s *chaintest.State) { s.FailPushes = fail })
				_, err := w.Send(context.Background(), chaintest.SendTransaction, []byte(push))
				var fault *Fault
				if !errors.As(err, &fault) || !fault.Sent || fault.Node != "http://a" {
					t.Errorf("error %v", err)
				}
				w.passes(time.Minute)
				if w.pushed() != 1 {
					t.Errorf("%d pushes", w.pushed())
				}
			})
		})
	}
}

func TestAPushThatCannotHaveBeenReadGoesToAnotherNode(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.reads(0) // leaves an idle connection, which a push does not use
		w.network.Unplug(w.nodes[0], true)
		raw, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push))
		if err != nil || raw.Node != "http://b" || w.pushed() != 1 {
			t.Errorf("%+v, %v", raw, err)
		}
		w.network.Unplug(w.nodes[1], true)
		_, err = w.Send(context.Background(), chaintest.SendTransaction2, []byte(push))
		var fault *Fault
		if !errors.As(err, &fault) || fault.Sent || w.pushed() != 1 {
			t.Errorf("error %v", err)
		}
	})
}

// The caller may have left; what was sent was sent.
func TestAPushWhoseCallerLeavesMayHaveLanded(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.FailPushes = chaintest.Stall(nil) })
		ctx, leave := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, leave)
		_, err := w.Send(ctx, chaintest.SendTransaction2, []byte(push))
		var fault *Fault
		if !errors.As(err, &fault) || !fault.Sent || !errors.Is(err, context.Canceled) || w.pushed() != 1 {
			t.Errorf("error %v", err)
		}
	})
}

func TestAPushIsNotSentToANodeThatIsNotWell(t *testing.T) {
	inBubble(t, 1, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		if _, err := w.TableRows(context.Background(), request); err == nil {
			t.Fatal("answered")
		}
		_, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push))
		var fault *Fault
		if !errors.As(err, &fault) || fault.Sent || !errors.Is(err, ErrNoNode) || w.pushed() != 0 {
			t.Errorf("error %v", err)
		}
	})
}

func TestATurnIsTheNextTokenOfAnyNodeAndItsSendGoesThere(t *testing.T) {
	inBubble(t, 2, Config{Rate: 2, Burst: 2, CheckEvery: 20 * time.Second}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		began := time.Now()
		counts := make(map[string]int)
		for range 20 {
			ctx := must.Get(w.Turn(context.Background()))(t)
			raw := must.Get(w.Send(ctx, chaintest.SendTransaction2, []byte(push)))(t)
			counts[raw.Node]++
		}
		// Two at once from each, and then both at their rate.
		if took := time.Since(began); took > 5*time.Second || counts["http://a"] < 8 || counts["http://b"] < 8 {
			t.Errorf("20 took %s: %v", took, counts)
		}
	})
}

// It lacks the block that a transaction names, or a sale that has just opened, and refuses what others take.
func TestPushesGoToNoNodeThatIsBehindWhileAnotherOneIsThere(t *testing.T) {
	inBubble(t, 3, Config{Rate: 2, Burst: 2, CheckEvery: 2 * time.Second}, func(t *testing.T, w *world) {
		turns := func(at string) {
			t.Helper()
			for range 6 {
				ctx := must.Get(w.Turn(context.Background()))(t)
				if raw := must.Get(w.Send(ctx, chaintest.SendTransaction2, []byte(push)))(t); raw.Node != at {
					t.Errorf("a push went to %s, want %s", raw.Node, at)
				}
			}
		}
		w.set(0, func(s *chaintest.State) { s.Lag = 5 * time.Second })
		w.set(2, func(s *chaintest.State) { s.Lag = 20 * time.Second }) // degraded
		w.passes(time.Second)
		turns("http://b")
		w.network.Unplug(w.nodes[1], true)
		w.passes(20 * time.Second)
		turns("http://a")
	})
}

// Heads are looked at every few seconds, and never at all nodes at once.
func TestNodesThatAreAboutAsFarTakePushesAlike(t *testing.T) {
	for name, head := range map[string]func(node int, passed time.Duration) time.Duration{
		"four that are a second apart":    func(node int, passed time.Duration) time.Duration { return passed - time.Duration(node)*time.Second },
		"while the chain makes no blocks": func(_ int, passed time.Duration) time.Duration { return min(passed, 58*time.Second) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 4, Config{Rate: 2, Burst: 2, CheckEvery: 5 * time.Second}, func(t *testing.T, w *world) {
				began := time.Now()
				for i := range w.nodes {
					w.set(i, func(s *chaintest.State) {
						s.FailInfo = func(w http.ResponseWriter, _ *http.Request) {
							block := head(i, time.Since(began)) / blockInterval
							_, _ = fmt.Fprintf(w, `{"chain_id":%q,"head_block_num":%d,"head_block_time":%q,"last_irreversible_block_num":1}`,
								chaintest.ChainID, 1000+block, began.Add(block*blockInterval).UTC().Format("2006-01-02T15:04:05.000"))
						}
					})
				}
				w.passes(time.Minute)
				counts := make(map[string]int)
				for time.Since(began) < 65*time.Second {
					ctx := must.Get(w.Turn(context.Background()))(t)
					raw := must.Get(w.Send(ctx, chaintest.SendTransaction2, []byte(push)))(t)
					counts[raw.Node]++
				}
				for _, node := range w.nodes {
					if counts[node.URL] < 7 { // of some 9
						t.Errorf("they took %v", counts)
					}
				}
			})
		})
	}
}

func TestATurnWithoutANodeSaysWhy(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Lag = time.Hour })
		w.passes(time.Second)
		if _, err := w.Turn(context.Background()); !errors.Is(err, ErrNoNode) {
			t.Errorf("%v", err)
		}
	})
}

func TestWhatNoNodeTakesIsUnsupported(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.FailPushes = chaintest.HTML(http.StatusRequestEntityTooLarge) })
		}
		w.passes(time.Second)
		var fault *Fault
		if _, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push)); !errors.As(err, &fault) || fault.Sent || fault.Reason != Unsupported {
			t.Errorf("%v", err)
		}
	})
}

// While pushes wait the others have what they ask for up to their shares, and pushes all
// the rest.
func TestWhilePushesWaitTheOthersHaveTheirShares(t *testing.T) {
	inBubble(t, 1, Config{Rate: 20, Burst: 20, CheckEvery: time.Hour, Idle: 2 * time.Hour}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		defer stop()
		var done sync.WaitGroup
		var pushes, reads atomic.Int64
		done.Go(func() {
			for ctx.Err() == nil {
				turn, err := w.Turn(ctx)
				if err != nil {
					time.Sleep(100 * time.Millisecond)
					continue
				}
				if _, err := w.Send(turn, chaintest.SendTransaction2, []byte(push)); err == nil {
					pushes.Add(1)
				}
			}
		})
		for range 10 { // who reads what pages share all the time
			done.Go(func() {
				for ctx.Err() == nil {
					if _, err := w.TableRows(ctx, request); err != nil {
						time.Sleep(100 * time.Millisecond)
						continue
					}
					reads.Add(1)
				}
			})
		}
		done.Wait()
		// Of 20 a second for 20 s, and the burst: shared has a quarter, pushes the rest.
		if pushes, reads := pushes.Load(), reads.Load(); pushes < 280 || reads < 90 || reads > 130 {
			t.Errorf("%d pushes and %d reads of 420", pushes, reads)
		}
	})
}

// Whoever has a turn may find nothing to send, or may not send it there.
func TestATurnThatIsNotUsedTakesNoTrial(t *testing.T) {
	for name, use := range map[string]func(*world, context.Context){
		"nothing was sent": func(*world, context.Context) {},
		"it went to another node": func(w *world, turn context.Context) {
			if raw, err := w.Send(turn, chaintest.SendTransaction2, []byte(push), "http://a"); err != nil || raw.Node != "http://b" {
				w.t.Errorf("%+v, %v", raw, err)
			}
		},
	} {
		inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
			w.passes(time.Second)
			w.rest(0)
			w.passes(13 * time.Second)
			turn, err := w.Turn(context.Background())
			if n, _ := turn.Value(turnKey{}).(*node); err != nil || n != w.Pool.nodes[0] {
				t.Fatalf("%s: the turn is at %+v, %v", name, n, err)
			}
			use(w, turn)
			w.wantStates("good, good")
			w.reads(0)
			if s := w.Status()[0]; s.Breaker != "closed" {
				t.Errorf("%s: %+v", name, s)
			}
		})
	}
}

func TestATurnAtANodeOnTrialIsTheTrial(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.rest(0)
		w.passes(13 * time.Second)
		first := must.Get(w.Turn(context.Background()))(t)
		w.set(0, func(s *chaintest.State) { s.FailPushes = chaintest.HTML(502) })
		var fault *Fault
		if _, err := w.Send(first, chaintest.SendTransaction2, []byte(push)); !errors.As(err, &fault) || !fault.Sent {
			t.Errorf("%v", err)
		}
		w.wantStates("resting")
	})
}
