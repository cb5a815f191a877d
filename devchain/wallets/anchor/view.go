package anchor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
)

// RequestView is a request as a person and the API see it.
type RequestView struct {
	ID    string `json:"id"`
	State State  `json:"state"`
	// Problem is why it failed, or why it cannot be signed.
	Problem string `json:"problem,omitempty"`
	// App is who asks, by its own word; Host is where the answer goes.
	App  string `json:"app"`
	Host string `json:"host"`
	// Signer is the account that would sign.
	Signer string `json:"signer"`
	// IsLogin is a request for a proof of who one is, IsLinked one over a session,
	// whose account signs.
	IsLogin  bool `json:"-"`
	IsLinked bool `json:"-"`
	// NoFee tells that the sender has declined a resource provider's fee.
	NoFee    bool         `json:"-"`
	Actions  []ActionView `json:"-"`
	Received time.Time    `json:"received"`
	Request  string       `json:"request"`
	Result   Result       `json:"result"`
}

// ActionView is an action with its data in words.
type ActionView struct {
	standin.Action
	Fields []FieldView
	// Hex is the data's binary form, when the chain could not say what it means.
	Hex string
}

// FieldView is a field of an action's data.
type FieldView struct{ Name, Value string }

// Answerable tells whether the page offers to sign or refuse.
func (v RequestView) Answerable() bool {
	return v.State == Waiting || v.State == Ignored || v.State == Failed
}

// Title says in words what the app wants.
func (v RequestView) Title() string {
	switch {
	case v.IsLogin:
		return "Log in"
	case len(v.Actions) == 1:
		return "Sign " + v.Actions[0].Name
	}
	return fmt.Sprintf("Sign %d actions", len(v.Actions))
}

// view describes a request, with the chain's help, and gives the version that it is of.
func (w *Wallet) view(id string) (RequestView, int, error) {
	w.mutex.Lock()
	found, err := w.find(id)
	if err != nil {
		w.mutex.Unlock()
		return RequestView{}, 0, err
	}
	known, version := *found, w.version
	w.mutex.Unlock()
	return w.describe(&known), version, nil
}

// stateView is all requests, the newest first.
type stateView struct {
	// Version is another one after each change.
	Version  int           `json:"version"`
	Requests []RequestView `json:"requests"`
}

func (w *Wallet) state() stateView {
	w.mutex.Lock()
	state := stateView{w.version, make([]RequestView, len(w.requests))}
	known := make([]request, len(w.requests))
	for i, old := range w.requests {
		known[len(known)-1-i] = *old
	}
	w.mutex.Unlock()
	for i := range known {
		state.Requests[i] = w.describe(&known[i])
	}
	return state
}

// describe describes a copy of a request.
func (w *Wallet) describe(known *request) RequestView {
	signing, signer := known.signing, w.signer(known, 0)
	view := RequestView{
		ID: known.id, State: known.state, Problem: known.problem, Signer: signer.Actor.String(),
		IsLogin: signing.Kind == esr.KindIdentity, IsLinked: known.session != nil, NoFee: signing.NoFee(),
		Received: known.received.UTC(), Request: known.text, Result: known.result,
	}
	if created, _, err := signing.Link(); err == nil && created != nil {
		view.App = created.Session.String()
	}
	if known.session != nil {
		view.App = known.session.app.String()
	}
	if callback, err := url.Parse(signing.Callback); err == nil {
		view.Host = callback.Host
	}
	if view.Problem == "" && view.Answerable() {
		if err := w.signable(known, signer); err != nil {
			view.Problem = err.Error()
		}
	}
	if !view.IsLogin {
		view.Actions = w.actions(signing, signer)
	}
	return view
}

// actions decodes the actions as the signer would sign them.
func (w *Wallet) actions(signing *esr.Request, signer ledger.PermissionLevel) []ActionView {
	actions := signing.RawActions()
	views := make([]ActionView, len(actions))
	for i, raw := range actions {
		filled, err := esr.Fill(w.Chain, raw, signer)
		if err != nil {
			filled.Data = raw.Data
		}
		views[i].Action = w.Show(filled)
		if json.Unmarshal(views[i].Data, &views[i].Hex) != nil { // it is an object
			views[i].Fields = fields(views[i].Data)
		}
	}
	return views
}

// fields gives the members of a JSON object in their order.
func fields(object []byte) []FieldView {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil
	}
	var found []FieldView
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return found
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return found
		}
		text := string(value)
		if strings.HasPrefix(text, `"`) {
			_ = json.Unmarshal(value, &text) // a JSON string is one
		}
		found = append(found, FieldView{Name: fmt.Sprint(name), Value: text})
	}
	return found
}
