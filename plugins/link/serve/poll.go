package serve

import (
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
// HTTP has no acknowledgement. A message is delivered when the same connection asks
// for the channel again, as a client's does that goes on; until then it is kept.
func hand(w http.ResponseWriter, r *http.Request, delivery *channel.Delivery) {
	payload := delivery.Payload()
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(payload)))
	if _, err := w.Write(payload); err != nil {
		return
	}
	if http.NewResponseController(w).Flush() == nil {
		delivery.Handed(r.RemoteAddr)
	}
}

// Interface guards.
var (
	_ channel.Sink = poller{}
)
