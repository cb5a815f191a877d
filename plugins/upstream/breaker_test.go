package upstream

import (
	"net/http"
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

func TestAWordForLongerIsNotShortenedByALaterOne(t *testing.T) {
	var rest Rest
	now := time.Now()
	if left, _ := rest.Left(now); left > 0 {
		t.Errorf("a server that asked for nothing rests for %s", left)
	}
	rest.Until(now.Add(time.Minute), "first")
	rest.Until(now.Add(time.Second), "second")
	if left, why := rest.Left(now); left != time.Minute || why != "first" {
		t.Errorf("%s, %s", left, why)
	}
}

func TestSecondsAndDatesAreReadAndNothingElse(t *testing.T) {
	now := time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)
	for value, want := range map[string]struct {
		wait time.Duration
		ok   bool
	}{
		"120":                           {2 * time.Minute, true},
		" 5 ":                           {5 * time.Second, true},
		"0":                             {0, true},
		"Fri, 27 Nov 2026 14:01:00 GMT": {time.Minute, true},
		"Sat, 01 Jan 1994 00:00:00 GMT": {0, true},
		"":                              {},
		"soon":                          {},
		"-1":                            {},
		"1.5":                           {},
		"99999999999999999999":          {},
	} {
		header := http.Header{"Retry-After": {value}}
		if wait, ok := RetryAfter(header, now); wait != want.wait || ok != want.ok {
			t.Errorf("%q: %s, %v; want %s, %v", value, wait, ok, want.wait, want.ok)
		}
	}
	if wait, ok := RetryAfter(http.Header{}, now); wait != 0 || ok {
		t.Errorf("without one: %s, %v", wait, ok)
	}
}

func TestTheDateIsComparedWithTheServersOwnClock(t *testing.T) {
	header := http.Header{"Retry-After": {"Tue, 13 Aug 2024 16:02:00 GMT"}, "Date": {"Tue, 13 Aug 2024 16:01:30 GMT"}}
	if wait, ok := RetryAfter(header, time.Now()); wait != 30*time.Second || !ok {
		t.Errorf("%s, %v", wait, ok)
	}
}
