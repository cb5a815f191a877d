package queue

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"fieldhouse/plugins/clients"
)

// lane is a part of the line, with the first of each holder that waits there, in its order.
type lane struct {
	order   func(a, b *Entry) int
	entries []*Entry
}

func bySeq(a, b *Entry) int { return cmp.Compare(a.seq, b.seq) }

func byLatest(a, b *Entry) int { return cmp.Or(a.Latest.Compare(b.Latest), bySeq(a, b)) }

func byRound(a, b *Entry) int { return cmp.Or(cmp.Compare(a.round, b.round), bySeq(a, b)) }

func (l *lane) push(e *Entry) {
	at, _ := slices.BinarySearchFunc(l.entries, e, l.order)
	l.entries, e.lane = slices.Insert(l.entries, at, e), l
}

func (l *lane) remove(e *Entry) {
	e.lane = nil
	if e == l.entries[0] { // nearly always
		l.entries[0] = nil
		l.entries = l.entries[1:]
		return
	}
	at := slices.Index(l.entries, e)
	l.entries = slices.Delete(l.entries, at, at+1)
}

// network is whom a client counts as: an IPv4 address itself, an IPv6 address its /48.
func network(client string) netip.Addr {
	if who := clients.Of(client); who.Is4() {
		return who
	}
	return clients.Network(client).Addr()
}

// addressOf is what waits of a client's address; forget must follow.
func (q *Queue) addressOf(client string) *address {
	who := network(client)
	a := q.addresses[who]
	if a == nil {
		a = &address{client: who, excess: lane{order: byRound}}
		q.addresses[who] = a
	}
	return a
}

// lately is how many of an address went as everybody's do, not long ago.
func (a *address) lately(now time.Time) float64 {
	return max(a.had-ordinaryKeys*now.Sub(a.hadAt).Seconds()/sparing.Seconds(), 0)
}

// forget lets go of an address of which nothing waits, nor went lately.
func (q *Queue) forget(a *address) {
	if a.pushes.Len()+a.places.Len() == 0 && a.lately(q.now) == 0 {
		delete(q.addresses, a.client)
	}
}

// enter lets an entry wait, held or in line.
func (q *Queue) enter(e *Entry, now time.Time) {
	e.from.room(e).put(e)
	e.arrived = now
	q.begin(now)
	if _, isHeld := q.holds(e.Drop, now); isHeld {
		if e.isHeld = true; e.class == first { // who had a turn before the sale waits for it as all do
			e.class = ordinary
		}
		if q.held[e.Drop] == nil {
			q.held[e.Drop] = newHold()
		}
		q.held[e.Drop].add(e)
		q.countHeld(e, 1)
		return
	}
	q.insert(e)
}

// begin begins to measure when there is one that can be sent, and none before.
func (q *Queue) begin(now time.Time) {
	if q.pushes-q.heldPushes <= 1 {
		q.drain.begin(now)
	}
}

// seqStep leaves numbers between two for the pushes that come with one place.
const seqStep = placePushes + 1

// insert puts an entry into the line, behind those of its round that came before it.
func (q *Queue) insert(e *Entry) {
	if e.seq == 0 {
		q.seq += seqStep
		e.seq = q.seq
	}
	if e.class == first {
		q.first.push(e)
		q.plan.count(1, 1)
		return
	}
	k := q.keys[e.Holder]
	if k == nil {
		k = &key{holder: e.Holder}
		q.keys[e.Holder] = k
	}
	e.key, e.class = k, q.classOf(e, k)
	if !k.hasOf(e.from) {
		e.from.signers++
	}
	if e.class == ordinary {
		q.countOrdinary(e.from, 1)
	}
	at, _ := slices.BinarySearchFunc(k.waiting, e, bySeq)
	k.waiting = slices.Insert(k.waiting, at, e)
	if e.class == ordinary {
		q.plan.count(k.sent+at+1, 1)
	}
	if at == 0 {
		if len(k.waiting) > 1 {
			q.leaveLane(k.waiting[1])
			q.updateTurns(k.waiting[1].from)
		}
		q.enterLane(e)
		q.updateTurns(e.from)
	}
}

// classOf is where an entry waits that comes now, or comes back.
func (q *Queue) classOf(e *Entry, k *key) class {
	switch {
	case q.isBlamed(e.from.client):
		return last
	case e.class == excess, e.key != nil: // it comes back
		return e.class
	}
	for _, other := range slices.Backward(k.waiting) {
		if other.from == e.from {
			return other.class
		}
	}
	if e.from.hasMany(q.now) {
		return excess
	}
	return ordinary
}

// hasOf reports whether something of a holder waits that came from an address.
func (k *key) hasOf(a *address) bool {
	return slices.ContainsFunc(k.waiting, func(e *Entry) bool { return e.from == a })
}

// hasMany says that another signer of an address is one too many.
func (a *address) hasMany(now time.Time) bool { return a.free(now) <= 0 }

// free is how many signers of an address may come yet before one is too many.
func (a *address) free(now time.Time) int {
	if a.takesTurns {
		return 0
	}
	return ordinaryKeys - a.signers - int(a.lately(now))
}

// enterLane puts the first of a holder into its lane.
func (q *Queue) enterLane(e *Entry) {
	e.round = e.key.sent + 1
	switch e.class {
	case last:
		q.last.push(e)
	case excess:
		e.from.excess.push(e)
		q.updateTurns(e.from)
	default:
		q.ordinary.push(e)
	}
}

// leaveLane takes it out again; updateTurns must follow.
func (q *Queue) leaveLane(e *Entry) {
	if e.lane != nil {
		e.lane.remove(e)
	}
}

// updateTurns lets an address take turns exactly while it has excess.
func (q *Queue) updateTurns(a *address) {
	has := len(a.excess.entries) > 0
	switch {
	case has && !a.takesTurns:
		q.excess = append(q.excess, a)
	case !has && a.takesTurns:
		q.excess = slices.DeleteFunc(q.excess, func(other *address) bool { return other == a })
		q.turned = min(q.turned, len(q.excess))
	}
	a.takesTurns = has
}

// leave takes an entry out of the line, or of what is held.
func (q *Queue) leave(e *Entry) {
	e.from.room(e).take(e)
	switch {
	case e.isHeld:
		e.isHeld = false
		q.countHeld(e, -1)
		if q.held[e.Drop].remove(e); len(q.held[e.Drop].entries) == 0 {
			delete(q.held, e.Drop)
		}
		return
	case e.class == first:
		q.first.remove(e)
		return
	}
	k := e.key
	if e.class == ordinary {
		q.countOrdinary(e.from, -1)
	}
	q.leaveLane(e)
	at := slices.Index(k.waiting, e)
	k.waiting = slices.Delete(k.waiting, at, at+1)
	if !k.hasOf(e.from) {
		e.from.signers--
	}
	if len(k.waiting) > 0 && k.waiting[0].lane == nil {
		q.enterLane(k.waiting[0])
	}
	q.updateTurns(e.from)
	if len(k.waiting) == 0 && k.sent == 0 {
		delete(q.keys, k.holder)
	}
}

// countOrdinary keeps count of the addresses of which some wait as everybody does.
func (q *Queue) countOrdinary(a *address, change int) {
	before := a.ordinary > 0
	a.ordinary += change
	if after := a.ordinary > 0; after && !before {
		q.ordinaries++
	} else if before && !after {
		q.ordinaries--
	}
}
