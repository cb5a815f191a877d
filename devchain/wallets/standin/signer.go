// Package standin is what the development chain's stand-in wallets have in
// common: the accounts and their keys, reading and signing a transaction, and the
// switch by which a test says how a wallet answers.
package standin

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Chain is what the stand-ins read: a ledger, or how one node sees it.
type Chain interface{ Read(look func(ledger.View)) }

// Signer is what a wallet signs with: the keys of accounts that the chain began with. It
// is safe for use by many goroutines.
type Signer struct {
	Chain Chain
	// Names are the accounts that the wallet holds, at least one, in the order they are
	// shown.
	Names []string
}

// Holds tells whether the wallet has the key of an account.
func (s *Signer) Holds(account antelope.Name) bool { return slices.Contains(s.Names, account.String()) }

// Account is an account of the wallet.
type Account struct {
	Name string `json:"name"`
	// PublicKey is its key in the form "EOS...", which every library reads.
	PublicKey string `json:"publicKey"`
	// Balance is what it has, such as "1.00000000 WAX".
	Balance string `json:"balance"`
}

// Accounts are the wallet's accounts with what they have now.
func (s *Signer) Accounts() []Account {
	accounts := make([]Account, 0, len(s.Names))
	for _, name := range s.Names {
		if account, err := s.Account(name); err == nil {
			accounts = append(accounts, account)
		}
	}
	return accounts
}

// Account is one account of the wallet.
func (s *Signer) Account(account string) (Account, error) {
	name, err := antelope.ParseName(account)
	if err != nil || !s.Holds(name) {
		return Account{}, fmt.Errorf("the account %q is not in this wallet", account)
	}
	var balance antelope.Asset
	s.Chain.Read(func(v ledger.View) {
		balance, _ = token.BalanceOf(v, antelope.MustName(genesis.Token), name, genesis.Symbol)
	})
	return Account{Name: account, PublicKey: genesis.PublicKeyOf(account).String(), Balance: balance.String()}, nil
}

// ChainID is the chain that the wallet signs for.
func (s *Signer) ChainID() (id antelope.Checksum256) {
	s.Chain.Read(func(v ledger.View) { id = v.ChainID() })
	return id
}

// Action is an action as a person reads it.
type Action struct {
	Account string `json:"account"`
	Name    string `json:"name"`
	// Authorization is like "alice.wam@active".
	Authorization []string `json:"authorization"`
	// Data is a JSON object of the ABI's fields, or the hexadecimal digits in a
	// string when no ABI describes them.
	Data json.RawMessage `json:"data"`
}

// Request is a transaction as a person reads it before signing.
type Request struct {
	// Expiration is the last second in which the chain takes it, UTC.
	Expiration string   `json:"expiration"`
	Actions    []Action `json:"actions"`
	// Signer is the account of this wallet that signs, the first that an action
	// names; empty when none does.
	Signer string `json:"signer"`
	// Problem says why the wallet would not sign; empty when it would.
	Problem string `json:"problem"`
}

// Errors of transactions that a wallet does not sign.
var (
	ErrNotMine = errors.New("no action of this transaction is by an account of this wallet")
	ErrExpired = errors.New("this transaction has expired: start again on the site")
)

// Read shows a packed transaction.
func (s *Signer) Read(packed []byte) (Request, error) {
	transaction, err := ledger.UnpackTransaction(packed)
	if err != nil {
		return Request{}, err
	}
	request := Request{Expiration: transaction.Expiration.String(), Actions: make([]Action, len(transaction.Actions))}
	for i, action := range transaction.Actions {
		request.Actions[i] = s.Show(action)
	}
	signer, err := s.signer(&transaction)
	if signer != 0 {
		request.Signer = signer.String()
	}
	if err != nil {
		request.Problem = err.Error()
	}
	return request, nil
}

// Show shows an action by the ABIs of the chain.
func (s *Signer) Show(action ledger.Action) Action {
	shown := Action{Account: action.Account.String(), Name: action.Name.String(), Authorization: []string{}}
	for _, level := range action.Authorization {
		shown.Authorization = append(shown.Authorization, level.Actor.String()+"@"+level.Permission.String())
	}
	shown.Data = json.RawMessage(fmt.Sprintf(`"%x"`, action.Data))
	s.Chain.Read(func(v ledger.View) {
		if data, described := v.PrintData(action); described {
			shown.Data = data
		}
	})
	return shown
}

// signer is the first account of this wallet that acts in the transaction.
func (s *Signer) signer(transaction *ledger.Transaction) (antelope.Name, error) {
	var signer antelope.Name
	for _, action := range transaction.Actions {
		for _, level := range action.Authorization {
			if signer == 0 && s.Holds(level.Actor) {
				signer = level.Actor
			}
		}
	}
	if signer == 0 {
		return 0, ErrNotMine
	}
	var now antelope.TimePoint
	s.Chain.Read(func(v ledger.View) { now = v.Head().Time })
	if transaction.Expiration.Time().Before(now.Time()) {
		return signer, ErrExpired
	}
	return signer, nil
}

// Sign checks a packed transaction and signs it with the key of the account that
// acts in it.
func (s *Signer) Sign(packed []byte) (signature antelope.Signature, err error) {
	transaction, err := ledger.UnpackTransaction(packed)
	if err != nil {
		return signature, err
	}
	signer, err := s.signer(&transaction)
	if err != nil {
		return signature, err
	}
	if signature, err = genesis.Key(signer.String()).Sign(antelope.SigningDigest(s.ChainID(), packed, nil)); err != nil {
		return signature, fmt.Errorf("signing for %s: %w", signer, err)
	}
	return signature, nil
}

// OnChain refuses another chain than the wallet's. Libraries need not say which
// they mean.
func (s *Signer) OnChain(id string) error {
	if own := s.ChainID().String(); id != "" && id != own {
		return fmt.Errorf("this wallet is on the chain %s, not on %.64q", own, id)
	}
	return nil
}

// ShowTransaction answers what the transaction of a wallet's page does: a Request.
func (s *Signer) ShowTransaction(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, http.StatusBadRequest, func(transaction []byte) (any, error) { return s.Read(transaction) })
}

// SignTransaction signs the transaction of a wallet's page: {"signatures"}.
func (s *Signer) SignTransaction(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, http.StatusUnprocessableEntity, func(transaction []byte) (any, error) {
		signature, err := s.Sign(transaction)
		return map[string][]antelope.Signature{"signatures": {signature}}, err
	})
}

// serve answers what a function makes of the transaction of a request's body,
// {"transaction","chainId"}: packed and in hexadecimal. Its errors have the status.
func (s *Signer) serve(w http.ResponseWriter, r *http.Request, refused int, answer func(transaction []byte) (any, error)) {
	var body struct {
		Transaction ledger.Hex `json:"transaction"`
		ChainID     string     `json:"chainId"`
	}
	if !ReadJSON(w, r, &body) {
		return
	}
	err := s.OnChain(body.ChainID)
	if err == nil && len(body.Transaction) == 0 {
		err = errors.New("the field transaction must be a packed transaction in hexadecimal")
	}
	if err != nil {
		Refuse(w, http.StatusBadRequest, err)
		return
	}
	content, err := answer(body.Transaction)
	if err != nil {
		Refuse(w, refused, err)
		return
	}
	Answer(w, content)
}
