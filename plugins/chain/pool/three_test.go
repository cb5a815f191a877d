package pool

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

// wrongs are the ways in which one of three nodes is wrong: what it then says is
// marked as wrong in its rows, which nobody may see.
var wrongs = map[string]func(*chaintest.State){
	"stalled":            func(s *chaintest.State) { s.Fail = chaintest.Stall(nil) },
	"stalled for rows":   func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) },
	"behind":             func(s *chaintest.State) { s.Lag = 2 * time.Minute },
	"behind a little":    func(s *chaintest.State) { s.Lag = 20 * time.Second },
	"ahead":              func(s *chaintest.State) { s.Lag = -2 * time.Minute },
	"ahead in blocks":    func(s *chaintest.State) { s.Head += 1000 },
	"on another chain":   func(s *chaintest.State) { s.ChainID = strings.Repeat("f", 64) },
	"answering HTML":     func(s *chaintest.State) { s.Fail = chaintest.HTML(200) },
	"answering half":     func(s *chaintest.State) { s.FailRows = chaintest.Answer(200, `{"rows":[{"wrong":true}`) },
	"answering errors":   func(s *chaintest.State) { s.FailRows = chaintest.Answer(200, `{"code":500,"error":{"code":0}}`) },
	"limiting":           func(s *chaintest.State) { s.Fail = chaintest.Limit("5") },
	"dropping":           func(s *chaintest.State) { s.Fail = chaintest.Drop },
	"dropping in rows":   func(s *chaintest.State) { s.FailRows = chaintest.Truncate(`{"rows":[{"wrong":true}`) },
	"sending elsewhere":  func(s *chaintest.State) { s.Fail = http.RedirectHandler("http://c", 302).ServeHTTP },
	"failing every read": func(s *chaintest.State) { s.FailRows = chaintest.HTML(500) },
}

// load reads for so long with so many at once, and answers how long each took.
func (w *world) load(t *testing.T, clients int, during, every time.Duration) []time.Duration {
	t.Helper()
	var mu sync.Mutex
	var took []time.Duration
	var done sync.WaitGroup
	for i := range clients {
		done.Go(func() {
			time.Sleep(every * time.Duration(i) / time.Duration(clients))
			for end := time.Now().Add(during); time.Now().Before(end); time.Sleep(every) {
				began := time.Now()
				answer, err := w.TableRows(context.Background(), request)
				d := time.Since(began)
				if err != nil {
					t.Errorf("failed after %s: %v", d, err)
					return
				}
				for _, row := range answer.Rows {
					var r struct{ Wrong bool }
					if err := json.Unmarshal(row, &r); err != nil || r.Wrong {
						t.Errorf("a wrong answer from %s: %s", answer.Node, row)
						return
					}
				}
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
			}
		})
	}
	done.Wait()
	return took
}

func TestWithOneOfThreeNodesWrongNoAnswerIsWrongAndNoneFails(t *testing.T) {
	for name, wrong := range wrongs {
		for which := range 3 {
			t.Run(fmt.Sprintf("%s %c", name, 'a'+which), func(t *testing.T) {
				inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
					w.set(which, func(s *chaintest.State) {
						s.Rows = one(`{"wrong":true}`)
						wrong(s)
					})
					took := w.load(t, 4, 30*time.Second, 500*time.Millisecond)
					if len(took) < 100 {
						t.Errorf("%d answers", len(took))
					}
				})
			})
		}
	}
}

func TestWhenOneOfThreeNodesGoesBadUnderLoadNoAnswerFails(t *testing.T) {
	for name, wrong := range wrongs {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
				time.AfterFunc(5*time.Second, func() { w.set(0, wrong) })
				time.AfterFunc(20*time.Second, func() {
					w.set(0, func(s *chaintest.State) { *s = chaintest.State{ChainID: chaintest.ChainID, Head: chaintest.Head} })
				})
				w.load(t, 4, 60*time.Second, 400*time.Millisecond)
				w.wantStates("good, good, good")
				w.reads(0)
			})
		})
	}
}
