package faults

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"

	"golang.org/x/time/rate"
)

// Board is the switches. It is safe for use by many goroutines.
type Board struct {
	mutex sync.RWMutex
	nodes int
	on    map[Target]map[Kind]*active

	held atomic.Int64 // requests that wait in a delay
}

// active is a fault that is on.
type active struct {
	Fault
	limiter *rate.Limiter // RateLimit's
	met     atomic.Int64  // requests that met it
}

// NewBoard makes the switches of so many nodes, 1 to MaxNodes, all of them off.
func NewBoard(nodes int) *Board {
	return &Board{nodes: nodes, on: map[Target]map[Kind]*active{}}
}

// SetNodes changes how many nodes there are. The faults of those that are gone
// are switched off.
func (b *Board) SetNodes(nodes int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.nodes = nodes
	for target := range b.on {
		if target.Node > nodes {
			delete(b.on, target)
		}
	}
}

// Nodes is how many nodes there are.
func (b *Board) Nodes() int {
	b.mutex.RLock()
	defer b.mutex.RUnlock()
	return b.nodes
}

// Set switches a fault on that was parsed, in place of one of the same kind.
func (b *Board) Set(fault Fault) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if fault.Node > b.nodes || fault.Node < 0 {
		return fmt.Errorf("there is no node %d: this chain has the nodes 1 to %d", fault.Node, b.nodes)
	}
	if b.on[fault.Target] == nil {
		b.on[fault.Target] = map[Kind]*active{}
	}
	started := &active{Fault: fault}
	if fault.Kind == RateLimit {
		started.limiter = rate.NewLimiter(rate.Limit(fault.PerSecond), fault.PerSecond)
	}
	b.on[fault.Target][fault.Kind] = started
	return nil
}

// Clear switches off the faults of a kind, all when it is empty, and answers how many
// that were.
func (b *Board) Clear(wanted Kind) int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	cleared := 0
	for target, faults := range b.on {
		for kind := range faults {
			if wanted == "" || wanted == kind {
				delete(faults, kind)
				cleared++
			}
		}
		if len(faults) == 0 {
			delete(b.on, target)
		}
	}
	return cleared
}

// Met is a fault that is on with the number of requests that met it.
type Met struct {
	Fault    Fault `json:"fault"`
	Requests int64 `json:"requests"`
}

// List are the faults that are on.
func (b *Board) List() []Met {
	b.mutex.RLock()
	defer b.mutex.RUnlock()
	list := []Met{}
	for _, faults := range b.on {
		for _, on := range faults {
			list = append(list, Met{on.Fault, on.met.Load()})
		}
	}
	slices.SortFunc(list, func(one, two Met) int {
		return cmp.Or(cmp.Compare(one.Fault.Node, two.Fault.Node), cmp.Compare(one.Fault.Service, two.Fault.Service),
			cmp.Compare(one.Fault.Kind, two.Fault.Kind))
	})
	return list
}

// find is a fault that is on, or nil.
func (b *Board) find(target Target, kind Kind) *active {
	b.mutex.RLock()
	defer b.mutex.RUnlock()
	return b.on[target][kind]
}

// Meets tells whether a fault is on, for a request, which is counted.
func (b *Board) Meets(target Target, kind Kind) bool { return b.meet(target, kind) != nil }

// meet is find for a request, which is counted.
func (b *Board) meet(target Target, kind Kind) *active {
	on := b.find(target, kind)
	if on != nil {
		on.met.Add(1)
	}
	return on
}

// otherChain is the chain id of a node on the wrong chain.
var otherChain = sha256.Sum256([]byte("another chain than fieldhouse devchain"))

// Lens is how a node sees the ledger.
func (b *Board) Lens(node int) ledger.Lens {
	var lens ledger.Lens
	target := Target{Node: node}
	if behind := b.meet(target, Behind); behind != nil {
		lens.Behind = behind.Blocks
	}
	if ahead := b.meet(target, Ahead); ahead != nil {
		lens.Ahead = time.Duration(ahead.By)
	}
	if b.Meets(target, WrongChain) {
		lens.ChainID = otherChain
	}
	lens.Rows = b.rows(target)
	return lens
}

// Sight is the ledger as one node sees it.
type Sight struct {
	*ledger.Ledger
	Board *Board
	Node  int
}

// Read calls the function with what the node sees.
func (s Sight) Read(look func(ledger.View)) { s.Ledger.ReadThrough(s.Board.Lens(s.Node), look) }

// Push gives the ledger a transaction, which the node checks as it sees the
// chain.
func (s Sight) Push(signed ledger.Signed) (ledger.Receipt, error) {
	lens := s.Board.Lens(s.Node)
	lens.NoCPU = s.Board.Meets(Target{Node: s.Node}, PushCPU)
	lens.Lies = s.Board.Meets(Target{Node: s.Node}, PushLie)
	return s.Ledger.PushThrough(lens, signed)
}

// ServeHTTP is the control of the board:
//
//	GET    /dev/faults            what is on, and how many requests met it
//	POST   /dev/faults            switches one on; see Parse
//	DELETE /dev/faults[?fault=…]  switches all off, or those of a kind
//
// Errors are {"code","message"}.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet:
		answer(w, http.StatusOK, struct {
			Nodes  int   `json:"nodes"`
			Faults []Met `json:"faults"`
		}{b.Nodes(), b.List()})
	case http.MethodPost:
		fault, err := b.post(r)
		if err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		answer(w, http.StatusOK, fault)
	case http.MethodDelete:
		answer(w, http.StatusOK, struct {
			Cleared int `json:"cleared"`
		}{b.Clear(Kind(r.URL.Query().Get("fault")))})
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		refuse(w, http.StatusMethodNotAllowed, errors.New("faults are read with GET, switched on with POST and off with DELETE"))
	}
}

func (b *Board) post(r *http.Request) (Fault, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return Fault{}, fmt.Errorf("reading the fault: %w", err)
	}
	fault, err := Parse(body)
	if err != nil {
		return Fault{}, err
	}
	return fault, b.Set(fault)
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Cache-Control", "no-store")
	httpjson.Write(w, status, body)
}

func refuse(w http.ResponseWriter, status int, err error) {
	answer(w, status, struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{status, err.Error()})
}
