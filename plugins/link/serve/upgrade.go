package serve

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// wantsWebSocket tells a WebSocket's opening handshake from a long poll (RFC
// 6455, section 4.1).
func wantsWebSocket(r *http.Request) bool {
	if r.ProtoMajor != 1 {
		return false
	}
	for _, value := range r.Header.Values("Upgrade") {
		for token := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(token), "websocket") {
				return true
			}
		}
	}
	return false
}

// upgrade answers a WebSocket's opening handshake. Wallets and pages of any origin
// may listen.
func upgrade(w http.ResponseWriter, r *http.Request) (*websocket.Conn, net.Conn, error) {
	b := &bare{ResponseWriter: w}
	ws, err := websocket.Accept(b, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	return ws, b.conn, err
}

// bare gives the connection from below all wrappers of a ResponseWriter: they would
// keep the request and its buffers for as long as the WebSocket lives.
type bare struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (b *bare) Hijack() (_ net.Conn, buffers *bufio.ReadWriter, err error) {
	w := b.ResponseWriter
	for wrapper, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok; wrapper, ok = w.(interface{ Unwrap() http.ResponseWriter }) {
		w = wrapper.Unwrap()
	}
	if b.conn, buffers, err = http.NewResponseController(w).Hijack(); err != nil {
		return nil, nil, err
	}
	_ = b.conn.SetDeadline(time.Time{}) // the HTTP server's; of a connection that is gone already its reader hears
	if buffers.Reader.Buffered() == 0 {
		// What is read are acknowledgements of a few bytes, and a long message is written past the buffer.
		buffers = bufio.NewReadWriter(bufio.NewReaderSize(b.conn, 256), bufio.NewWriterSize(b.conn, 256))
	}
	return b.conn, buffers, nil
}
