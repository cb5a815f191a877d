package queue

import (
	"math"
	"time"
)

const (
	// drainMemory is over what time the pace is measured, drainLeast the least.
	drainMemory = 10 * time.Second
	drainLeast  = time.Second
)

// drain measures how many are sent in a second while more wait. What it measured last
// holds until there is a new measure.
type drain struct {
	sent     uint64 // of all times
	isBacked bool   // more waited after the last one
	mark     time.Time
	sends    float64
	taken    time.Duration
}

// begin says that something waits now where nothing did.
func (d *drain) begin(now time.Time) { d.mark, d.isBacked = now, false }

// count notes one that was sent; more says that others wait.
func (d *drain) count(now time.Time, more bool) {
	d.sent++
	if d.isBacked {
		passed := max(now.Sub(d.mark), 0)
		decay := math.Exp(-passed.Seconds() / drainMemory.Seconds())
		d.sends = d.sends*decay + 1
		d.taken = time.Duration(float64(d.taken)*decay) + passed
	}
	d.mark, d.isBacked = now, more
}

// rate is how many are sent in a second.
func (d *drain) rate(now time.Time) (perSecond float64, known bool) {
	taken := d.taken
	if d.isBacked {
		taken += max(now.Sub(d.mark), 0)
	}
	return d.sends / max(taken.Seconds(), drainLeast.Seconds()), taken >= drainLeast && d.sends > 0
}
