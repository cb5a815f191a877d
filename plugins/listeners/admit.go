package listeners

import (
	"net"
	"sync/atomic"
)

// Gate decides whether a connection that was accepted may stay. leave is called at
// the end of one that may, once. The gate may close those it let in, to make room:
// they end like any other. It is safe for use by many goroutines.
type Gate func(accepted net.Conn) (leave func(), ok bool)

var gate atomic.Pointer[Gate]

// Admit has every connection that is accepted from now on pass a gate; nil lets
// all of them in.
func Admit(by Gate) { gate.Store(&by) }

// admit takes a connection that may stay. One that may not is reset, which costs
// the system nothing more.
func (s *socket) admit(accepted net.Conn) (*conn, bool) {
	leave := func() {}
	if by := gate.Load(); by != nil && *by != nil {
		var ok bool
		if leave, ok = (*by)(accepted); !ok {
			reset(accepted)
			return nil, false
		}
	}
	opened := &conn{Conn: accepted, answered: func() {}, clock: &s.clock}
	opened.left = func() {
		s.watched.Lock()
		delete(s.open, opened)
		s.watched.Unlock()
		leave()
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
