package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/link/channel"

	"go.uber.org/zap"
)

// post sends a message:
//
//	200 and X-Buoy-Delivery: delivered, when a listener acknowledged it
//	200 and X-Buoy-Delivery: buffered, when it is kept for the next listener
//	202, when it is kept and X-Buoy-Soft-Wait is over
//	408, when X-Buoy-Wait is over and it is not kept
//	410, when a newer message took its place
func (s *Server) post(w http.ResponseWriter, r *http.Request, name, client string) {
	wait, err := waitOf(r.Header)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	payload, ok := s.body(w, r)
	if !ok {
		return
	}
	began := time.Now()
	outcome, err := s.hub.Send(r.Context(), name, client, payload, wait)
	if check := s.logger().Check(zap.InfoLevel, "message"); check != nil {
		became := string(outcome)
		if err != nil {
			became = err.Error()
		}
		check.Write(fingerprint(name), zap.String("client", client), zap.Int("bytes", len(payload)),
			zap.String("outcome", became), zap.Duration("took", time.Since(began)))
	}
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return // nobody is there to be answered
	case err != nil:
		refuse(w, err)
		return
	}
	w.Header().Set("X-Buoy-Delivery", string(outcome))
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if outcome == channel.Buffered && wait.For > 0 {
		w.WriteHeader(http.StatusAccepted)
	}
	_, _ = io.WriteString(w, string(outcome)+"\n") // a sender that left gets no answer
}

// body reads the message. What is no message is answered, and not ok.
func (s *Server) body(w http.ResponseWriter, r *http.Request) (payload []byte, ok bool) {
	most := s.settings.Load().MaxMessage
	// A server that cannot set deadlines has its own.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err == nil {
		// Otherwise it holds for the rest of the body, which the HTTP server reads.
		_ = control.SetReadDeadline(time.Time{})
	}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		s.refusals.size.Add(1)
		http.Error(w, fmt.Sprintf("a message has at most %d bytes", most), http.StatusRequestEntityTooLarge)
		return nil, false
	case err != nil:
		http.Error(w, "the message did not arrive whole", http.StatusBadRequest)
		return nil, false
	case len(payload) == 0:
		http.Error(w, "a message has at least one byte", http.StatusBadRequest)
		return nil, false
	}
	return append(make([]byte, 0, len(payload)), payload...), true // no more than that is kept
}

// waitOf reads how long the sender waits for a listener, in seconds. More than
// two minutes are two minutes.
func waitOf(header http.Header) (channel.Wait, error) {
	for _, name := range []string{"X-Buoy-Wait", "X-Buoy-Soft-Wait"} {
		text := strings.TrimSpace(header.Get(name))
		if text == "" {
			continue
		}
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(seconds) || math.IsInf(seconds, 0) {
			return channel.Wait{}, fmt.Errorf("%s is %.20q: write a number of seconds, such as 10", name, text)
		}
		seconds = max(min(seconds, maxWait.Seconds()), 0)
		return channel.Wait{For: time.Duration(seconds * float64(time.Second)), Required: name == "X-Buoy-Wait"}, nil
	}
	return channel.Wait{}, nil
}

// poll waits for one message: 200 with it, or 408 to ask again.
func (s *Server) poll(w http.ResponseWriter, r *http.Request, name, client string) {
	s.hub.Received(name, r.RemoteAddr)
	p := poller{make(chan *channel.Delivery, 1), make(chan channel.Reason, 1)}
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
	case reason := <-p.ended:
		if reason == channel.Displaced {
			refuse(w, channel.ErrFull)
			return
		}
		refuse(w, channel.ErrClosed)
	case <-r.Context().Done():
	}
}

// poller is the sink of a long poll, which gets one message and ends once.
type poller struct {
	delivery chan *channel.Delivery
	ended    chan channel.Reason
}

// Deliver implements channel.Sink.
func (p poller) Deliver(delivery *channel.Delivery) { p.delivery <- delivery }

// End implements channel.Sink. A poll whose message was not acknowledged ends by itself.
func (p poller) End(reason channel.Reason) {
	if reason != channel.Unacknowledged {
		p.ended <- reason
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
