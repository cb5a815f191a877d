package anchor

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
)

// State is what became of a request.
type State string

// States of requests.
const (
	// Waiting is for a person, or for POST /api/requests/{id}.
	Waiting State = "waiting"
	// Ignored is a request that the policy leaves unanswered.
	Ignored State = "ignored"
	// Working is a request that is being signed or whose answer is on its way.
	Working State = "working"
	// Signed and Refused are answered.
	Signed  State = "signed"
	Refused State = "refused"
	// Failed is a request whose answer could not be made or delivered. It can be
	// answered again.
	Failed State = "failed"
)

// Words say it to a person.
func (s State) Words() string {
	switch s {
	case Waiting:
		return "Waiting for you"
	case Ignored:
		return "Left unanswered"
	case Working:
		return "Being answered…"
	case Failed:
		return "Not answered"
	}
	return strings.ToUpper(string(s[:1])) + string(s[1:])
}

// request is a signing request that came in. The wallet's mutex guards what
// changes.
type request struct {
	id       string
	signing  *esr.Request
	text     string   // the request's own
	session  *session // nil when it came without one
	received time.Time

	state   State
	problem string // why it failed
	result  Result
}

// Result is how a request was answered.
type Result struct {
	// Signer is the account that signed.
	Signer string `json:"signer,omitempty"`
	// Transaction is the id of what was signed.
	Transaction string `json:"transaction,omitempty"`
	// Delivered tells whether the app's callback took the answer.
	Delivered bool `json:"delivered"`
}

// Errors of answering.
var (
	errUnknownRequest = errors.New("there is no such request; the wallet keeps the last ones and forgets all when it is restarted")
	errFull           = fmt.Errorf("%d requests are waiting; answer some first", maxRequests)
)

// receive takes a request's text and answers it as the policy says. A request
// that waits already is not taken twice, so that a page can be reloaded.
func (w *Wallet) receive(text string, from *session) (*request, error) {
	signing, err := esr.Parse(text)
	if err != nil {
		return nil, err
	}
	answer := w.policy.Policy().Answer
	made, err := w.keep(signing, from, answer == Ignore)
	if err != nil || made.state != Waiting {
		return made, err
	}
	switch answer { // the request keeps the error
	case standin.AnswerSign:
		w.ending.Go(func() { _ = w.sign(made.id, 0) })
	case standin.AnswerRefuse:
		w.ending.Go(func() { _ = w.refuse(made.id) })
	}
	return made, nil
}

// keep puts a request into the list.
func (w *Wallet) keep(signing *esr.Request, from *session, ignored bool) (*request, error) {
	text := signing.String()
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, known := range w.requests {
		if known.session == from && known.state == Waiting && known.text == text {
			return &request{id: known.id, state: Ignored}, nil
		}
	}
	if len(w.requests) >= maxRequests && !w.forgetOne() {
		return nil, errFull
	}
	w.numbered++
	made := &request{
		id: strconv.Itoa(w.numbered), signing: signing, text: text, session: from, received: w.Now(), state: Waiting,
	}
	if ignored {
		made.state = Ignored
	}
	w.requests = append(w.requests, made)
	w.version++
	return &request{id: made.id, state: made.state}, nil
}

// forgetOne makes room by forgetting the oldest request that is done with, or else the oldest
// whose app waits no longer: over a session nobody would hear that there is no room.
func (w *Wallet) forgetOne() bool {
	oldest := slices.IndexFunc(w.requests, func(old *request) bool { return old.state != Waiting && old.state != Working })
	if oldest < 0 {
		oldest = slices.IndexFunc(w.requests, func(old *request) bool { return old.state == Waiting && w.isLate(old) != nil })
	}
	if oldest >= 0 {
		w.requests = slices.Delete(w.requests, oldest, oldest+1)
	}
	return oldest >= 0
}

// find gives a request. The mutex must be held.
func (w *Wallet) find(id string) (*request, error) {
	for _, known := range w.requests {
		if known.id == id {
			return known, nil
		}
	}
	return nil, errUnknownRequest
}

// begin takes a request that is not answered yet for answering it.
func (w *Wallet) begin(id string) (*request, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	known, err := w.find(id)
	if err != nil {
		return nil, err
	}
	switch known.state {
	case Signed, Refused:
		return nil, fmt.Errorf("the request was %s already", known.state)
	case Working:
		return nil, errors.New("the request is being answered")
	}
	known.state, known.problem = Working, ""
	w.version++
	return known, nil
}

// end writes down what became of a request.
func (w *Wallet) end(answered *request, state State, result Result, problem error) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	answered.state, answered.result, answered.problem = state, result, ""
	if problem != nil {
		answered.state, answered.problem = Failed, problem.Error()
	}
	w.version++
	return problem
}
