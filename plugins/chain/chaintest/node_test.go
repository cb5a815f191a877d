package chaintest

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// post posts to a node and answers its status and body.
func post(t *testing.T, n *Node, path, body string) (int, string) {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	response := must.Get((&http.Client{Transport: transport}).Post(n.URL+path, "application/json", strings.NewReader(body)))(t)
	defer response.Body.Close()
	answer := must.Get(io.ReadAll(response.Body))(t)
	return response.StatusCode, string(answer)
}

func TestANodeCountsWhatIsAskedAndKeepsThePushes(t *testing.T) {
	n := New(t, nil)
	if status, body := post(t, n, "/v1/chain/get_table_rows", `{"code":"a","table":"t"}`); status != 200 || body != Empty {
		t.Errorf("rows: %d %s", status, body)
	}
	if requests := n.Requests(); len(requests) != 1 || requests[0].Table != "t" {
		t.Errorf("requests %+v", requests)
	}
	const push = `{"signatures":["SIG_K1_x"],"packed_trx":"00aa"}`
	for _, path := range []string{SendTransaction, SendTransaction2, PushTransaction} {
		status, body := post(t, n, path, push)
		if status != 202 || !strings.Contains(body, TransactionID([]byte(push))) {
			t.Errorf("%s: %d %s", path, status, body)
		}
		if n.Count(path) != 1 {
			t.Errorf("%s was counted %d times", path, n.Count(path))
		}
	}
	if pushes := n.Pushes(); len(pushes) != 3 || string(pushes[0].Body) != push {
		t.Errorf("pushes %+v", pushes)
	}
	if a, b := TransactionID([]byte(push)), TransactionID([]byte(`{"transaction":{"packed_trx":"00aa"}}`)); a != b || a == TransactionID([]byte("x")) {
		t.Errorf("ids %s and %s", a, b)
	}
}

func TestAHandlerAnswersItsPathUntilItIsTakenAwayAndSeesTheBody(t *testing.T) {
	const path = "/v1/chain/get_account"
	n := New(t, nil)
	n.Handle(path, func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })
	if status, body := post(t, n, path, `{"account_name":"alice"}`); status != 200 || body != `{"account_name":"alice"}` {
		t.Errorf("%d %s", status, body)
	}
	n.Handle(path, nil)
	if status, _ := post(t, n, path, `{}`); status != 404 {
		t.Errorf("%d", status)
	}
	n.Set(func(s *State) { s.Fail = HTML(502) })
	if status, body := post(t, n, path, `{}`); status != 502 || !strings.HasPrefix(body, "<!doctype") {
		t.Errorf("%d %s", status, body)
	}
}
