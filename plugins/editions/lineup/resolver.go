package lineup

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/editions/release"
)

// PollInterval is how often a running process looks for a new lineup.
const PollInterval = 500 * time.Millisecond

// retryInterval is how often a live release that could not be used is tried
// again: it may come later than the lineup that names it, or be mended. Each try
// reads a release whole.
const retryInterval = 5 * time.Second

// Lineup is the releases that one visitor gets, each usable. It never changes.
type Lineup[R any] struct {
	// ID names the releases: two lineups with the same ID show the same pages.
	ID string
	// Releases by edition; an edition without a usable release is absent.
	Releases map[string]R
	// Names of the releases by edition.
	Names map[string]string
}

// Loader makes a release of the store ready for use. It is asked again for a
// release that it loaded before, so it keeps what it loads.
type Loader[R any] func(edition, name string) (R, error)

// Reports is told what a resolver sees; both may be called while it polls.
type Reports struct {
	// Problem is a lineup or a release that could not be used.
	Problem func(error)
	// Changed names the editions whose release is another one than before, and
	// every edition's release now.
	Changed func(editions []string, names map[string]string)
}

// Resolver follows the lineup of a store: it resolves each edition to the first of
// its releases that can be used.
type Resolver[R any] struct {
	store   *release.Store
	load    Loader[R]
	reports Reports
	current atomic.Pointer[Lineup[R]]

	mutex sync.Mutex
	seen  fs.FileInfo
	// retryAt is when to resolve the same lineup again; zero while every edition
	// has its live release.
	retryAt time.Time
	// reported is the problem of each release that was told last, and of the
	// lineup's file itself under "".
	reported map[string]string
}

// NewResolver is a resolver that has looked once. A lineup that cannot be read is
// reported and counts as empty: the site starts, and answers when it is mended.
func NewResolver[R any](store *release.Store, load Loader[R], reports Reports) *Resolver[R] {
	resolver := &Resolver[R]{store: store, load: load, reports: reports, reported: map[string]string{}}
	resolver.current.Store(&Lineup[R]{Releases: map[string]R{}, Names: map[string]string{}})
	resolver.Poll()
	return resolver
}

// Choose is the lineup that this request's visitor gets: the live one.
func (r *Resolver[R]) Choose(*http.Request) *Lineup[R] { return r.current.Load() }

// Follow polls until the context ends.
func (r *Resolver[R]) Follow(ctx context.Context) {
	ticker := time.NewTicker(PollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			r.Poll()
		}
	}
}

// Poll looks once whether the lineup's file is another one, a release in use has
// vanished from the store, or one that could not be used is due for another try,
// and resolves the lineup again if so.
func (r *Resolver[R]) Poll() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	info, err := os.Stat(filepath.Join(r.store.Folder(), fileName))
	if err != nil {
		info = nil
	}
	same := sameFile(r.seen, info)
	if same && r.allThere() && (r.retryAt.IsZero() || time.Now().Before(r.retryAt)) {
		return
	}
	if !same {
		clear(r.reported)
	}
	file, err := Load(r.store.Folder())
	if err != nil {
		// What was resolved before stays: a damaged lineup does not take a running site down.
		r.report("", err)
		r.seen, r.retryAt = info, time.Now().Add(retryInterval)
		return
	}
	r.seen = info
	r.resolve(file)
}

func (r *Resolver[R]) resolve(file File) {
	next := &Lineup[R]{Releases: map[string]R{}, Names: map[string]string{}}
	r.retryAt = time.Time{}
	var id strings.Builder
	for _, edition := range release.Editions {
		for _, name := range file.Editions[edition].Candidates() {
			loaded, err := r.load(edition, name)
			if err != nil {
				r.report(edition+"/"+name, fmt.Errorf("falling back to the release before: %w", err))
				continue
			}
			next.Releases[edition], next.Names[edition] = loaded, name
			fmt.Fprintf(&id, "%s:%s,", edition, name)
			break
		}
		if next.Names[edition] != file.Editions[edition].Live {
			r.retryAt = time.Now().Add(retryInterval)
		}
	}
	next.ID = strings.TrimSuffix(id.String(), ",")
	before := r.current.Swap(next)
	var changed []string
	for _, edition := range release.Editions {
		if before.Names[edition] != next.Names[edition] {
			changed = append(changed, edition)
		}
	}
	if len(changed) > 0 && r.reports.Changed != nil {
		r.reports.Changed(changed, next.Names)
	}
}

func (r *Resolver[R]) allThere() bool {
	for edition, name := range r.current.Load().Names {
		if !r.store.Has(edition, name) {
			return false
		}
	}
	return true
}

// report tells a problem of a lineup once, however often it is met.
func (r *Resolver[R]) report(of string, err error) {
	if r.reports.Problem == nil || r.reported[of] == err.Error() {
		return
	}
	r.reported[of] = err.Error()
	r.reports.Problem(err)
}

// sameFile compares what a stat tells: each SetLive writes a new file.
func sameFile(before, now fs.FileInfo) bool {
	if before == nil || now == nil {
		return before == nil && now == nil
	}
	return os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) && before.Size() == now.Size()
}
