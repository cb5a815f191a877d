package anchor

import (
	"net/http"
	"strings"
	"testing"

	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/devchain/wallets/standin/standintest"
)

func TestRequestsThatAreNone(t *testing.T) {
	b := newBench(t)
	for _, text := range []string{"", "hello", "https://example.com", "esr:", "esr:####", "esr:AQ", strings.Repeat("x", esr.MaxText+1)} {
		if status, answer := b.call(http.MethodPost, "/api/requests", map[string]string{"request": text}); status != http.StatusBadRequest || !strings.Contains(answer, "reading the signing request") {
			t.Errorf("%.20q: %d %s", text, status, answer)
		}
	}
	if status, _ := b.call(http.MethodPost, "/api/requests", map[string]string{"request": strings.Repeat("x", standin.MaxBody)}); status != http.StatusBadRequest {
		t.Errorf("a body too large: %d", status)
	}
	if status, _ := b.call(http.MethodPost, "/api/requests/1", map[string]string{"answer": "sign"}); status != http.StatusNotFound {
		t.Errorf("signing nothing: %d", status)
	}
	id := b.hand(b.transfer())
	for _, body := range []map[string]string{{"answer": "ask"}, {"answer": "sign", "account": "NO"}, {"answer": "sign", "account": "dave.wam"}} {
		if status, text := b.call(http.MethodPost, "/api/requests/"+id, body); status != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d %s", body, status, text)
		}
	}
}

func TestRequestsAreBounded(t *testing.T) {
	b := newBench(t)
	request := b.transfer()
	for i := range maxRequests {
		request.Callback, request.Info = b.callback()+strings.Repeat("x", i), nil
		if i == 1 {
			request.Info = linkUntil(-1)
		}
		b.hand(request)
	}
	request.Callback = b.callback() + "-instead"
	b.hand(request)
	if _, _, err := b.wallet.view("2"); err == nil {
		t.Error("one whose app waits no longer is there still")
	}
	request.Callback = b.callback() + "-one-more"
	if status, text := b.call(http.MethodPost, "/api/requests", map[string]string{"request": request.String()}); status != http.StatusTooManyRequests {
		t.Errorf("one too many: %d %s", status, text)
	}
	b.answer("1", "refuse", "")
	b.payload()
	b.hand(request)
	if _, _, err := b.wallet.view("1"); err == nil {
		t.Error("the oldest answered one is there still")
	}
}

func TestPagesElsewhereAreRefused(t *testing.T) {
	const (
		object = "application/json"
		form   = "application/x-www-form-urlencoded"
	)
	b := newBench(t)
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
		"its own form":                    {http.MethodPost, "/open", form, "http://localhost:18102", "", http.StatusBadRequest},
		"a form of another loopback page": {http.MethodPost, "/open", form, "http://127.0.0.1:8080", "", http.StatusForbidden},
		"a foreign page's form":           {http.MethodPost, "/open", form, "https://example.com", "", http.StatusForbidden},
		"a page that is not there":        {http.MethodGet, "/nothing", "", "", "", http.StatusNotFound},
		"another method":                  {http.MethodPut, "/api/policy", object, "", "", http.StatusMethodNotAllowed},
		"the page by its own name":        {http.MethodGet, "/", "", "", "127.0.0.1:18102", http.StatusOK},
	} {
		body := `{"answer": "ask"}`
		if c.kind == form {
			body = "request=none"
		}
		answer := standintest.Answer(b.wallet, c.method, c.path, body, func(r *http.Request) {
			r.Header = http.Header{"Content-Type": {c.kind}}
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			if c.host != "" {
				r.Host = c.host
			}
		})
		if answer.StatusCode != c.want {
			t.Errorf("%s: %d, want %d", name, answer.StatusCode, c.want)
		}
		allowed := answer.Header.Get("Access-Control-Allow-Origin")
		if allowed != "" && (allowed != c.origin || c.want == http.StatusForbidden) {
			t.Errorf("%s: it allows %q", name, allowed)
		}
	}
}
