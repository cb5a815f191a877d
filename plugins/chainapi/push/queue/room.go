package queue

import (
	"container/list"
	"errors"
	"time"
)

// Bounds of what waits. A push takes at least its share of the bytes, so that they bound
// how many wait as well.
const (
	MaxPushes = 16384
	MaxBytes  = 64 << 20
	MaxPlaces = 16384
	leastSize = MaxBytes / MaxPushes
	// ordinaryKeys is how many signers of one address wait as everybody does. Those that
	// went within sparing count as well, so that one address does not use up what nodes
	// take at once after a pause.
	ordinaryKeys = 32
	sparing      = 10 * time.Second
	// excessEvery is the pause between two of those beyond, of all addresses: they leave
	// what nodes take at once after a pause to those who come anew.
	excessEvery = time.Second / 30
	// rememberKey is how long it counts that a signer had one sent, while others wait;
	// rememberIdle, while nobody does: a crowd comes with gaps at its beginning.
	rememberKey, rememberIdle = 3 * time.Minute, 10 * time.Second
)

// Errors of Add and Ask; nothing waits then.
var (
	// ErrFull says that the line has no room, and nobody has more of it than who asks.
	ErrFull = errors.New("too many transactions wait already")
	// ErrLate says that it could not be sent before it is too late.
	ErrLate = errors.New("it cannot be sent before it expires")
)

// room is what pushes take, or places.
type room struct {
	list.List     // of *Entry, by arrival
	taken     int // bytes of pushes, or how many places
}

func (r *room) put(e *Entry) {
	e.element = r.PushBack(e)
	r.taken += e.takes()
}

func (r *room) take(e *Entry) {
	r.Remove(e.element)
	r.taken -= e.takes()
}

// takes is how much room an entry takes.
func (e *Entry) takes() int {
	if e.isPlace {
		return 1
	}
	return max(e.Size, leastSize)
}

// room is what an address's entries of a kind take.
func (a *address) room(e *Entry) *room {
	if e.isPlace {
		return &a.places
	}
	return &a.pushes
}

// all calls for each entry of an address.
func (a *address) all(each func(*Entry)) {
	for _, r := range []*room{&a.pushes, &a.places} {
		for next := r.Front(); next != nil; {
			e := next.Value.(*Entry)
			next = next.Next() // e may go
			each(e)
		}
	}
}

// makeRoom takes out what has to make room for an entry, unless that is not enough.
func (q *Queue) makeRoom(e *Entry) (displaced []*Entry, err error) {
	gone := make(map[*address]int)           // how much is displaced of each
	next := make(map[*address]*list.Element) // which of each would be the next; nil for none
	for lacking := q.lacking(e); lacking > 0; {
		var most *address
		left := func(a *address) int { return a.room(e).taken - gone[a] }
		for _, a := range q.addresses {
			if most == nil || left(a) > left(most) {
				most = a
			}
		}
		newest, begun := next[most]
		if !begun {
			newest = most.room(e).Back()
		}
		for newest != nil && newest.Value.(*Entry).class == first {
			newest = newest.Prev()
		}
		if newest == nil || left(most) <= left(e.from)+e.takes() {
			return nil, ErrFull
		}
		other := newest.Value.(*Entry)
		displaced, next[most] = append(displaced, other), newest.Prev()
		gone[most] += other.takes()
		lacking -= other.takes()
	}
	for _, other := range displaced {
		if q.Remove(other); other.isPlace {
			q.waitingPlaces--
		}
	}
	return displaced, nil
}

// lacking is how much room there is too little for an entry; 0 or less for none.
func (q *Queue) lacking(e *Entry) int {
	if e.isPlace {
		return q.waitingPlaces + e.takes() - MaxPlaces
	}
	return q.bytes + e.takes() - MaxBytes
}

// countPush keeps count of the pushes that wait.
func (q *Queue) countPush(e *Entry, change int) {
	q.pushes += change
	q.bytes += change * e.takes()
}

// Stats is how the line fares.
type Stats struct {
	// Waiting is how many pushes wait, Held how many of these for an opening, Places how
	// many places.
	Waiting int `json:"waiting"`
	Held    int `json:"held"`
	Places  int `json:"places"`
	// Turns is how many places have their turn.
	Turns int `json:"turns"`
	// Oldest is how long the one waits that has waited longest.
	Oldest time.Duration `json:"oldest"`
	// Forecast is about how long one would wait that comes now; 0 while it is unknown.
	Forecast time.Duration `json:"forecast"`
	// PerSecond is how many are sent in a second while others wait, by the last measure.
	PerSecond float64 `json:"per_second"`
	IsMoving  bool    `json:"is_moving"`
	// Sent counts all that were sent.
	Sent uint64 `json:"sent"`
}

// Stats is how the line fares.
func (q *Queue) Stats(now time.Time) Stats {
	s := Stats{
		Waiting: q.pushes, Held: q.heldPushes, Places: q.waitingPlaces, Turns: q.openTurns,
		IsMoving: q.pushes == q.heldPushes || q.isMoving(now), Sent: q.drain.sent,
	}
	for _, a := range q.addresses {
		if first := a.pushes.Front(); first != nil {
			s.Oldest = max(s.Oldest, now.Sub(first.Value.(*Entry).arrived))
		}
	}
	s.Forecast, _ = q.Forecast("", "", "", now)
	s.PerSecond, _ = q.drain.rate(now)
	return s
}
