package queue_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
)

// purchase is a push of somebody's own key that buys of a drop.
func purchase(buyer, drop, client string) *queue.Entry {
	e := push(buyer, "key of "+buyer, client)
	e.Buyer, e.Drop = buyer, drop
	return e
}

func TestWhatComesAroundAnOpeningIsHeldAndShuffled(t *testing.T) {
	l := newLine(t)
	l.opens["5"] = began.Add(time.Minute)
	at := func(before time.Duration) { l.now = began.Add(time.Minute).Add(before) }
	at(-30*time.Second - time.Millisecond)
	l.add(purchase("early", "5", address(9000)))
	at(-30 * time.Second)
	var held []*queue.Entry
	for i := range 100 {
		held = append(held, l.add(purchase(fmt.Sprintf("buyer%02d", i), "5", address(i))))
	}
	l.add(purchase("of another drop", "6", address(9001)))
	l.add(push("no purchase", "somebody", address(9002)))
	l.wantNext("early", "of another drop", "no purchase")
	at(2*time.Second - time.Millisecond)
	last := l.add(purchase("at last", "5", address(9003)))
	if l.Ready(l.now) {
		t.Error("something can be sent")
	}
	if s := l.Standing(last, l.now); s.Place != 0 || s.Of != 101 {
		t.Errorf("while it is held: %+v", s)
	}
	if release, some := l.ReadyAt(l.now); !some || !release.Equal(began.Add(time.Minute+2*time.Second)) {
		t.Errorf("it is held until %s", release)
	}
	at(2 * time.Second)
	l.add(purchase("late", "5", address(9004)))
	if !l.Ready(l.now) {
		t.Fatal("nothing can be sent")
	}
	if s := l.Standing(last, l.now); s.Place != 0 {
		t.Errorf("at once: %+v", s)
	}
	at(3 * time.Second)
	if s := l.Standing(last, l.now); s.Place == 0 {
		t.Errorf("a second later: %+v", s)
	}
	got := l.next(200, 0)
	if len(got) != 102 || got[101] != "late" {
		t.Fatalf("%d are sent, at last %s", len(got), got[len(got)-1])
	}
	if slices.IsSorted(got[:101]) || got[100] == "at last" && got[0] == "buyer00" {
		t.Error("they were not shuffled")
	}
	slices.Sort(got)
	if len(slices.Compact(got)) != 102 {
		t.Error("somebody was sent twice")
	}
}

func TestEverybodyWhoIsHeldHasTheSameChance(t *testing.T) {
	firsts := make(map[string]int)
	for range 400 {
		l := newLine(t)
		l.opens["5"] = began
		for i := range 4 {
			l.add(purchase(fmt.Sprint(i), "5", address(i)))
		}
		for range 16 { // who pushes more has no more chances
			l.add(purchase("0", "5", address(0)))
		}
		l.now = l.now.Add(2 * time.Second)
		firsts[l.next(1, 0)[0]]++
	}
	for name, times := range firsts {
		if times < 50 || times > 160 { // 100, and seven standard deviations
			t.Errorf("%s was first %d times of 400", name, times)
		}
	}

	// Nor has one address by more signers than wait as everybody does.
	alone := 0
	for range 100 {
		l := newLine(t)
		l.opens["5"] = began
		for i := range 532 {
			e := purchase("alone", "5", address(i))
			if e.Holder = fmt.Sprint(i); i >= 32 {
				e.Value, e.Client = "many", address(32)
			}
			l.add(e)
		}
		l.now = l.now.Add(2 * time.Second)
		if l.next(1, 0)[0] == "alone" {
			alone++
		}
	}
	if alone < 20 { // 50, and six standard deviations
		t.Errorf("of those who came alone one was first %d times of 100", alone)
	}
}

// Signatures of fresh keys cost nothing: whoever pushes thousands must not have buyers refused.
func TestNobodyWhoIsHeldIsRefusedForWhatGoesBehind(t *testing.T) {
	for name, holder := range map[string]func(i int) string{
		"of one signer": func(int) string { return "x" },
		"of many":       func(i int) string { return fmt.Sprint("x", i) },
	} {
		l := newLine(t)
		l.paced() // ten a second
		l.opens["5"] = l.now
		var many []*queue.Entry
		for i := range 3000 {
			e := purchase("x", "5", "192.0.2.1")
			e.Holder = holder(i)
			many = append(many, l.add(e))
		}
		first := purchase("first", "5", address(0))
		first.Latest = l.now.Add(time.Minute)
		l.add(first)
		for i := range 40 { // a mobile carrier's buyers
			e := purchase(fmt.Sprint("carried", i), "5", address(1))
			e.Latest = l.now.Add(time.Minute)
			many = append(many, l.add(e))
		}
		more := purchase("first", "5", "192.0.2.1")
		more.Holder, more.Latest = holder(3000), l.now.Add(time.Minute)
		if _, err := l.Add(more, l.now); err != queue.ErrLate {
			t.Errorf("%s: one more: %v", name, err)
		}
		for _, e := range many {
			l.Remove(e)
		}
		more.Latest = l.now.Add(3 * time.Second)
		l.add(more)
		l.now = l.now.Add(2 * time.Second)
		if got := l.next(3, 0); len(got) != 3 {
			t.Errorf("%s: next are %v", name, got)
		}
	}
}

func TestAnOpeningThatIsPutOffIsWaitedFor(t *testing.T) {
	l := newLine(t)
	l.opens["5"] = began
	l.add(purchase("a", "5", address(0)))
	l.opens["5"] = began.Add(20 * time.Second)
	l.now = l.now.Add(3 * time.Second)
	if l.Ready(l.now) {
		t.Error("it can be sent before the sale has opened")
	}
	l.now = l.now.Add(19 * time.Second)
	l.wantNext("a")
}

func TestOneWhoIsHeldCanLeaveAndExpire(t *testing.T) {
	l := newLine(t)
	l.opens["5"] = began.Add(10 * time.Second)
	leaves := l.add(purchase("leaves", "5", address(0)))
	expires := purchase("expires", "5", address(1))
	expires.Latest = began.Add(5 * time.Second)
	if _, err := l.Add(expires, l.now); err != queue.ErrLate {
		t.Errorf("one that expires while it is held: %v", err)
	}
	l.add(purchase("stays", "5", address(2)))
	l.Remove(leaves)
	l.now = l.now.Add(12 * time.Second)
	l.wantNext("stays")
}
