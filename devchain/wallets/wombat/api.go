package wombat

import (
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

// identityOf is Scatter's: a person with accounts.
func (b *Browser) identityOf(account string) (map[string]any, error) {
	held, err := b.signer.Account(account)
	if err != nil {
		return nil, err
	}
	chain := b.signer.ChainID()
	return map[string]any{
		"hash": chain, "publicKey": held.PublicKey, "name": held.Name, "kyc": false,
		"accounts": []map[string]any{{
			"name": held.Name, "authority": ledger.Active, "publicKey": held.PublicKey, "blockchain": "eos", "chainId": chain, "isHardware": false,
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
	if !standin.ReadJSON(w, r, &body) {
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
