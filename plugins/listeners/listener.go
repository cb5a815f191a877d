package listeners

import (
	"context"
	"net"
	"sync"
	"time"
)

const (
	// patience is how long a configuration that is about to end waits for the rest of
	// a request that has begun to arrive.
	patience = 250 * time.Millisecond
	// maxDrain bounds how long it may take to begin with one that has arrived: a
	// process that has much else to do may be slow to, but none is lost.
	maxDrain = 10 * time.Second
)

// listener is one configuration's listener on a socket.
type listener struct {
	socket  *socket
	left    func() error
	ready   chan *conn // connections while it is this listener's turn
	closed  chan struct{}
	closing sync.Once

	mu   sync.Mutex
	open map[*conn]time.Time // connections that the server has not begun with, and since when
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
	begun.taker = l
	l.open[begun] = time.Now()
	begun.atWork = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.open, begun)
	}
	return true
}

// drain waits until the server is at work on the first request of every connection
// that the listener gave away, which its end waits for.
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
	for c, since := range l.open {
		most := patience
		if c.header.whole.Load() {
			most = maxDrain
		}
		if now.Sub(since) < most {
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
