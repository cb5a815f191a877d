package listeners

import (
	"context"
	"net"
	"sync"
	"time"
)

// patience is how long a configuration that is about to end may take to answer
// the first request of a connection before it counts as being at work on it,
// which its end waits for anyway.
var patience = 250 * time.Millisecond

// listener is one configuration's listener on a socket.
type listener struct {
	socket  *socket
	left    func() error
	ready   chan *conn // connections while it is this listener's turn
	closed  chan struct{}
	closing sync.Once

	mu   sync.Mutex
	open map[*conn]time.Time // connections without a first answer, and since when
}

// Accept waits for a connection on which a request has begun. While there is a
// newer listener none comes.
func (l *listener) Accept() (net.Conn, error) {
	for {
		select {
		case begun := <-l.ready:
			if l.take(begun) {
				return begun, nil
			}
			// It came at the moment of the change: it is another listener's.
			go l.socket.offer(begun)
		case <-l.closed:
			return nil, net.ErrClosed
		}
	}
}

// take notes a connection that the listener is about to give away; false when it
// is not its turn any more.
func (l *listener) take(begun *conn) bool {
	l.socket.mu.Lock()
	defer l.socket.mu.Unlock()
	if l.socket.newest() != l {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[begun] = time.Now()
	begun.answered = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.open, begun)
	}
	return true
}

// drain waits until every connection that the listener gave away has had its
// first answer, or its configuration had time to begin with it.
func (l *listener) drain(ctx context.Context) error {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		if l.drained(time.Now()) {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (l *listener) drained(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, since := range l.open {
		if now.Sub(since) < patience {
			return false
		}
	}
	return true
}

// Close ends this listener. If it was the newest it is the turn of the one
// before again, as after a reload that failed. The socket is closed with the last
// one.
func (l *listener) Close() error {
	err := net.ErrClosed
	l.closing.Do(func() {
		l.socket.leave(l)
		close(l.closed)
		err = l.left()
	})
	return err
}

// Addr is the address of the socket.
func (l *listener) Addr() net.Addr { return l.socket.listener.Addr() }

var (
	_ net.Listener = (*listener)(nil)
)
