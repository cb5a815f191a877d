package queue

import (
	"cmp"
	"slices"
	"time"
)

// All are the entries that wait, those of places among them, in the order in which another
// queue has to be given them: what was signed in its turn, then places whose turn is next, then by
// their numbers, and then what has none yet. What was sent before is not among them.
func (q *Queue) All() (all []*Entry) {
	var waiting []*Entry
	for _, a := range q.addresses {
		a.all(func(e *Entry) {
			if e.class != first {
				waiting = append(waiting, e)
			}
		})
	}
	slices.SortFunc(waiting, func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(a.seq-1, b.seq-1), a.arrived.Compare(b.arrived)) // 0 less 1 is the highest
	})
	all = slices.Clone(q.first.entries)
	for _, p := range q.ready {
		all = append(all, p.entry)
	}
	return append(all, waiting...)
}

// SignedIn is the place in whose turn a push was signed; nil for none.
func (e *Entry) SignedIn() *Place {
	if e.class == first {
		return e.place
	}
	return nil
}

// Turns are the places that have their turn.
func (q *Queue) Turns() (turns []*Place) {
	for _, p := range q.table {
		if p.State == Turn {
			turns = append(turns, p)
		}
	}
	return turns
}

// Place is the place that an entry stands for; nil for a push.
func (e *Entry) Place() *Place {
	if e.isPlace {
		return e.place
	}
	return nil
}

// Client is the address that asked for the place.
func (p *Place) Client() string { return p.client }

// FirstUntil is until when what is signed in the turn of a place goes first, though the turn is over.
func (p *Place) FirstUntil() time.Time { return p.firstUntil }

// Reserve gives a place that an account had in another queue: one with a turn until turnEnds, or one
// that waits now, of which what is signed goes first until firstUntil. Of an account that has a place here
// it is that one, with the better of both turns. The error is ErrFull.
func (q *Queue) Reserve(account, drop, client string, isMissed bool, turnEnds, firstUntil, now time.Time) (*Place, error) {
	key := placeKey{account, drop}
	p := q.table[key]
	hasPlace := p != nil && (p.State == Waits || p.State == Turn)
	hasTurn := now.Before(turnEnds)
	switch {
	case hasPlace && (p.State == Turn || !hasTurn):
		if firstUntil.After(p.firstUntil) {
			p.firstUntil = firstUntil
		}
		return p, nil
	case hasPlace:
		q.withdraw(p)
	case len(q.table) >= 2*MaxPlaces:
		return nil, ErrFull
	default:
		p = &Place{Account: account, Drop: drop, IsMissed: isMissed, client: client, firstUntil: firstUntil}
		q.table[key] = p
	}
	if hasTurn {
		p.State, p.TurnEnds, p.firstUntil = Turn, turnEnds, turnEnds.Add(sign)
		q.openTurns++
		return p, nil
	}
	q.addPlace(p, p.newEntry(), now)
	return p, nil
}
