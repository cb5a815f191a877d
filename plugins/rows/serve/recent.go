package serve

import (
	"strings"
	"sync"
	"sync/atomic"
)

// address is a request's path and query as they came.
type address struct{ path, query string }

// recentQueries are the prepared queries of recent addresses, in two generations: what is
// requested again gets into the newer one before the older one goes. Finding a recent one
// takes no lock.
type recentQueries struct {
	most         int
	newer, older atomic.Pointer[sync.Map]

	mu    sync.Mutex // guards adding
	added int        // to newer
}

// newRecentQueries remembers at most that many.
func newRecentQueries(most int) *recentQueries {
	r := &recentQueries{most: most}
	r.newer.Store(new(sync.Map))
	r.older.Store(new(sync.Map))
	return r
}

// get returns the query of an address; nil for one that is not remembered.
func (r *recentQueries) get(at address) *preparedQuery {
	if q, found := r.newer.Load().Load(at); found {
		return q.(*preparedQuery)
	}
	q, found := r.older.Load().Load(at)
	if !found {
		return nil
	}
	r.add(at, q.(*preparedQuery))
	return q.(*preparedQuery)
}

// add remembers a query, but nothing else of its request.
func (r *recentQueries) add(at address, q *preparedQuery) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.added >= r.most/2 {
		r.older.Store(r.newer.Swap(new(sync.Map)))
		r.added = 0
	}
	at = address{strings.Clone(at.path), strings.Clone(at.query)}
	if _, again := r.newer.Load().Swap(at, q); !again {
		r.added++
	}
}

// len is how many are remembered; one may be in both generations.
func (r *recentQueries) len() (n int) {
	for _, generation := range []*sync.Map{r.newer.Load(), r.older.Load()} {
		generation.Range(func(any, any) bool { n++; return true })
	}
	return n
}
