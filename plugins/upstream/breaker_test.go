package upstream

import (
	"testing"
	"testing/synctest"
	"time"
)

var breaking = Breaking{Failures: 2, Of: 4, Rest: 10 * time.Second}

// broken is a breaker that has just opened.
func broken(t *testing.T) *Breaker {
	t.Helper()
	b := NewBreaker(breaking)
	b.Fail(b.Begin())
	b.Fail(b.Begin())
	if left, shut := b.Shut(); !shut || left != breaking.Rest || b.State() != "open" || b.Permit() {
		t.Fatalf("after two failures: %s left, shut %t, %s", left, shut, b.State())
	}
	return b
}

func TestAfterItsRestOneRequestDecides(t *testing.T) {
	for name, test := range map[string]struct {
		end   func(*Breaker, bool)
		state string
	}{
		"succeeds":              {(*Breaker).Succeed, "closed"},
		"fails":                 {(*Breaker).Fail, "open"},
		"says nothing about it": {(*Breaker).Abandon, "open"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := broken(t)
				time.Sleep(breaking.Rest)
				if _, shut := b.Shut(); shut || !b.Permit() || b.Permit() {
					t.Fatal("not one request is let through")
				}
				trial := b.Begin()
				if _, shut := b.Shut(); !trial || !shut || b.Begin() {
					t.Fatal("it is not the one trial")
				}
				b.Abandon(false) // another one's end decides nothing
				test.end(b, trial)
				if b.State() != test.state {
					t.Errorf("%s after a trial that %s", b.State(), name)
				}
			})
		})
	}
}

func TestTheLastResortThatWorksClosesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := broken(t)
		b.Succeed(b.Begin())
		if !b.Closed() || !b.Permit() {
			t.Error(b.State())
		}
	})
}

func TestAnUpdateKeepsItOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := broken(t)
		b.Update(Breaking{Failures: 5, Of: 5, Rest: time.Minute})
		if left, shut := b.Shut(); !shut || left != time.Minute {
			t.Errorf("%s left, shut %t", left, shut)
		}
	})
}
