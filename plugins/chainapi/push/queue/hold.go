package queue

import (
	"cmp"
	cryptorand "crypto/rand"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"
)

// What comes around the opening of a drop is shuffled: how fast somebody's line is, or
// their script, decides nothing. Nor does how much a signer pushes: the first of each are
// shuffled, and behind them the second of each. Which signers of an address wait as everybody
// does is drawn before: the first ones of a shuffle of all would be more to the front the more
// there are.
const (
	heldBefore = 30 * time.Second
	heldAfter  = 2 * time.Second
	// reportAfter is how long after that places are told.
	reportAfter = time.Second
)

// holds says until when what names a drop is held, if it is now.
func (q *Queue) holds(drop string, now time.Time) (until time.Time, isHeld bool) {
	until, isBefore := q.beforeSale(drop, now)
	return until, isBefore && !q.isEarly(until, now)
}

// beforeSale says until when what names a drop is held or will be, if it is before that.
func (q *Queue) beforeSale(drop string, now time.Time) (until time.Time, isBefore bool) {
	if drop == "" || q.openings == nil {
		return time.Time{}, false
	}
	opens, known := q.openings(drop)
	until = opens.Add(heldAfter)
	return until, known && now.Before(until)
}

// isEarly reports whether nothing is held yet of what will be until then.
func (q *Queue) isEarly(until, now time.Time) bool {
	return now.Before(until.Add(-heldAfter - heldBefore))
}

// release lets those into the line, shuffled, whose drop has opened. An opening that was
// put off meanwhile is waited for.
func (q *Queue) release(now time.Time) {
	q.now = now
	for drop, hold := range q.held {
		if _, isHeld := q.holds(drop, now); isHeld {
			continue
		}
		delete(q.held, drop)
		held, rounds := hold.entries, make(map[string]int)
		for _, e := range held {
			rounds[e.Holder]++
			e.round = rounds[e.Holder]
		}
		chance := unforeseen()
		shuffle := func() { chance.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] }) }
		shuffle()
		isExcess := excessOf(held, now)
		shuffle()
		slices.SortStableFunc(held, func(a, b *Entry) int {
			return cmp.Or(cmp.Compare(isExcess[a.Holder], isExcess[b.Holder]), cmp.Compare(a.round, b.round))
		})
		for _, e := range held {
			e.isHeld, e.reportFrom = false, now.Add(reportAfter)
			q.countHeld(e, -1)
			q.begin(now)
			q.insert(e)
		}
	}
}

// excessOf says with 1 which signers are too many of their addresses, when all get into the line in this order.
func excessOf(held []*Entry, now time.Time) map[string]int {
	free, isExcess := make(map[*address]int), make(map[string]int)
	for _, e := range held {
		if e.round > 1 {
			continue
		}
		left, known := free[e.from]
		if !known {
			left = e.from.free(now)
		}
		if free[e.from] = left - 1; left <= 0 {
			isExcess[e.Holder] = 1
		}
	}
	return isExcess
}

// hold is what is held until a drop has opened.
type hold struct {
	entries []*Entry
	signers map[string]*heldSigner
	// of are the addresses, and excesses how many of them have too many signers. rounds is how many
	// entries of the others are their first, their second, and so on.
	of       map[netip.Addr]heldSigners
	excesses int
	rounds   [mostRounds]int
}

type heldSigner struct {
	client   netip.Addr
	entries  int
	isExcess bool // one of too many of an address
}

// heldSigners is how many of an address there are, and how many too many.
type heldSigners struct{ ordinary, excess int }

func newHold() *hold {
	return &hold{signers: make(map[string]*heldSigner), of: make(map[netip.Addr]heldSigners)}
}

func (h *hold) add(e *Entry) {
	h.entries = append(h.entries, e)
	s := h.signers[e.Holder]
	if s == nil {
		s = &heldSigner{client: e.from.client, isExcess: h.of[e.from.client].ordinary >= ordinaryKeys}
		h.signers[e.Holder] = s
		h.countSigner(s, 1)
	}
	s.entries++
	h.count(s, 1)
}

func (h *hold) remove(e *Entry) {
	at := slices.Index(h.entries, e)
	h.entries = slices.Delete(h.entries, at, at+1)
	s := h.signers[e.Holder]
	h.count(s, -1)
	if s.entries--; s.entries == 0 {
		delete(h.signers, e.Holder)
		h.countSigner(s, -1)
	}
}

// count notes that a signer's last entry came, or goes.
func (h *hold) count(s *heldSigner, change int) {
	if !s.isExcess && s.entries <= mostRounds {
		h.rounds[s.entries-1] += change
	}
}

// countSigner notes that a signer came, or goes.
func (h *hold) countSigner(s *heldSigner, change int) {
	a := h.of[s.client]
	if s.isExcess {
		if a.excess += change; a.excess == max(change, 0) {
			h.excesses += change
		}
	} else {
		a.ordinary += change
	}
	if h.of[s.client] = a; a == (heldSigners{}) {
		delete(h.of, s.client)
	}
}

// aheadInHold is about how many of those that are held for a drop go before one that comes now.
func (q *Queue) aheadInHold(drop, holder, client string) (before int) {
	h := q.held[drop]
	if h == nil {
		return 0
	}
	who, round := network(client), 1
	isExcess := h.of[who].ordinary >= ordinaryKeys
	if s := h.signers[holder]; s != nil {
		isExcess, round = s.isExcess, s.entries+1
	}
	switch {
	case q.isBlamed(who), round > mostRounds, isExcess && round > 1:
		return len(h.entries)
	case isExcess: // see aheadOfTurn
		return min((h.of[who].excess+1)*(len(h.of)+h.excesses+1), len(h.entries))
	}
	for _, entries := range h.rounds[:round] {
		before += entries
	}
	return before
}

// unforeseen has numbers that nobody can foresee.
func unforeseen() *rand.Rand {
	var seed [32]byte
	_, _ = cryptorand.Read(seed[:]) // never fails
	return rand.New(rand.NewChaCha8(seed))
}

// nextRelease is when the next of those that are held go into the line.
func (q *Queue) nextRelease(now time.Time) (at time.Time, some bool) {
	for drop := range q.held {
		until, isHeld := q.holds(drop, now)
		if !isHeld {
			until = now
		}
		if !some || until.Before(at) {
			at, some = until, true
		}
	}
	return at, some
}

func (q *Queue) countHeld(e *Entry, change int) {
	if e.isPlace {
		q.heldPlaces += change
	} else {
		q.heldPushes += change
	}
}
