package crowd

import (
	"math"
	"slices"
	"time"
)

// Spread is how long something took, in milliseconds.
type Spread struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Most  float64 `json:"most"`
}

// SpreadOf sorts what it is given.
func SpreadOf(all []time.Duration) Spread {
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	// The nearest rank: so many parts of all took no longer.
	rank := func(part float64) float64 {
		return all[int(math.Ceil(part*float64(len(all))))-1].Seconds() * 1000
	}
	return Spread{len(all), rank(0.5), rank(0.99), rank(1)}
}
