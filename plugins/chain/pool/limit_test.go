package pool

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

// zipped answers with a compressed body.
func zipped(body string) http.HandlerFunc {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(body)); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}
}

func TestANodeGetsItsRateAndItsBurstAndNoMore(t *testing.T) {
	inBubble(t, 2, Config{Rate: 10, Burst: 20}, func(t *testing.T, w *world) {
		w.passes(3 * time.Second) // the buckets are full
		before := w.nodes[0].Count(rowsPath)
		var done sync.WaitGroup
		for range 40 {
			done.Go(func() {
				if _, err := w.TableRows(context.Background(), request); err != nil {
					t.Error(err)
				}
			})
		}
		began := time.Now()
		done.Wait()
		first, second := w.nodes[0].Count(rowsPath)-before, w.nodes[1].Count(rowsPath)
		if took := time.Since(began); first+second != 40 || first > 20+int(took.Seconds()*10)+1 || second < 18 {
			t.Errorf("%d and %d requests in %s", first, second, took)
		}
		if w.Status()[0].Counts.TokensRefused == 0 {
			t.Error("no refused token was counted")
		}
	})
}

func TestACallWaitsForATokenWithinItsDeadlineAndSaysSoWhenThereIsNone(t *testing.T) {
	inBubble(t, 1, Config{Rate: 2, Burst: 2, CheckEvery: 20 * time.Second}, func(t *testing.T, w *world) {
		w.reads(0) // the check and this one take both
		began := time.Now()
		w.reads(0)
		if took := time.Since(began); took != 500*time.Millisecond {
			t.Errorf("waited %s for a token", took)
		}
		var done sync.WaitGroup
		var mu sync.Mutex
		limited := 0
		for range 20 {
			done.Go(func() {
				if _, err := w.TableRows(context.Background(), request); errors.Is(err, ErrLimited) {
					mu.Lock()
					limited++
					mu.Unlock()
				} else if err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
		if limited < 9 || limited > 11 {
			t.Errorf("%d of 20 calls found no token within %s of 2 a second", limited, DefaultDeadline)
		}
	})
}

func TestACheckTakesATokenButDoesNotWaitForOne(t *testing.T) {
	inBubble(t, 1, Config{Rate: 0.1, Burst: 1}, func(t *testing.T, w *world) {
		w.passes(10 * time.Second)
		w.wantStates("good")
		// Tokens are sums of fractions: what the checks have taken is a whole one and
		// more, what the sum is off by is not.
		if tokens := w.Status()[0].Tokens; tokens > -0.9 {
			t.Errorf("%v tokens", tokens)
		}
	})
}

func TestRetryAfterIsHonouredInSecondsAndAsADateAndCapped(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"7":                             7 * time.Second,
		"Sat, 01 Jan 2000 00:00:09 GMT": 9 * time.Second,
		"86400":                         time.Minute,
		"Sun, 01 Jan 2040 00:00:00 GMT": time.Minute,
		"":                              defaultRest,
		"soon":                          defaultRest,
		"-5":                            defaultRest,
		"99999999999999999999":          defaultRest,
		"Sat, 01 Jan 2000 00:00:00 GMT": 0,
	} {
		t.Run(value, func(t *testing.T) {
			inBubble(t, 2, Config{BreakerFaults: 100}, func(t *testing.T, w *world) {
				w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Limit(value) })
				w.reads(1)
				if want == 0 {
					w.wantStates("good, good")
					return
				}
				w.wantStates("resting, good")
				w.set(0, func(s *chaintest.State) { s.FailRows = nil })
				asked := w.nodes[0].Count(rowsPath) + w.nodes[0].Infos()
				w.passes(want - time.Second)
				w.reads(1)
				if n := w.nodes[0].Count(rowsPath) + w.nodes[0].Infos(); n != asked {
					t.Errorf("it was asked %d times while it rested", n-asked)
				}
				w.passes(2 * time.Second)
				w.reads(0)
			})
		})
	}
}

func TestRetryAfterWith503RestsTheNodeToo(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) {
			s.FailRows = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "20")
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		w.reads(1)
		s := w.Status()[0]
		if s.State != Resting || s.RestsUntil == nil || time.Until(*s.RestsUntil) != 20*time.Second {
			t.Errorf("%+v", s)
		}
	})
}

func TestWhenEveryNodeLimitsTheErrorSaysSoAndNoneIsAsked(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.FailRows = chaintest.Limit("30") })
		}
		for range 3 {
			_, err := w.TableRows(context.Background(), request)
			if err == nil {
				t.Fatal("answered")
			}
		}
		if _, err := w.TableRows(context.Background(), request); !errors.Is(err, ErrLimited) {
			t.Errorf("error %v", err)
		}
		if a, b := w.nodes[0].Count(rowsPath), w.nodes[1].Count(rowsPath); a != 1 || b != 1 {
			t.Errorf("asked %d and %d times", a, b)
		}
	})
}
