package edgecache

import (
	"sync"
	"time"
)

// maxFailures bounds one generation of remembered failures; there are two.
const maxFailures = 512

// failures remembers for a moment which keys could not be fetched, if they have
// no slot that says so. When a generation is full the one before is forgotten.
type failures struct {
	mu         sync.Mutex
	young, old map[string]*failure
}

func (f *failures) put(key string, failed *failure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.young == nil || len(f.young) >= maxFailures {
		f.old, f.young = f.young, make(map[string]*failure)
	}
	f.young[key] = failed
}

// get is the failure that keeps a key from being fetched now; nil for none.
func (f *failures) get(key string, now time.Time) *failure {
	f.mu.Lock()
	defer f.mu.Unlock()
	failed, found := f.young[key]
	if !found {
		failed = f.old[key]
	}
	if failed == nil || !now.Before(failed.until) {
		return nil
	}
	return failed
}

func (f *failures) drop(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.young, key)
	delete(f.old, key)
}
