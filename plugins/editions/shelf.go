package editions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
	"golang.org/x/sync/singleflight"
)

// maxOpen bounds the releases that are open at once. Each has one file
// descriptor; the ones in use are a handful.
const maxOpen = 64

// refusedFor is how long a stored release that proved broken is not read again
// for those who ask for its files: each time it would be read whole.
const refusedFor = 5 * time.Second

// shelf is the open releases of a store, and the board that follows its lineup.
type shelf struct {
	store *release.Store
	board *lineup.Board[*page.Edition]
	stop  context.CancelFunc
	done  chan struct{}

	loading singleflight.Group
	mutex   sync.Mutex
	clock   uint64
	open    map[string]*openRelease
	// refused are the stored releases that proved broken a moment ago.
	refused map[string]refusal
	// waiting are told when the lineup changes.
	waiting map[chan struct{}]bool
}

type openRelease struct {
	*release.Opened
	// edition is nil for one that only serves files.
	edition *page.Edition
	usedAt  uint64
}

type refusal struct {
	err   error
	until time.Time
}

func newShelf(folder string) *shelf {
	ctx, stop := context.WithCancel(context.Background())
	s := &shelf{
		store:   release.NewStore(folder),
		stop:    stop,
		done:    make(chan struct{}),
		open:    map[string]*openRelease{},
		refused: map[string]refusal{},
		waiting: map[chan struct{}]bool{},
	}
	s.board = lineup.NewBoard(s.store, s.load, lineup.Reports{
		Problem: func(err error) { logger().Error("lineup", zap.Error(err)) },
		Changed: func(editions []string, names map[string]string) {
			logger().Info("the lineup has changed", zap.Strings("editions", editions), zap.Any("releases", names))
			s.retire(names)
			s.wake()
		},
	})
	go func() {
		defer close(s.done)
		s.board.Follow(ctx)
	}()
	return s
}

// logger is of the configuration that runs now: the shelf outlasts reloads.
func logger() *zap.Logger { return caddy.Log().Named("editions") }

// close ends what the shelf does and closes its releases.
func (s *shelf) close() {
	s.stop()
	<-s.done
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for key, held := range s.open {
		// They were only read: there is nothing to lose.
		_ = held.Close()
		delete(s.open, key)
	}
}

// load is a release ready for pages.
func (s *shelf) load(edition, name string) (*page.Edition, error) {
	s.mutex.Lock()
	held := s.open[edition+"/"+name]
	s.mutex.Unlock()
	if held != nil && held.edition != nil && s.store.Holds(held.Opened) {
		return held.edition, nil
	}
	if held != nil && !s.store.Holds(held.Opened) {
		s.drop(held.Opened)
	}
	opened, err := s.opened(edition, name)
	if err != nil {
		return nil, err
	}
	compiled, err := page.Compile(opened)
	if err != nil {
		return nil, fmt.Errorf("compiling release %s/%s: %w", edition, name, err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if held := s.open[edition+"/"+name]; held != nil {
		held.edition = compiled
	}
	return compiled, nil
}

// serving is a release whose files can be served: a live one, or one that a page
// which is still open was made with.
func (s *shelf) serving(edition, name string) (*release.Opened, error) {
	key := edition + "/" + name
	s.mutex.Lock()
	refused, isRefused := s.refused[key]
	isOpen := s.open[key] != nil
	s.mutex.Unlock()
	if isRefused && !isOpen && time.Now().Before(refused.until) {
		return nil, refused.err
	}
	opened, err := s.opened(edition, name)
	if err != nil && s.store.Has(edition, name) {
		s.refuse(key, err)
	}
	return opened, err
}

// refuse keeps why a stored release cannot be opened. There are as many of these
// as broken releases in the store: what it does not have is not kept.
func (s *shelf) refuse(key string, err error) {
	now := time.Now()
	s.mutex.Lock()
	before := s.refused[key]
	s.refused[key] = refusal{err: err, until: now.Add(refusedFor)}
	s.mutex.Unlock()
	// Those who asked at the same time were told by one reading.
	if now.After(before.until) {
		logger().Error("serving a file", zap.Error(err))
	}
}

// openFile opens a listed file of a release. One whose folder was replaced
// meanwhile, as taking it again mends a broken copy, is opened anew.
func (s *shelf) openFile(held *release.Opened, path string) (*os.File, error) {
	content, err := held.Open(path)
	if err == nil || s.store.Holds(held) {
		return content, err
	}
	s.drop(held)
	fresh, err := s.serving(held.Manifest.Edition, held.Name)
	if err != nil {
		return nil, err
	}
	return fresh.Open(path)
}

// opened is a release that is open, or is read whole now.
func (s *shelf) opened(edition, name string) (*release.Opened, error) {
	key := edition + "/" + name
	s.mutex.Lock()
	if held := s.open[key]; held != nil {
		s.clock++
		held.usedAt = s.clock
		s.mutex.Unlock()
		return held.Opened, nil
	}
	s.mutex.Unlock()
	value, err, _ := s.loading.Do(key, func() (any, error) {
		opened, err := s.store.Open(edition, name)
		if err != nil {
			return nil, err
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.clock++
		s.open[key] = &openRelease{Opened: opened, usedAt: s.clock}
		return opened, s.makeRoom()
	})
	if err != nil {
		return nil, err
	}
	return value.(*release.Opened), nil
}

// makeRoom closes the releases that were used longest ago and that no page needs.
func (s *shelf) makeRoom() error {
	if len(s.open) <= maxOpen {
		return nil
	}
	var idle []string
	for key, held := range s.open {
		if held.edition == nil {
			idle = append(idle, key)
		}
	}
	slices.SortFunc(idle, func(a, b string) int { return cmp.Compare(s.open[a].usedAt, s.open[b].usedAt) })
	var failed error
	for _, key := range idle[:min(len(idle), len(s.open)-maxOpen)] {
		failed = errors.Join(failed, s.open[key].Close())
		delete(s.open, key)
	}
	return failed
}

// retire forgets what pages needed of the releases that are no longer in the
// lineup; their files are still served.
func (s *shelf) retire(names map[string]string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, held := range s.open {
		if names[held.Manifest.Edition] != held.Name {
			held.edition = nil
		}
	}
}

// drop closes a release, unless another copy has taken its place already.
func (s *shelf) drop(opened *release.Opened) {
	key := opened.Manifest.Edition + "/" + opened.Name
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if held := s.open[key]; held != nil && held.Opened == opened {
		delete(s.open, key)
		// What it serves right now stays open by itself.
		_ = held.Close()
	}
}

// wait answers a channel that gets a value whenever the lineup changes, and what
// ends that.
func (s *shelf) wait() (changes <-chan struct{}, leave func()) {
	woken := make(chan struct{}, 1)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.waiting[woken] = true
	return woken, func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		delete(s.waiting, woken)
	}
}

func (s *shelf) wake() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for woken := range s.waiting {
		select {
		case woken <- struct{}{}:
		default:
			// It has not yet taken the last one, and looks at the whole lineup then.
		}
	}
}
