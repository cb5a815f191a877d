package devchain

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"
)

// placed are the ports of a chain and its stand-in wallets.
type placed struct{ chain, cloud, anchor, wombat int }

func place(t *testing.T) placed {
	t.Helper()
	return placed{freePort(t), freePort(t), freePort(t), freePort(t)}
}

// config is a chain with all wallets for the site, and more settings after them.
func (p placed) config(site, more string) string {
	return fmt.Sprintf(`{"listen":"127.0.0.1:%d","buyers":0,"wallets":{"cloud":"127.0.0.1:%d","anchor":"127.0.0.1:%d","wombat":"127.0.0.1:%d","site":%q}%s}`,
		p.chain, p.cloud, p.anchor, p.wombat, site, more)
}

// pages are an address of the chain and of each wallet, and what it answers.
func (p placed) pages() map[int]struct{ path, want string } {
	return map[int]struct{ path, want string }{
		p.chain:  {"/v1/chain/get_info", "head_block_num"},
		p.cloud:  {"/cloud-wallet/login", "alice.wam"},
		p.anchor: {"/", "Stand-in Anchor"},
		p.wombat: {"/football", `<script src="/.wombat/v2.js"`},
	}
}

// shown is a site for Wombat's browser.
func shown(t *testing.T) string {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><html><head><title>site</title></head></html>")
	}))
	t.Cleanup(site.Close)
	return site.URL
}

// look gets a page as a browser does, and says which connection it came over.
func look(t *testing.T, port int, path, host string) (status int, body, connection string) {
	t.Helper()
	request := must.Get(http.NewRequest(http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d%s", port, path), nil))(t)
	request.Header.Set("Accept", "text/html")
	request.Host = host
	trace := &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) { connection = got.Conn.LocalAddr().String() }}
	response := must.Get(client.Do(request.WithContext(httptrace.WithClientTrace(t.Context(), trace))))(t)
	status, body = read(t, response)
	return status, body, connection
}

func TestTheChainAndEachWalletAreOnAnAddressOfTheirOwnUnderNoForeignName(t *testing.T) {
	defer stop(t)
	ports := place(t)
	must.Do(t, load(t, ports.config(shown(t), "")))
	for port, page := range ports.pages() {
		if status, body, _ := look(t, port, page.path, ""); status != http.StatusOK || !strings.Contains(body, page.want) {
			t.Errorf("%s: %d without %q", page.path, status, page.want)
		}
		if status, _, _ := look(t, port, page.path, "rebound.example"); status != http.StatusForbidden {
			t.Errorf("%s for a foreign name: %d", page.path, status)
		}
	}
	if status, body, _ := look(t, ports.anchor, "/mode", ""); status != http.StatusOK || !strings.Contains(body, `"mode":"free"`) {
		t.Errorf("the resource provider beside Anchor: %d %s", status, body)
	}
}

func TestAReloadClosesNoConnectionAndLeavesTheWalletsWhatTheyWereTold(t *testing.T) {
	defer stop(t)
	ports, site := place(t), shown(t)
	must.Do(t, load(t, ports.config(site, "")))
	policies := map[int]string{ports.cloud: "/api/policy", ports.wombat: "/.wombat/api/policy"}
	for port, path := range policies {
		if status, answer := post(t, port, path, `{"answer":"refuse","account":"bob.wam"}`); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	before := map[int]string{}
	for port, page := range ports.pages() {
		_, _, before[port] = look(t, port, page.path, "")
	}
	must.Do(t, load(t, ports.config(site, `,"pace":"9s"`)))
	for port, page := range ports.pages() {
		if _, _, after := look(t, port, page.path, ""); after != before[port] {
			t.Errorf("%s: the reload closed the connection", page.path)
		}
	}
	for port, path := range policies {
		_, body, _ := look(t, port, path, "")
		var policy struct{ Answer, Account string }
		if err := json.Unmarshal([]byte(body), &policy); err != nil || policy.Answer != "refuse" || policy.Account != "bob.wam" {
			t.Errorf("%s after the reload: %s (%v)", path, body, err)
		}
	}
}

func TestTheChainEndsWithItsWallets(t *testing.T) {
	ports := place(t)
	must.Do(t, load(t, ports.config(shown(t), "")))
	stop(t)
	for port := range ports.pages() {
		if connection, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), 5*time.Second); err == nil {
			connection.Close()
			t.Errorf("something listens on port %d still", port)
		}
	}
}

func TestAWalletsPortThatIsTakenIsNamedAndLeavesNothingBehind(t *testing.T) {
	defer stop(t)
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	ports := place(t)
	ports.wombat = taken.Addr().(*net.TCPAddr).Port
	if err := load(t, ports.config(shown(t), "")); err == nil || !strings.Contains(err.Error(), taken.Addr().String()) {
		t.Fatalf("%v does not name %s", err, taken.Addr())
	}
	for _, port := range []int{ports.chain, ports.cloud, ports.anchor} {
		if connection, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), 5*time.Second); err == nil {
			connection.Close()
			t.Errorf("something listens on port %d", port)
		}
	}
}

func TestWhatTheWalletsAreRefusedFor(t *testing.T) {
	defer stop(t)
	for wallets, want := range map[string]string{
		`{"cloud":"0.0.0.0:18119"}`:                                      "is not on loopback",
		`{"anchor":"192.168.1.1:18119"}`:                                 "is not on loopback",
		`{"wombat":":18119","site":"http://localhost:1"}`:                "is not on loopback",
		`{"cloud":"127.0.0.1"}`:                                          "must be a loopback host and a port",
		`{"wombat":"127.0.0.1:18119"}`:                                   "needs the site that it shows",
		`{"wombat":"127.0.0.1:18119","site":"https://fieldhouse.test"}`:  "is not on loopback",
		`{"wombat":"127.0.0.1:18119","site":"http://localhost:8080/en"}`: "must be an origin",
		`{"ledger":"127.0.0.1:18119"}`:                                   "unknown field",
	} {
		if err := load(t, `{"wallets":`+wallets+`}`); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", wallets, err, want)
		}
	}
}
