package queue

import (
	"crypto/rand"
	"encoding/binary"
	"time"
)

// What comes around the opening of a drop is shuffled: how fast somebody's line is, or
// their script, decides nothing.
const (
	heldBefore = 30 * time.Second
	heldAfter  = 2 * time.Second
	// reportAfter is how long after that places are told.
	reportAfter = time.Second
)

// holds says until when what names a drop is held, if it is now.
func (q *Queue) holds(drop string, now time.Time) (until time.Time, isHeld bool) {
	if drop == "" || q.openings == nil {
		return time.Time{}, false
	}
	opens, known := q.openings(drop)
	until = opens.Add(heldAfter)
	return until, known && !now.Before(opens.Add(-heldBefore)) && now.Before(until)
}

// release lets those into the line, shuffled, whose drop has opened. An opening that was
// put off meanwhile is waited for.
func (q *Queue) release(now time.Time) {
	q.now = now
	for drop, held := range q.held {
		if _, isHeld := q.holds(drop, now); isHeld {
			continue
		}
		delete(q.held, drop)
		for i := len(held) - 1; i > 0; i-- {
			j := random(i + 1)
			held[i], held[j] = held[j], held[i]
		}
		for _, e := range held {
			e.isHeld, e.reportFrom = false, now.Add(reportAfter)
			q.countHeld(e, -1)
			q.begin(now)
			q.insert(e)
		}
	}
}

// random is a number below n that nobody can foresee.
func random(n int) int {
	var bytes [8]byte
	_, _ = rand.Read(bytes[:]) // never fails
	return int(binary.LittleEndian.Uint64(bytes[:]) % uint64(n))
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
