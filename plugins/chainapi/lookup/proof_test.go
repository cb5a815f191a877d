package lookup_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/lookup"
)

func TestAbsentMeansThatAllBlocksInWhichItCouldBeWereRead(t *testing.T) {
	run(t, func(b bench) {
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 330) & 0xffff)
		began := time.Now()
		read := make(map[uint64]bool)
		b.Lock()
		b.OnRead = func(number uint64) ([]byte, error) { read[number] = true; return nil, nil }
		b.Unlock()
		_, verdict := b.watch(wanted, 10*time.Minute)
		if verdict != lookup.Absent {
			t.Fatalf("verdict %d", verdict)
		}
		if took := time.Since(began); took < 36*time.Second || took > 3*time.Minute {
			t.Errorf("it took %s, with an expiration after 30s", took)
		}
		b.Lock()
		defer b.Unlock()
		last := chainapitest.First + uint64(30*time.Second/chainapitest.Slot)
		for number := uint64(chainapitest.First - 329); number <= last; number++ {
			if !read[number] {
				t.Errorf("block %d was not read", number)
			}
		}
	})
}

func TestNothingIsSaidBeforeTheExpirationHasPassed(t *testing.T) {
	run(t, func(b bench) {
		wanted := b.wanted()
		wanted.Expiration = time.Now().Add(3 * time.Minute)
		if _, verdict := b.watch(wanted, 3*time.Minute); verdict != lookup.Unproven {
			t.Errorf("verdict %d", verdict)
		}
	})
}

func TestBlocksOfAForkThatLostDoNotCount(t *testing.T) {
	run(t, func(b bench) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			// Between two looks: one at the same instant could see the new block before
			// it has the transaction.
			time.Sleep(10*time.Second + 37*time.Millisecond)
			// The blocks of the last two seconds are replaced, and one of the new
			// ones has the transaction.
			b.Replace(b.Head()-3, "f")
			b.Include(id, b.Head()-2)
		}()
		finding, verdict := b.watch(b.wanted(), 2*time.Minute)
		<-done
		if verdict != lookup.Found || !strings.Contains(finding.BlockID, "f0f0") || finding.BlockID != b.BlockID(finding.Block) {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
	})
}

func TestAForkAroundTheExpirationIsWaitedFor(t *testing.T) {
	run(t, func(b bench) {
		// A moment after the expiration, the last blocks before it are replaced
		// by those of another producer, which took the transaction.
		time.AfterFunc(32*time.Second+37*time.Millisecond, func() {
			b.Replace(chainapitest.First+57, "f")
			b.Include(id, chainapitest.First+59)
		})
		if finding, verdict := b.watch(b.wanted(), 2*time.Minute); verdict != lookup.Found || finding.Block != chainapitest.First+59 {
			t.Errorf("verdict %d, finding %+v", verdict, finding)
		}
	})
}

func TestOlderBlocksOfAnotherForkProveNothing(t *testing.T) {
	run(t, func(b bench) {
		b.Lock()
		b.OnRead = func(number uint64) ([]byte, error) {
			if number == chainapitest.First-100 {
				return fmt.Appendf(nil, `{"id":"a","previous":"%s","timestamp":"2024-08-13T16:01:33.500","block_num":%d,"transactions":[]}`,
					fmt.Sprintf("%08x%s", number-1, strings.Repeat("0", 56)), number), nil
			}
			return nil, nil
		}
		b.Unlock()
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 330) & 0xffff)
		if _, verdict := b.watch(wanted, 5*time.Minute); verdict != lookup.Unproven {
			t.Errorf("verdict %d", verdict)
		}
	})
}

func TestABlockThatCannotBeReadProvesNothing(t *testing.T) {
	for name, answer := range map[string]func(number uint64) ([]byte, error){
		"no transactions": func(n uint64) ([]byte, error) {
			return fmt.Appendf(nil, `{"id":"a","previous":"b","timestamp":"2024-08-13T16:01:33.500","block_num":%d}`, n), nil
		},
		"a root of some": func(n uint64) ([]byte, error) {
			return fmt.Appendf(nil, `{"id":"a","previous":"b","timestamp":"2024-08-13T16:01:33.500","block_num":%d,"transaction_mroot":"ab00","transactions":[]}`, n), nil
		},
		"another block": func(n uint64) ([]byte, error) {
			return fmt.Appendf(nil, `{"id":"a","previous":"b","timestamp":"2024-08-13T16:01:33.500","block_num":%d,"transactions":[]}`, n+1), nil
		},
		"an unreadable id": func(n uint64) ([]byte, error) {
			return fmt.Appendf(nil, `{"id":"a","previous":"b","timestamp":"2024-08-13T16:01:33.500","block_num":%d,"transactions":[{"trx":{}}]}`, n), nil
		},
		"no JSON": func(uint64) ([]byte, error) { return []byte("<html>"), nil },
		"a fault": func(uint64) ([]byte, error) { return nil, &pool.Fault{Err: errors.New("busy")} },
	} {
		run(t, func(b bench) {
			b.Lock()
			b.OnRead = func(number uint64) ([]byte, error) {
				if number == chainapitest.First+5 {
					return answer(number)
				}
				return nil, nil
			}
			b.Unlock()
			if _, verdict := b.watch(b.wanted(), 5*time.Minute); verdict != lookup.Unproven {
				t.Errorf("%s: verdict %d", name, verdict)
			}
		})
	}
}

func TestOlderBlocksThatNoNodeHasProveNothing(t *testing.T) {
	run(t, func(b bench) {
		b.Lock()
		b.OnRead = func(number uint64) ([]byte, error) {
			if number < chainapitest.First-100 {
				return nil, &pool.Refusal{Status: http.StatusBadRequest, Code: 3100002, Message: "Could not find block"}
			}
			return nil, nil
		}
		b.Unlock()
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 330) & 0xffff)
		began := time.Now()
		if _, verdict := b.watch(wanted, 10*time.Minute); verdict != lookup.Unproven {
			t.Errorf("verdict %d", verdict)
		}
		if took := time.Since(began); took > 2*time.Minute {
			t.Errorf("it went on for %s", took)
		}
	})
}

func TestATransactionThatNamesATooOldBlockIsNeverCalledAbsent(t *testing.T) {
	run(t, func(b bench) {
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 20000) & 0xffff)
		if _, verdict := b.watch(wanted, 5*time.Minute); verdict != lookup.Unproven {
			t.Errorf("verdict %d", verdict)
		}
		// And nobody reads three hours of blocks for it.
		if reads := b.Reads(); reads > 120 {
			t.Errorf("%d blocks were read", reads)
		}
	})
}

// liar is a chain of which one node tells of another head, or answers empty blocks that
// hang together.
type liar struct {
	*chainapitest.Chain
	node   string
	head   func(head uint64) uint64
	blocks func(number uint64) bool
	// ahead is how much later the times of those are.
	ahead time.Duration
}

func (l liar) Info(ctx context.Context, except ...string) (pool.Info, error) {
	info, err := l.Chain.Info(ctx, except...)
	if l.head != nil && info.Node == l.node {
		info.Head.Block = l.head(info.Head.Block)
	}
	return info, err
}

func (l liar) Read(ctx context.Context, path string, body []byte, minBlock uint64, except ...string) (pool.Raw, error) {
	raw, err := l.Chain.Read(ctx, path, body, minBlock, except...)
	if path == "/v1/chain/get_block" && l.blocks != nil && raw.Node == l.node && l.blocks(minBlock) {
		raw.Body, err = fmt.Appendf(nil, `{"timestamp":"%s","previous":"%d","id":"%d","block_num":%d,"transactions":[]}`,
			l.Time(min(minBlock, l.Head())).Add(l.ahead).UTC().Format("2006-01-02T15:04:05.000"), minBlock-1, minBlock, minBlock), nil
	}
	return raw, err
}

func TestAHeadThatIsNotThereIsForgotten(t *testing.T) {
	const beyond = 1_000_000
	for name, test := range map[string]struct {
		nodes         []string
		always, reads bool
	}{
		"of one node, once":                    {[]string{"a"}, false, false},
		"of one node, once, with blocks of it": {[]string{"a"}, false, true},
		"of the first of two, always":          {[]string{"a", "b"}, true, false},
	} {
		for _, want := range []lookup.Verdict{lookup.Found, lookup.Absent} {
			run(t, func(b bench) {
				b.Nodes = test.nodes
				told := false
				b.lookup.Use(liar{b.Chain, "a", func(head uint64) uint64 {
					if told && !test.always {
						return head
					}
					told = true
					return head + beyond
				}, func(number uint64) bool { return test.reads && number > chainapitest.First+beyond/2 }, 0}, nil)
				wanted := b.wanted()
				wanted.RefBlock = uint16((b.Head() - 100) & 0xffff)
				if want == lookup.Found {
					b.Include(id, chainapitest.First-50)
				}
				if _, verdict := b.watch(wanted, 3*time.Minute); verdict != want || !told {
					t.Errorf("%s: verdict %d, want %d", name, verdict, want)
				}
			})
		}
	}
}

// It names a block that is 65536 before the one that it would be by such a head.
func TestAHeadBeyondWhatTimeAllowsPlacesNoTransaction(t *testing.T) {
	run(t, func(b bench) {
		var lies atomic.Bool
		b.lookup.Use(liar{Chain: b.Chain, node: chainapitest.Node, head: func(head uint64) uint64 {
			if lies.Load() {
				head += 1 << 16
			}
			return head
		}}, nil)
		ctx, cancel := context.WithCancel(context.Background())
		var waiting sync.WaitGroup
		other := b.wanted()
		other.ID, other.Expiration = chainapitest.ID([]byte("another transaction")), time.Now().Add(time.Hour)
		waiting.Go(func() { _, _ = b.lookup.Watch(ctx, other) })
		time.Sleep(10 * time.Second)
		lies.Store(true)
		wanted := b.wanted()
		wanted.RefBlock = uint16((b.Head() - 330) & 0xffff)
		b.Include(id, chainapitest.First-200)
		if finding, verdict := b.watch(wanted, 3*time.Minute); verdict != lookup.Found {
			t.Errorf("verdict %d, finding %+v: it is in the chain", verdict, finding)
		}
		cancel()
		waiting.Wait()
	})
}

func TestEmptyBlocksOfOneNodeDoNotHideATransactionThatAnotherOneHas(t *testing.T) {
	for name, ahead := range map[string]time.Duration{"empty": 0, "empty and of a later time": time.Minute} {
		run(t, func(b bench) {
			b.Nodes = []string{"liar", "honest"}
			b.lookup.Use(liar{Chain: b.Chain, node: "liar", blocks: func(uint64) bool { return true }, ahead: ahead}, nil)
			ctx, cancel := context.WithCancel(context.Background())
			var waiting sync.WaitGroup
			others := make(chan lookup.Verdict)
			for i, expiration := range []time.Duration{time.Hour, 30 * time.Second} {
				other := b.wanted()
				other.ID, other.Expiration = chainapitest.ID([]byte{byte(i)}), time.Now().Add(expiration)
				waiting.Go(func() {
					_, verdict := b.lookup.Watch(ctx, other)
					if i == 1 {
						others <- verdict
					}
				})
			}
			wanted := b.wanted()
			b.Include(id, chainapitest.First+59)
			if finding, verdict := b.watch(wanted, 5*time.Minute); verdict != lookup.Found || finding.Node != "honest" {
				t.Errorf("%s: verdict %d, finding %+v", name, verdict, finding)
			}
			if verdict := <-others; verdict != lookup.Absent {
				t.Errorf("%s: of another one: verdict %d", name, verdict)
			}
			// Nor from who asks once both have answered.
			if _, verdict := b.watch(wanted, time.Second); verdict != lookup.Found {
				t.Errorf("%s: later: verdict %d", name, verdict)
			}
			cancel()
			waiting.Wait()
		})
	}
}

func TestAbsentIsTheWordOfTwoNodesWhereThereAreTwo(t *testing.T) {
	for name, want := range map[string]lookup.Verdict{"both answer": lookup.Absent, "one lacks a block": lookup.Unproven, "one has none": lookup.Unproven} {
		run(t, func(b bench) {
			b.Nodes = []string{"a", "b"}
			read := make(map[string]map[uint64]bool)
			b.lookup.Use(reading{b.Chain, func(node string, number uint64) error {
				if node == "b" && (want == lookup.Unproven && number == chainapitest.First-200 || name == "one has none") {
					return &pool.Fault{Node: node, Err: errors.New("busy")}
				}
				if read[node] == nil {
					read[node] = make(map[uint64]bool)
				}
				read[node][number] = true
				return nil
			}}, nil)
			wanted := b.wanted()
			wanted.RefBlock = uint16((b.Head() - 330) & 0xffff)
			began := time.Now()
			if _, verdict := b.watch(wanted, 10*time.Minute); verdict != want {
				t.Errorf("%s: verdict %d, want %d", name, verdict, want)
			}
			if want == lookup.Unproven {
				return
			}
			if took := time.Since(began); took > 4*time.Minute {
				t.Errorf("it took %s, with an expiration after 30s", took)
			}
			for number := uint64(chainapitest.First - 329); number <= chainapitest.First+72; number++ {
				if !read["a"][number] || !read["b"][number] {
					t.Errorf("block %d was read from a: %v, from b: %v", number, read["a"][number], read["b"][number])
				}
			}
			if asked := len(read["b"]); asked > 330+72+50 {
				t.Errorf("%d blocks were read again", asked)
			}
		})
	}
}

// reading is a chain of which each read of a block is seen, and may fail.
type reading struct {
	*chainapitest.Chain
	read func(node string, number uint64) error
}

func (r reading) Read(ctx context.Context, path string, body []byte, minBlock uint64, except ...string) (pool.Raw, error) {
	raw, err := r.Chain.Read(ctx, path, body, minBlock, except...)
	if path == "/v1/chain/get_block" && err == nil {
		err = r.read(raw.Node, minBlock)
	}
	return raw, err
}
