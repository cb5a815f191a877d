package anchor

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"fieldhouse/devchain/httpjson"
	"fieldhouse/devchain/standin"
)

func (w *Wallet) getState(answer http.ResponseWriter, _ *http.Request) {
	standin.Answer(answer, w.state())
}

func (w *Wallet) postRequest(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Request string `json:"request"`
	}
	if !readJSON(answer, r, &sent) {
		return
	}
	made, err := w.receive(sent.Request, nil)
	writeReceived(answer, made, err)
}

func (w *Wallet) postSealed(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Payload string `json:"payload"`
	}
	if !readJSON(answer, r, &sent) {
		return
	}
	made, err := w.trigger(sent.Payload)
	writeReceived(answer, made, err)
}

// trigger takes a sealed message in base64url, as a trigger address carries it.
func (w *Wallet) trigger(payload string) (*request, error) {
	message, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(payload, "="))
	if err != nil {
		return nil, fmt.Errorf("reading the sealed message: %w", err)
	}
	return w.openTriggered(message)
}

func writeReceived(answer http.ResponseWriter, made *request, err error) {
	switch {
	case errors.Is(err, errFull):
		standin.Refuse(answer, http.StatusTooManyRequests, err)
	case errors.Is(err, errUnknownSession):
		standin.Refuse(answer, http.StatusNotFound, err)
	case err != nil:
		standin.Refuse(answer, http.StatusBadRequest, err)
	default:
		standin.Write(answer, http.StatusAccepted, map[string]string{"id": made.id})
	}
}

func (w *Wallet) getRequest(answer http.ResponseWriter, r *http.Request) {
	view, err := w.view(r.PathValue("id"))
	if err != nil {
		standin.Refuse(answer, statusOf(err), err)
		return
	}
	standin.Answer(answer, view)
}

func (w *Wallet) postAnswer(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Answer     Answer `json:"answer"`
		Account    string `json:"account"`
		Permission string `json:"permission"`
		Reason     string `json:"reason"`
	}
	if !readJSON(answer, r, &sent) {
		return
	}
	if err := w.answer(r.PathValue("id"), sent.Answer, sent.Account, sent.Permission, sent.Reason); err != nil {
		standin.Refuse(answer, statusOf(err), err)
		return
	}
	w.getRequest(answer, r)
}

// answer signs or refuses a request.
func (w *Wallet) answer(id string, answer Answer, account, permission, reason string) error {
	signer, err := parseLevel(account, permission)
	if err != nil {
		return err
	}
	switch answer {
	case Sign:
		return w.sign(id, signer)
	case Refuse:
		return w.refuse(id, reason)
	}
	return fmt.Errorf("answering the request: %q is neither %s nor %s", answer, Sign, Refuse)
}

// setting answers what was set in the place of what was sent.
func setting[Setting any](set func(Setting) (Setting, error)) http.HandlerFunc {
	return func(answer http.ResponseWriter, r *http.Request) {
		var sent Setting
		if !readJSON(answer, r, &sent) {
			return
		}
		done, err := set(sent)
		if err != nil {
			standin.Refuse(answer, http.StatusBadRequest, err)
			return
		}
		standin.Answer(answer, done)
	}
}

func (w *Wallet) postReset(answer http.ResponseWriter, _ *http.Request) {
	w.reset()
	answer.WriteHeader(http.StatusNoContent)
}

func (w *Wallet) deleteSession(answer http.ResponseWriter, r *http.Request) {
	if err := w.endSession(r.PathValue("id")); err != nil {
		standin.Refuse(answer, statusOf(err), err)
		return
	}
	answer.WriteHeader(http.StatusNoContent)
}

// readJSON reads a body, or answers what is wrong with it.
func readJSON(answer http.ResponseWriter, r *http.Request, into any) bool {
	err := httpjson.Read(r, into)
	if err != nil {
		standin.Refuse(answer, http.StatusBadRequest, fmt.Errorf("reading the body: %w", err))
	}
	return err == nil
}
