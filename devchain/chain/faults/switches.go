package faults

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"

	"golang.org/x/time/rate"
)

// Switches is the switches. It is safe for use by many goroutines.
type Switches struct {
	mutex sync.RWMutex
	nodes int
	on    map[Target]map[Kind]*active

	held atomic.Int64 // requests that wait in a delay
}

// active is a fault that is on.
type active struct {
	Fault
	limiter *rate.Limiter // RateLimit's
}

// NewSwitches makes the switches of so many nodes, 1 to MaxNodes, all of them off.
func NewSwitches(nodes int) *Switches {
	return &Switches{nodes: nodes, on: map[Target]map[Kind]*active{}}
}

// SetNodes changes how many nodes there are. The faults of those that are gone
// are switched off.
func (s *Switches) SetNodes(nodes int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.nodes = nodes
	for target := range s.on {
		if target.Node > nodes {
			delete(s.on, target)
		}
	}
}

// Nodes is how many nodes there are.
func (s *Switches) Nodes() int {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return s.nodes
}

// Set switches a fault on that was parsed, in place of one of the same kind.
func (s *Switches) Set(fault Fault) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if fault.Node > s.nodes || fault.Node < 0 {
		return fmt.Errorf("there is no node %d: this chain has the nodes 1 to %d", fault.Node, s.nodes)
	}
	if s.on[fault.Target] == nil {
		s.on[fault.Target] = map[Kind]*active{}
	}
	started := &active{Fault: fault}
	if fault.Kind == RateLimit {
		started.limiter = rate.NewLimiter(rate.Limit(fault.PerSecond), fault.PerSecond)
	}
	s.on[fault.Target][fault.Kind] = started
	return nil
}

// Clear switches off the faults of a kind, all when it is empty, and answers how many
// that were.
func (s *Switches) Clear(wanted Kind) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	cleared := 0
	for target, faults := range s.on {
		for kind := range faults {
			if wanted == "" || wanted == kind {
				delete(faults, kind)
				cleared++
			}
		}
		if len(faults) == 0 {
			delete(s.on, target)
		}
	}
	return cleared
}

// List are the faults that are on.
func (s *Switches) List() []Fault {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	list := []Fault{}
	for _, faults := range s.on {
		for _, on := range faults {
			list = append(list, on.Fault)
		}
	}
	slices.SortFunc(list, func(one, two Fault) int {
		return cmp.Or(cmp.Compare(one.Node, two.Node), cmp.Compare(one.Service, two.Service), cmp.Compare(one.Kind, two.Kind))
	})
	return list
}

// find is a fault that is on, or nil.
func (s *Switches) find(target Target, kind Kind) *active {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return s.on[target][kind]
}

// isOn tells whether a fault is on.
func (s *Switches) isOn(target Target, kind Kind) bool { return s.find(target, kind) != nil }

// otherChain is the chain id of a node on the wrong chain.
var otherChain = sha256.Sum256([]byte("another chain than fieldhouse devchain"))

// Lens is how a node sees the ledger.
func (s *Switches) Lens(node int) ledger.Lens {
	var lens ledger.Lens
	target := Target{Node: node}
	if behind := s.find(target, Behind); behind != nil {
		lens.Behind = behind.Blocks
	}
	if ahead := s.find(target, Ahead); ahead != nil {
		lens.Ahead = time.Duration(ahead.By)
	}
	if s.isOn(target, WrongChain) {
		lens.ChainID = otherChain
	}
	lens.Rows = s.rows(target)
	return lens
}

// Sight is the ledger as one node sees it.
type Sight struct {
	*ledger.Ledger
	Switches *Switches
	Node     int
}

// Read calls the function with what the node sees.
func (s Sight) Read(look func(ledger.View)) { s.Ledger.ReadThrough(s.Switches.Lens(s.Node), look) }

// Push gives the ledger a transaction, which the node checks as it sees the
// chain.
func (s Sight) Push(signed ledger.Signed) (ledger.Receipt, error) {
	lens := s.Switches.Lens(s.Node)
	lens.NoCPU = s.Switches.isOn(Target{Node: s.Node}, PushCPU)
	lens.Lies = s.Switches.isOn(Target{Node: s.Node}, PushLie)
	return s.Ledger.PushThrough(lens, signed)
}

// ServeHTTP is the control of the board:
//
//	GET    /dev/faults            what is on
//	POST   /dev/faults            switches one on; see Parse
//	DELETE /dev/faults[?fault=…]  switches all off, or those of a kind
//
// Errors are {"code","message"}.
func (s *Switches) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet:
		answer(w, http.StatusOK, struct {
			Nodes  int     `json:"nodes"`
			Faults []Fault `json:"faults"`
		}{s.Nodes(), s.List()})
	case http.MethodPost:
		fault, err := s.post(r)
		if err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		answer(w, http.StatusOK, fault)
	case http.MethodDelete:
		answer(w, http.StatusOK, struct {
			Cleared int `json:"cleared"`
		}{s.Clear(Kind(r.URL.Query().Get("fault")))})
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		refuse(w, http.StatusMethodNotAllowed, errors.New("faults are read with GET, switched on with POST and off with DELETE"))
	}
}

func (s *Switches) post(r *http.Request) (Fault, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return Fault{}, fmt.Errorf("reading the fault: %w", err)
	}
	fault, err := Parse(body)
	if err != nil {
		return Fault{}, err
	}
	return fault, s.Set(fault)
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

// rows is what the node shows of the rows that one request reads; nil when it shows
// them as they are.
func (s *Switches) rows(target Target) func(ledger.Position, ledger.Row) (ledger.Row, bool) {
	hide, empty, wrong := s.find(target, HideRows), s.find(target, EmptyRows), s.find(target, WrongPrice)
	if hide == nil && empty == nil && wrong == nil {
		return nil
	}
	return func(at ledger.Position, row ledger.Row) (ledger.Row, bool) {
		if wrong != nil && at.Table == oracle.Datapoints.Name {
			row = repriced(row, wrong.Factor)
		}
		isHidden := empty != nil && at.Table == empty.Table || hide != nil && at.Table == hide.Table && hide.isOf(at)
		return row, !isHidden
	}
}

// isOf tells whether a row is one of the fault's account.
func (f Fault) isOf(at ledger.Position) bool {
	return f.Account == 0 || at.Scope == f.Account || slices.Contains(at.Keys, uint64(f.Account))
}

// repriced is a datapoint with its median multiplied.
func repriced(row ledger.Row, factor float64) ledger.Row {
	point := row.Value.(oracle.Datapoint)
	point.Median = uint64(min(math.Round(float64(point.Median)*factor), 1<<63))
	return ledger.NewRow(point)
}
