package pool

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"
)

func TestANodeOfAnotherChainIsOutUntilALaterCheckFindsItRight(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.ChainID = strings.Repeat("0", 64) })
		for range 5 {
			w.reads(1)
		}
		w.passes(time.Minute)
		w.wantStates("wrong chain, good")
		if asked := len(w.nodes[0].Requests()); asked != 0 {
			t.Errorf("the node of another chain got %d requests", asked)
		}
		loud := w.logs.FilterLevelExact(zap.ErrorLevel).All()
		if len(loud) != 1 || loud[0].ContextMap()["node"] != w.nodes[0].URL || !strings.Contains(loud[0].ContextMap()["reason"].(string), strings.Repeat("0", 64)) {
			t.Errorf("logged %v, want one line that names the node and its chain", loud)
		}
		w.set(0, func(s *chaintest.State) { s.ChainID = strings.ToUpper(chaintest.ChainID) })
		w.passes(10 * time.Second)
		w.wantStates("good, good")
		w.reads(0)
	})
}

func TestWithEveryNodeOutOnOneSideTheErrorAsksForTheClock(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.Lag = time.Hour })
		}
		_, err := w.TableRows(context.Background(), request)
		if !errors.Is(err, ErrNoNode) || !strings.Contains(err.Error(), "clock of this machine") {
			t.Errorf("error %v", err)
		}
	})
}

func TestNodesThatAgreeAreBelievedAgainstTheClock(t *testing.T) {
	for _, clock := range []time.Duration{5 * time.Hour, -5 * time.Hour} {
		inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
			for i := range w.nodes {
				w.set(i, func(s *chaintest.State) { s.Lag = clock })
			}
			w.passes(10 * time.Second)
			w.wantStates("good, good, good")
			w.reads(0)
			loud := w.logs.FilterMessageSnippet("clock of this machine is wrong").All()
			if len(loud) != 1 || loud[0].ContextMap()["ahead"].(time.Duration).Round(time.Second) != clock {
				t.Errorf("logged %v, want one line that says by how much", loud)
			}
			// One that says another time than the others is still out.
			w.set(0, func(s *chaintest.State) { s.Lag += time.Hour })
			w.passes(10 * time.Second)
			w.wantStates("out, good, good")
			for i := range w.nodes {
				w.set(i, func(s *chaintest.State) { s.Lag = 0 })
			}
			w.passes(10 * time.Second)
			w.wantStates("good, good, good")
			if w.logs.FilterMessageSnippet("agrees with the chain nodes again").Len() != 1 {
				t.Errorf("logged %v", w.logs.All())
			}
		})
	}
}

func TestNodesOfAChainThatStoppedAreNotBelievedAgainstTheClock(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(10 * time.Second)
		stopped := time.Now().UTC().Format("2006-01-02T15:04:05.000")
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.HeadTime = stopped })
		}
		w.passes(5 * time.Minute)
		w.wantStates("out, out")
		time.Sleep(time.Hour)
		w.passes(20 * time.Second)
		w.wantStates("out, out")
	})
}

func TestTheClockIsComparedWithThatOfNodesThatAgree(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		want := func(want time.Duration, isKnown bool, lags ...time.Duration) {
			t.Helper()
			for i, lag := range lags {
				w.set(i, func(s *chaintest.State) { s.Lag = lag })
			}
			w.passes(20 * time.Second)
			if ahead, known := w.ClockError(); ahead.Round(time.Second) != want || known != isKnown {
				t.Errorf("with heads %v behind the clock is %s ahead, %t; want %s, %t", lags, ahead, known, want, isKnown)
			}
		}
		if ahead, known := w.ClockError(); known {
			t.Errorf("before nodes are checked the clock is %s ahead", ahead)
		}
		want(0, true, 0, 0, 0)
		want(time.Minute, true, time.Minute, time.Minute, time.Minute)
		want(-time.Minute, true, -time.Minute, -time.Minute, -time.Minute)
		want(time.Minute, true, time.Minute, time.Minute, time.Hour)
		want(0, false, time.Minute, 2*time.Minute, time.Hour)
		want(0, true, time.Minute, time.Minute, 0)
	})
}

func TestNodesThatDisagreeAreNotBelievedAgainstTheClock(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Lag = time.Hour })
		w.set(1, func(s *chaintest.State) { s.Lag = 2 * time.Hour })
		w.passes(20 * time.Second)
		w.wantStates("out, out")
	})
}

func TestWithEveryNodeOfAnotherChainNothingIsAnswered(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.ChainID = "00" })
		}
		_, err := w.TableRows(context.Background(), request)
		if !errors.Is(err, ErrNoNode) || !strings.Contains(err.Error(), "http://b") {
			t.Errorf("error %v", err)
		}
	})
}

func TestTheHeadIsBoundedAgainstTheClockInEitherDirection(t *testing.T) {
	for lag, want := range map[time.Duration]State{
		9 * time.Second:    Good,
		-9 * time.Second:   Good,
		12 * time.Second:   Degraded,
		-12 * time.Second:  Degraded,
		59 * time.Second:   Degraded,
		62 * time.Second:   Out,
		-62 * time.Second:  Out,
		1000 * time.Hour:   Out,
		-1000 * time.Hour:  Out,
		17520 * time.Hour:  Out,
		-17520 * time.Hour: Out,
	} {
		t.Run(lag.String(), func(t *testing.T) {
			inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
				w.set(0, func(s *chaintest.State) { s.Lag = lag })
				_, err := w.TableRows(context.Background(), request)
				if want == Out != (err != nil) || want == Out && !errors.Is(err, ErrNoNode) {
					t.Errorf("error %v", err)
				}
				status := w.Status()[0]
				if status.State != want || status.Lag != lag.Seconds() {
					t.Errorf("%s with a lag of %v s, want %s", status.State, status.Lag, want)
				}
			})
		})
	}
}

func TestTheWayOfAnAnswerIsNoLag(t *testing.T) {
	asked := time.Date(2024, 8, 13, 16, 1, 33, 0, time.UTC)
	for head, want := range map[time.Duration]time.Duration{-5 * time.Second: 5 * time.Second, 0: 0, time.Second: 0, 2 * time.Second: 0, 5 * time.Second: -3 * time.Second} {
		s := sighting{info: Info{Head: Head{Time: asked.Add(head)}}, asked: asked, answered: asked.Add(2 * time.Second)}
		if got := s.lag(); got != want {
			t.Errorf("a head %s after it was asked for, which took 2 s: lag %s, want %s", head, got, want)
		}
	}
}

func TestAnAnswerThatWasOvertakenDoesNotBringTheHeadBack(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		old := info(chaintest.ChainID, chaintest.Head, time.Now())
		w.set(0, func(s *chaintest.State) { s.FailInfo = after(time.Second, chaintest.Answer(200, old)) })
		done := make(chan struct{})
		go func() {
			defer close(done)
			if seen, err := w.Info(context.Background()); err != nil || seen.Head.Block != chaintest.Head {
				t.Errorf("%+v, %v", seen, err)
			}
		}()
		time.Sleep(100 * time.Millisecond)
		w.set(0, func(s *chaintest.State) { s.FailInfo, s.Head = nil, s.Head+10 })
		w.Check(context.Background())
		<-done
		if head := w.Status()[0].Head; head != chaintest.Head+10 {
			t.Errorf("head %d", head)
		}
	})
}

// A node can say the right time with the wrong block.
// Two nodes were checked after the clock was set, and one before.
func TestSettingTheClockPutsNoNodeApartFromTheOthers(t *testing.T) {
	now := time.Now()
	seen := func(asked time.Time, passed, behind time.Duration) assessment {
		head := Info{Head: Head{Block: uint64(1_000_000 + (passed-behind)/blockInterval)}}
		return assessment{state: Good, seen: &sighting{info: head, asked: asked}}
	}
	for _, seconds := range []uint64{0, 30, 3600} {
		later := now.Add(time.Second)
		all := []assessment{
			seen(now, 0, 0),
			seen(clock.SetBack(later, seconds), time.Second, 0),
			seen(clock.SetBack(later, seconds), time.Second, 20*time.Second),
		}
		compareHeads(&Config{MaxLag: 10 * time.Second, OutLag: time.Minute}, all)
		if all[0].lag != 0 || all[1].lag != 0 || all[2].lag != 20*time.Second {
			t.Errorf("set back by %d s: the lags are %s, %s and %s, want 0, 0 and 20s", seconds, all[0].lag, all[1].lag, all[2].lag)
		}
	}
}

func TestTheHeadIsBoundedAgainstTheMedianOfThePool(t *testing.T) {
	for blocks, want := range map[int64]string{
		10: "good, good, good", -10: "good, good, good",
		30: "degraded, good, good", -30: "degraded, good, good",
		200: "out, good, good", -200: "out, good, good", 1 << 40: "out, good, good",
	} {
		inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
			w.set(0, func(s *chaintest.State) { s.Head = uint64(int64(s.Head) + blocks) })
			w.passes(time.Second)
			w.wantStates(want)
		})
	}
	// Of two that differ, neither is known to be right.
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Head += 200 })
		w.passes(time.Second)
		w.wantStates("good, good")
	})
	// Those that the clock rules out have no vote.
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Lag = time.Hour })
		w.set(1, func(s *chaintest.State) { s.Lag = time.Hour })
		w.passes(time.Second)
		w.wantStates("out, out, good")
	})
}

func TestADegradedNodeIsAskedOnlyWhenNoGoodOneIsThere(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Lag = 20 * time.Second })
		for range 10 {
			w.reads(1)
		}
		if asked := len(w.nodes[0].Requests()); asked != 0 {
			t.Errorf("the degraded node got %d requests", asked)
		}
		w.set(1, func(s *chaintest.State) { s.FailRows = chaintest.Drop })
		w.reads(0)
		w.set(1, func(s *chaintest.State) { s.FailRows, s.Lag = nil, 20*time.Second })
		w.passes(10 * time.Second)
		w.wantStates("degraded, degraded")
		w.reads(0)
		w.set(1, func(s *chaintest.State) { s.Lag = 0 })
		w.passes(10 * time.Second)
		w.reads(1)
	})
}

func TestTheBoundsOnTheLagCanBeSet(t *testing.T) {
	inBubble(t, 2, Config{MaxLag: time.Second, OutLag: 3 * time.Second}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Lag = 2 * time.Second })
		w.set(1, func(s *chaintest.State) { s.Lag = 4 * time.Second })
		w.passes(time.Second)
		w.wantStates("degraded, out")
	})
}

func TestChecksRunOnlyWhileThePoolIsInUseAndNeverForEachRequest(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		time.Sleep(time.Hour)
		if w.nodes[0].Infos() != 0 {
			t.Fatal("a node was checked before the first call")
		}
		var done sync.WaitGroup
		for range 20 {
			done.Go(func() {
				if _, err := w.TableRows(context.Background(), request); err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
		if n := w.nodes[0].Infos(); n != 1 {
			t.Errorf("%d checks for 20 calls at once", n)
		}
		w.passes(time.Minute)
		if n := w.nodes[0].Infos(); n < 60*10/36 || n > 60*10/24+1 {
			t.Errorf("%d checks in a minute, want one every 3 s, give or take a fifth", n)
		}
		time.Sleep(DefaultIdle + 2*DefaultCheckEvery)
		idle := w.nodes[0].Infos()
		time.Sleep(time.Hour)
		if n := w.nodes[0].Infos(); n != idle {
			t.Errorf("%d checks while nobody used the pool", n-idle)
		}
		// What was known is too old: the next call checks first.
		w.wantStates("unknown")
		w.set(0, func(s *chaintest.State) { s.Lag = time.Hour })
		if _, err := w.TableRows(context.Background(), request); !errors.Is(err, ErrNoNode) {
			t.Errorf("after the pause: error %v", err)
		}
	})
}

func TestANodeThatFallsBehindWhileInUseIsFoundOut(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.reads(0)
		w.set(0, func(s *chaintest.State) { s.Lag = 5 * time.Minute })
		w.passes(4 * time.Second)
		w.wantStates("out, good")
		w.reads(1)
	})
}

func TestANodeThatIsNotSeenWellForAWhileIsNotAsked(t *testing.T) {
	inBubble(t, 2, Config{BreakerFaults: 100}, func(t *testing.T, w *world) {
		w.reads(0)
		w.set(0, func(s *chaintest.State) { s.FailInfo = chaintest.HTML(502) })
		w.passes(15 * time.Second)
		w.wantStates("unknown, good")
		w.reads(1)
		if reason := w.Status()[0].Reason; !strings.Contains(reason, "502") {
			t.Errorf("reason %q", reason)
		}
		w.set(0, func(s *chaintest.State) { s.FailInfo = nil })
		w.passes(4 * time.Second)
		w.reads(0)
	})
}

func TestAStalledCheckEndsAtTheTimeoutAndHoldsUpNobody(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Fail = chaintest.Stall(nil) })
		began := time.Now()
		w.reads(1)
		if took := time.Since(began); took > grace {
			t.Errorf("the first read took %s", took)
		}
		time.Sleep(DefaultTimeout + time.Millisecond)
		if s := w.Status()[0]; s.Counts.Faults[TimedOut] != 1 || s.State != Unknown {
			t.Errorf("%+v", s)
		}
	})
}

func TestTheFirstCallWaitsForTheFirstChecksSoThatTheOrderHolds(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) {
			s.FailInfo = after(slack/2, chaintest.Answer(200, info(chaintest.ChainID, chaintest.Head, time.Now())))
		})
		w.reads(0)
	})
}

func TestNoCallFailsAtTheMomentThatTheFirstCheckEnds(t *testing.T) {
	for range 8 {
		inBubble(t, 1, Config{Rate: 10_000}, func(t *testing.T, w *world) {
			w.set(0, func(s *chaintest.State) {
				s.FailInfo = after(grace, chaintest.Answer(200, info(chaintest.ChainID, chaintest.Head, time.Now())))
			})
			var calls errgroup.Group
			for range 300 {
				calls.Go(func() error {
					_, err := w.TableRows(context.Background(), request)
					return err
				})
			}
			must.Do(t, calls.Wait())
		})
	}
}

func TestWhenAllChecksFailACallFailsAtOnceAndSaysWhy(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.network.Unplug(w.nodes[i], true)
		}
		for range 3 {
			began := time.Now()
			_, err := w.TableRows(context.Background(), request)
			if !errors.Is(err, ErrNoNode) || !strings.Contains(err.Error(), "nothing listens at b:80") || time.Since(began) > grace {
				t.Errorf("after %s: error %v", time.Since(began), err)
			}
		}
		// They are checked again soon: a process may start before its node.
		w.network.Unplug(w.nodes[0], false)
		time.Sleep(2 * firstRetry)
		w.reads(0)
	})
}

func TestCheckChecksAllNodesNow(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.set(1, func(s *chaintest.State) { s.Lag = time.Hour })
		w.network.Unplug(w.nodes[2], true)
		status := w.Check(context.Background())
		if len(status) != 3 || status[0].State != Good || status[1].State != Out || status[2].State != Unknown || status[0].Head != chaintest.Head || status[0].Checked == nil {
			t.Errorf("status %+v", status)
		}
		w.set(1, func(s *chaintest.State) { s.Lag = 0 })
		if status := w.Check(context.Background()); status[1].State != Good {
			t.Errorf("status %+v", status[1])
		}
	})
}

func TestCloseEndsACheckUnderWay(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Fail = chaintest.Stall(nil) })
		w.use()
		synctest.Wait()
		began := time.Now()
		w.Close()
		if took := time.Since(began); took != 0 {
			t.Errorf("closing took %s", took)
		}
	})
}
