package lineup

import (
	"net/http"
	"slices"
	"time"
)

// mostBuckets bounds the cookies of a request whose signature is checked: a browser has one, or another one
// of a domain around the site as well.
const mostBuckets = 4

type visitor struct {
	// preview is the link that was followed; empty for none.
	preview string
	// bucket is the first that this gateway has signed, if one is known.
	bucket Bucket
	known  bool
	bound  bound
}

// look reads a request's cookies. The bucket's signature is checked where it is wanted.
func (s signer) look(r *http.Request, wanted bool) (v visitor) {
	if cookie, err := r.Cookie(previewCookie); err == nil {
		v.preview = cookie.Value
	}
	if wanted {
		given := r.CookiesNamed(bucketCookie)
		for _, cookie := range given[:min(len(given), mostBuckets)] {
			if v.bucket, v.bound, v.known = s.readBucket(cookie.Value); v.known {
				break
			}
		}
	}
	return v
}

// of is the lineup of a visitor in no preview: who has no bucket yet gets the live one.
func (c *choice[R]) of(v visitor) *Lineup[R] {
	if !v.known {
		return c.live
	}
	set := 0
	for index, one := range c.canaries {
		if v.bucket.has(one.seed, one.share) {
			set |= 1 << index
		}
	}
	return c.lineups[set]
}

// look is what visitors can get, and what a request says of its visitor. Without a canary
// no bucket is asked for.
func (r *Resolver[R]) look(request *http.Request) (*choice[R], visitor) {
	current := r.current.Load()
	return current, r.signer.look(request, len(current.canaries) > 0)
}

// Choose is the lineup that this request's visitor gets: the live one, with the canaries
// that are for the visitor's bucket, or the preview that the visitor is in. Who has none yet,
// or nobody, gets the live one.
func (r *Resolver[R]) Choose(request *http.Request) *Lineup[R] {
	if request == nil {
		return r.current.Load().live
	}
	current, visitor := r.look(request)
	if previewed, err := r.previewOf(visitor, current); previewed != nil && err == nil {
		return previewed
	}
	return current.of(visitor)
}

// Welcome is Choose for a page: a visitor without a bucket is given one, while there is a
// canary, by a Set-Cookie value; empty for none. Who comes from another network keeps the
// bucket, since pages would change on each way home, and has it bound to that network: reports
// count where the visitor is. The error is why the visitor's preview is not shown.
func (r *Resolver[R]) Welcome(request *http.Request, address string, secure bool) (shown *Lineup[R], cookie string, err error) {
	current, visitor := r.look(request)
	if previewed, err := r.previewOf(visitor, current); previewed != nil || err != nil {
		return previewed, "", err
	}
	if len(current.canaries) > 0 && !r.signer.isFor(visitor, address) {
		if !visitor.known {
			visitor.bucket, visitor.known = randomBucket(), true
		}
		cookie = r.signer.cookie(visitor.bucket, address, secure)
	}
	return current.of(visitor), cookie, nil
}

// previewOf is the lineup of the preview that a visitor is in, which is what the visitor
// gets otherwise but for one release; nil for a visitor in none, or with a cookie that
// nobody signed.
func (r *Resolver[R]) previewOf(v visitor, current *choice[R]) (shown *Lineup[R], err error) {
	if v.preview == "" {
		return nil, nil
	}
	preview, err := r.linked(v.preview)
	if err != nil {
		return nil, nil
	}
	return r.previewed(preview, current.of(v))
}

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
	current, visitor := r.current.Load(), r.signer.look(request, true)
	previewed, err := r.previewOf(visitor, current)
	known := previewed == nil && err == nil && (visitor.known || len(current.canaries) == 0)
	here := r.signer.isFor(visitor, address)
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
