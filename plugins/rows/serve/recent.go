package serve

import "sync"

// maxRecent bounds the questions remembered by how they were asked; there are
// up to twice as many.
const maxRecent = 2048

// address is a request's path and query as they came.
type address struct{ path, query string }

// recent remembers what requests mean. It holds two generations: when the
// young one is full it becomes the old one, and what is asked for again moves
// over. So what is asked often stays, and invented queries pass through.
type recent struct {
	mu         sync.RWMutex
	young, old map[address]*question
	limit      int
}

func (r *recent) init(limit int) {
	r.limit = limit
	r.young = make(map[address]*question)
}

func (r *recent) get(a address) *question {
	r.mu.RLock()
	q := r.young[a]
	var old *question
	if q == nil {
		old = r.old[a]
	}
	r.mu.RUnlock()
	if old != nil {
		r.put(a, old)
		return old
	}
	return q
}

func (r *recent) put(a address, q *question) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.young) >= r.limit {
		r.old, r.young = r.young, make(map[address]*question)
	}
	r.young[a] = q
}
