// Package chaintest is a chain node for tests: an HTTP server that answers in
// the shapes of a real one, and can be told to fail in the ways of real ones.
package chaintest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// ChainID is the chain of a Node unless it is told another.
const ChainID = "1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4"

// Head is the head of a Node unless it is told another.
const Head = 324182164

// maxBody bounds what a Node reads of a request.
const maxBody = 1 << 20

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

// Node is a chain node on a loopback port, or in a Network. How it answers is
// changed with Set and Handle.
type Node struct {
	URL string

	mu       sync.Mutex
	state    State
	handlers map[string]http.HandlerFunc
	counts   map[string]int
	requests []Request
	pushes   []Push
}

// State is how a Node answers.
type State struct {
	ChainID string
	// Head is what get_info says.
	Head uint64
	// HeadTime is what get_info says; empty: the time it is.
	HeadTime string
	// Lag is how far the head is behind: get_info then says an earlier time and
	// as many fewer blocks. Negative: ahead.
	Lag time.Duration
	// Rows answers a get_table_rows request; its answer is written as it is.
	// Nil: no rows.
	Rows func(Request) string
	// Fail, when it is set, answers every request instead.
	Fail http.HandlerFunc
	// FailRows, when it is set, answers get_table_rows instead of Rows.
	FailRows http.HandlerFunc
	// FailInfo, when it is set, answers get_info.
	FailInfo http.HandlerFunc
	// FailPushes, when it is set, answers the pushes.
	FailPushes http.HandlerFunc
}

// Empty is a node's answer for a scope without rows.
const Empty = `{"rows":[],"more":false,"next_key":""}`

// New starts a node that ends with the test.
func New(t testing.TB, rows func(Request) string) *Node {
	t.Helper()
	n := newNode(rows)
	server := httptest.NewServer(n)
	t.Cleanup(server.Close)
	n.URL = server.URL
	return n
}

func newNode(rows func(Request) string) *Node {
	return &Node{
		state:    State{ChainID: ChainID, Head: Head, Rows: rows},
		handlers: make(map[string]http.HandlerFunc),
		counts:   make(map[string]int),
	}
}

// Set changes how the node answers.
func (n *Node) Set(change func(*State)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(&n.state)
}

// Handle answers a path, such as /v1/chain/get_account, with a handler; nil:
// as it was. State.Fail goes before it.
func (n *Node) Handle(path string, handler http.HandlerFunc) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.handlers[path] = handler
}

// Requests are the get_table_rows requests that came so far.
func (n *Node) Requests() []Request {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]Request(nil), n.requests...)
}

// Count is how often a path was asked.
func (n *Node) Count(path string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.counts[path]
}

// Infos is how often get_info was asked.
func (n *Node) Infos() int { return n.Count(infoPath) }

const (
	infoPath = "/v1/chain/get_info"
	rowsPath = "/v1/chain/get_table_rows"
)

func (n *Node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "reading the request: "+err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	w.Header().Set("Content-Type", "application/json")
	n.handler(r.URL.Path, r.Method, body)(w, r)
}

// handler counts a request and finds who answers it.
func (n *Node) handler(path, method string, body []byte) http.HandlerFunc {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.counts[path]++
	var request Request
	readable := method == http.MethodPost && json.Unmarshal(body, &request) == nil
	switch {
	case path == rowsPath && readable:
		n.requests = append(n.requests, request)
	case isPush(path):
		n.pushes = append(n.pushes, Push{Path: path, Body: body})
	}
	state := n.state
	chosen := n.handlers[path]
	switch {
	case state.Fail != nil:
		return state.Fail
	case chosen != nil:
		return chosen
	case path == infoPath && state.FailInfo != nil:
		return state.FailInfo
	case path == infoPath:
		return Answer(http.StatusOK, state.info(time.Now()))
	case path == rowsPath && state.FailRows != nil:
		return state.FailRows
	case path == rowsPath && !readable:
		return Answer(http.StatusBadRequest, `{"code":400,"message":"not a chain request"}`)
	case path == rowsPath && state.Rows == nil:
		return Answer(http.StatusOK, Empty)
	case path == rowsPath:
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, state.Rows(request)) }
	case isPush(path) && state.FailPushes != nil:
		return state.FailPushes
	case isPush(path):
		return Answer(http.StatusAccepted, Accepted(body))
	default:
		return http.NotFound
	}
}

// blockInterval is the time between two blocks.
const blockInterval = 500 * time.Millisecond

// info is the answer of get_info.
func (s *State) info(now time.Time) string {
	at := s.HeadTime
	if at == "" {
		at = now.Add(-s.Lag).UTC().Format("2006-01-02T15:04:05.000")
	}
	head := uint64(max(1, int64(s.Head)-int64(s.Lag/blockInterval)))
	answer, err := json.Marshal(map[string]any{
		"chain_id": s.ChainID, "head_block_num": head, "head_block_time": at,
		"last_irreversible_block_num": head - 332, "server_version_string": "v5.0.0wax01",
	})
	if err != nil {
		panic(err) // numbers and strings
	}
	return string(answer)
}
