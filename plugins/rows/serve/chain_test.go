package serve

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/paths"
)

const page = "<!DOCTYPE html><title>502 Bad Gateway</title>"

// badNodes are the ways in which one node of three can be bad from the start.
var badNodes = map[string]func(*chaintest.State){
	"stalled":          func(s *chaintest.State) { s.Fail = chaintest.Stall(nil) },
	"stalled for rows": func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) },
	"behind":           func(s *chaintest.State) { s.Lag = 2 * time.Minute },
	"ahead":            func(s *chaintest.State) { s.Lag = -2 * time.Minute },
	"of another chain": func(s *chaintest.State) {
		s.ChainID = "f16b1833c747c43682f4386fca9cbb327929334a762755ebec17f6f23c9b8a12"
	},
	"HTML with 200":  func(s *chaintest.State) { s.Fail = chaintest.Answer(200, page) },
	"HTML for rows":  func(s *chaintest.State) { s.FailRows = chaintest.Answer(200, page) },
	"HTML with 502":  func(s *chaintest.State) { s.FailRows = chaintest.Answer(502, page) },
	"busy":           func(s *chaintest.State) { s.FailRows = chaintest.Answer(503, `{"code":503,"message":"Busy"}`) },
	"limiting":       func(s *chaintest.State) { s.Fail = chaintest.Answer(429, "slow down") },
	"half an answer": func(s *chaintest.State) { s.FailRows = chaintest.Answer(200, `{"rows":[{"balance":"9`) },
	"another answer": func(s *chaintest.State) { s.FailRows = chaintest.Answer(200, `{"balance":"9.00000000 WAX"}`) },
	"an error with 200": func(s *chaintest.State) {
		s.FailRows = chaintest.Answer(200, `{"code":500,"error":{"code":0,"name":"x"}}`)
	},
	"dropping": func(s *chaintest.State) { s.Fail = chaintest.Drop },
}

// patientNodes leaves a good node on a busy machine the time that it needs, and
// a read the time for a stalled node besides.
func patientNodes(c *pool.Config) { c.Timeout, c.Deadline = 3*time.Second, 9*time.Second }

func TestOneBadNodeOfThreeMakesNoWrongAndNoFailedAnswer(t *testing.T) {
	balance := func(r chaintest.Request) string {
		return fmt.Sprintf(`{"rows":[{"balance":"1.00000000 WAX","of":%q}],"more":false,"next_key":""}`, r.Scope)
	}
	for name, bad := range badNodes {
		t.Run(name, func(t *testing.T) {
			s := plan{nodes: 3, pool: patientNodes}.setup(t, balance)
			s.node.Set(func(state *chaintest.State) {
				state.Rows = func(chaintest.Request) string {
					return `{"rows":[{"balance":"999.00000000 WAX"}],"more":false,"next_key":""}`
				}
				bad(state)
			})
			var clients sync.WaitGroup
			for i := range 12 {
				clients.Go(func() {
					user := fmt.Sprintf("user.%c", 'a'+i)
					want := balance(chaintest.Request{Scope: user})
					for range 3 {
						if w := s.get(paths.Rows + "/accounts?scope=" + user); w.Code != 200 || w.Body.String() != want {
							t.Errorf("%s: %d %s", user, w.Code, w.Body)
						}
					}
				})
			}
			clients.Wait()
		})
	}
}

func TestANodeThatTurnsBadWhileOthersAreGoodFailsNoAnswer(t *testing.T) {
	s := plan{nodes: 3, pool: patientNodes}.setup(t, game)
	body := s.get(drops).Body.String()
	for i, fail := range []http.HandlerFunc{chaintest.Stall(nil), chaintest.Answer(200, page), chaintest.Drop} {
		for j, node := range s.nodes { // another one each time
			node.Set(func(state *chaintest.State) { state.Fail = map[bool]http.HandlerFunc{true: fail}[i == j] })
		}
		for user := range 5 {
			if w := s.get(fmt.Sprintf("%s/claims?index=user.%c%c", paths.Rows, 'a'+i, 'a'+user)); w.Code != 200 {
				t.Errorf("fault %d: %d %s", i, w.Code, w.Body)
			}
			s.clock.Move(soft)
			if w := s.get(drops); w.Code != 200 || w.Body.String() != body {
				t.Errorf("fault %d: %d %s", i, w.Code, w.Body)
			}
		}
	}
}

// Whatever was answered once, from the prepared entries or not, in any encoding.
func TestWithAllNodesDeadForTenMinutesNothingThatWasAnsweredFails(t *testing.T) {
	s := plan{nodes: 3, hot: 8}.setup(t, func(r chaintest.Request) string {
		return fmt.Sprintf(`{"rows":[{"median":1,"of":"%s %s","claim_id":1,"claimer":%q,"padding":"%0300d"}],"more":false,"next_key":""}`, r.Table, r.Scope, r.LowerBound, 0)
	})
	targets := []string{drops, paths.Rows + "/partners", paths.Rows + "/datapoints?limit=1&isLimited=true"}
	for i := range 40 { // more than the prepared entries
		targets = append(targets, fmt.Sprintf("%s/accounts?scope=user.%c%c", paths.Rows, 'a'+i/10, 'a'+i%10), fmt.Sprintf("%s/claims?index=user.%c%c", paths.Rows, 'a'+i/10, 'a'+i%10))
	}
	bodies, tags := make(map[string][]byte), make(map[string]string)
	for _, target := range targets {
		w := s.get(target, "Accept-Encoding", "zstd")
		if w.Code != 200 || w.Header().Get("Content-Encoding") != "zstd" {
			t.Fatalf("%s: %d %v", target, w.Code, w.Header())
		}
		bodies[target], tags[target] = bytes.Clone(w.Body.Bytes()), w.Header().Get("ETag")
	}
	for i, fail := range []http.HandlerFunc{chaintest.Drop, chaintest.Answer(503, ""), chaintest.Answer(200, page)} {
		s.nodes[i].Set(func(state *chaintest.State) { state.Fail = fail })
	}
	const step = 20 * time.Second
	for age := step; age < hard; age += step {
		s.clock.Move(step)
		for _, target := range targets {
			if w := s.get(target, "Accept-Encoding", "zstd"); w.Code != 200 || !bytes.Equal(w.Body.Bytes(), bodies[target]) || w.Header().Get("Age") != fmt.Sprint(int(age.Seconds())) {
				t.Fatalf("after %s, %s: %d %v", age, target, w.Code, w.Header())
			}
			if w := s.get(target, "If-None-Match", tags[target]); w.Code != 304 {
				t.Fatalf("after %s, %s: %d", age, target, w.Code)
			}
		}
		for _, need := range []string{NeedDrops, NeedPartners, NeedMedian} {
			if _, err := s.Need(t.Context(), need); err != nil {
				t.Fatalf("after %s: %v", age, err)
			}
		}
	}
	s.clock.Move(step)
	codes := make(map[int]int)
	for _, target := range targets {
		codes[s.get(target).Code]++
	}
	if codes[200] != 0 || slices.Max([]int{codes[502], codes[504]}) == 0 {
		t.Errorf("past the hard deadline: %v", codes)
	}
}
