package pool

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

func TestANodeThatFailsTooOftenRestsAndIsTriedByOneRequest(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		for range 20 {
			w.reads(1)
		}
		if n := w.nodes[0].Count(rowsPath); n != DefaultBreakerFaults {
			t.Errorf("the failing node was asked %d times", n)
		}
		w.wantStates("resting, good")
		if s := w.Status()[0]; s.Breaker != "open" || s.LastFault == "" || s.LastFaultAt == nil {
			t.Errorf("%+v", s)
		}
		// Its get_info is well, which proves nothing: one read decides.
		w.passes(13 * time.Second)
		w.wantStates("good, good")
		for range 20 {
			w.reads(1)
		}
		if n := w.nodes[0].Count(rowsPath); n != DefaultBreakerFaults+1 {
			t.Errorf("the failing node was tried %d times", n-DefaultBreakerFaults)
		}
		w.set(0, func(s *chaintest.State) { s.FailRows = nil })
		w.passes(13 * time.Second)
		for range 20 {
			w.reads(0)
		}
		if s := w.Status()[0]; s.Breaker != "closed" {
			t.Errorf("%+v", s)
		}
	})
}

func TestTheBreakerCanBeSet(t *testing.T) {
	inBubble(t, 2, Config{BreakerFaults: 1, BreakerRest: time.Minute}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		w.reads(1)
		w.set(0, func(s *chaintest.State) { s.FailRows = nil })
		w.passes(45 * time.Second)
		w.reads(1)
		w.passes(30 * time.Second)
		w.reads(0)
	})
}

func TestANodeThatLacksACallIsNotAskedForItForAWhile(t *testing.T) {
	for name, test := range map[string]struct {
		path string
		fail http.HandlerFunc
		ask  func(*world, string) (Raw, error)
	}{
		"a read": {statusPath, names(3100008, "Transaction Status Interface not enabled."), func(w *world, path string) (Raw, error) {
			return w.Read(context.Background(), path, []byte("{}"), 0)
		}},
		"a push": {chaintest.SendTransaction2, chaintest.HTML(404), func(w *world, path string) (Raw, error) {
			return w.Send(context.Background(), path, []byte(push))
		}},
	} {
		inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
			w.nodes[0].Handle(test.path, test.fail)
			w.nodes[1].Handle(test.path, chaintest.Answer(200, `{"state":"UNKNOWN"}`))
			asked := func(times int) {
				t.Helper()
				for range 5 {
					if raw, err := test.ask(w, test.path); err != nil || raw.Node != "http://b" {
						t.Fatalf("%s: %+v, %v", name, raw, err)
					}
				}
				if n := w.nodes[0].Count(test.path); n != times {
					t.Errorf("%s: the node that lacks it was asked %d times, want %d", name, n, times)
				}
			}
			w.passes(time.Second)
			asked(1)
			w.reads(0) // it has the others
			w.passes(lackedFor)
			asked(2)
			// The only one that has it fails: when all lack it they are asked again.
			w.nodes[1].Handle(test.path, test.fail)
			_, _ = test.ask(w, test.path)
			w.nodes[0].Handle(test.path, chaintest.Answer(200, `{"state":"UNKNOWN"}`))
			if raw, err := test.ask(w, test.path); err != nil || raw.Node != "http://a" {
				t.Errorf("%s: %+v, %v", name, raw, err)
			}
		})
	}
}

func TestANodeThatLacksACallIsWell(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		const path = "/v1/chain/get_transaction_status"
		w.nodes[0].Handle(path, chaintest.Answer(404, `{"code":404,"message":"Not Found","error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"Unknown Endpoint","file":"http_plugin.cpp","line_number":354,"method":"handle_http_request"}]}}`))
		w.nodes[1].Handle(path, chaintest.Answer(200, `{"state":"IN_BLOCK"}`))
		for range 3 * DefaultBreakerFaults {
			if answer, err := w.Read(context.Background(), path, []byte("{}"), 0); err != nil || answer.Node != "http://b" {
				t.Fatalf("%+v, %v", answer, err)
			}
		}
		w.reads(0)
		w.wantStates("good, good")
		if s := w.Status()[0]; s.Breaker != "closed" || s.Counts.Faults[Unsupported] == 0 {
			t.Errorf("%+v", s)
		}

		// Without rows a node is of no use.
		w.set(0, func(s *chaintest.State) {
			s.FailRows = chaintest.Answer(404, `{"error":{"details":[{"message":"Unknown Endpoint"}]}}`)
		})
		for range DefaultBreakerFaults {
			w.reads(1)
		}
		w.wantStates("resting, good")
	})
}

// A visitor chooses what is asked, and must not choose which nodes are asked.
func TestWhatANodeDeclinesOfWhatIsAskedDoesNotCountAgainstIt(t *testing.T) {
	declined := chaintest.Answer(500, `{"code":500,"message":"Internal Service Error","error":{"code":7,"name":"bad_cast_exception","what":"Bad Cast","details":[{"message":"Couldn't parse double"}]}}`)
	for reason, fail := range map[Reason]http.HandlerFunc{
		Declined: declined,
		TooLarge: chaintest.Answer(200, `{"rows":["`+strings.Repeat("a", 5000)+`"],"more":false}`),
	} {
		inBubble(t, 2, Config{MaxBody: 4096}, func(t *testing.T, w *world) {
			w.passes(time.Second)
			w.set(0, func(s *chaintest.State) { s.FailRows = fail })
			for range 3 * DefaultBreakerFaults {
				w.reads(1)
			}
			w.wantStates("good, good")
			if s := w.Status()[0]; s.Breaker != "closed" || s.Counts.Faults[reason] == 0 {
				t.Errorf("%s: %+v", reason, s)
			}
		})
	}

	// Nobody chooses what a check asks: a node that declines it is not well.
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.FailInfo = declined })
		w.passes(10 * time.Second)
		if s := w.Status()[0]; s.Breaker == "closed" {
			t.Errorf("%+v", s)
		}
	})
}

// rest opens a node's breaker.
func (w *world) rest(i int) {
	n := w.Pool.nodes[i]
	for n.breaker.Closed() {
		n.breaker.Fail(false)
	}
}

func TestATrialThatIsGivenUpLeavesTheNodeAtRest(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.rest(0)
		w.passes(13 * time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
		ctx, leave := context.WithCancel(context.Background())
		time.AfterFunc(time.Millisecond, leave)
		if _, err := w.TableRows(ctx, request); err == nil {
			t.Fatal("answered")
		}
		time.Sleep(time.Millisecond)
		if s := w.Status()[0]; s.State != Resting || s.Breaker != "open" {
			t.Errorf("%+v", s)
		}
	})
}

// Another read, for want of a better node, closes the breaker while the trial is under way.
func TestATrialThatIsLimitedAfterTheBreakerClosedIsOver(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.rest(0)
		w.passes(13 * time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = after(time.Second, chaintest.Limit("1")) })
		done := make(chan error)
		go func() {
			_, err := w.TableRows(context.Background(), request)
			done <- err
		}()
		synctest.Wait()
		w.set(0, func(s *chaintest.State) { s.FailRows = nil })
		w.reads(0)
		if err := <-done; err == nil {
			t.Error("the trial is answered")
		}
		w.passes(5 * time.Second)
		w.wantStates("good")
		w.rest(0)
		w.passes(13 * time.Second)
		w.wantStates("good") // and tried again
		if raw, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push)); err != nil {
			t.Errorf("%+v, %v", raw, err)
		}
	})
}

func TestACheckDoesNotDecideATrial(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.rest(0)
		w.passes(13 * time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = after(time.Second, chaintest.HTML(502)) })
		done := make(chan error)
		go func() {
			_, err := w.TableRows(context.Background(), request)
			done <- err
		}()
		synctest.Wait()
		if s := w.Check(context.Background())[0]; s.Breaker != "half-open" || s.State != Resting {
			t.Errorf("%+v", s)
		}
		if err := <-done; err == nil {
			t.Error("answered")
		}
		if s := w.Status()[0]; s.Breaker != "open" {
			t.Errorf("%+v", s)
		}
	})
}

// A single node, or the last one: waiting would help nobody.
func TestWithEveryNodeAtRestTheyAreAskedAllTheSame(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		}
		for range 5 {
			if _, err := w.TableRows(context.Background(), request); err == nil {
				t.Fatal("answered")
			}
		}
		w.wantStates("resting, resting")
		w.set(1, func(s *chaintest.State) { s.FailRows = nil })
		w.reads(1)
		w.wantStates("resting, good")
	})
}
