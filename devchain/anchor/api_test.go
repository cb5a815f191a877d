package anchor

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

func TestTheStateSaysEverything(t *testing.T) {
	b := newBench(t, nil)
	state := b.state()
	if state.Policy.Answer != Ask || state.Policy.Account != alice || len(state.Breaks) != len(Breaks) || len(state.Accounts) != 3 ||
		state.Requests == nil || state.Sessions == nil || state.ChainID != b.wallet.ChainID.String() {
		t.Errorf("state %+v", state)
	}
	first := b.hand(b.transfer())
	second := b.hand(b.login(newApp(t)))
	if state = b.state(); len(state.Requests) != 2 || state.Requests[0].ID != second || state.Requests[1].ID != first || state.Requests[0].Kind != "identity" {
		t.Errorf("requests %+v", state.Requests)
	}
}

func TestPoliciesThatThereAreNot(t *testing.T) {
	b := newBench(t, nil)
	for _, body := range []any{
		map[string]string{"answer": "perhaps"}, map[string]string{"account": "dave.wam"}, map[string]string{"account": "Alice"},
		map[string]string{"colour": "red"}, []int{1}, "x", map[string]any{"answer": "sign", "meta": map[string]string{"x": strings.Repeat("x", maxMeta)}},
	} {
		if status, text := b.call(http.MethodPost, "/api/policy", body); status != http.StatusBadRequest || !strings.Contains(text, `"error"`) {
			t.Errorf("%.40v: %d %s", body, status, text)
		}
	}
	if state := b.state(); state.Policy.Answer != Ask || state.Policy.Account != alice {
		t.Errorf("the policy became %+v", state.Policy)
	}
}

func TestWhatAPolicyLeavesOutIsTheDefault(t *testing.T) {
	b := newBench(t, nil)
	for _, c := range []struct {
		sent map[string]any
		want Policy
	}{
		{map[string]any{"answer": "sign", "account": "bruno.wam"}, Policy{Answer: Sign, Account: bruno, Permission: ledger.Active}},
		{map[string]any{"permission": "owner", "meta": map[string]any{"sameDevice": true}}, Policy{Answer: Ask, Account: alice, Permission: owner, Meta: map[string]any{"sameDevice": true}}},
		{map[string]any{"answer": "refuse"}, Policy{Answer: Refuse, Account: alice, Permission: ledger.Active}},
		{map[string]any{}, Policy{Answer: Ask, Account: alice, Permission: ledger.Active}},
	} {
		var set Policy
		b.must(http.StatusOK, http.MethodPost, "/api/policy", c.sent, &set)
		if kept := b.state().Policy; !reflect.DeepEqual(set, c.want) || !reflect.DeepEqual(kept, c.want) {
			t.Errorf("%v makes it %+v, and it is %+v", c.sent, set, kept)
		}
	}
}

func TestRequestsThatAreNone(t *testing.T) {
	b := newBench(t, nil)
	for _, text := range []string{"", "hello", "https://example.com", "esr:", "esr:####", "esr:AQ", strings.Repeat("x", esr.MaxText+1)} {
		if status, answer := b.call(http.MethodPost, "/api/requests", map[string]string{"request": text}); status != http.StatusBadRequest || !strings.Contains(answer, "reading the signing request") {
			t.Errorf("%.20q: %d %s", text, status, answer)
		}
	}
	if status, _ := b.call(http.MethodPost, "/api/requests", map[string]string{"request": strings.Repeat("x", maxBody)}); status != http.StatusBadRequest {
		t.Errorf("a body too large: %d", status)
	}
	for _, path := range []string{"/api/requests/1", "/api/sessions/1"} {
		method := http.MethodGet
		if strings.Contains(path, "sessions") {
			method = http.MethodDelete
		}
		if status, _ := b.call(method, path, nil); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, _ := b.call(http.MethodPost, "/api/requests/1", map[string]string{"answer": "sign"}); status != http.StatusNotFound {
		t.Errorf("signing nothing: %d", status)
	}
	id := b.hand(b.transfer())
	for _, body := range []map[string]string{{"answer": "ask"}, {"answer": "sign", "account": "NO"}} {
		if status, text := b.call(http.MethodPost, "/api/requests/"+id, body); status != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d %s", body, status, text)
		}
	}
}

func TestRequestsAreBounded(t *testing.T) {
	b := newBench(t, nil)
	request := b.transfer()
	for i := range maxRequests {
		request.Callback = b.callback() + strings.Repeat("x", i)
		b.hand(request)
	}
	request.Callback = b.callback() + "-one-more"
	if status, text := b.call(http.MethodPost, "/api/requests", map[string]string{"request": request.String()}); status != http.StatusTooManyRequests {
		t.Errorf("one too many: %d %s", status, text)
	}
	b.must(http.StatusOK, http.MethodPost, "/api/requests/1", map[string]string{"answer": "refuse"}, nil)
	b.payload()
	b.hand(request)
	if status, _ := b.call(http.MethodGet, "/api/requests/1", nil); status != http.StatusNotFound {
		t.Errorf("the oldest answered one: %d", status)
	}
}

func TestAResetForgetsEverything(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	b.policy(Ignore)
	b.breakAs("no-cid")
	b.must(http.StatusNoContent, http.MethodPost, "/api/reset", struct{}{}, nil)
	if _, _, err := socket.ReadMessage(); err == nil {
		t.Error("the wallet still listens")
	}
	_ = socket.Close()
	if state := b.state(); len(state.Requests)+len(state.Sessions) != 0 || state.Break != (Break{}) || state.Policy.Answer != Ask {
		t.Errorf("left over: %+v", state)
	}
}

// visit asks the wallet as a browser does.
func (b *bench) visit(method, path, kind, body string, header map[string]string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	request.Host, request.RemoteAddr = "127.0.0.1:8083", "127.0.0.1:5000"
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	for name, value := range header {
		if name == "Host" {
			request.Host = value
			continue
		}
		request.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	b.wallet.ServeHTTP(answer, request)
	return answer
}

func TestPagesElsewhereAreRefused(t *testing.T) {
	const (
		object = "application/json"
		form   = "application/x-www-form-urlencoded"
	)
	b := newBench(t, nil)
	for name, c := range map[string]struct {
		method, path, kind, origin, host string
		want                             int
	}{
		"a test on loopback":              {http.MethodPost, "/api/policy", object, "http://127.0.0.1:18080", "", http.StatusOK},
		"no browser":                      {http.MethodPost, "/api/policy", object, "", "", http.StatusOK},
		"a foreign page":                  {http.MethodPost, "/api/policy", object, "https://example.com", "", http.StatusForbidden},
		"a foreign page that reads":       {http.MethodGet, "/api/state", "", "https://example.com", "", http.StatusForbidden},
		"an opaque origin":                {http.MethodPost, "/api/policy", object, "null", "", http.StatusForbidden},
		"a form at the API":               {http.MethodPost, "/api/policy", form, "", "", http.StatusUnsupportedMediaType},
		"a preflight from loopback":       {http.MethodOptions, "/api/policy", "", "http://localhost:8080", "", http.StatusNoContent},
		"a foreign preflight":             {http.MethodOptions, "/api/policy", "", "https://example.com", "", http.StatusForbidden},
		"its own form":                    {http.MethodPost, "/settings", form, "http://127.0.0.1:8083", "", http.StatusSeeOther},
		"a form of another loopback page": {http.MethodPost, "/settings", form, "http://127.0.0.1:8080", "", http.StatusForbidden},
		"a foreign page's form":           {http.MethodPost, "/settings", form, "https://example.com", "", http.StatusForbidden},
		"a page that is not there":        {http.MethodGet, "/nothing", "", "", "", http.StatusNotFound},
		"another method":                  {http.MethodPut, "/api/policy", object, "", "", http.StatusMethodNotAllowed},
		"the page by its own name":        {http.MethodGet, "/", "", "", "localhost:8083", http.StatusOK},
	} {
		header := map[string]string{}
		if c.origin != "" {
			header["Origin"] = c.origin
		}
		if c.host != "" {
			header["Host"] = c.host
		}
		body := `{"answer": "ask"}`
		if c.kind == form {
			body = "answer=ask&account=alice.wam"
		}
		answer := b.visit(c.method, c.path, c.kind, body, header)
		if answer.Code != c.want {
			t.Errorf("%s: %d %s, want %d", name, answer.Code, answer.Body, c.want)
		}
		allowed := answer.Header().Get("Access-Control-Allow-Origin")
		if allowed != "" && (allowed != c.origin || c.want == http.StatusForbidden) {
			t.Errorf("%s: it allows %q", name, allowed)
		}
	}
}

func TestConfigsThatMakeNoWallet(t *testing.T) {
	key := func(antelope.Name) (antelope.PrivateKey, bool) { return antelope.PrivateKey{}, false }
	good := Config{Chain: &ledger.Ledger{}, Accounts: []antelope.Name{alice}, Key: key}
	for name, change := range map[string]func(*Config){
		"no account": func(c *Config) { c.Accounts = nil },
		"no keys":    func(c *Config) { c.Key = nil },
		"no chain":   func(c *Config) { c.Chain = nil },
		"a bad link": func(c *Config) { c.Link = "/link" },
	} {
		config := good
		change(&config)
		if _, err := New(config); err == nil {
			t.Errorf("%s made a wallet", name)
		}
	}
	made, err := New(good)
	if err != nil {
		t.Fatal(err)
	}
	if made.Device != defaultDevice || made.HTTP == nil || made.Now == nil {
		t.Errorf("defaults %+v", made.Config)
	}
	_ = made.Close()
}
