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
		return // nobody is there to be told
	case err != nil:
		refuse(w, err)
		return
	}
	w.Header().Set("X-Buoy-Delivery", string(outcome))
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if outcome == channel.Buffered && wait.For > 0 {
		w.WriteHeader(http.StatusAccepted)
	}
	_, _ = io.WriteString(w, string(outcome)+"\n") // a sender that went is not told
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
