// Package chaintest is a chain node for tests: an HTTP server that answers
// get_info and get_table_rows in the shapes of a real one, and can be told to
// fail in the ways of real ones.
package chaintest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// ChainID is the chain of a Node unless it is told another.
const ChainID = "1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4"

// Request is a get_table_rows request as a node reads it.
type Request struct {
	JSON          bool   `json:"json"`
	Code          string `json:"code"`
	Scope         string `json:"scope"`
	Table         string `json:"table"`
	Limit         int    `json:"limit"`
	LowerBound    string `json:"lower_bound"`
	UpperBound    string `json:"upper_bound"`
	KeyType       string `json:"key_type"`
	IndexPosition string `json:"index_position"`
	Reverse       bool   `json:"reverse"`
}

// Node is a chain node on a loopback port. Its fields may be changed with Set.
type Node struct {
	URL string

	mu       sync.Mutex
	state    State
	infos    int
	requests []Request
}

// State is how a Node answers.
type State struct {
	ChainID string
	// Head and HeadTime are what get_info says.
	Head     uint64
	HeadTime string
	// Rows answers a get_table_rows request; its answer is written as it is.
	Rows func(Request) string
	// Fail, when it is set, answers every request instead.
	Fail http.HandlerFunc
	// FailRows, when it is set, answers get_table_rows instead of Rows.
	FailRows http.HandlerFunc
}

// Empty is a node's answer for a scope without rows.
const Empty = `{"rows":[],"more":false,"next_key":""}`

// New starts a node that ends with the test.
func New(t testing.TB, rows func(Request) string) *Node {
	t.Helper()
	n := &Node{state: State{ChainID: ChainID, Head: 324182164, HeadTime: "2024-08-13T16:01:33.500", Rows: rows}}
	server := httptest.NewServer(n)
	t.Cleanup(server.Close)
	n.URL = server.URL
	return n
}

// Set changes how the node answers.
func (n *Node) Set(change func(*State)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(&n.state)
}

// Requests are the get_table_rows requests that came so far.
func (n *Node) Requests() []Request {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]Request(nil), n.requests...)
}

// Infos is how often get_info was asked.
func (n *Node) Infos() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.infos
}

func (n *Node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request Request
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil || r.Method != http.MethodPost {
		http.Error(w, "not a chain request", http.StatusBadRequest)
		return
	}
	n.mu.Lock()
	state := n.state
	switch r.URL.Path {
	case "/v1/chain/get_info":
		n.infos++
	case "/v1/chain/get_table_rows":
		n.requests = append(n.requests, request)
	}
	n.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case state.Fail != nil:
		state.Fail(w, r)
	case r.URL.Path == "/v1/chain/get_info":
		_ = json.NewEncoder(w).Encode(map[string]any{
			"chain_id": state.ChainID, "head_block_num": state.Head, "head_block_time": state.HeadTime,
			"last_irreversible_block_num": state.Head - 332, "server_version_string": "v5.0.0wax01",
		})
	case r.URL.Path != "/v1/chain/get_table_rows":
		http.NotFound(w, r)
	case state.FailRows != nil:
		state.FailRows(w, r)
	default:
		_, _ = w.Write([]byte(state.Rows(request)))
	}
}

// Answer is a handler that answers with a status and a body.
func Answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// Stall is a handler that answers nothing until the client leaves or released
// is closed.
func Stall(released <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-released:
		}
	}
}

// Drop is a handler that closes the connection without an answer.
func Drop(w http.ResponseWriter, r *http.Request) {
	panic(http.ErrAbortHandler)
}
