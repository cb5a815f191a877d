package serve_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/chainapi/serve"
	"fieldhouse/plugins/plugintest/asking"
)

func TestWhatIsNotOnTheAllowListIs404InANodesShape(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"", "push_transactions", "get_producers", "compute_transaction", "get_info/", "get_info%00", "..%2fproducer"} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodOptions} {
			if called, message := failed(t, b.do(method, name, "{}"), http.StatusNotFound); called != "exception" || message != "Unknown Endpoint" {
				t.Errorf("%s %s: %s %s", method, name, called, message)
			}
		}
	}
	if reads := b.source.all(); len(reads) != 0 {
		t.Errorf("a node was asked %q", reads)
	}
}

func TestOtherMethodsAre405WithAllow(t *testing.T) {
	b := newBench(t)
	for _, test := range []struct{ method, name, allow string }{
		{http.MethodDelete, "get_info", "GET, HEAD, POST, OPTIONS"},
		{http.MethodPut, "get_account", "POST, OPTIONS"},
		{http.MethodGet, "get_account", "POST, OPTIONS"},
		{http.MethodHead, "get_table_rows", "POST, OPTIONS"},
		{http.MethodGet, "push_transaction", "POST, OPTIONS"},
		{http.MethodPatch, "send_transaction2", "POST, OPTIONS"},
	} {
		answer := b.do(test.method, test.name, "{}")
		failed(t, answer, http.StatusMethodNotAllowed)
		if allow := answer.Header().Get("Allow"); allow != test.allow {
			t.Errorf("%s %s: Allow %q", test.method, test.name, allow)
		}
	}
}

func TestGetInfoIsAlsoAGET(t *testing.T) {
	b := newBench(t)
	posted := b.post("get_info", "{}")
	got := b.do(http.MethodGet, "get_info", "")
	head := b.do(http.MethodHead, "get_info", "")
	if got.Code != 200 || got.Body.String() != posted.Body.String() || head.Code != 200 || head.Body.Len() != 0 || len(b.source.all()) != 1 {
		t.Errorf("posted %s, got %s, %d reads", posted.Body, got.Body, len(b.source.all()))
	}
	again := b.do(http.MethodGet, "get_info", "", "If-None-Match", got.Header().Get("Etag"))
	if again.Code != http.StatusNotModified {
		t.Errorf("with If-None-Match: %d", again.Code)
	}
	// A POST is no conditional request (RFC 9110, section 13.1.2).
	if answer := b.post("get_info", "{}", "If-None-Match", got.Header().Get("Etag")); answer.Code != 200 || answer.Body.Len() == 0 {
		t.Errorf("a POST with If-None-Match: %d", answer.Code)
	}
}

func TestOtherOriginsMayAskAsOfAPublicNode(t *testing.T) {
	b := newBench(t)
	preflight := b.do(http.MethodOptions, "push_transaction", "", "Origin", "https://wallet.test",
		"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
	if preflight.Code != 200 || preflight.Body.Len() != 0 {
		t.Errorf("preflight: %d %s", preflight.Code, preflight.Body)
	}
	for header, want := range map[string]string{
		"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "POST, OPTIONS", "Access-Control-Allow-Credentials": "",
		"Access-Control-Allow-Headers": "X-Requested-With,Accept,Content-Type,Origin", "Access-Control-Max-Age": "86400",
	} {
		if got := preflight.Header().Get(header); got != want {
			t.Errorf("preflight: %s is %q, want %q", header, got, want)
		}
	}
	answer := b.post("get_account", `{"account_name":"alice"}`, "Origin", "https://wallet.test")
	if answer.Header().Get("Access-Control-Allow-Origin") != "*" || answer.Header().Get("Cross-Origin-Resource-Policy") != "cross-origin" || answer.Header().Get("Access-Control-Allow-Credentials") != "" ||
		!strings.Contains(answer.Header().Get("Access-Control-Expose-Headers"), "X-Chain-Head") {
		t.Errorf("headers %v", answer.Header())
	}
}

func TestBodiesAreBounded(t *testing.T) {
	b := newBench(t)
	for name, limit := range map[string]int{"get_account": 64 << 10, "get_required_keys": 64 << 10, "get_info": 64 << 10, "push_transaction": 512 << 10, "send_transaction2": 512 << 10} {
		answer := b.post(name, strings.Repeat(" ", limit+1))
		if called, _ := failed(t, answer, http.StatusRequestEntityTooLarge); called != "request_too_large" {
			t.Errorf("%s: %s", name, called)
		}
	}
	if answer := b.post("get_account", `{"account_name":"alice"}`+strings.Repeat(" ", 64<<10-24)); answer.Code != 200 {
		t.Errorf("a body of exactly 64 KiB: %d %s", answer.Code, answer.Body)
	}
	small := newBench(t, func(c *serve.Config) { c.MaxRead, c.MaxPush = 10, 20 })
	failed(t, small.post("get_account", strings.Repeat(" ", 11)), http.StatusRequestEntityTooLarge)
	failed(t, small.post("push_transaction", strings.Repeat(" ", 21)), http.StatusRequestEntityTooLarge)
}

func TestABodyThatBreaksOffIsRefused(t *testing.T) {
	b := newBench(t)
	request := httptest.NewRequest(http.MethodPost, "/v1/chain/push_transaction", io.MultiReader(bytes.NewReader([]byte("{")), broken{}))
	answer := httptest.NewRecorder()
	b.ServeHTTP(answer, request)
	failed(t, answer, http.StatusBadRequest)
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func TestTheContentTypeDoesNotMatter(t *testing.T) {
	b := newBench(t)
	for _, kind := range []string{"application/json", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", ""} {
		if answer := b.post("get_account", `{"account_name":"alice"}`, "Content-Type", kind); answer.Code != 200 {
			t.Errorf("%q: %d", kind, answer.Code)
		}
	}
	if reads := b.source.all(); len(reads) != 1 {
		t.Errorf("reads %q", reads)
	}
}

func TestARequestThatIsTooLargeReadsThatItIs(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"get_account", "push_transaction", "get_table_rows"} {
		if status, body := asking.SendFirst(t, b.Server, "/v1/chain/"+name, 16<<20); status != http.StatusRequestEntityTooLarge || !strings.Contains(body, "request_too_large") {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}
