// Package standin is what the development chain's stand-in wallets have in
// common: the accounts and their keys, reading and signing a transaction, and the
// switch by which a test says how a wallet answers.
package standin

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Chain is what the stand-ins read: a ledger, or how one node sees it.
type Chain interface{ Read(look func(ledger.View)) }

// Print prints an action's data; false for data that no ABI describes.
func Print(chain Chain, action ledger.Action) (data []byte, described bool) {
	chain.Read(func(v ledger.View) { data, described = v.PrintData(action) })
	return data, described
}

// Config is what a wallet is made of.
type Config struct {
	Chain Chain
	// Key is an account's private key.
	Key func(account string) antelope.PrivateKey
	// Accounts are those that the wallet holds, at least one, in the order they
	// are shown.
	Accounts []string
	// Token and Symbol are the currency whose balance is shown.
	Token  antelope.Name
	Symbol antelope.Symbol
}

// Signer holds the keys of a wallet's accounts. It is safe for use by many
// goroutines.
type Signer struct {
	config Config
	keys   map[antelope.Name]antelope.PrivateKey
}

// NewSigner makes a wallet's signer. An account name that is none panics: they
// are constants of the program.
func NewSigner(config Config) *Signer {
	s := &Signer{config: config, keys: make(map[antelope.Name]antelope.PrivateKey, len(config.Accounts))}
	for _, account := range config.Accounts {
		s.keys[antelope.MustName(account)] = config.Key(account)
	}
	return s
}

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
	accounts := make([]Account, 0, len(s.config.Accounts))
	for _, name := range s.config.Accounts {
		account, err := s.Account(name)
		if err == nil {
			accounts = append(accounts, account)
		}
	}
	return accounts
}

// Account is one account of the wallet.
func (s *Signer) Account(account string) (Account, error) {
	name, err := antelope.ParseName(account)
	key, held := s.keys[name]
	if err != nil || !held {
		return Account{}, fmt.Errorf("the account %q is not in this wallet", account)
	}
	public, err := key.Public()
	if err != nil {
		return Account{}, fmt.Errorf("the key of %s: %w", account, err)
	}
	var balance antelope.Asset
	s.config.Chain.Read(func(v ledger.View) { balance, _ = token.BalanceOf(v, s.config.Token, name, s.config.Symbol) })
	return Account{Name: account, PublicKey: public.String(), Balance: balance.String()}, nil
}

// Names are the wallet's accounts.
func (s *Signer) Names() []string { return slices.Clone(s.config.Accounts) }

// ChainID is the chain that the wallet signs for.
func (s *Signer) ChainID() (id antelope.Checksum256) {
	s.config.Chain.Read(func(v ledger.View) { id = v.ChainID() })
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
		request.Actions[i] = s.show(action)
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

func (s *Signer) show(action ledger.Action) Action {
	shown := Action{Account: action.Account.String(), Name: action.Name.String(), Authorization: []string{}}
	for _, level := range action.Authorization {
		shown.Authorization = append(shown.Authorization, level.Actor.String()+"@"+level.Permission.String())
	}
	shown.Data = json.RawMessage(fmt.Sprintf(`"%x"`, action.Data))
	if data, described := Print(s.config.Chain, action); described {
		shown.Data = data
	}
	return shown
}

// signer is the first account of this wallet that acts in the transaction.
func (s *Signer) signer(transaction *ledger.Transaction) (antelope.Name, error) {
	var signer antelope.Name
	for _, action := range transaction.Actions {
		for _, level := range action.Authorization {
			if _, held := s.keys[level.Actor]; held && signer == 0 {
				signer = level.Actor
			}
		}
	}
	if signer == 0 {
		return 0, ErrNotMine
	}
	var now antelope.TimePoint
	s.config.Chain.Read(func(v ledger.View) { now = v.Head().Time })
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
	if signature, err = s.keys[signer].Sign(antelope.SigningDigest(s.ChainID(), packed, nil)); err != nil {
		return signature, fmt.Errorf("signing for %s: %w", signer, err)
	}
	return signature, nil
}
