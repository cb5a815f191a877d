package serve

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"fieldhouse/plugins/link/channel"
)

// poll waits for one message: 200 with it, or 408 to ask again.
func (s *Server) poll(w http.ResponseWriter, r *http.Request, name, client string) {
	s.hub.Received(name, r.RemoteAddr)
	p := poller{make(chan *channel.Delivery, 1), make(chan struct{})}
	var listener *channel.Listener
	leave, ok := s.enter(w, p, name, client, true, &listener)
	if !ok {
		return
	}
	defer leave()
	defer listener.Close()
	if err := listener.Start(); err != nil {
		refuse(w, err)
		return
	}
	over := time.NewTimer(s.settings.Load().Poll)
	defer over.Stop()
	select {
	case delivery := <-p.delivery:
		if r.Context().Err() == nil {
			hand(w, r, delivery)
		}
	case <-over.C:
		// A message that was on its way is kept for the next poll.
		http.Error(w, "no message yet; ask again", http.StatusRequestTimeout)
	case <-s.ended:
		refuse(w, channel.ErrClosed)
	case <-p.displaced:
		refuse(w, channel.ErrFull)
	case <-r.Context().Done():
	}
}

// poller is the sink of a long poll, which gets one message and ends once.
type poller struct {
	delivery  chan *channel.Delivery
	displaced chan struct{}
}

// Deliver implements channel.Sink.
func (p poller) Deliver(delivery *channel.Delivery) { p.delivery <- delivery }

// End implements channel.Sink. Of other reasons the poll ends by itself.
func (p poller) End(reason channel.Reason) {
	if reason == channel.Displaced {
		close(p.displaced)
	}
}

// hand answers with a message.
//
// HTTP has no acknowledgement. On HTTP/1.1 the answer is the connection's last,
// and received tells from the connection's end whether the client has it. On
// HTTP/2 and 3 the connection goes on with other requests and says nothing of
// this one: the message stays, and is delivered when the same connection asks for
// the channel again. Who lost it, and so its connection, gets it again.
func hand(w http.ResponseWriter, r *http.Request, delivery *channel.Delivery) {
	payload := delivery.Payload()
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(payload)))
	if r.ProtoMajor == 1 {
		w.Header().Set("Connection", "close")
	}
	if _, err := w.Write(payload); err != nil {
		return
	}
	if err := http.NewResponseController(w).Flush(); err != nil {
		return
	}
	conn, _, err := hijack(w)
	if errors.Is(err, http.ErrNotSupported) {
		delivery.Handed(r.RemoteAddr)
		return
	}
	if err != nil {
		return
	}
	defer conn.Close()
	if received(conn) {
		delivery.Acknowledge()
	}
}

// received tells whether the client has what was written to a connection. Its
// system acknowledged that, which it does not after the process closed the
// connection: the end that comes afterwards says that the process is done with it.
// A client that has read all of it closes the connection orderly; the end of one
// that did not, because it was killed or is unreachable, is a reset or nothing at
// all (RFC 9293, section 3.10.7).
func received(conn net.Conn) bool {
	deadline := time.Now().Add(AckTimeout)
	if !arrived(conn, deadline) {
		return false
	}
	if half, ok := conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
		return false
	}
	_ = conn.SetReadDeadline(deadline) // of a connection that is closed already
	// A TLS client may end without its closing alert.
	_, err := io.Copy(io.Discard, io.LimitReader(conn, mostSaid))
	return err == nil || errors.Is(err, io.ErrUnexpectedEOF)
}

// Interface guards.
var (
	_ channel.Sink = poller{}
)
