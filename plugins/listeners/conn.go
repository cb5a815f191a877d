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
	first    []byte // what was read ahead
	answered func() // called once, with its first answer or its end
	once     sync.Once
	left     func() // called once, with its end
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
	return c.Conn.SetReadDeadline(time.Time{})
}

// Read reads what was read ahead, then the connection. Nobody reads one
// connection twice at a time.
func (c *conn) Read(p []byte) (int, error) {
	if len(c.first) == 0 {
		return c.Conn.Read(p)
	}
	n := copy(p, c.first)
	if c.first = c.first[n:]; len(c.first) == 0 {
		c.first = nil
	}
	return n, nil
}

func (c *conn) Write(p []byte) (int, error) {
	c.once.Do(c.answered)
	c.writing.Store(c.clock.now())
	defer c.writing.Store(0)
	return c.Conn.Write(p)
}

// ReadFrom lets the kernel copy files, as a *net.TCPConn does.
func (c *conn) ReadFrom(r io.Reader) (int64, error) {
	c.once.Do(c.answered)
	c.writing.Store(c.clock.now())
	defer c.writing.Store(0)
	return io.Copy(c.Conn, r)
}

func (c *conn) Close() error {
	c.once.Do(c.answered)
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
