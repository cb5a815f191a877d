package pool

import (
	"slices"
	"time"
)

const (
	// weight is how much of a moving average the newest sample is.
	weight = 0.3
	// window is how many samples the percentile is of.
	window = 64
	// enough samples make a percentile.
	enough = 8
	// latencyAge is how long an average says something about a node.
	latencyAge = 30 * time.Second
)

// latency is how long a node takes. It needs a lock around it.
type latency struct {
	average time.Duration
	at      time.Time // of the newest sample
	samples [window]time.Duration
	count   int
}

// add takes a whole answer's time.
func (l *latency) add(took time.Duration, now time.Time) {
	l.samples[l.count%window] = took
	l.count++
	l.blend(took, now)
}

// atLeast takes the time of an answer that was given up on: it would have taken
// longer. It has no place in the percentile, which would then grow with every
// hedge.
func (l *latency) atLeast(took time.Duration, now time.Time) {
	if took > l.average {
		l.blend(took, now)
	}
}

func (l *latency) blend(took time.Duration, now time.Time) {
	if l.at.IsZero() || now.Sub(l.at) > latencyAge {
		l.average = took
	} else {
		l.average += time.Duration(weight * float64(took-l.average))
	}
	l.at = now
}

// current is the average, unless it is too old to say anything.
func (l *latency) current(now time.Time) (time.Duration, bool) {
	if l.at.IsZero() || now.Sub(l.at) > latencyAge {
		return 0, false
	}
	return l.average, true
}

// percentile95 is the time that 95 of 100 answers stay below; false while there
// are too few.
func (l *latency) percentile95() (time.Duration, bool) {
	if l.count < enough {
		return 0, false
	}
	sorted := slices.Clone(l.samples[:min(l.count, window)])
	slices.Sort(sorted)
	return sorted[(len(sorted)*95+99)/100-1], true
}
