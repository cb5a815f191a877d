package serve

import (
	"context"
	"errors"
	"net/http"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/edgecache/answer"
)

// fail answers a read that brought nothing while nothing was kept. Which
// endpoints there are is for the log and not for the answer.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		return // nobody waits for it any more
	}
	code, retryAfter, message := failure(err)
	answer.SetFailureStatus(w, err)
	refuse(w, code, retryAfter, message)
}

// failure is answer.Failure with what an index itself says: its refusal is
// passed on, and that all endpoints limit is 429 as with them.
func failure(err error) (code int, retryAfter time.Duration, message string) {
	code, retryAfter, message = answer.Failure(err, "the asset index")
	var refusal *index.Refusal
	if errors.As(err, &refusal) {
		if message = refusal.Message; message == "" {
			message = "the asset index refused what was asked for"
		}
		return refusal.Status, 0, message
	}
	var unavailable *index.Unavailable
	if errors.As(err, &unavailable) {
		if after, limited := unavailable.Limited(); limited {
			return http.StatusTooManyRequests, max(after, retryAfter), "Rate limit: the asset index is asked as often as it allows; try again in a moment"
		}
	}
	return code, retryAfter, message
}

// refuse writes an error in the AtomicAssets API's shape.
func refuse(w http.ResponseWriter, code int, retryAfter time.Duration, message string) {
	answer.RefuseWith(w, code, retryAfter, contentType, struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}{false, message})
}
