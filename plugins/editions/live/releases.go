// Package live has the releases of a store that are open: those of the lineup,
// ready for pages, and those whose files are asked for by pages that were made
// with them. It knows nothing of Caddy.
package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"go.uber.org/zap"
	"golang.org/x/sync/singleflight"
)

// defaultIdle bounds the releases that are open beside those of the lineup. Each
// has one file descriptor.
const defaultIdle = 64

// refusedFor is how long a stored release that proved broken is not read again
// for those who ask for its files: each time it would be read whole.
const refusedFor = 5 * time.Second

// Releases are the open releases of a store. They are checked and compiled once
// in the process's life.
type Releases struct {
	store    *release.Store
	resolver *lineup.Resolver[*page.Edition]
	logger   func() *zap.Logger
	stop     context.CancelFunc
	done     chan struct{}

	opening singleflight.Group
	mutex   sync.Mutex
	// live are those of the lineup, and idle the others, the ones that were asked
	// for last.
	live    map[string]liveRelease
	idle    *simplelru.LRU[string, *release.Folder]
	maxIdle int
	// refused are the stored releases that proved broken a moment ago.
	refused map[string]refusal
	// waiting are told when the lineup changes.
	waiting map[chan struct{}]bool
}

type liveRelease struct {
	folder  *release.Folder
	edition *page.Edition
}

type refusal struct {
	err   error
	until time.Time
}

// Open opens the releases of the store in a folder and follows its lineup until
// Close. logger is that of the moment.
func Open(folder string, logger func() *zap.Logger) *Releases {
	ctx, stop := context.WithCancel(context.Background())
	// No error: the size is more than 0.
	idle, _ := simplelru.NewLRU[string, *release.Folder](defaultIdle, nil)
	r := &Releases{
		store:   release.NewStore(folder),
		logger:  logger,
		stop:    stop,
		done:    make(chan struct{}),
		live:    map[string]liveRelease{},
		idle:    idle,
		maxIdle: defaultIdle,
		refused: map[string]refusal{},
		waiting: map[chan struct{}]bool{},
	}
	r.resolver = lineup.NewResolver(r.store, r.load, lineup.Reports{
		Problem: func(err error) { logger().Error("lineup", zap.Error(err)) },
		Changed: func(editions []string, names map[string]string) {
			logger().Info("the lineup has changed", zap.Strings("editions", editions), zap.Any("releases", names))
			r.retire(names)
			r.tellChange()
		},
	})
	go func() {
		defer close(r.done)
		r.resolver.Follow(ctx)
	}()
	return r
}

// Close ends what the releases do and closes them.
func (r *Releases) Close() {
	r.stop()
	<-r.done
	r.mutex.Lock()
	defer r.mutex.Unlock()
	// They were only read: there is nothing that closing one could lose.
	for _, held := range r.live {
		_ = held.folder.Close()
	}
	for _, folder := range r.idle.Values() {
		_ = folder.Close()
	}
	clear(r.live)
	r.idle.Purge()
}

// Folder is where the store is.
func (r *Releases) Folder() string { return r.store.Folder() }

// Choose is the lineup that this request's visitor gets.
func (r *Releases) Choose(request *http.Request) *page.Lineup { return r.resolver.Choose(request) }

// load is a release ready for pages.
func (r *Releases) load(edition, name string) (*page.Edition, error) {
	key := keyOf(edition, name)
	r.mutex.Lock()
	held, isLive := r.live[key]
	open := r.find(key)
	r.mutex.Unlock()
	if open != nil && !r.store.Holds(open) {
		r.drop(open)
	} else if isLive {
		return held.edition, nil
	}
	folder, err := r.folder(edition, name)
	if err != nil {
		return nil, err
	}
	compiled, err := page.Compile(folder)
	if err != nil {
		return nil, fmt.Errorf("compiling release %s/%s: %w", edition, name, err)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.find(key) == folder {
		r.idle.Remove(key)
		r.live[key] = liveRelease{folder, compiled}
	}
	return compiled, nil
}

// Serving is a release whose files can be served: a live one, or one that a page
// which is still open was made with.
func (r *Releases) Serving(edition, name string) (*release.Folder, error) {
	key := keyOf(edition, name)
	r.mutex.Lock()
	refused, isRefused := r.refused[key]
	isOpen := r.find(key) != nil
	r.mutex.Unlock()
	if isRefused && !isOpen && time.Now().Before(refused.until) {
		return nil, refused.err
	}
	folder, err := r.folder(edition, name)
	if err != nil && r.store.Has(edition, name) {
		r.refuse(key, err)
	}
	return folder, err
}

// refuse keeps why a stored release cannot be opened. There are as many of these
// as broken releases in the store: what it does not have is not kept.
func (r *Releases) refuse(key string, err error) {
	now := time.Now()
	r.mutex.Lock()
	before := r.refused[key]
	r.refused[key] = refusal{err: err, until: now.Add(refusedFor)}
	r.mutex.Unlock()
	// Those who asked at the same time were told by one reading.
	if now.After(before.until) {
		r.logger().Error("serving a file", zap.Error(err))
	}
}

// OpenFile opens a listed file of a release. One whose folder was replaced
// meanwhile, as taking it again mends a broken copy, is opened anew.
func (r *Releases) OpenFile(from *release.Folder, path string) (*os.File, error) {
	content, err := from.Open(path)
	if err == nil || r.store.Holds(from) {
		return content, err
	}
	r.drop(from)
	fresh, err := r.Serving(from.Manifest.Edition, from.Name)
	if err != nil {
		return nil, err
	}
	return fresh.Open(path)
}

// folder is a release that is open, or is read whole now.
func (r *Releases) folder(edition, name string) (*release.Folder, error) {
	key := keyOf(edition, name)
	r.mutex.Lock()
	open := r.find(key)
	r.mutex.Unlock()
	if open != nil {
		return open, nil
	}
	value, err, _ := r.opening.Do(key, func() (any, error) {
		opened, err := r.store.Open(edition, name)
		if err != nil {
			return nil, err
		}
		r.mutex.Lock()
		defer r.mutex.Unlock()
		return opened, r.keep(key, opened)
	})
	if err != nil {
		return nil, err
	}
	return value.(*release.Folder), nil
}

func keyOf(edition, name string) string { return edition + "/" + name }

// find is the open release of a key, with the mutex held; nil for none.
func (r *Releases) find(key string) *release.Folder {
	if held, isLive := r.live[key]; isLive {
		return held.folder
	}
	open, _ := r.idle.Get(key)
	return open
}

// keep holds a release open that is not live, with the mutex held. The one that
// was asked for longest ago makes room.
func (r *Releases) keep(key string, folder *release.Folder) (err error) {
	if r.idle.Len() >= r.maxIdle {
		if _, oldest, found := r.idle.RemoveOldest(); found {
			err = oldest.Close()
		}
	}
	r.idle.Add(key, folder)
	return err
}

// retire forgets what pages needed of the releases that are no longer in the
// lineup; their files are still served.
func (r *Releases) retire(names map[string]string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var failed error
	for key, held := range r.live {
		if names[held.folder.Manifest.Edition] != held.folder.Name {
			delete(r.live, key)
			failed = errors.Join(failed, r.keep(key, held.folder))
		}
	}
	if failed != nil {
		r.logger().Error("closing a release", zap.Error(failed))
	}
}

// drop closes a release, unless another copy has taken its place already. What it
// serves right now stays open by itself.
func (r *Releases) drop(folder *release.Folder) {
	key := keyOf(folder.Manifest.Edition, folder.Name)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.find(key) == folder {
		delete(r.live, key)
		r.idle.Remove(key)
		_ = folder.Close()
	}
}

// Changes answers a channel that gets a value whenever the lineup changes, and
// what ends that.
func (r *Releases) Changes() (changes <-chan struct{}, leave func()) {
	told := make(chan struct{}, 1)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.waiting[told] = true
	return told, func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		delete(r.waiting, told)
	}
}

func (r *Releases) tellChange() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for told := range r.waiting {
		select {
		case told <- struct{}{}:
		default:
			// It has not yet taken the last one, and looks at the whole lineup then.
		}
	}
}
