package serve

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
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

// upgrade answers a WebSocket's opening handshake.
func upgrade(w http.ResponseWriter, r *http.Request) (*websocket.Conn, error) {
	return upgrader.Upgrade(&switching{ResponseWriter: w, key: r.Header.Get("Sec-WebSocket-Key")}, r, nil)
}

// switching answers 101 through the ResponseWriter, so that whoever wrapped it
// for a log or a metric sees it, and takes the bare connection from below the
// wrappers: they would keep the request and its buffers for as long as the
// WebSocket lives.
type switching struct {
	http.ResponseWriter
	key string
}

// Hijack implements http.Hijacker.
func (s *switching) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	// RFC 6455, section 4.2.2.
	sum := sha1.Sum([]byte(s.key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	header := s.Header()
	header.Set("Upgrade", "websocket")
	header.Set("Connection", "Upgrade")
	header.Set("Sec-WebSocket-Accept", base64.StdEncoding.EncodeToString(sum[:]))
	s.WriteHeader(http.StatusSwitchingProtocols)
	conn, buffers, err := hijack(s.ResponseWriter)
	if err != nil {
		return nil, nil, err
	}
	return &answered{Conn: conn}, buffers, nil
}

// hijack takes the connection from below all wrappers.
func hijack(w http.ResponseWriter) (net.Conn, *bufio.ReadWriter, error) {
	for {
		wrapper, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return http.NewResponseController(w).Hijack()
		}
		w = wrapper.Unwrap()
	}
}

// answered is a connection on which the handshake was answered already: the
// first write, which is the library's answer, is left out.
type answered struct {
	net.Conn
	open bool
}

func (a *answered) Write(p []byte) (int, error) {
	if !a.open {
		a.open = true
		return len(p), nil
	}
	return a.Conn.Write(p)
}
