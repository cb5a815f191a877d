package reader

import (
	"fmt"
	"net/http"
	"time"

	"fieldhouse/plugins/upstream"
)

// LaterError says that the server of a feed asked to be left alone.
type LaterError struct {
	// Until is when it may be asked again.
	Until time.Time
}

func (e *LaterError) Error() string {
	return "its server asked to be left alone until " + e.Until.UTC().Format(time.RFC3339)
}

// StatusError is an answer that is no feed.
type StatusError struct {
	// Code is the HTTP status.
	Code int
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("it was answered with status %d (%s)", e.Code, http.StatusText(e.Code))
}

// maxLater bounds what a server can ask for: one that is wrong must not take the
// blog from the site for good.
const maxLater = 24 * time.Hour

// refusal notes the Retry-After of an answer that is no feed.
func (r *Reader) refusal(response *http.Response) error {
	now := r.config.Now()
	if wait, _ := upstream.RetryAfter(response.Header, now); wait > 0 {
		r.config.Memory.postpone(now.Add(min(wait, maxLater)))
	}
	return &StatusError{Code: response.StatusCode}
}
