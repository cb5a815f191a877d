// Package queue is the line in which signed transactions wait until a node can take
// one, and the places in it of those that are not signed yet. It decides who is next,
// and says how long it takes. It sends nothing, has no clock and knows nothing of Caddy;
// its owner guards it.
//
// The order: each signer's first transaction by arrival, then each signer's second, and
// so on. From the 33rd waiting signer of one address on, they take turns with the other
// addresses: one for all of those. What was sent before and must be offered again goes
// before all, then what was signed in the turn of a place; the transactions of addresses
// that push with keys of other people's accounts come last.
package queue

import (
	"net/netip"
	"slices"
	"time"
)

// Queue is the line.
type Queue struct {
	openings func(drop string) (time.Time, bool)
	now      time.Time // of the call

	keys      map[string]*key
	addresses map[netip.Addr]*address
	blamed    map[netip.Addr]blame
	held      map[string]*hold // by drop
	again     lane
	first     lane
	ordinary  lane
	last      lane
	excess    []*address // those with some, whose turn is next first
	// since counts those of ordinary that went since the addresses with excess had
	// their turns, turned the turns that they had since, ordinaries the addresses.
	since, turned, ordinaries int
	excessFrom                time.Time // no excess goes before

	seq                                  uint64
	pushes, heldPushes, bytes            int
	table                                map[placeKey]*Place
	ready                                []*Place  // whose turn is next
	waitingPlaces, heldPlaces, openTurns int       // openTurns: whose turn it is
	turnsGivenAt                         time.Time // when turns were given last
	beyond                               float64   // how many may be given beyond those that can be sent in turnsAhead
	mayGive                              float64   // how many may be given at once
	drain                                drain
	plan                                 plan
}

// New makes a line. openings says when the sale of a drop opens, if that is known.
func New(openings func(drop string) (time.Time, bool)) *Queue {
	return &Queue{
		openings: openings, keys: make(map[string]*key), addresses: make(map[netip.Addr]*address),
		blamed: make(map[netip.Addr]blame), held: make(map[string]*hold), table: make(map[placeKey]*Place),
		again: lane{order: bySeq}, first: lane{order: byLatest}, ordinary: lane{order: byRound}, last: lane{order: byRound},
	}
}

// Waiting is how many pushes wait.
func (q *Queue) Waiting() int { return q.pushes }

// Busy reports whether anything waits, be it a place.
func (q *Queue) Busy() bool { return q.pushes > 0 || q.waitingPlaces > 0 || len(q.again.entries) > 0 }

// HasTurns reports whether it is the turn of a place, which Tick ends.
func (q *Queue) HasTurns() bool { return q.openTurns > 0 }

// Ready reports whether there is a push that can be sent now.
func (q *Queue) Ready(now time.Time) bool {
	q.release(now)
	if q.pushes == q.heldPushes || len(q.again.entries) > 0 {
		return len(q.again.entries) > 0
	}
	return len(q.first.entries)+len(q.ordinary.entries)+len(q.last.entries) > 0 || !now.Before(q.excessFrom)
}

// ReadyAt is when something can be sent that cannot be now.
func (q *Queue) ReadyAt(now time.Time) (at time.Time, some bool) {
	at, some = q.nextRelease(now)
	if len(q.excess) > 0 && (!some || q.excessFrom.Before(at)) {
		return q.excessFrom, true
	}
	return at, some
}

// Add lets a push wait. displaced are others that made room for it and wait no more: of
// the address that has most, those that came last. The error is ErrFull or ErrLate.
func (q *Queue) Add(e *Entry, now time.Time) (displaced []*Entry, err error) {
	q.release(now)
	if !q.Busy() { // what was sent before the line began does not count
		q.forgetKeys(now)
	}
	e.from = q.addressOf(e.Client)
	defer func() {
		if err != nil {
			q.forget(e.from)
			e.from = nil
		}
	}()
	if goesFirst := q.hasTurn(e, now); !goesFirst {
		if wait, known := q.Forecast(e.Holder, e.Client, e.Drop, now); known && now.Add(wait).After(e.Latest) {
			return nil, ErrLate
		}
	}
	if displaced, err = q.makeRoom(e); err != nil {
		return nil, err
	}
	q.countPush(e, 1)
	q.usePlace(e, now)
	e.from = q.addressOf(e.Client) // the place that it takes may have been all of it
	q.enter(e, now)
	return displaced, nil
}

// Again lets what was sent before be next, for another node.
func (q *Queue) Again(e *Entry) { q.again.push(e) }

// Restore puts what Next gave, and could not be sent after all, back to where it was.
func (q *Queue) Restore(e *Entry) {
	e.from = q.addressOf(e.Client)
	e.from.room(e).put(e)
	e.from.room(e).MoveToFront(e.element) // the last that makes room for others
	q.countPush(e, 1)
	if e.class == ordinary {
		e.from.had = max(e.from.had-1, 0)
	}
	if k := e.key; k != nil && k == q.keys[e.Holder] { // else it counts no more that it went
		k.sent = max(k.sent-1, 0)
		if len(k.waiting) > 0 { // its round comes before
			q.leaveLane(k.waiting[0])
			q.enterLane(k.waiting[0])
		}
	}
	q.insert(e)
}

// Remove takes an entry out: it waits no more. It reports whether it did.
func (q *Queue) Remove(e *Entry) bool {
	switch {
	case e.lane == &q.again:
		q.again.remove(e)
		return true
	case e.from == nil:
		return false
	}
	q.leave(e)
	if !e.isPlace {
		q.countPush(e, -1)
	}
	from := e.from
	e.from = nil
	q.forget(from)
	return true
}

// Next takes out the push that is to be sent now; nil for none. expired are those that
// were next and are too late.
func (q *Queue) Next(now time.Time) (next *Entry, expired []*Entry) {
	q.release(now)
	for {
		e := q.pick(now)
		switch {
		case e == nil:
			return nil, expired
		case e.lane == &q.again:
			q.again.remove(e)
			return e, expired
		}
		switch q.take(e, now); {
		case e.isPlace:
			q.ready = append(q.ready, e.place)
			q.giveTurns(now)
		case !e.Latest.After(now):
			expired = append(expired, e)
		default:
			return e, expired
		}
	}
}

// take takes out what is next, as one of its holder's that had its turn.
func (q *Queue) take(e *Entry, now time.Time) {
	switch e.class {
	case ordinary:
		if q.since++; len(q.excess) == 0 {
			q.since = 0
		}
		e.from.had, e.from.hadAt = e.from.lately(now)+1, now
	case excess:
		if at := now.Add(-excessEvery); q.excessFrom.Before(at) {
			q.excessFrom = at
		}
		q.excessFrom = q.excessFrom.Add(excessEvery)
		q.excess = append(q.excess[1:], q.excess[0])
		if q.turned++; q.turned >= len(q.excess) {
			q.turned, q.since = 0, 0
		}
	}
	if q.plan.gone++; e.class == first { // those have no round
		q.plan.count(1, -1)
	} else {
		q.plan.count(e.round, -1)
		e.key.sent++
		e.key.at = now
	}
	q.Remove(e)
}

// Sent notes that what Next gave went to a node.
func (q *Queue) Sent(now time.Time) { q.drain.count(now, q.pushes > q.heldPushes) }

// pick is what is next, a place included; nil for nothing.
func (q *Queue) pick(now time.Time) *Entry {
	switch {
	case len(q.again.entries) > 0:
		return q.again.entries[0]
	case len(q.first.entries) > 0:
		return q.first.entries[0]
	case len(q.excess) > 0 && !now.Before(q.excessFrom) && (len(q.ordinary.entries) == 0 || q.since >= q.ordinaries):
		return q.excess[0].excess.entries[0]
	case len(q.ordinary.entries) > 0:
		return q.ordinary.entries[0]
	case len(q.last.entries) > 0:
		return q.last.entries[0]
	}
	return nil
}

// Tick does what time brings, and is to be called each second while anything waits.
// expired are the pushes that waited until it was too late.
func (q *Queue) Tick(now time.Time) (expired []*Entry) {
	q.release(now)
	for _, a := range q.addresses {
		a.all(func(e *Entry) {
			if !e.isPlace && !e.Latest.After(now) {
				expired = append(expired, e)
			}
		})
	}
	for _, e := range expired {
		q.Remove(e)
	}
	q.tickPlaces(now)
	q.forgetKeys(now)
	q.forgive(now)
	for _, a := range q.addresses {
		q.forget(a)
	}
	slices.SortFunc(expired, func(a, b *Entry) int { return a.arrived.Compare(b.arrived) })
	return expired
}

// forgetKeys forgets whoever had one sent long ago.
func (q *Queue) forgetKeys(now time.Time) {
	remember := rememberKey
	if !q.Busy() {
		remember = rememberIdle
	}
	for holder, k := range q.keys {
		if len(k.waiting) == 0 && now.Sub(k.at) > remember {
			delete(q.keys, holder)
		}
	}
}

// Clear takes out all pushes that were not sent, as at the end of the process.
func (q *Queue) Clear() (left []*Entry) {
	for _, a := range q.addresses {
		a.all(func(e *Entry) {
			if !e.isPlace {
				left = append(left, e)
			}
		})
	}
	for _, e := range left {
		q.Remove(e)
	}
	return left
}
