// Package faults makes the development chain's nodes and services fail in the
// ways that public ones do, so that what handles it can be seen and tested.
package faults

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/antelope"
)

// Kind names a fault.
type Kind string

// The faults.
const (
	// Slow answers after a delay.
	Slow Kind = "slow"
	// Stalled takes a request and never answers it.
	Stalled Kind = "stalled"
	// Behind answers from the state some blocks ago, head and tables alike.
	Behind Kind = "behind"
	// Ahead says that blocks were made later than they were.
	Ahead Kind = "ahead"
	// WrongChain names another chain.
	WrongChain Kind = "wrong-chain"
	// RateLimit refuses what comes too fast with 429.
	RateLimit Kind = "rate-limit"
	// HTML answers a page, as a proxy before a node does.
	HTML Kind = "html"
	// Drop closes the connection without an answer.
	Drop Kind = "drop"
	// OracleFast lets oracles write in every block, and the price move further. A
	// datapoint then lives three blocks and not a minute.
	OracleFast Kind = "oracle-fast"
	// Timeout answers 408, as an index whose database is too slow.
	Timeout Kind = "timeout"
	// Down answers 500, or 503 for what is no index.
	Down Kind = "down"
	// LyingHealth is Down with a health check that says that all is well.
	LyingHealth Kind = "lying-health"
	// PushCPU refuses every transaction that is pushed, as one of an account whose
	// processor time is used up.
	PushCPU Kind = "push-cpu"
	// PushLost takes a transaction that is pushed and closes the connection without
	// an answer.
	PushLost Kind = "push-lost"
	// PushDrop closes the connection of a push without taking the transaction.
	PushDrop Kind = "push-drop"
	// PushSlow takes a transaction that is pushed at once and answers after a
	// delay.
	PushSlow Kind = "push-slow"
	// PushLie answers a transaction that is pushed and would succeed as one that was
	// executed, and forgets it.
	PushLie Kind = "push-lie"
	// HideRows leaves rows of a table out of what get_table_rows answers.
	HideRows Kind = "hide-rows"
	// EmptyRows answers a table as one without rows.
	EmptyRows Kind = "empty-rows"
	// WrongPrice multiplies the medians of datapoints.
	WrongPrice Kind = "wrong-price"
)

// Services are what can fail beside nodes: the asset index, the blog feed and the
// image gateway.
const (
	Assets = "assets"
	Feed   = "feed"
	Images = "images"
)

// MaxNodes is how many views of the ledger there can be.
const MaxNodes = 9

// fits says where faults can be set.
var (
	ofNodes = []Kind{
		Slow, Stalled, Behind, Ahead, WrongChain, RateLimit, HTML, Drop,
		PushCPU, PushLost, PushDrop, PushSlow, PushLie, HideRows, EmptyRows, WrongPrice,
	}
	ofServices = map[string][]Kind{
		Assets: {Slow, Stalled, RateLimit, HTML, Drop, Timeout, Down, LyingHealth},
		Feed:   {Slow, Stalled, RateLimit, HTML, Drop, Down},
		Images: {Slow, Stalled, RateLimit, HTML, Drop, Down},
	}
)

// Target is what fails: a node from 1 on, a service, or with neither the ledger
// itself.
type Target struct {
	Node    int
	Service string
}

// Fault is one switch that is on.
type Fault struct {
	Target
	Kind Kind
	// Delay is Slow's and PushSlow's: 1 ms to 1 min, 2 s unless told.
	Delay time.Duration
	// Blocks are Behind's: 1 to ledger.KeptChanges, 20 unless told. A node cannot
	// be further behind than the chain is old.
	Blocks int
	// By is Ahead's: 1 s to 24 h, 5 min unless told.
	By time.Duration
	// PerSecond is how many requests RateLimit lets through, as many at once: 0 to
	// 1000, 5 unless told.
	PerSecond int
	// RetryAfter is what RateLimit asks for, in whole seconds up to 1 h; 0 sends no
	// such header and is the default.
	RetryAfter time.Duration
	// Status is HTML's: 200 to 599, 502 unless told.
	Status int
	// Table is HideRows' and EmptyRows': claims and drops unless told.
	Table antelope.Name
	// Account is whose rows HideRows leaves out: those of its scope and those with
	// its name as a key, such as its claims. All rows unless told.
	Account antelope.Name
	// Factor is WrongPrice's: 0.000001 to 1000000, 1000 unless told.
	Factor float64
}

// Parse reads a fault from JSON such as
//
//	{"node": 2, "fault": "slow", "delay": "2s"}
//	{"service": "assets", "fault": "rate-limit", "per_second": 1, "retry_after": "3s"}
//	{"fault": "oracle-fast"}
//
// What it does not know it refuses, and says what it would take.
func Parse(text []byte) (Fault, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil || given == nil {
		return Fault{}, fmt.Errorf(`reading the fault: send one JSON object such as {"node":2,"fault":"slow","delay":"2s"}`)
	}
	var target Target
	var kind Kind
	for name, into := range map[string]any{"node": &target.Node, "service": &target.Service, "fault": &kind} {
		if raw, there := given[name]; there {
			if err := json.Unmarshal(raw, into); err != nil {
				return Fault{}, fmt.Errorf("reading the fault: %q cannot be %.64s", name, raw)
			}
			if name == "node" && target.Node == 0 {
				return Fault{}, fmt.Errorf("reading the fault: nodes count from 1")
			}
			delete(given, name)
		}
	}
	fault := defaults(kind)
	fault.Target = target
	if err := fault.check(); err != nil {
		return Fault{}, err
	}
	takes := members[fault.Kind]
	for _, name := range slices.Sorted(maps.Keys(given)) {
		setting, known := takes[name]
		if !known {
			return Fault{}, fmt.Errorf("reading the fault: there is no %.64q in %s; it takes node or service, fault%s",
				name, fault.Kind, listed(slices.Sorted(maps.Keys(takes))))
		}
		if err := setting.read(&fault, given[name]); err != nil {
			return Fault{}, fmt.Errorf("reading the fault: %q cannot be %w", name, err)
		}
	}
	if fault.RetryAfter%time.Second != 0 {
		return Fault{}, fmt.Errorf("reading the fault: \"retry_after\" counts whole seconds, not %s", fault.RetryAfter)
	}
	return fault, nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", " + strings.Join(names, ", ")
}

// check tells whether the fault is one of its target.
func (f Fault) check() error {
	switch {
	case f.Kind == OracleFast:
		if f.Target != (Target{}) {
			return fmt.Errorf("the fault oracle-fast is one of the ledger that all nodes share: leave node and service out")
		}
		return nil
	case f.Node != 0 && f.Service != "":
		return fmt.Errorf("a fault is of a node or of a service, not of both")
	case f.Node != 0:
		if !slices.Contains(ofNodes, f.Kind) {
			return fmt.Errorf("nodes have no fault %.64q; they have %v", f.Kind, ofNodes)
		}
		return nil
	case f.Service != "":
		known, exists := ofServices[f.Service]
		if !exists {
			return fmt.Errorf("there is no service %.64q; there are %v", f.Service, slices.Sorted(maps.Keys(ofServices)))
		}
		if !slices.Contains(known, f.Kind) {
			return fmt.Errorf("the service %s has no fault %.64q; it has %v", f.Service, f.Kind, known)
		}
		return nil
	}
	return fmt.Errorf(`say what fails: "node" from 1 on, or "service", one of %v`, slices.Sorted(maps.Keys(ofServices)))
}

// MarshalJSON writes what Parse reads.
func (f Fault) MarshalJSON() ([]byte, error) {
	written := map[string]any{"fault": f.Kind}
	if f.Node != 0 {
		written["node"] = f.Node
	}
	if f.Service != "" {
		written["service"] = f.Service
	}
	for name, setting := range members[f.Kind] {
		written[name] = setting.write(f)
	}
	return json.Marshal(written)
}
