package anchor

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/ledger"
	"fieldhouse/devchain/standin"
)

// RequestView is a request as a person and the API see it.
type RequestView struct {
	ID    string `json:"id"`
	State State  `json:"state"`
	// Problem is why it failed, or why it cannot be signed.
	Problem string `json:"problem,omitempty"`
	// Kind is action, action[], transaction or identity.
	Kind string `json:"kind"`
	// App is who asks, by its own word; Host is where the answer goes.
	App  string `json:"app"`
	Host string `json:"host"`
	// Session is the id of the linked session that it came over.
	Session string `json:"session,omitempty"`
	// Chain is a chain id; empty for several chains.
	Chain string `json:"chain,omitempty"`
	// Signer is who would sign, actor@permission.
	Signer  string       `json:"signer"`
	Actions []ActionView `json:"actions,omitempty"`
	// Fee is what the sender agreed to pay a resource provider; Payer is the
	// account that pays for the network resources instead of the signer.
	Fee   string `json:"fee,omitempty"`
	Payer string `json:"payer,omitempty"`
	// Cosigners is how many signatures the request brings.
	Cosigners  int  `json:"cosigners,omitempty"`
	NoModify   bool `json:"noModify,omitempty"`
	NoFee      bool `json:"noFee,omitempty"`
	Broadcast  bool `json:"broadcast,omitempty"`
	Background bool `json:"background,omitempty"`
	// Expires is when the app stops waiting or the transaction ends; empty when
	// the wallet decides.
	Expires  string    `json:"expires,omitempty"`
	Received time.Time `json:"received"`
	Request  string    `json:"request"`
	Result   Result    `json:"result"`
}

// ActionView is an action with its data in words.
type ActionView struct {
	Account       string          `json:"account"`
	Name          string          `json:"name"`
	Authorization []string        `json:"authorization"`
	Data          json.RawMessage `json:"data,omitempty"`
	// Hex is the data's binary form, when the chain could not say what it means.
	Hex string `json:"hex,omitempty"`
	// Fields are the data's for the page.
	Fields []FieldView `json:"-"`
}

// FieldView is a field of an action's data.
type FieldView struct{ Name, Value string }

// view describes a request, with the chain's help.
func (w *Wallet) view(id string) (RequestView, error) {
	w.mutex.Lock()
	found, err := w.find(id)
	if err != nil {
		w.mutex.Unlock()
		return RequestView{}, err
	}
	known := *found
	w.mutex.Unlock()
	return w.describe(&known), nil
}

// describe describes a copy of a request.
func (w *Wallet) describe(known *request) RequestView {
	asked := known.asked
	signer := w.signer(known, ledger.PermissionLevel{})
	view := RequestView{
		ID: known.id, State: known.state, Problem: known.problem, Kind: asked.Kind.String(), App: appOf(asked),
		Signer: levelText(signer), Fee: asked.Fee(), NoModify: asked.NoModify(), NoFee: asked.NoFee(),
		Broadcast: asked.Flags&esr.Broadcast != 0, Background: asked.Flags&esr.Background != 0,
		Received: known.received.UTC(), Request: known.text, Result: known.result,
	}
	if known.session != nil {
		view.Session = known.session.id
		view.App = known.session.app.String()
	}
	if callback, err := url.Parse(asked.Callback); err == nil {
		view.Host = callback.Host
	}
	if chain, err := asked.Chain.Resolve(); err == nil {
		view.Chain = chain.String()
	}
	if _, info, err := asked.Link(); err == nil && info != nil {
		view.Expires = info.Expiration.String()
	} else if asked.Kind == esr.KindTransaction && asked.Transaction.Expiration != 0 {
		view.Expires = asked.Transaction.Expiration.String()
	}
	if cosigners, err := asked.Cosigners(); err == nil {
		view.Cosigners = len(cosigners)
	}
	if view.Problem == "" && (known.state == Waiting || known.state == Ignored) {
		view.Problem = w.whyNot(known, signer)
	}
	if asked.Kind != esr.KindIdentity {
		view.Actions = w.actions(asked, signer)
		view.Payer = payer(asked, signer, view.Cosigners)
	}
	return view
}

// whyNot says why a request cannot be signed; empty when it can.
func (w *Wallet) whyNot(known *request, signer ledger.PermissionLevel) string {
	if err := known.asked.AllowsChain(w.ChainID); err != nil {
		return fmt.Sprintf("This wallet is on the chain %s only. %v.", w.ChainID, err)
	}
	if err := w.timely(known); err != nil {
		return err.Error()
	}
	if _, held := w.Key(signer.Actor); !held {
		return fmt.Sprintf("This wallet has no key of the account %s.", signer.Actor)
	}
	return ""
}

// appOf is the name of the app by its own word.
func appOf(asked *esr.Request) string {
	if asked.Identity.Scope != 0 {
		return asked.Identity.Scope.String()
	}
	if created, _, err := asked.Link(); err == nil && created != nil {
		return created.Session.String()
	}
	return asked.Scope()
}

// payer is the first authorizer of the first action when that is not the signer
// and the request brings a signature: nodes charge it for CPU and NET.
func payer(asked *esr.Request, signer ledger.PermissionLevel, cosigners int) string {
	actions := asked.RawActions()
	if cosigners == 0 || len(actions) == 0 || len(actions[0].Authorization) == 0 {
		return ""
	}
	first := actions[0].Authorization[0].Actor
	if first == signer.Actor || first == esr.PlaceholderActor {
		return ""
	}
	return first.String()
}

// actions decodes the actions as the signer would sign them.
func (w *Wallet) actions(asked *esr.Request, signer ledger.PermissionLevel) []ActionView {
	actions := asked.RawActions()
	views := make([]ActionView, len(actions))
	for i, raw := range actions {
		filled, err := esr.Fill(standin.ABIs(w.Chain), raw, signer)
		if err != nil {
			filled.Data = raw.Data
		}
		views[i] = ActionView{Account: raw.Account.String(), Name: raw.Name.String(), Hex: hex.EncodeToString(filled.Data)}
		for _, level := range filled.Authorization {
			views[i].Authorization = append(views[i].Authorization, levelText(level))
		}
		if data, described := standin.Print(w.Chain, filled); err == nil && described {
			views[i].Data, views[i].Hex = data, ""
			views[i].Fields = fields(data)
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

// SessionView is a linked session as a person and the API see it.
type SessionView struct {
	ID        string    `json:"id"`
	App       string    `json:"app"`
	Name      string    `json:"name"`
	Auth      string    `json:"auth"`
	Channel   string    `json:"channel"`
	Agent     string    `json:"agent,omitempty"`
	Connected bool      `json:"connected"`
	Since     time.Time `json:"since"`
	// Ignored counts messages that were damaged or not from the app.
	Ignored int `json:"ignored"`
}

// StateView is all that the wallet knows.
type StateView struct {
	Policy   Policy        `json:"policy"`
	Break    Break         `json:"break"`
	Breaks   []string      `json:"breaks"`
	Accounts []string      `json:"accounts"`
	ChainID  string        `json:"chainId"`
	Requests []RequestView `json:"requests"`
	Sessions []SessionView `json:"sessions"`
}

// state describes everything, the newest request first.
func (w *Wallet) state() StateView {
	state := StateView{ChainID: w.ChainID.String(), Breaks: breakNames(), Requests: []RequestView{}, Sessions: []SessionView{}}
	for _, account := range w.Accounts {
		state.Accounts = append(state.Accounts, account.String())
	}
	w.mutex.Lock()
	state.Policy, state.Break = w.policy, w.breaking
	known := make([]request, len(w.requests))
	for i, old := range w.requests {
		known[len(known)-1-i] = *old
	}
	for _, linked := range w.sessions {
		state.Sessions = append(state.Sessions, SessionView{
			ID: linked.id, App: linked.app.String(), Name: linked.name, Auth: levelText(linked.auth), Channel: linked.channel,
			Agent: linked.agent, Connected: linked.connections > 0, Since: linked.since.UTC(), Ignored: linked.ignored,
		})
	}
	w.mutex.Unlock()
	for i := range known {
		state.Requests = append(state.Requests, w.describe(&known[i]))
	}
	return state
}
