package upstream

import (
	"sync"
	"time"
)

// Rest is how long a server asked to be left alone. Its zero value is none. It
// is safe for use by many goroutines.
type Rest struct {
	mu    sync.Mutex
	until time.Time
	why   string
}

// Until leaves the server alone until a moment. A word for longer that came
// before holds on.
func (r *Rest) Until(moment time.Time, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if moment.After(r.until) {
		r.until, r.why = moment, why
	}
}

// Left is for how long it is still left alone, and why; 0 or less when it is
// not.
func (r *Rest) Left(now time.Time) (left time.Duration, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.until.Sub(now), r.why
}
