package serve

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"fieldhouse/plugins/link/channel"
)

// poll waits for one message: 200 with it, or 408 to ask again.
func (s *Server) poll(w http.ResponseWriter, r *http.Request, name, client string) {
	p := make(poller, 1)
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
	case delivery := <-p:
		if r.Context().Err() == nil && hand(w, r, delivery.Payload()) {
			delivery.Acknowledge()
		}
	case <-over.C:
		// A message that was on its way is kept for the next poll.
		http.Error(w, "no message yet; ask again", http.StatusRequestTimeout)
	case <-s.ended:
		refuse(w, channel.ErrClosed)
	case <-r.Context().Done():
	}
}

// poller is the sink of a long poll, which gets one message.
type poller chan *channel.Delivery

// Deliver implements channel.Sink.
func (p poller) Deliver(delivery *channel.Delivery) { p <- delivery }

// End implements channel.Sink. The poll ends by itself.
func (p poller) End(channel.Reason) {}

// hand answers with a message and tells whether the client has it.
//
// HTTP has no acknowledgement. On HTTP/1.1 the answer is the connection's last,
// and a client that has read all of it closes the connection orderly; the end of
// one that did not, because it was killed or is unreachable, is a reset or
// nothing at all (RFC 9293, section 3.10.7). With HTTP/2 and 3 the
// connection's end is all that is known.
func hand(w http.ResponseWriter, r *http.Request, payload []byte) bool {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(payload)))
	if r.ProtoMajor == 1 {
		w.Header().Set("Connection", "close")
	}
	if _, err := w.Write(payload); err != nil {
		return false
	}
	if err := http.NewResponseController(w).Flush(); err != nil {
		return false
	}
	conn, _, err := hijack(w)
	if errors.Is(err, http.ErrNotSupported) {
		return r.Context().Err() == nil
	}
	if err != nil {
		return false
	}
	defer conn.Close()
	half, ok := conn.(interface{ CloseWrite() error })
	if !ok {
		return true
	}
	if half.CloseWrite() != nil || conn.SetReadDeadline(time.Now().Add(AckTimeout)) != nil {
		return false
	}
	// A TLS client may end without its closing alert.
	_, err = io.Copy(io.Discard, io.LimitReader(conn, mostSaid))
	return err == nil || errors.Is(err, io.ErrUnexpectedEOF)
}

// Interface guards.
var (
	_ channel.Sink = poller(nil)
)
