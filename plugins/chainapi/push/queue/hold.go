package queue

import (
	"cmp"
	cryptorand "crypto/rand"
	"math/rand/v2"
	"slices"
	"time"
)

// What comes around the opening of a drop is shuffled: how fast somebody's line is, or
// their script, decides nothing. Nor does how much a signer pushes: the first of each are
// shuffled, and behind them the second of each.
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
		rounds := make(map[string]int)
		for _, e := range held {
			rounds[e.Holder]++
			e.round = rounds[e.Holder]
		}
		unforeseen().Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
		slices.SortStableFunc(held, func(a, b *Entry) int { return cmp.Compare(a.round, b.round) })
		for _, e := range held {
			e.isHeld, e.reportFrom = false, now.Add(reportAfter)
			q.countHeld(e, -1)
			q.begin(now)
			q.insert(e)
		}
	}
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
