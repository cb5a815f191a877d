package opening

import (
	"slices"
	"time"
)

// push is a transaction on its way into the gateway's line.
type push struct {
	id, holder string
	nth        int // of its holder's, from 1
	// pushed is when it was on its way, queued when it was surely in the line.
	pushed, queued time.Time
	// isHeld: it was shuffled with others around an opening. isTurn: a place had kept
	// its turn, and it goes before those without.
	isHeld, isTurn bool
}

// turn is where a push stood among those that left the line.
type turn struct {
	nth uint64
	at  time.Time
}

// orderCheck is what the gateway's log and the chain say of pushes.
type orderCheck struct {
	// Pairs are how many had an order that the line must keep, Broken how many of
	// them stand the other way round.
	Pairs  int `json:"pairs"`
	Broken int `json:"broken"`
	// Twice are the transactions that were carried out more than once.
	Twice int `json:"twice"`
	// Carried are those of the pushes that were carried out.
	Carried int `json:"carried"`
}

// checkOrder checks that each holder's first left the line before anybody's second, that
// those of one round left as they came, and that the chain, of which blocks has the ids, carried
// none out twice.
func checkOrder(pushes []push, turns map[string]turn, blocks [][]string) (found orderCheck) {
	carried := make(map[string]bool)
	for _, id := range slices.Concat(blocks...) {
		if carried[id] {
			found.Twice++
		}
		carried[id] = true
	}
	var left []push
	for _, p := range pushes {
		if carried[p.id] {
			found.Carried++
		}
		if turns[p.id].nth > 0 {
			left = append(left, p)
		}
	}
	for _, before := range left {
		for _, after := range left {
			if !precedes(before, after, turns[after.id].at) {
				continue
			}
			found.Pairs++
			if turns[after.id].nth < turns[before.id].nth {
				found.Broken++
			}
		}
	}
	return found
}

// precedes tells whether a has to go before b, which left the line at that time.
func precedes(a, b push, left time.Time) bool {
	switch {
	case a.holder == b.holder || b.isTurn || a.nth > b.nth || a.isHeld && b.isHeld && a.nth == b.nth:
		return false
	case a.nth == b.nth:
		return a.queued.Before(b.pushed)
	}
	// A later round: a was in the line before b left it.
	return a.queued.Before(left)
}
