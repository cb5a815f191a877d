package queue

import (
	"net/netip"
	"time"
)

// Bounds of blame.
const (
	// forgiving is how many such pushes an address may have had, less those carried out.
	forgiving = 3
	// blameFor is for how long it is remembered.
	blameFor  = 10 * time.Minute
	maxBlamed = 4096
)

// blame is how often an address pushed what nobody had the right to.
type blame struct {
	times int
	until time.Time
}

// Blame notes that a client's push was refused, and nothing shows that who signed it had
// the right to, as with a key that is none of the account's. Keys cost nothing, and each
// such push costs a node's request: after some more of these than were carried out, all
// of its address's come last, whoever's places they name.
func (q *Queue) Blame(client string, now time.Time) {
	who := network(client)
	b, known := q.blamed[who]
	if !known && len(q.blamed) >= maxBlamed {
		return
	}
	q.blamed[who] = blame{b.times + 1, now.Add(blameFor)}
	a := q.addresses[who]
	if b.times+1 < forgiving || a == nil {
		return
	}
	a.all(func(e *Entry) {
		isForeign := e.place != nil && network(e.place.client) != who
		if e.isHeld || e.class == first && !isForeign || e.class == last {
			return
		}
		if isForeign {
			q.Done(e, true, now)
		}
		if e.class == first {
			q.first.remove(e)
			e.class = last
			q.insert(e)
			return
		}
		stood := e.lane != nil
		q.leaveLane(e)
		if e.class == ordinary {
			q.countOrdinary(a, -1)
		}
		if e.class = last; stood {
			q.enterLane(e)
		}
	})
	q.updateTurns(a)
}

// Praise notes that a client's push was carried out, which makes good for one.
func (q *Queue) Praise(client string) {
	if b := q.blamed[network(client)]; b.times > 0 {
		b.times--
		q.blamed[network(client)] = b
	}
}

func (q *Queue) isBlamed(client netip.Addr) bool { return q.blamed[client].times >= forgiving }

func (q *Queue) forgive(now time.Time) {
	for client, b := range q.blamed {
		if now.After(b.until) {
			delete(q.blamed, client)
		}
	}
}
