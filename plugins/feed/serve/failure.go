package serve

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/feed/reader"
)

// fail answers a read that brought nothing while nothing was kept. What exactly
// went wrong is for the log and not for the answer.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for it any more
	}
	code, retryAfter, message := answer.Failure(err, source)
	var later *reader.LaterError
	if errors.As(err, &later) {
		code, message = http.StatusServiceUnavailable, source+" asked to be left alone for a time; try again later"
		retryAfter = max(retryAfter, later.Until.Sub(s.config.Now()))
	}
	answer.SetFailureStatus(w, err)
	refuse(w, code, retryAfter, message)
}

// refuse writes an error in the feed-to-JSON form, with Retry-After when it is
// more than 0, in whole seconds rounded up.
func refuse(w http.ResponseWriter, code int, retryAfter time.Duration, message string) {
	body, _ := json.Marshal(struct { // strings always have a JSON form
		Status  string `json:"status"`
		Message string `json:"message"`
	}{"error", message})
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if retryAfter > 0 {
		h.Set("Retry-After", strconv.FormatInt(int64((retryAfter+time.Second-1)/time.Second), 10))
	}
	w.WriteHeader(code)
	_, _ = w.Write(body)
}
