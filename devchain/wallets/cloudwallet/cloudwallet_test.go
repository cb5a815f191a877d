package cloudwallet_test

import (
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/cloudwallet"
	"fieldhouse/devchain/wallets/standin/standintest"
)

const site = "http://localhost:18100"

func newWallet(t *testing.T) (*ledger.Ledger, http.Handler) {
	t.Helper()
	chain, signer := standintest.New(t)
	return chain, cloudwallet.New(cloudwallet.Config{Signer: signer, Site: site})
}

func referer(address string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Referer", address) }
}

func TestThePagesAreWhereLibrariesOpenThem(t *testing.T) {
	_, wallet := newWallet(t)
	for path, want := range map[string]string{
		"/":                                     "/api/policy",
		"/cloud-wallet/login?v=MS43LjE=&n=bm8=": "/assets/login.js",
		"/cloud-wallet/signing/":                "/assets/signing.js",
		"/assets/login.js":                      "userAccount",
		"/assets/signing.js":                    "TX_SIGNED",
		"/assets/actions.js":                    "described",
		"/assets/wallet.css":                    "color-scheme",
	} {
		if status, body := standintest.Call(wallet, http.MethodGet, path, ""); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d without %q", path, status, want)
		}
	}
	for _, path := range []string{"/cloud-wallet/", "/cloud-wallet/verify", "/assets/none.js", "/api/none"} {
		if status, _ := standintest.Call(wallet, http.MethodGet, path, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestThePageOffersAllAccountsWithTheirKeys(t *testing.T) {
	_, wallet := newWallet(t)
	_, body := standintest.Call(wallet, http.MethodGet, "/cloud-wallet/login", "")
	for _, account := range standintest.Accounts {
		if want := `data-account="` + account + `" data-key="` + genesis.PublicKeyOf(account).String() + `"`; !strings.Contains(body, want) {
			t.Errorf("the login page does not have %s", want)
		}
	}
}

func TestMessagesGoToThePageThatOpenedTheWalletAndToNoForeignOne(t *testing.T) {
	_, wallet := newWallet(t)
	for opener, want := range map[string]string{
		"http://localhost:18104/football": "http://localhost:18104",
		"http://127.0.0.1:3000/":          "http://127.0.0.1:3000",
		"https://evil.example/":           "",
		"https://localhost.evil.example/": "",
		"":                                site,
		"://":                             site,
	} {
		for _, path := range []string{"/cloud-wallet/login", "/cloud-wallet/signing/"} {
			if _, body := standintest.Call(wallet, http.MethodGet, path, "", referer(opener)); !strings.Contains(body, `data-opener="`+want+`"`) {
				t.Errorf("opened by %q, %s does not answer %q", opener, path, want)
			}
		}
	}
}

func TestThePagesRunNothingButTheWalletsOwnScripts(t *testing.T) {
	_, wallet := newWallet(t)
	for _, path := range []string{"/", "/cloud-wallet/login", "/cloud-wallet/signing/"} {
		answer := standintest.Answer(wallet, http.MethodGet, path, "", referer(`http://localhost:1/"><script>`))
		policy := answer.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
		// With one the popup would lose the window that opened it.
		if opener := answer.Header.Get("Cross-Origin-Opener-Policy"); opener != "" {
			t.Errorf("%s: Cross-Origin-Opener-Policy %q", path, opener)
		}
		if answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be kept, with the policy of another moment", path)
		}
	}
}

func body(transaction ledger.Transaction) string {
	return `{"transaction":"` + hex.EncodeToString(transaction.Pack()) + `"}`
}

func TestAPageShowsATransactionAndGetsItSigned(t *testing.T) {
	chain, wallet := newWallet(t)
	transfer := standintest.Transfer(t, chain, "bob.wam", time.Minute)
	status, shown := standintest.Call(wallet, http.MethodPost, "/api/transaction", body(transfer))
	if status != http.StatusOK || !strings.Contains(shown, `"signer":"bob.wam"`) || !strings.Contains(shown, `"quantity":"1.00000000 WAX"`) {
		t.Errorf("%d %s", status, shown)
	}
	_, answer := standintest.Call(wallet, http.MethodPost, "/api/signature", body(transfer))
	standintest.Land(t, chain, transfer, answer)
}

func TestWhatTheWalletRefusesToSign(t *testing.T) {
	chain, wallet := newWallet(t)
	good := body(standintest.Transfer(t, chain, "alice.wam", time.Minute))
	origin := func(value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Origin", value) }
	}
	for name, c := range map[string]struct {
		body, want string
		status     int
		change     func(*http.Request)
	}{
		"an expired one":       {body: body(standintest.Transfer(t, chain, "alice.wam", -time.Minute)), status: 422, want: "has expired"},
		"one of another's":     {body: body(standintest.Transfer(t, chain, "carol.wam", time.Minute)), status: 422, want: "by an account of this wallet"},
		"no transaction":       {body: `{"transaction":"00ff"}`, status: 422, want: "reading a transaction"},
		"no hexadecimal":       {body: `{"transaction":"none"}`, status: 400, want: "reading the body"},
		"nothing":              {body: `{}`, status: 400, want: "in hexadecimal"},
		"no JSON":              {body: `x`, status: 400, want: "reading the body"},
		"what the site asks":   {body: good, status: 403, want: "may not ask this", change: origin(site)},
		"what a stranger asks": {body: good, status: 403, want: "may not ask this", change: origin("https://evil.example")},
	} {
		change := c.change
		if change == nil {
			change = origin("http://localhost:18102")
		}
		status, answer := standintest.Call(wallet, http.MethodPost, "/api/signature", c.body, change)
		if status != c.status || !strings.Contains(answer, c.want) {
			t.Errorf("%s: %d %s, want %d %s", name, status, answer, c.status, c.want)
		}
	}
}
