package push

import (
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
)

// PlaceStatus is what is told of a place in line for what is not signed yet.
type PlaceStatus struct {
	State queue.PlaceState `json:"state"`
	// Place, Of, TurnIn (milliseconds) and IsMoving are those of one that waits.
	Place    int   `json:"place,omitempty"`
	Of       int   `json:"of,omitempty"`
	TurnIn   int64 `json:"turn_in,omitempty"`
	IsMoving *bool `json:"is_moving,omitempty"`
	// IsMissed says that a turn was not used.
	IsMissed bool `json:"missed,omitempty"`
	// EndsIn is when a turn is over, in milliseconds.
	EndsIn int64 `json:"ends_in,omitempty"`
}

// maxPlaces is how many places are known by a token, with those that are over.
const maxPlaces = 4 * queue.MaxPlaces

// Place gives an account a place in line for a drop, of what lives so long when it is
// signed. token is empty for one that it has already, needed false when there is no line
// that matters. The error is ErrEnding or queue.ErrFull.
func (b *Broadcaster) Place(account, drop, client string, life time.Duration) (s PlaceStatus, token string, needed bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.life.Err() != nil || b.isElsewhere {
		return s, "", false, ErrEnding
	}
	now := time.Now()
	p, isNew, err := b.queue.Ask(account, drop, client, life, now)
	if err != nil || p == nil {
		return s, "", false, err
	}
	if isNew {
		if !b.hasRoomForPlace() {
			b.queue.Leave(p, now)
			return s, "", false, queue.ErrFull
		}
		token = newToken()
		b.places[token] = p
		wake(b.chores)
	}
	return b.placeStatus(p, now), token, true, nil
}

// hasRoomForPlace reports whether one more place can be known by a token. It forgets one that is over
// for it, as whoever asks for places and leaves them must not take those of others. The lock is held.
func (b *Broadcaster) hasRoomForPlace() bool {
	for token, p := range b.places {
		if len(b.places) < maxPlaces {
			break
		}
		if p.State == queue.Ended {
			delete(b.places, token)
		}
	}
	return len(b.places) < maxPlaces
}

// PlaceStatus is how the place of a token stands. The error is ErrNoToken.
func (b *Broadcaster) PlaceStatus(token string) (PlaceStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.places[token]
	if p == nil {
		return PlaceStatus{State: queue.Ended}, b.noToken()
	}
	return b.placeStatus(p, time.Now()), nil
}

// placeStatus is that of a place. The lock is held.
func (b *Broadcaster) placeStatus(p *queue.Place, now time.Time) PlaceStatus {
	s := PlaceStatus{State: p.State, IsMissed: p.IsMissed}
	switch p.State {
	case queue.Waits:
		standing := b.queue.PlaceStanding(p, now)
		s.Place, s.Of, s.TurnIn, s.IsMoving = standing.Place, standing.Of, standing.In.Milliseconds(), &standing.IsMoving
	case queue.Turn:
		// Whole seconds: it is told anew when it changes.
		s.EndsIn = max(p.TurnEnds.Sub(now).Truncate(time.Second), time.Second).Milliseconds()
	}
	return s
}

// LeavePlace gives a place up. The error is ErrNoToken.
func (b *Broadcaster) LeavePlace(token string) (PlaceStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.places[token]
	if p == nil {
		return PlaceStatus{State: queue.Ended}, b.noToken()
	}
	now := time.Now()
	b.queue.Leave(p, now)
	return b.placeStatus(p, now), nil
}
