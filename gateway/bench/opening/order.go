package main

import (
	"math"
	"slices"
	"time"
)

// spread is how long something took, in milliseconds.
type spread struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Most  float64 `json:"most"`
}

// spreadOf sorts what it is given.
func spreadOf(all []time.Duration) spread {
	if len(all) == 0 {
		return spread{}
	}
	slices.Sort(all)
	// The nearest rank: so many parts of all took no longer.
	rank := func(part float64) float64 {
		return all[int(math.Ceil(part*float64(len(all))))-1].Seconds() * 1000
	}
	return spread{len(all), rank(0.5), rank(0.99), rank(1)}
}

// push is a transaction on its way into the gateway's line.
type push struct {
	id, holder string
	nth        int // of its holder's, from 1
	// pushed is when it was on its way, told when it was surely in the line.
	pushed, told time.Time
	// isHeld: it was shuffled with others around an opening. isTurn: a place had kept
	// its turn, and it goes before those without.
	isHeld, isTurn bool
}

// block is one of the chain with the ids of its transactions.
type block struct {
	at  time.Time
	ids []string
}

// orderCheck is what the blocks of a chain say about the order of pushes.
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

// tolerance is how many blocks a push may be carried out too early: nodes are sent a whole
// burst at once, two seconds of their rate, in which pushes overtake each other.
const tolerance = 4

// checkOrder checks that each holder's first went before anybody's second, that those of
// one round went as they came, and that none was carried out twice. overtaken are the pushes
// that others went before, by how many.
func checkOrder(pushes []push, blocks []block) (found orderCheck, overtaken map[string]int) {
	overtaken = make(map[string]int)
	place := make(map[string]int)
	for i, b := range blocks {
		for _, id := range b.ids {
			if _, has := place[id]; has {
				found.Twice++
			}
			place[id] = i
		}
	}
	var carried []push
	for _, p := range pushes {
		if _, has := place[p.id]; has {
			carried = append(carried, p)
		}
	}
	found.Carried = len(carried)
	for _, before := range carried {
		for _, after := range carried {
			at := place[after.id]
			if !precedes(before, after, blocks[at].at) {
				continue
			}
			found.Pairs++
			if at+tolerance <= place[before.id] {
				found.Broken++
				overtaken[before.id]++
			}
		}
	}
	return found, overtaken
}

// precedes tells whether a has to go before b, which stands in a block of that time.
func precedes(a, b push, carried time.Time) bool {
	switch {
	case a.holder == b.holder || b.isTurn || a.nth > b.nth || a.isHeld && b.isHeld && a.nth == b.nth:
		return false
	case a.nth == b.nth:
		return a.told.Before(b.pushed)
	}
	// A later round: a was in the line before b left it.
	return a.told.Add(tolerance * blockInterval).Before(carried)
}

const blockInterval = 500 * time.Millisecond
