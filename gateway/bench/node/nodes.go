// Package node is several chain nodes and a plain origin in one process: each node can be made slow, stalled, behind or of
// another chain, and everything that is asked is counted.
//
//	/<n>/v1/chain/get_info, /<n>/v1/chain/get_table_rows   node n, from 1 on
//	/origin/<anything>                                     an answer that any cache keeps
//	/control/fault?node=<n>&kind=<kind>                    changes a node; kind none: as it was
//	/control/asked                                         the counts so far, as JSON
package node

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	infoPath = "/v1/chain/get_info"
	rowsPath = "/v1/chain/get_table_rows"
	// maxBody bounds what is read of a request.
	maxBody = 64 << 10
	// originLife is how long a cache may keep an answer of the origin, in seconds.
	originLife = 3600
)

// firstBlock is the block at the epoch of the nodes' clock.
const (
	blockInterval = 500 * time.Millisecond
	firstBlock    = 1000
)

// The faults that a node can have.
const (
	none    = "none"
	stalled = "stalled" // answers nothing
	behind  = "behind"  // its head is ten minutes old, and its rows are
	other   = "other"   // says another chain's id, and other rows
	failing = "failing" // 503
)

// lie marks the rows of a node that must not be believed.
const lie = `"lie":true,`

// nodes are the chain's nodes.
type nodes struct {
	chainID  string
	delay    time.Duration
	rowBytes int

	mu     sync.Mutex
	faults map[string]string // by node
	counts counts
}

// New is the nodes that flags describe, which are read once these are parsed.
func New(flags *flag.FlagSet) http.Handler {
	n := new(nodes)
	flags.StringVar(&n.chainID, "chain", "", "chain id that the nodes say")
	flags.DurationVar(&n.delay, "delay", 50*time.Millisecond, "how long each node takes for an answer")
	flags.IntVar(&n.rowBytes, "row-bytes", 2000, "size of the answer's rows")
	return n
}

// counts are the requests so far, by what they were for.
type counts struct {
	Infos  int `json:"infos"`
	Rows   int `json:"rows"`
	Origin int `json:"origin"`
}

func (n *nodes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case name == "control":
		n.control(w, r, rest)
	case name == "origin":
		n.count(func(c *counts) { c.Origin++ })
		n.wait(r)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", originLife))
		_, _ = io.WriteString(w, n.rows(`"origin":true,`))
	case "/"+rest == infoPath:
		n.count(func(c *counts) { c.Infos++ })
		n.info(w, r, n.fault(name))
	case "/"+rest == rowsPath:
		n.count(func(c *counts) { c.Rows++ })
		n.table(w, r, n.fault(name))
	default:
		http.NotFound(w, r)
	}
}

// headAt is the number of the newest block at a moment.
func headAt(at time.Time) uint32 {
	return uint32(firstBlock + at.UnixMilli()/blockInterval.Milliseconds())
}

func (n *nodes) count(add func(*counts)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	add(&n.counts)
}

func (n *nodes) fault(node string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.faults[node]
}

// wait takes a node's time, or less when the client leaves.
func (n *nodes) wait(r *http.Request) {
	select {
	case <-time.After(n.delay):
	case <-r.Context().Done():
	}
}

func (n *nodes) control(w http.ResponseWriter, r *http.Request, action string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch action {
	case "asked":
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(n.counts)
	case "fault":
		node, kind := r.FormValue("node"), r.FormValue("kind")
		switch kind {
		case none, stalled, behind, other, failing:
		default:
			http.Error(w, fmt.Sprintf("kind is %q: use %s, %s, %s, %s or %s", kind, none, stalled, behind, other, failing), http.StatusBadRequest)
			return
		}
		if n.faults == nil {
			n.faults = make(map[string]string)
		}
		n.faults[node] = kind
	default:
		http.NotFound(w, r)
	}
}

func (n *nodes) info(w http.ResponseWriter, r *http.Request, fault string) {
	if !n.able(w, r, fault) {
		return
	}
	at, chain := time.Now(), n.chainID
	switch fault {
	case behind:
		at = at.Add(-10 * time.Minute)
	case other:
		chain = strings.Repeat("0", len(chain))
	}
	head := headAt(at)
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"chain_id":%q,"head_block_num":%d,"head_block_time":%q,"last_irreversible_block_num":%d,"server_version_string":"bench"}`,
		chain, head, at.UTC().Format("2006-01-02T15:04:05.000"), head-330)
}

func (n *nodes) table(w http.ResponseWriter, r *http.Request, fault string) {
	var request struct {
		Table string `json:"table"`
		Scope string `json:"scope"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !n.able(w, r, fault) {
		return
	}
	n.wait(r)
	w.Header().Set("Content-Type", "application/json")
	row := fmt.Sprintf(`"table":%q,"scope":%q,`, request.Table, request.Scope)
	if fault == behind || fault == other {
		row = lie + row
	}
	_, _ = io.WriteString(w, n.rows(row))
}

// able tells whether a node with that fault answers at all; when it does not, the
// request is done with.
func (n *nodes) able(w http.ResponseWriter, r *http.Request, fault string) bool {
	switch fault {
	case stalled:
		<-r.Context().Done()
		return false
	case failing:
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
		return false
	}
	return true
}

// rows is an answer with one row that is as large as it should be. Its names are
// the same and its numbers differ, like those of real rows: it compresses, and not
// to nothing.
func (n *nodes) rows(members string) string {
	var b strings.Builder
	b.WriteString(`{"rows":[{` + members + `"prices":[`)
	for i := uint64(1); b.Len() < n.rowBytes; i++ {
		fmt.Fprintf(&b, `{"listing_price":%d},`, i*2654435761%100_000_000)
	}
	b.WriteString(`{}]}],"more":false,"next_key":""}`)
	return b.String()
}
