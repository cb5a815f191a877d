package listeners

import (
	"container/list"
	"errors"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/handover"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

const (
	// silence is how long a connection may be open before its first byte, as long
	// as Caddy waits for a request's header by default.
	silence = time.Minute
	// maxSilent bounds the connections without a first byte; for one more the
	// oldest is closed.
	maxSilent = 16 << 10
	// maxBackoff is the longest pause after an accept that failed, for want of
	// file descriptors for example.
	maxBackoff = time.Second
)

// report says in the log that no connection is accepted: what waits in the socket writes no line.
var report = func(at net.Addr, err error) {
	caddy.Log().Named("listeners").Error("no connection is accepted; it is tried again, and said once a minute", zap.Stringer("address", at), zap.Error(err))
}

// socket accepts the connections of an address and gives each one to the newest
// listener as soon as its first byte has arrived.
type socket struct {
	listener net.Listener
	limit    int // of silent connections
	ended    chan struct{}
	working  sync.WaitGroup
	clock    clock
	refusals rate.Sometimes

	watched sync.Mutex
	open    map[*conn]struct{} // all connections

	mu     sync.Mutex
	silent *list.List // of *conn, the oldest first
	// listeners are the open ones, the newest last. Two while a reload is under
	// way, of which the newer may yet fail.
	listeners []*listener
	changed   chan struct{} // closed when another listener is the newest
	resting   *rest         // nil while connections are accepted
}

func newSocket(opened net.Listener, limit int) *socket {
	s := newUnwatched(opened, limit)
	s.working.Go(s.watch)
	return s
}

// newUnwatched is a socket at whose connections nobody looks by the clock.
func newUnwatched(opened net.Listener, limit int) *socket {
	s := &socket{
		listener: opened,
		limit:    limit,
		ended:    make(chan struct{}),
		open:     make(map[*conn]struct{}),
		silent:   list.New(),
		refusals: rate.Sometimes{First: 1, Interval: time.Minute},
		changed:  make(chan struct{}),
	}
	s.working.Go(s.accept)
	return s
}

// close closes the socket and what has not begun to speak on it.
func (s *socket) close() {
	close(s.ended)
	_ = s.listener.Close()
	s.mu.Lock()
	for c := s.silent.Front(); c != nil; c = c.Next() {
		c.Value.(*conn).Close()
	}
	s.mu.Unlock()
	s.working.Wait()
}

// join makes a listener, which is the newest from now on: the one before gets no
// further connection until that one leaves. left is called when the listener is
// closed.
func (s *socket) join(left func() error) (joined, previous *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	joined = &listener{
		socket: s,
		left:   left,
		ready:  make(chan *conn),
		closed: make(chan struct{}),
		open:   make(map[*conn]time.Time),
	}
	previous = s.newest()
	s.listeners = append(s.listeners, joined)
	s.change()
	return joined, previous
}

// leave takes a listener out.
func (s *socket) leave(l *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners = slices.DeleteFunc(s.listeners, func(other *listener) bool { return other == l })
	s.change()
}

// newest is the listener whose turn it is; nil for none.
func (s *socket) newest() *listener {
	if len(s.listeners) == 0 {
		return nil
	}
	return s.listeners[len(s.listeners)-1]
}

// change wakes those that offer a connection.
func (s *socket) change() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// accept takes connections until the socket is closed.
func (s *socket) accept() {
	select {
	case <-handover.Accept():
	case <-s.ended:
		return
	}
	backoff := time.Duration(0)
	for {
		accepted, err := s.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			if !s.rest() {
				return
			}
			continue
		}
		if err != nil {
			s.refusals.Do(func() { report(s.listener.Addr(), err) })
			backoff = min(max(2*backoff, 5*time.Millisecond), maxBackoff)
			select {
			case <-time.After(backoff):
				continue
			case <-s.ended:
				return
			}
		}
		backoff = 0
		opened, ok := s.admit(accepted)
		if !ok {
			continue
		}
		waiting := s.await(opened)
		s.working.Go(func() { s.listenTo(opened, waiting) })
	}
}

// await notes a connection that has not spoken yet. When there are too many it
// closes the oldest, which is the least likely to speak: clients that open many and
// send nothing take no place from those that do.
func (s *socket) await(opened *conn) *list.Element {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ended: // after close closed the others
		opened.Close()
	default:
	}
	if s.silent.Len() >= s.limit {
		oldest := s.silent.Front()
		s.silent.Remove(oldest)
		oldest.Value.(*conn).Close()
	}
	return s.silent.PushBack(opened)
}

// listenTo waits for the first bytes of a connection and passes it on.
func (s *socket) listenTo(opened *conn, waiting *list.Element) {
	err := opened.begin()
	s.mu.Lock()
	s.silent.Remove(waiting) // if it is there still
	s.mu.Unlock()
	if err != nil || opened.asked.Load() { // await may have closed it since
		opened.Close()
		return
	}
	s.offer(opened)
}

// offer gives a connection to the newest listener, when it accepts.
func (s *socket) offer(begun *conn) {
	for {
		s.mu.Lock()
		newest, changed := s.newest(), s.changed
		s.mu.Unlock()
		var ready chan<- *conn // of nobody: nil, on which nothing can be sent
		if newest != nil {
			ready = newest.ready
		}
		select {
		case ready <- begun:
			return
		case <-changed:
		case <-s.ended:
			begun.Close()
			return
		}
	}
}
