package wombat

import (
	"encoding/json"
	"fmt"
	"net/http"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/standin"
)

// api answers the injected scripts:
//
//	GET    /accounts     all accounts, for the choice
//	GET    /identity     the identity that this visitor has shared, or null
//	POST   /identity     {"account","chainId"} shares one
//	DELETE /identity     forgets it
//	POST   /transaction  {"transaction","chainId"} says what it does
//	POST   /signature    {"transaction","chainId"} signs it
//	       /policy       see standin.Switch
//
// Transactions are packed and in hexadecimal. Errors are {"error"}.
func (b *Browser) api() http.Handler {
	routes := http.NewServeMux()
	routes.HandleFunc("GET /accounts", func(w http.ResponseWriter, _ *http.Request) { standin.Answer(w, b.signer.Accounts()) })
	routes.HandleFunc("GET /identity", b.shared)
	routes.HandleFunc("POST /identity", b.share)
	routes.HandleFunc("DELETE /identity", b.forget)
	routes.HandleFunc("POST /transaction", b.signer.ShowTransaction)
	routes.HandleFunc("POST /signature", b.signer.SignTransaction)
	routes.Handle("/policy", b.policy)
	return routes
}

// identity is Scatter's: a person with accounts.
type identity struct {
	Hash      string            `json:"hash"`
	PublicKey string            `json:"publicKey"`
	Name      string            `json:"name"`
	KYC       bool              `json:"kyc"`
	Accounts  []identityAccount `json:"accounts"`
}

type identityAccount struct {
	Name       string `json:"name"`
	Authority  string `json:"authority"`
	PublicKey  string `json:"publicKey"`
	Blockchain string `json:"blockchain"`
	ChainID    string `json:"chainId"`
	IsHardware bool   `json:"isHardware"`
}

// blockchain is what Scatter calls every chain of this family.
const blockchain = "eos"

func (b *Browser) identityOf(account string) (identity, error) {
	held, err := b.signer.Account(account)
	if err != nil {
		return identity{}, err
	}
	chain := b.signer.ChainID()
	return identity{
		Hash: chain.String(), PublicKey: held.PublicKey, Name: held.Name,
		Accounts: []identityAccount{{
			Name: held.Name, Authority: ledger.Active.String(), PublicKey: held.PublicKey, Blockchain: blockchain, ChainID: chain.String(),
		}},
	}, nil
}

func (b *Browser) shared(w http.ResponseWriter, r *http.Request) {
	if cookie, err := r.Cookie(identityCookie); err == nil {
		if found, err := b.identityOf(cookie.Value); err == nil {
			standin.Answer(w, found)
			return
		}
	}
	standin.Answer(w, nil)
}

func (b *Browser) share(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Account string `json:"account"`
		ChainID string `json:"chainId"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		standin.Refuse(w, http.StatusBadRequest, fmt.Errorf("reading the request: %w", err))
		return
	}
	if err := b.signer.OnChain(body.ChainID); err != nil {
		standin.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	found, err := b.identityOf(body.Account)
	if err != nil {
		standin.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	http.SetCookie(w, identityFor(body.Account, 0))
	standin.Answer(w, found)
}

func (b *Browser) forget(w http.ResponseWriter, _ *http.Request) {
	http.SetCookie(w, identityFor("", -1))
	standin.Answer(w, true)
}

// identityFor is the cookie in which a visitor's browser keeps what was shared,
// out of the page's sight.
func identityFor(account string, age int) *http.Cookie {
	return &http.Cookie{
		Name: identityCookie, Value: account, Path: Prefix, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
}
