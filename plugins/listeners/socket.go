package listeners

import (
	"errors"
	"net"
	"sync"
	"time"
)

const (
	// silence is how long a connection may be open before its first byte, as long
	// as Caddy waits for a request's header by default.
	silence = time.Minute
	// maxSilent bounds the connections without a first byte; more are closed.
	maxSilent = 16 << 10
	// maxBackoff is the longest pause after an accept that failed, for want of
	// file descriptors for example.
	maxBackoff = time.Second
)

// socket accepts the connections of an address and gives each one to the newest
// listener as soon as its first byte has arrived.
type socket struct {
	listener net.Listener
	limit    int // of silent connections
	ready    chan *conn
	ended    chan struct{}
	working  sync.WaitGroup

	mu     sync.Mutex
	silent map[net.Conn]struct{}
	newest *listener
}

func newSocket(opened net.Listener, limit int) *socket {
	s := &socket{
		listener: opened,
		limit:    limit,
		ready:    make(chan *conn),
		ended:    make(chan struct{}),
		silent:   make(map[net.Conn]struct{}),
	}
	s.working.Go(s.accept)
	return s
}

// Destruct closes the socket and what has not begun to speak on it.
func (s *socket) Destruct() error {
	close(s.ended)
	err := s.listener.Close()
	s.mu.Lock()
	for c := range s.silent {
		c.Close()
	}
	s.mu.Unlock()
	s.working.Wait()
	return err
}

// join makes a listener, which is the newest from now on: the one before gets no
// further connection. left is called when the listener is closed.
func (s *socket) join(left func() error) (joined, previous *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	joined = &listener{
		socket:  s,
		left:    left,
		retired: make(chan struct{}),
		closed:  make(chan struct{}),
		open:    make(map[*conn]time.Time),
	}
	previous, s.newest = s.newest, joined
	if previous != nil {
		previous.retire()
	}
	return joined, previous
}

// accept takes connections until the socket is closed.
func (s *socket) accept() {
	backoff := time.Duration(0)
	for {
		accepted, err := s.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			backoff = min(max(2*backoff, 5*time.Millisecond), maxBackoff)
			select {
			case <-time.After(backoff):
				continue
			case <-s.ended:
				return
			}
		}
		backoff = 0
		if !s.await(accepted) {
			accepted.Close()
			continue
		}
		s.working.Go(func() { s.listenTo(accepted) })
	}
}

// await notes a connection that has not spoken yet; false when there are too
// many.
func (s *socket) await(accepted net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.silent) >= s.limit {
		return false
	}
	s.silent[accepted] = struct{}{}
	return true
}

// listenTo waits for the first bytes of a connection and passes it on.
func (s *socket) listenTo(accepted net.Conn) {
	begun, err := begin(accepted)
	s.mu.Lock()
	delete(s.silent, accepted)
	s.mu.Unlock()
	if err != nil {
		accepted.Close()
		return
	}
	s.offer(begun)
}

// offer gives a connection to the next listener that accepts.
func (s *socket) offer(begun *conn) {
	select {
	case s.ready <- begun:
	case <-s.ended:
		begun.Conn.Close()
	}
}
