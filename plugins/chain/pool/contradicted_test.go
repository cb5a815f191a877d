package pool

import (
	"context"
	"errors"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

func TestANodeThatIsExceptedIsNotAskedWhateverTheOthersDo(t *testing.T) {
	inBubble(t, 3, Config{HedgeShare: 1}, func(t *testing.T, w *world) {
		read := func(except ...int) (string, error) {
			asked := request
			for _, i := range except {
				asked.Except = append(asked.Except, w.nodes[i].URL)
			}
			answer, err := w.TableRows(context.Background(), asked)
			return answer.Node, err
		}
		for _, test := range []struct {
			except []int
			from   int
		}{{nil, 0}, {[]int{0}, 1}, {[]int{1}, 0}, {[]int{0, 1}, 2}} {
			if from, err := read(test.except...); from != w.nodes[test.from].URL {
				t.Errorf("without %v: from %s, %v", test.except, from, err)
			}
			var except []string
			for _, i := range test.except {
				except = append(except, w.nodes[i].URL)
			}
			if raw, err := w.Read(context.Background(), infoPath, nil, 0, except...); raw.Node != w.nodes[test.from].URL {
				t.Errorf("the info as it is, without %v: from %s, %v", test.except, raw.Node, err)
			}
			if info, err := w.Info(context.Background(), except...); info.Node != w.nodes[test.from].URL {
				t.Errorf("the info, without %v: from %s, %v", test.except, info.Node, err)
			}
		}
		before := len(w.nodes[0].Requests())
		w.set(1, func(s *chaintest.State) { s.FailRows = chaintest.Answer(503, "") })
		w.set(2, func(s *chaintest.State) { s.FailRows = after(time.Second, rowsFrom("c")) }) // long enough for a hedge
		if from, err := read(0); from != w.nodes[2].URL {
			t.Errorf("with one that fails and one that is slow: from %s, %v", from, err)
		}
		if _, err := read(0, 1, 2); !errors.Is(err, ErrNoNode) {
			t.Errorf("without any: %v", err)
		}
		if asked := len(w.nodes[0].Requests()); asked != before {
			t.Errorf("it was asked %d times", asked-before)
		}
	})
}

func TestTheOthersOfANodeAreThoseThatAreOfUse(t *testing.T) {
	inBubble(t, 3, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
		wants := func(what string, well, resting int, than ...string) {
			t.Helper()
			if gotWell, gotResting := w.Others(than); gotWell != well || gotResting != resting {
				t.Errorf("%s: %d well, %d resting; want %d and %d (%s)", what, gotWell, gotResting, well, resting, w.states())
			}
		}
		a, b := w.nodes[0].URL, w.nodes[1].URL
		wants("before a check", 0, 0, a)
		w.reads(0)
		wants("of one", 2, 0, a)
		wants("of two", 1, 0, a, b)
		wants("of one that is not there", 3, 0, "http://elsewhere")
		w.set(1, func(s *chaintest.State) { s.FailRows = chaintest.Limit("30") })
		w.set(2, func(s *chaintest.State) { s.FailRows = chaintest.Answer(503, "") })
		asked := request
		asked.Except = []string{a}
		if _, err := w.TableRows(context.Background(), asked); err == nil {
			t.Fatal("it was read")
		}
		wants("one limits, one fails", 0, 1, a)
		w.set(1, func(s *chaintest.State) { s.ChainID = "of another" })
		w.passes(40 * time.Second)
		w.wantStates("good, wrong chain, good")
		wants("one is of another chain", 1, 0, a)
	})
}

func TestANodeThatIsContradictedAgainAndAgainRestsAndIsTriedAgain(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		why := errors.New("it has no drops")
		for range 3 {
			w.reads(0)
			w.Contradicted(w.nodes[0].URL, why)
		}
		w.wantStates("resting, good")
		w.reads(1)
		status := w.Status()[0]
		if status.Counts.Faults[Contradicted] != 3 || status.Reason != "it failed too often, last with contradicted: it has no drops" {
			t.Errorf("%+v", status)
		}
		w.passes(15 * time.Second)
		w.reads(0)
		w.wantStates("good, good")
	})
	inBubble(t, 2, Config{Rate: 10_000}, func(t *testing.T, w *world) {
		for range 50 { // now and then: nodes differ for some seconds
			w.Contradicted(w.nodes[0].URL, errors.New("it is behind"))
			for range 4 {
				w.reads(0)
			}
		}
	})
}

func TestANodeThatLosesWhatItTookIsAskedWhenNoGoodOneIsThere(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.reads(0)
		lose := func() { w.Lost(w.nodes[0].URL, errors.New("it was in no block")) }
		lose()
		w.passes(2 * time.Minute)
		lose() // now and then: the chain drops one itself
		w.wantStates("good, good")
		w.passes(30 * time.Second)
		lose()
		w.wantStates("degraded, good")
		status := w.Status()[0]
		if status.Counts.Faults[Contradicted] != 3 || status.Reason != "transactions that it said it took were in no block" {
			t.Errorf("%+v", status)
		}
		w.reads(1)
		w.set(1, func(s *chaintest.State) { s.ChainID = "of another" })
		w.passes(40 * time.Second)
		w.reads(0)
		w.passes(5 * time.Minute)
		w.wantStates("good, wrong chain")
	})
}
