package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
)

// fail answers a read that brought nothing while nothing was kept. Which nodes
// there are is for the log and not for the answer.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for it any more
	}
	var refusal *pool.Refusal
	switch {
	case errors.Is(err, edgecache.ErrBusy), errors.Is(err, edgecache.ErrClosed):
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, "too much is being read from the chain at this moment; try again in a second")
	case errors.As(err, &refusal):
		refuse(w, http.StatusBadGateway, "the chain refused to answer: "+refusal.Message)
	case errors.Is(err, context.DeadlineExceeded):
		refuse(w, http.StatusGatewayTimeout, "the chain did not answer in time")
	default:
		refuse(w, http.StatusBadGateway, "the chain could not be read")
	}
}

// refuse writes an error in the data API's form.
func refuse(w http.ResponseWriter, code int, message string) {
	body, _ := json.Marshal(struct { // an int and a string always have a JSON form
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{code, message})
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	_, _ = w.Write(body)
}
