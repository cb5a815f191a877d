package answer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/upstream"
)

// busyPause is after what time a client should try again when the gateway has
// too much to do, or the source is behind.
const busyPause = time.Second

// Failure says which HTTP status an error of Engine.Get is, when to try again
// (0: nothing is known of it), and what a person should read: 429 for a client
// whose budget is used up, 503 for an engine or a source that is busy, for
// an engine that is closed and for content that is not new enough, 504 for a time that ran out, 502 for anything else. A remembered failure is what failed
// then. source is what was read, such as "the chain"; the message holds nothing
// of the error, in which nodes and addresses can stand.
func Failure(err error, source string) (code int, retryAfter time.Duration, message string) {
	var budget *edgecache.BudgetError
	if errors.As(err, &budget) {
		return http.StatusTooManyRequests, budget.RetryAfter, "too much that is not kept here was asked for from this address; try again in a moment"
	}
	var remembered *edgecache.RememberedError
	if errors.As(err, &remembered) {
		retryAfter = remembered.RetryAfter
	}
	var limited *upstream.LimitedError
	if errors.As(err, &limited) {
		retryAfter = max(retryAfter, limited.RetryAfter)
	}
	switch {
	case limited != nil, errors.Is(err, edgecache.ErrBusy), errors.Is(err, edgecache.ErrClosed):
		return http.StatusServiceUnavailable, max(retryAfter, busyPause), "too much is being read from " + source + " at this moment; try again in a second"
	case errors.Is(err, edgecache.ErrNotAccepted):
		return http.StatusServiceUnavailable, max(retryAfter, busyPause), "what " + source + " has is still older than what was asked for; try again in a second"
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout, retryAfter, source + " did not answer in time"
	default:
		return http.StatusBadGateway, retryAfter, source + " could not be read"
	}
}

// SetFailureStatus sets the Cache-Status of an answer to a request whose
// Engine.Get failed. RFC 9211, section 2, advises against it on answers that a
// cache makes itself; but who reads a 429 or a 502 wants to know who refused. A
// remembered failure is a hit: it was answered out of memory, and ttl says for
// how long it will be. A budget's refusal is neither a hit nor forwarded, so
// that it has but a detail: fwd=bypass would say that the request went on.
func SetFailureStatus(w http.ResponseWriter, err error) {
	line := failedLine
	var budget *edgecache.BudgetError
	var remembered *edgecache.RememberedError
	switch {
	case errors.As(err, &budget):
		line = budgetLine
	case errors.Is(err, edgecache.ErrNotAccepted):
		line = tooOldLine
	case errors.As(err, &remembered):
		line = hitLine(representation.WholeSeconds(remembered.RetryAfter), rememberedDetail)
	case errors.Is(err, edgecache.ErrBusy), errors.Is(err, edgecache.ErrClosed):
		line = busyLine
	}
	w.Header()["Cache-Status"] = []string{line}
}

// Refuse writes an error in the data API's form, {"code","message"}; see
// RefuseWith.
func Refuse(w http.ResponseWriter, code int, retryAfter time.Duration, message string) {
	RefuseWith(w, code, retryAfter, "application/json", struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{code, message})
}

// RefuseWith writes an error in a form of the caller's, of members that always
// have a JSON form, with Retry-After when it is more than 0, in whole seconds
// rounded up.
func RefuseWith(w http.ResponseWriter, code int, retryAfter time.Duration, contentType string, form any) {
	body, _ := json.Marshal(form)
	representation.SetRetryAfter(w, retryAfter)
	representation.WriteOnce(w, code, contentType, body)
}
