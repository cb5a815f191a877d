package serve

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/broadcast"
	"fieldhouse/plugins/chainapi/call"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/clients"
)

// notSentPause is when to push again what was not sent.
const notSentPause = time.Second

// push sends a transaction, once, and answers what became of it.
func (s *Server) push(w http.ResponseWriter, r *http.Request, c *call.Call) {
	client := s.config.Client(r)
	if ok, wait := s.config.Pushes.Allow(client); !ok {
		tooMany(w, c, wait)
		return
	}
	body, ok := s.body(w, r, c, s.config.MaxPush)
	if !ok {
		return
	}
	push, err := transaction.Parse(c.Name, s.config.ChainID, body)
	if err != nil {
		fail(w, http.StatusBadRequest, 0, shape.Invalid(c.Name, "the request of "+c.Name+": "+err.Error()))
		return
	}
	outcome, err := s.config.Broadcaster.Push(r.Context(), clients.Of(client).String(), push)
	var notSent *broadcast.NotSentError
	switch {
	case err == nil:
		if outcome.Block > 0 {
			w.Header().Set(pool.HeadHeader, strconv.FormatUint(outcome.Block, 10))
		}
		write(w, outcome.Status, outcome.Body)
	case errors.As(err, &notSent), errors.Is(err, broadcast.ErrBusy):
		fail(w, http.StatusServiceUnavailable, notSentPause, shape.Problem{
			Code: http.StatusServiceUnavailable, Name: shape.NameNotSent, What: "The transaction was not sent",
			Message: "transaction " + push.ID.String() + " was not sent: no node can take it at this moment. The same may be pushed again.",
			Call:    c.Name,
		})
	default: // the client left; the transaction goes on without it
	}
}
