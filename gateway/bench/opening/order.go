package opening

import (
	"slices"
	"time"

	"fieldhouse/gateway/crowd"
)

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
func checkOrder(pushes []crowd.Push, turns map[string]turn, blocks [][]string) (found orderCheck) {
	carried := make(map[string]bool)
	for _, id := range slices.Concat(blocks...) {
		if carried[id] {
			found.Twice++
		}
		carried[id] = true
	}
	var left []crowd.Push
	for _, p := range pushes {
		if carried[p.ID] {
			found.Carried++
		}
		if turns[p.ID].nth > 0 {
			left = append(left, p)
		}
	}
	for _, before := range left {
		for _, after := range left {
			if !precedes(before, after, turns[after.ID].at) {
				continue
			}
			found.Pairs++
			if turns[after.ID].nth < turns[before.ID].nth {
				found.Broken++
			}
		}
	}
	return found
}

// precedes tells whether a has to go before b, which left the line at that time.
func precedes(a, b crowd.Push, left time.Time) bool {
	switch {
	case a.Holder == b.Holder || b.IsTurn || a.Nth > b.Nth || a.IsHeld && b.IsHeld && a.Nth == b.Nth:
		return false
	case a.Nth == b.Nth:
		return a.Queued.Before(b.Pushed)
	}
	// A later round: a was in the line before b left it.
	return a.Queued.Before(left)
}
