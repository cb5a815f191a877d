package serve

import (
	"strings"
	"sync"
	"sync/atomic"
)

// address is a request's path and query as they came.
type address struct{ path, query string }

// recent are questions by how they were asked lately, in two generations: what is asked
// again gets into the newer one before the older one goes. Finding what was asked a moment
// ago takes no lock.
type recent struct {
	most         int
	newer, older atomic.Pointer[sync.Map]

	mu    sync.Mutex // guards adding
	added int        // to newer
}

// newRecent remembers so many at most.
func newRecent(most int) *recent {
	r := &recent{most: most}
	r.newer.Store(new(sync.Map))
	r.older.Store(new(sync.Map))
	return r
}

// get is the question of an address; nil for one that is not remembered.
func (r *recent) get(asked address) *question {
	if q, found := r.newer.Load().Load(asked); found {
		return q.(*question)
	}
	q, found := r.older.Load().Load(asked)
	if !found {
		return nil
	}
	r.add(asked, q.(*question))
	return q.(*question)
}

// add remembers a question, but nothing else of the request that asked it.
func (r *recent) add(asked address, q *question) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.added >= r.most/2 {
		r.older.Store(r.newer.Swap(new(sync.Map)))
		r.added = 0
	}
	asked = address{strings.Clone(asked.path), strings.Clone(asked.query)}
	if _, again := r.newer.Load().Swap(asked, q); !again {
		r.added++
	}
}

// len is how many are remembered; one may be in both generations.
func (r *recent) len() (n int) {
	for _, generation := range []*sync.Map{r.newer.Load(), r.older.Load()} {
		generation.Range(func(any, any) bool { n++; return true })
	}
	return n
}
