package index

import (
	"context"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/edgecache"

	"golang.org/x/time/rate"
)

// lines are the two in which reads wait until an endpoint may be asked: of what
// is kept already and is only refreshed, and of what is not kept. Only the first
// of each line waits for the endpoint's next token. So while both are waited in,
// each gets half of what the endpoint allows: a flood of invented accounts does
// not keep what is kept from being refreshed, and many accounts that are being
// watched do not keep a new one from being read.
type lines struct {
	bucket            *rate.Limiter
	refreshes, others line
}

type line struct {
	first   chan struct{} // one element while somebody is the first
	waiting atomic.Int64  // with the first
}

func newLines() *lines {
	return &lines{
		bucket:    rate.NewLimiter(DefaultRate, DefaultBurst),
		refreshes: line{first: make(chan struct{}, 1)},
		others:    line{first: make(chan struct{}, 1)},
	}
}

// enter waits until the read is the first of its line. leave must then be called.
// In a line that is too long for the read's deadline it does not wait: late.
func (l *lines) enter(ctx context.Context) (leave func(), late bool, err error) {
	own := &l.others
	if edgecache.IsRefresh(ctx) {
		own = &l.refreshes
	}
	// The first has taken its token, so that as many as are ahead are missing.
	missing := float64(own.waiting.Add(1) - 1)
	if deadline, bounded := ctx.Deadline(); bounded && missing > 0 {
		now := time.Now()
		missing -= l.bucket.TokensAt(now)
		if missing > deadline.Sub(now).Seconds()*float64(l.bucket.Limit()) {
			own.waiting.Add(-1)
			return nil, true, nil
		}
	}
	select {
	case own.first <- struct{}{}:
		return func() {
			<-own.first
			own.waiting.Add(-1)
		}, false, nil
	case <-ctx.Done():
		own.waiting.Add(-1)
		return nil, false, ctx.Err()
	}
}

// tokens is how many reads may begin now; below 0 as many wait.
func (l *lines) tokens(now time.Time) float64 {
	tokens := l.bucket.TokensAt(now)
	for _, one := range []*line{&l.refreshes, &l.others} {
		tokens -= float64(max(one.waiting.Load()-1, 0))
	}
	return tokens
}

// settle changes how often the endpoint may be asked.
func (l *lines) settle(perSecond float64, burst int) {
	l.bucket.SetLimit(rate.Limit(perSecond))
	l.bucket.SetBurst(burst)
}
