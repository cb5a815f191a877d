package lookup_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/lookup"
)

func TestATransactionIsFoundInTheBlockThatItLandsIn(t *testing.T) {
	run(t, func(b bench) {
		began := time.Now()
		b.Include(id, chainapitest.First+7)
		finding, verdict := b.watch(b.wanted(), time.Minute)
		want := lookup.Finding{
			Block: chainapitest.First + 7, BlockID: b.BlockID(chainapitest.First + 7), Time: b.Time(chainapitest.First + 7).UTC(),
			Status: "executed", CPU: 269, Net: 18, Node: "https://node.test",
		}
		if verdict != lookup.Found || finding != want {
			t.Errorf("verdict %d, finding %+v, want %+v", verdict, finding, want)
		}
		if took := time.Since(began); took > 7*chainapitest.Slot+2*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// The pool believes the nodes against the clock, so that pushes are sent all the same.
func TestATransactionIsFoundThoughTheClockIsBehindTheChain(t *testing.T) {
	run(t, func(b bench) {
		b.Ahead = -10 * time.Minute
		wanted := b.wanted()
		wanted.Expiration = wanted.Expiration.Add(-b.Ahead)
		block := b.Head() + 20
		b.Include(id, block)
		if found, verdict := b.watch(wanted, time.Minute); verdict != lookup.Found || found.Block != block {
			t.Errorf("verdict %d, %+v", verdict, found)
		}
	})
}

func TestATransactionIsFoundByAnyFormThatABlockListsItIn(t *testing.T) {
	packed := chainapitest.Packed(time.Now(), 1, "x")
	for name, listed := range map[string]string{
		"an id alone":       fmt.Sprintf(`{"status":"executed","trx":"%s"}`, chainapitest.ID(packed)),
		"an object":         fmt.Sprintf(`{"status":"executed","cpu_usage_us":"4294967296","trx":{"id":"%s"}}`, chainapitest.ID(packed)),
		"packed without id": fmt.Sprintf(`{"status":"executed","trx":{"compression":"none","packed_trx":"%x"}}`, packed),
	} {
		run(t, func(b bench) {
			wanted := b.wanted()
			wanted.ID = chainapitest.ID(packed)
			b.List(chainapitest.First+1, listed)
			if finding, verdict := b.watch(wanted, time.Minute); verdict != lookup.Found || finding.Status != lookup.Executed {
				t.Errorf("%s: verdict %d, finding %+v", name, verdict, finding)
			}
		})
	}
}

func TestTheReceiptSaysWhatBecameOfIt(t *testing.T) {
	run(t, func(b bench) {
		b.List(chainapitest.First+1, fmt.Sprintf(`{"status":"hard_fail","trx":"%s"}`, id))
		if finding, verdict := b.watch(b.wanted(), time.Minute); verdict != lookup.Found || finding.Status != "hard_fail" {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
	})
}

func TestOneThatLandedBeforeItWasSentHereIsFound(t *testing.T) {
	run(t, func(b bench) {
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 330) & 0xffff) // the last irreversible block
		b.Include(id, chainapitest.First-200)
		if finding, verdict := b.watch(wanted, 2*time.Minute); verdict != lookup.Found || finding.Block != chainapitest.First-200 {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
	})
}

func TestATransactionInTheLastBlockBeforeItsExpirationIsFound(t *testing.T) {
	run(t, func(b bench) {
		b.Include(id, chainapitest.First+60)
		if finding, verdict := b.watch(b.wanted(), 2*time.Minute); verdict != lookup.Found || finding.Block != chainapitest.First+60 {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
	})
}

func TestWhatIsInABlockThatWasReadAlreadyIsFoundAtOnce(t *testing.T) {
	run(t, func(b bench) {
		other := chainapitest.ID([]byte("another transaction"))
		b.Include(other, chainapitest.First+2)
		ctx, cancel := context.WithCancel(context.Background())
		var waiting sync.WaitGroup
		waiting.Go(func() { _, _ = b.lookup.Watch(ctx, b.wanted()) })
		time.Sleep(20 * time.Second)
		wanted, began := b.wanted(), time.Now()
		wanted.ID = other
		if finding, verdict := b.watch(wanted, time.Minute); verdict != lookup.Found || finding.Block != chainapitest.First+2 || time.Since(began) > 0 {
			t.Errorf("verdict %d, finding %+v after %s", verdict, finding, time.Since(began))
		}
		cancel()
		waiting.Wait()
	})
}

func TestTheChainGoneForAWhileDelaysTheVerdictAndDoesNotChangeIt(t *testing.T) {
	run(t, func(b bench) {
		b.Include(id, chainapitest.First+20)
		b.Lock()
		b.Down = true
		b.Unlock()
		time.AfterFunc(time.Minute, func() {
			b.Lock()
			b.Down = false
			b.Unlock()
		})
		if finding, verdict := b.watch(b.wanted(), 5*time.Minute); verdict != lookup.Found || finding.Block != chainapitest.First+20 {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
	})
}

func TestOneOlderBlockThatCannotBeReadForAWhileDiscardsNoOther(t *testing.T) {
	run(t, func(b bench) {
		read := make(map[uint64]int)
		failed := 0
		b.Lock()
		b.OnRead = func(number uint64) ([]byte, error) {
			if number == chainapitest.First-50 && failed < 9 {
				failed++
				return nil, errors.New("the connection was lost")
			}
			read[number]++
			return nil, nil
		}
		b.Unlock()
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 100) & 0xffff)
		b.Include(id, chainapitest.First-60)
		if finding, verdict := b.watch(wanted, 5*time.Minute); verdict != lookup.Found || finding.Block != chainapitest.First-60 {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
		b.Lock()
		defer b.Unlock()
		for number, times := range read {
			if times > 1 {
				t.Errorf("block %d was read %d times", number, times)
			}
		}
	})
}

func TestAnyNumberOfLookUpsShareTheBlocksThatAreRead(t *testing.T) {
	run(t, func(b bench) {
		var waiting sync.WaitGroup
		for i := range 100 {
			wanted := b.wanted()
			wanted.ID = chainapitest.ID(fmt.Appendf(nil, "transaction %d", i))
			if i%2 == 0 {
				b.Include(wanted.ID, chainapitest.First+1+uint64(i%20))
			}
			waiting.Go(func() {
				want := lookup.Absent
				if i%2 == 0 {
					want = lookup.Found
				}
				if _, verdict := b.watch(wanted, 5*time.Minute); verdict != want {
					t.Errorf("transaction %d: verdict %d", i, verdict)
				}
			})
		}
		waiting.Wait()
		if reads := b.Reads(); reads > 150 {
			t.Errorf("%d blocks were read", reads)
		}
	})
}

func TestBlocksAreReadAtABoundedPace(t *testing.T) {
	run(t, func(b bench) {
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 1000) & 0xffff)
		_, _ = b.watch(wanted, 20*time.Second)
		if reads := b.Reads(); reads > 12+6*20 {
			t.Errorf("%d blocks in 20s", reads)
		}
	})
}

func TestWithNothingToLookForNothingIsAsked(t *testing.T) {
	run(t, func(b bench) {
		_, _ = b.watch(b.wanted(), 5*time.Second)
		time.Sleep(time.Minute)
		before := b.Reads()
		time.Sleep(time.Minute)
		if after := b.Reads(); after != before {
			t.Errorf("%d blocks were read", after-before)
		}
	})
}

func TestCloseEndsLookUpsAndLaterOnesAtOnce(t *testing.T) {
	run(t, func(b bench) {
		verdicts := make(chan lookup.Verdict)
		go func() {
			_, verdict := b.watch(b.wanted(), time.Hour)
			verdicts <- verdict
		}()
		synctest.Wait()
		b.lookup.Close()
		if verdict := <-verdicts; verdict != lookup.Unproven {
			t.Errorf("verdict %d", verdict)
		}
		began := time.Now()
		if _, verdict := b.watch(b.wanted(), time.Hour); verdict != lookup.Unproven || time.Since(began) > 0 {
			t.Errorf("after Close: verdict %d", verdict)
		}
	})
}

func TestOtherNodesTakeOverWhileALookUpRuns(t *testing.T) {
	run(t, func(b bench) {
		b.Lock()
		b.Down = true
		b.Unlock()
		other := chainapitest.NewChain()
		other.Include(id, chainapitest.First+3)
		time.AfterFunc(5*time.Second, func() { b.lookup.Use(other, nil) })
		if finding, verdict := b.watch(b.wanted(), time.Minute); verdict != lookup.Found || finding.Block != chainapitest.First+3 {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
	})
}
