package push

import (
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
)

// maxPlaces is how many places are known by a token, with those that are over.
const maxPlaces = 4 * queue.MaxPlaces

// Place gives an account a place in line for a drop, of what lives so long when it is
// signed. token is empty for one that it has already, needed false when there is no line
// that matters. The error is ErrEnding or queue.ErrFull.
func (b *Broadcaster) Place(account, drop, client string, life time.Duration) (s Status, token string, needed bool, err error) {
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

// placeStatus is that of a place. The lock is held.
func (b *Broadcaster) placeStatus(p *queue.Place, now time.Time) Status {
	s := Status{State: p.State, IsMissed: p.IsMissed}
	switch p.State {
	case queue.Waits:
		s.TurnIn = s.stand(b.queue.PlaceStanding(p, now))
	case queue.Turn:
		// Whole seconds: it is told anew when it changes.
		s.EndsIn = max(p.TurnEnds.Sub(now).Truncate(time.Second), time.Second).Milliseconds()
	}
	return s
}
