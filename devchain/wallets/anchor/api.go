package anchor

import (
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// contentPolicy lets the page run its own script and style and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

func (w *Wallet) handler() http.Handler {
	api := http.NewServeMux()
	api.HandleFunc("GET /api/state", func(answer http.ResponseWriter, _ *http.Request) { standin.Answer(answer, w.state()) })
	api.HandleFunc("POST /api/requests", w.postRequest)
	api.HandleFunc("POST /api/requests/{id}", w.postAnswer)
	api.Handle("/api/policy", w.policy)
	api.HandleFunc("POST /api/break", w.postBreak)

	page := http.NewServeMux()
	page.HandleFunc("GET /{$}", w.getHome)
	page.HandleFunc("GET /requests/{id}", w.getPage)
	page.HandleFunc("GET /static/wallet.css", standin.Shared)
	page.Handle("GET /static/", http.FileServerFS(staticFiles))
	page.HandleFunc("POST /open", w.formOpen)
	page.HandleFunc("POST /requests/{id}", w.formAnswer)

	routes := http.NewServeMux()
	routes.Handle("/api/", loopback.Shared("GET, POST, DELETE", loopback.JSON(api)))
	// What a person clicks here is theirs: forms of other pages are refused.
	routes.Handle("/", loopback.From(loopback.OwnPages, page))
	return secured(http.MaxBytesHandler(routes, standin.MaxBody))
}

// secured sends the headers that every answer has.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		header := answer.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		// With no-referrer a browser would send "Origin: null" with this page's own forms.
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
		next.ServeHTTP(answer, r)
	})
}

func (w *Wallet) postRequest(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Request string `json:"request"`
	}
	if !standin.ReadJSON(answer, r, &sent) {
		return
	}
	made, err := w.receive(sent.Request, nil)
	switch {
	case errors.Is(err, errFull):
		standin.Refuse(answer, http.StatusTooManyRequests, err)
	case err != nil:
		standin.Refuse(answer, http.StatusBadRequest, err)
	default:
		standin.Write(answer, http.StatusAccepted, map[string]string{"id": made.id})
	}
}

func (w *Wallet) postAnswer(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Answer  string `json:"answer"`
		Account string `json:"account"`
	}
	if !standin.ReadJSON(answer, r, &sent) {
		return
	}
	id := r.PathValue("id")
	if err := w.answer(id, sent.Answer, sent.Account); err != nil {
		standin.Refuse(answer, statusOf(err), err)
		return
	}
	view, _, err := w.view(id)
	if err != nil {
		standin.Refuse(answer, statusOf(err), err)
		return
	}
	standin.Answer(answer, view)
}

// answer signs or refuses a request. Without an account it is signed by the one that
// the request or the policy names.
func (w *Wallet) answer(id, answer, account string) error {
	signer, err := antelope.ParseName(account)
	switch {
	case err != nil:
		return err
	case answer == standin.AnswerSign:
		return w.sign(id, signer)
	case answer == standin.AnswerRefuse:
		return w.refuse(id)
	}
	return fmt.Errorf("answering the request: %q is neither %s nor %s", answer, standin.AnswerSign, standin.AnswerRefuse)
}

// breaking is how the wallet breaks its protocol: As is unreachable, or nothing for a
// wallet that behaves, and Times is for how many logins; 0 is until it is changed.
type breaking struct {
	As    string `json:"as"`
	Times int    `json:"times"`
}

const unreachable = "unreachable-channel"

func (w *Wallet) postBreak(answer http.ResponseWriter, r *http.Request) {
	var set breaking
	if !standin.ReadJSON(answer, r, &set) {
		return
	}
	if set.As != "" && set.As != unreachable || set.Times < 0 {
		standin.Refuse(answer, http.StatusBadRequest, fmt.Errorf("breaking the rules: send %q or nothing, and how often", unreachable))
		return
	}
	w.mutex.Lock()
	w.breaking = set
	w.mutex.Unlock()
	standin.Answer(answer, set)
}

// breaks tells whether this login breaks the rules, and counts it.
func (w *Wallet) breaks() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	broken := w.breaking.As != ""
	if w.breaking.Times > 0 {
		if w.breaking.Times--; w.breaking.Times == 0 {
			w.breaking = breaking{}
		}
	}
	return broken
}

// statusOf is the HTTP status of an error of answering.
func statusOf(err error) int {
	if errors.Is(err, errUnknownRequest) {
		return http.StatusNotFound
	}
	return http.StatusUnprocessableEntity
}
