package node_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/node"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/plugins/plugintest/must"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// api is a node's API on a chain that stands still.
type api struct {
	testing.TB
	handler http.Handler
	chain   *producer.Producer
}

// newAPI has a chain of the test's own, in whose past nobody bought anything.
func newAPI(t *testing.T) api {
	t.Helper()
	return apiOf(t, func() (*producer.Producer, error) { return newChain(0) })
}

// unchanged is a chain for all tests that only read.
var unchanged = sync.OnceValues(func() (*producer.Producer, error) { return newChain(len(genesis.Buyers)) })

func shared(t *testing.T) api {
	t.Helper()
	return apiOf(t, unchanged)
}

func newChain(buyers int) (*producer.Producer, error) {
	settings := producer.Defaults()
	settings.Buyers = buyers
	return producer.New(producer.Options{
		Options: genesis.Options{Drops: genesis.DefaultDrops, Seed: 1}, Settings: settings,
		Clock: func() time.Time { return start },
	})
}

func apiOf(t testing.TB, chainOf func() (*producer.Producer, error)) api {
	t.Helper()
	chain := must.Get(chainOf())(t)
	return api{t, node.New(chain.Ledger()), chain}
}

// post answers the status and the body.
func (a api) post(call, body string) (int, []byte) {
	a.Helper()
	answer := httptest.NewRecorder()
	a.handler.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, node.Prefix+call, strings.NewReader(body)))
	content := must.Get(io.ReadAll(answer.Body))(a)
	if kind := answer.Header().Get("Content-Type"); kind != "application/json" || !json.Valid(content) {
		a.Fatalf("%s %s: %s %s", call, body, kind, content)
	}
	return answer.Code, content
}

// refused is what is read of an error.
type refused struct {
	Code  int `json:"code"`
	Error struct {
		Code    int    `json:"code"`
		Name    string `json:"name"`
		Details []struct {
			Message string `json:"message"`
		} `json:"details"`
	} `json:"error"`
}

// wantRefused posts what is answered with a status and an error of a code that says something.
func (a api) wantRefused(call, body string, status, code int, say string) {
	a.Helper()
	got, content := a.post(call, body)
	var answer refused
	must.Do(a, json.Unmarshal(content, &answer))
	if got != status || answer.Code != status || answer.Error.Code != code || len(answer.Error.Details) != 1 || !strings.Contains(answer.Error.Details[0].Message, say) {
		a.Errorf("%s %.120s: %d %.300s, want %d %d %q", call, body, got, content, status, code, say)
	}
}

// rows is the answer of get_table_rows.
type rows struct {
	Rows    []json.RawMessage `json:"rows"`
	More    bool              `json:"more"`
	NextKey string            `json:"next_key"`
}

func (a api) rows(body string) rows {
	a.Helper()
	status, content := a.post("get_table_rows", body)
	if status != http.StatusOK {
		a.Fatalf("%s: %d %s", body, status, content)
	}
	var answer rows
	must.Do(a, json.Unmarshal(content, &answer))
	return answer
}

// values are one field of all rows as JSON text, joined with spaces.
func (a api) values(answer rows, field string) string {
	a.Helper()
	found := make([]string, len(answer.Rows))
	for i, row := range answer.Rows {
		var members map[string]json.RawMessage
		must.Do(a, json.Unmarshal(row, &members))
		found[i] = string(members[field])
	}
	return strings.Join(found, " ")
}
