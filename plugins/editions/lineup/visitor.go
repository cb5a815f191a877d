package lineup

import (
	"net/http"
	"slices"
	"time"
)

// Pages that were made with a lineup can report for so long after it, and of so many lineups.
const (
	reportsAfter       = 10 * time.Minute
	maxPreviousLineups = 8
)

// previous is what visitors could get until a moment.
type previous[R any] struct {
	choice *choice[R]
	until  time.Time
}

// remember keeps what visitors could get until now.
func (r *Resolver[R]) remember(before *choice[R]) {
	all := append([]previous[R]{{before, time.Now()}}, *r.previousLineups.Load()...)
	all = all[:min(len(all), maxPreviousLineups)]
	r.previousLineups.Store(&all)
}

// Gets tells which releases a request's visitor is shown, or was a moment ago; now says
// that it is at present, by a bucket that this gateway has given to that network: one that is
// taken elsewhere counts there from the next page on. While there is a canary
// nobody without one is known to be shown anything, and nobody is in a preview: what is tried
// out counts for nothing.
func (r *Resolver[R]) Gets(request *http.Request, address string) func(edition, name string) (shown, now bool) {
	current, visitor := r.current.Load(), r.buckets.look(request, true)
	previewed, err := r.previewOf(visitor, current)
	known := previewed == nil && err == nil && (visitor.known || len(current.canaries) == 0)
	here := r.buckets.isFor(visitor, address)
	return func(edition, name string) (shown, now bool) {
		if name == "" || !known {
			return false, false
		}
		if current.of(visitor).Names[edition] == name {
			return true, here
		}
		return slices.ContainsFunc(*r.previousLineups.Load(), func(p previous[R]) bool {
			return time.Since(p.until) < reportsAfter && p.choice.of(visitor).Names[edition] == name
		}), false
	}
}
