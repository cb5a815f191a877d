package serve

import (
	"strings"
	"sync"
)

// address is a request's path and query as they came.
type address struct{ path, query string }

// recentQueries are the prepared queries of recent addresses. All are forgotten when there
// are as many as may be, since each is soon prepared again. Finding one takes no lock.
type recentQueries struct {
	most    int
	queries sync.Map // of *preparedQuery, by address

	mu    sync.Mutex // guards adding
	added int
}

// get returns the query of an address; nil for one that is not remembered.
func (r *recentQueries) get(at address) *preparedQuery {
	q, _ := r.queries.Load(at)
	query, _ := q.(*preparedQuery)
	return query
}

// add remembers a query, but nothing else of its request.
func (r *recentQueries) add(at address, q *preparedQuery) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.added >= r.most {
		r.queries.Clear()
		r.added = 0
	}
	r.queries.Store(address{strings.Clone(at.path), strings.Clone(at.query)}, q)
	r.added++
}
