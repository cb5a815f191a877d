package listeners

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// firstRead is how many bytes of a connection are read before it is passed on: a
// request's header mostly.
const firstRead = 2 << 10

// conn is an accepted connection.
type conn struct {
	net.Conn
	first []byte // what was read ahead
	begun func() // called before it is read first; nil for nothing
	// atWork is called once, when a server is at work on the first request: with its
	// answer, its end, or a read after its whole header. A server of net/http that is
	// shutting down drops a request whose header it has just read, and none later.
	atWork  func()
	working atomic.Bool
	header  header
	// asked: a server is at work on the first request, over TLS too, or the connection is closed.
	asked    atomic.Bool
	accepted time.Time
	taker    *listener // that has it, or nil; by socket.mu
	left     func()    // called once, with its end
	end      sync.Once
	clock    *clock
	// writing is when the write that is under way began; 0 for none.
	writing atomic.Int64
	reading pace
}

// clock counts looks: a write costs no look at the system's clock.
type clock struct{ looks atomic.Int64 }

// now is never 0.
func (c *clock) now() int64 { return c.looks.Load() + 1 }

// header finds the end of the first request's header.
type header struct {
	whole atomic.Bool
	last  uint32 // the last four bytes
}

// headerEnd ends a header of HTTP/1 (RFC 9112, section 2.1). What begins with a TLS
// handshake has it by chance at most, and is answered before it has anything like it.
const headerEnd = '\r'<<24 | '\n'<<16 | '\r'<<8 | '\n'

// see takes the next bytes of the connection. One goroutine calls it at a time.
func (h *header) see(next []byte) {
	for _, b := range next {
		if h.last = h.last<<8 | uint32(b); h.last == headerEnd {
			h.whole.Store(true)
			return
		}
	}
}

// begin waits for the first bytes.
func (c *conn) begin() error {
	if err := c.Conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	first := make([]byte, firstRead)
	n, err := c.Conn.Read(first)
	if err != nil {
		return err
	}
	c.first = first[:n]
	c.header.see(c.first)
	return c.Conn.SetReadDeadline(time.Time{})
}

// Read reads what was read ahead, then the connection. Nobody reads one
// connection twice at a time.
func (c *conn) Read(p []byte) (int, error) {
	if len(c.first) == 0 {
		if c.header.whole.Load() {
			c.work()
		}
		n, err := c.Conn.Read(p)
		if !c.working.Load() {
			c.header.see(p[:n])
		}
		return n, err
	}
	if c.begun != nil {
		c.begun()
		c.begun = nil
	}
	n := copy(p, c.first)
	if c.first = c.first[n:]; len(c.first) == 0 {
		c.first = nil
	}
	return n, nil
}

// work notes that a server is at work on the first request.
func (c *conn) work() {
	if !c.working.Load() && !c.working.Swap(true) {
		if c.header.whole.Load() {
			c.asked.Store(true)
		}
		c.atWork()
	}
}

func (c *conn) Write(p []byte) (int, error) {
	c.work()
	c.writing.Store(c.clock.now())
	defer c.writing.Store(0)
	return c.Conn.Write(p)
}

// ReadFrom lets the kernel copy files, as a *net.TCPConn does.
func (c *conn) ReadFrom(r io.Reader) (int64, error) {
	c.work()
	c.writing.Store(c.clock.now())
	defer c.writing.Store(0)
	return io.Copy(c.Conn, r)
}

func (c *conn) Close() error {
	c.work()
	c.asked.Store(true)
	c.end.Do(c.left)
	return c.Conn.Close()
}

// NetConn is the connection below, for what only the system knows of it, as a
// *tls.Conn's is.
func (c *conn) NetConn() net.Conn { return c.Conn }

// CloseWrite ends what is written and leaves the connection readable, as a
// server does before it closes a connection with an unread body (RFC 9112,
// section 9.6).
func (c *conn) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return net.ErrClosed
	}
	return half.CloseWrite()
}
