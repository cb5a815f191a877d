package serve

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/gorilla/websocket"
)

// upgrader makes WebSockets that cost little while they wait: what is read are
// acknowledgements of a few bytes, and a buffer to write with is borrowed.
var upgrader = websocket.Upgrader{
	ReadBufferSize:  256,
	WriteBufferSize: 4 << 10,
	WriteBufferPool: new(sync.Pool),
	// Wallets and pages of any origin may listen.
	CheckOrigin: func(*http.Request) bool { return true },
	Error: func(w http.ResponseWriter, _ *http.Request, status int, reason error) {
		w.Header().Set("Sec-WebSocket-Version", "13")
		http.Error(w, reason.Error(), status)
	},
}

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

// bare gives the connection from below all wrappers of a ResponseWriter: they would
// keep the request and its buffers for as long as the WebSocket lives.
type bare struct{ http.ResponseWriter }

// Hijack implements http.Hijacker.
func (b bare) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w := b.ResponseWriter
	for {
		wrapper, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return http.NewResponseController(w).Hijack()
		}
		w = wrapper.Unwrap()
	}
}
