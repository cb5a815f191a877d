package wombat_test

import (
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/devchain/wallets/standin/standintest"
	"fieldhouse/devchain/wallets/wombat"
)

func TestTheScriptsAreServedForBothGenerations(t *testing.T) {
	_, browser, _ := newBrowser(t, http.NotFoundHandler())
	for path, kind := range map[string]string{
		"/.wombat/v1.js": "text/javascript", "/.wombat/v2.js": "text/javascript", "/.wombat/dialog.js": "text/javascript", "/.wombat/actions.js": "text/javascript", "/.wombat/wallet.css": "text/css",
	} {
		answer := standintest.Answer(browser, http.MethodGet, path, "")
		if answer.StatusCode != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), kind) || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", path, answer.StatusCode, answer.Header)
		}
	}
	if status, _ := standintest.Call(browser, http.MethodGet, "/.wombat/none", ""); status != http.StatusNotFound {
		t.Errorf("an address that is none: %d", status)
	}
}

func TestEveryAnswerCanBeSet(t *testing.T) {
	_, browser, _ := newBrowser(t, http.NotFoundHandler())
	for _, answer := range []string{
		standin.AnswerAsk, standin.AnswerSign, standin.AnswerRefuse, standin.AnswerNever, wombat.Hang,
	} {
		setPolicy(t, browser, `{"answer":"`+answer+`","account":"bob.wam"}`)
		if _, body := standintest.Call(browser, http.MethodGet, "/.wombat/api/policy", ""); !strings.Contains(body, `"answer":"`+answer+`","account":"bob.wam"`) {
			t.Errorf("%s: %s", answer, body)
		}
	}
}

func TestAnIdentityIsSharedKeptAndForgotten(t *testing.T) {
	_, browser, _ := newBrowser(t, http.NotFoundHandler())
	if _, body := standintest.Call(browser, http.MethodGet, "/.wombat/api/identity", ""); strings.TrimSpace(body) != "null" {
		t.Errorf("before anything was shared: %s", body)
	}
	shared := standintest.Answer(browser, http.MethodPost, "/.wombat/api/identity", `{"account":"bob.wam","chainId":"`+genesis.ChainID+`"}`)
	if shared.StatusCode != http.StatusOK || len(shared.Cookies()) != 1 {
		t.Fatalf("%d %v", shared.StatusCode, shared.Header)
	}
	cookie := shared.Cookies()[0]
	if !cookie.HttpOnly || cookie.Path != "/.wombat/" {
		t.Errorf("the page can see the wallet's cookie %v", cookie)
	}
	visitor := func(r *http.Request) { r.AddCookie(cookie) }
	_, body := standintest.Call(browser, http.MethodGet, "/.wombat/api/identity", "", visitor)
	for _, want := range []string{
		`"name":"bob.wam"`, `"authority":"active"`, `"publicKey":"` + genesis.PublicKeyOf("bob.wam").String() + `"`,
		`"blockchain":"eos"`, `"chainId":"` + genesis.ChainID + `"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in %s", want, body)
		}
	}
	forgotten := standintest.Answer(browser, http.MethodDelete, "/.wombat/api/identity", "", visitor)
	if cookies := forgotten.Cookies(); len(cookies) != 1 || cookies[0].MaxAge >= 0 {
		t.Errorf("forgetting: %v", cookies)
	}
}

func TestATransactionIsShownAndSigned(t *testing.T) {
	chain, browser, _ := newBrowser(t, http.NotFoundHandler())
	transfer := standintest.Transfer(t, chain, "bob.wam", time.Minute)
	body := `{"chainId":"` + genesis.ChainID + `","transaction":"` + hex.EncodeToString(transfer.Pack()) + `"}`
	if status, shown := standintest.Call(browser, http.MethodPost, "/.wombat/api/transaction", body); status != http.StatusOK || !strings.Contains(shown, `"memo":"tickets"`) {
		t.Errorf("%d %s", status, shown)
	}
	_, answer := standintest.Call(browser, http.MethodPost, "/.wombat/api/signature", body)
	standintest.Land(t, chain, transfer, answer)
}

func TestWhatTheWalletRefuses(t *testing.T) {
	chain, browser, _ := newBrowser(t, http.NotFoundHandler())
	foreign := standintest.Transfer(t, chain, "carol.wam", time.Minute)
	for name, c := range map[string]struct {
		path, body, want string
		status           int
	}{
		"another's transaction":    {"signature", `{"transaction":"` + hex.EncodeToString(foreign.Pack()) + `"}`, "by an account of this wallet", 422},
		"another chain":            {"signature", `{"transaction":"00","chainId":"beef"}`, "this wallet is on the chain", 400},
		"another chain's account":  {"identity", `{"account":"bob.wam","chainId":"beef"}`, "this wallet is on the chain", 422},
		"an account of another":    {"identity", `{"account":"carol.wam"}`, "is not in this wallet", 422},
		"no transaction":           {"transaction", `{"transaction":"0102"}`, "reading a transaction", 400},
		"nothing":                  {"signature", `{}`, "in hexadecimal", 400},
		"a request without JSON":   {"signature", `x`, "reading the body", 400},
		"an identity without JSON": {"identity", `x`, "reading the body", 400},
	} {
		status, answer := standintest.Call(browser, http.MethodPost, "/.wombat/api/"+c.path, c.body)
		if status != c.status || !strings.Contains(answer, c.want) {
			t.Errorf("%s: %d %s, want %d %s", name, status, answer, c.status, c.want)
		}
	}
	status, _ := standintest.Call(browser, http.MethodPost, "/.wombat/api/signature", `{}`, func(r *http.Request) {
		r.Header.Set("Origin", "https://evil.example")
	})
	if status != http.StatusForbidden {
		t.Errorf("a stranger's page: %d", status)
	}
}
