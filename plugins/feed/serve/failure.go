package serve

import (
	"errors"
	"net/http"
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

// refuse writes an error in the feed-to-JSON form.
func refuse(w http.ResponseWriter, code int, retryAfter time.Duration, message string) {
	answer.RefuseWith(w, code, retryAfter, contentType, struct {
		Status  string `json:"status"`
		Message string `json:"message"`
	}{"error", message})
}
