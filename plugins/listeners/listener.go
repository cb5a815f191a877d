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
const patience = 250 * time.Millisecond

// listener is one configuration's listener on a socket.
type listener struct {
	socket  *socket
	left    func() error
	retired chan struct{} // a newer listener took over
	closed  chan struct{}
	closing sync.Once

	mu   sync.Mutex
	open map[*conn]time.Time // connections without a first answer, and since when
}

// Accept waits for a connection on which a request has begun. After a newer
// listener took over it waits for Close.
func (l *listener) Accept() (net.Conn, error) {
	for {
		select {
		case begun := <-l.socket.ready:
			if l.take(begun) {
				return begun, nil
			}
			// It came at the moment of the change: it is the newer one's.
			go l.socket.offer(begun)
		case <-l.retired:
			<-l.closed
			return nil, net.ErrClosed
		case <-l.closed:
			return nil, net.ErrClosed
		}
	}
}

// take notes a connection that the listener is about to give away; false when
// it may give none away any more.
func (l *listener) take(begun *conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.retired:
		return false
	case <-l.closed:
		return false
	default:
	}
	l.open[begun] = time.Now()
	begun.answered = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.open, begun)
	}
	return true
}

// retire ends what the listener gives away: a newer one took over.
func (l *listener) retire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.retired)
}

// settle waits until every connection that the listener gave away has had its
// first answer, or its configuration had time to begin with it.
func (l *listener) settle(ctx context.Context) error {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		if l.settled(time.Now()) {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (l *listener) settled(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, since := range l.open {
		if now.Sub(since) < patience {
			return false
		}
	}
	return true
}

// Close ends this listener. The socket is closed with the last one.
func (l *listener) Close() error {
	err := net.ErrClosed
	l.closing.Do(func() {
		l.socket.mu.Lock()
		if l.socket.newest == l {
			l.socket.newest = nil
		}
		l.socket.mu.Unlock()
		l.mu.Lock()
		close(l.closed)
		l.mu.Unlock()
		err = l.left()
	})
	return err
}

// Addr is the address of the socket.
func (l *listener) Addr() net.Addr { return l.socket.listener.Addr() }

var (
	_ net.Listener = (*listener)(nil)
)
