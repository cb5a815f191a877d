package listeners

import (
	"net"
	"sync/atomic"
)

// Gate decides which connections may stay. It is safe for use by many
// goroutines.
type Gate interface {
	// Enter is asked of each connection when it is accepted. The gate may close
	// those it let in, to make room: they end like any other.
	Enter(accepted net.Conn) bool
	// Leave is told of the end of each connection that entered, once.
	Leave(accepted net.Conn)
}

var gate atomic.Pointer[Gate]

// Admit has every connection that is accepted from now on pass a gate; nil lets
// all of them in.
func Admit(by Gate) {
	if by == nil {
		gate.Store(nil)
		return
	}
	gate.Store(&by)
}

// admit takes a connection that may stay. One that may not is reset, which costs
// the system nothing more.
func (s *socket) admit(accepted net.Conn) (*conn, bool) {
	by := gate.Load()
	if by != nil && !(*by).Enter(accepted) {
		reset(accepted)
		return nil, false
	}
	opened := &conn{Conn: accepted, answered: func() {}, clock: &s.clock}
	opened.left = func() {
		s.watched.Lock()
		delete(s.open, opened)
		s.watched.Unlock()
		if by != nil {
			(*by).Leave(accepted)
		}
	}
	s.watched.Lock()
	s.open[opened] = struct{}{}
	s.watched.Unlock()
	return opened, true
}

// reset closes a connection and drops what the other end has not taken of it.
func reset(connection net.Conn) {
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	connection.Close()
}
