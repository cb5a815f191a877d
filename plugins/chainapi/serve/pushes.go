package serve

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/call"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/paths"
)

// notSentPause is when to push again what was not sent.
const notSentPause = time.Second

// push sends a transaction, once, and answers what became of it.
func (s *Server) push(w http.ResponseWriter, r *http.Request, c *call.Call) {
	client := s.config.Client(r)
	if ok, wait := s.config.Pushes.Allow(client); !ok {
		tooMany(w, wait, c.Name, c.Name+" is called too often from this address; nothing was sent")
		return
	}
	body, ok := s.body(w, r, c, s.config.MaxPush)
	if !ok {
		return
	}
	tx, err := transaction.Parse(c.Name, s.config.ChainID, body)
	if err != nil {
		fail(w, 0, shape.Invalid(c.Name, "the request of "+c.Name+": "+err.Error()))
		return
	}
	if wants := prefers(r); wants.async {
		s.submit(w, r, client, tx)
		return
	}
	outcome, err := s.config.Line.Push(r.Context(), client, tx)
	switch {
	case err == nil:
		if outcome.Block > 0 {
			w.Header().Set(pool.HeadHeader, strconv.FormatUint(outcome.Block, 10))
		}
		write(w, outcome.Status, outcome.Body)
	case r.Context().Err() == nil:
		failPush(w, tx, err)
	default: // the client left; the transaction goes on without it
	}
}

// submit lets a transaction wait for its turn and answers where its status is.
func (s *Server) submit(w http.ResponseWriter, r *http.Request, client string, tx *transaction.Push) {
	token, status, err := s.config.Line.Submit(r.Context(), client, tx)
	if err != nil {
		failPush(w, tx, err)
		return
	}
	header := w.Header()
	header.Set("Preference-Applied", "respond-async")
	header.Set("Location", paths.Pushes+"/"+token)
	writeJSON(w, http.StatusAccepted, status)
}

// failPush answers why a push was not sent, or not again, or that this is not known.
func failPush(w http.ResponseWriter, tx *transaction.Push, err error) {
	var unsent *push.NotSentError
	var known push.Answer
	switch {
	case errors.Is(err, push.ErrExpired):
		known = push.ExpiredAnswer(tx)
	case errors.As(err, &unsent):
		fail(w, notSentPause, notSent(tx.Call, tx.ID, err))
		return
	default: // another process has it, or was given it just when its status was asked for
		known = push.UnknownAnswer(tx)
	}
	write(w, known.Status, known.Body)
}

// notSent is the problem of a push that was not sent.
func notSent(call string, id transaction.ID, err error) shape.Problem {
	why := "no node can take it at this moment"
	switch {
	case errors.Is(err, queue.ErrFull):
		why = "too many wait already"
	case errors.Is(err, queue.ErrLate):
		why = "so many wait that it would expire before its turn"
	case errors.Is(err, push.ErrLeft):
		why = "it was taken out of the line"
	case errors.Is(err, push.ErrEnding):
		why = "the gateway starts anew"
	}
	return shape.Ours(http.StatusServiceUnavailable, shape.NameNotSent, "The transaction was not sent", call,
		"transaction "+id.String()+" was not sent: "+why+". The same may be pushed again.")
}
