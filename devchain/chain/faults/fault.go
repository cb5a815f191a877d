// Package faults makes the development chain's nodes and services fail in the
// ways that public ones do, so that what handles it can be seen and tested.
package faults

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/strictjson"
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

// Where faults can be set: those of services are faults of nodes, too.
var (
	services   = []string{Assets, Feed, Images}
	ofServices = []Kind{Slow, Stalled, RateLimit, HTML, Drop}
	ofNodes    = append(slices.Clone(ofServices), Behind, Ahead, WrongChain,
		PushCPU, PushLost, PushDrop, PushSlow, PushLie, HideRows, EmptyRows, WrongPrice)
)

// Target is what fails: a node from 1 on, or a service.
type Target struct {
	Node    int    `json:"node,omitempty"`
	Service string `json:"service,omitempty"`
}

// Fault is one switch that is on.
type Fault struct {
	Target
	Kind Kind `json:"fault"`
	// Delay is Slow's and PushSlow's: 1 ms to 1 min, 2 s by default.
	Delay Span `json:"delay,omitempty"`
	// Blocks are Behind's: 1 to ledger.MaxHistory, 20 by default. A node cannot
	// be further behind than the chain is old.
	Blocks int `json:"blocks,omitempty"`
	// By is Ahead's: 1 s to 24 h, 5 min by default.
	By Span `json:"by,omitempty"`
	// PerSecond is how many requests RateLimit lets through, as many at once: 0 to
	// 1000, 5 by default.
	PerSecond int `json:"per_second,omitempty"`
	// RetryAfter is what RateLimit asks for, in whole seconds up to 1 h; 0 sends no
	// such header and is the default.
	RetryAfter Span `json:"retry_after,omitempty"`
	// Status is HTML's: 200 to 599, 502 by default.
	Status int `json:"status,omitempty"`
	// Table is HideRows' and EmptyRows': claims and drops by default.
	Table antelope.Name `json:"table,omitempty"`
	// Account is whose rows HideRows leaves out: those of its scope and those with
	// its name as a key, such as its claims. All rows by default.
	Account antelope.Name `json:"account,omitempty"`
	// Factor is WrongPrice's: 0.000001 to 1000000, 1000 by default.
	Factor float64 `json:"factor,omitempty"`
}

// Span is a length of time, such as "2s" in JSON.
type Span time.Duration

// MarshalText writes the span.
func (s Span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

// UnmarshalText reads the span.
func (s *Span) UnmarshalText(text []byte) error {
	read, err := time.ParseDuration(string(text))
	*s = Span(read)
	return err
}

// Parse reads a fault from JSON such as
//
//	{"node": 2, "fault": "slow", "delay": "2s"}
//	{"service": "assets", "fault": "rate-limit", "per_second": 1, "retry_after": "3s"}
//
// What it does not know it refuses.
func Parse(text []byte) (Fault, error) {
	var kind struct {
		Kind Kind `json:"fault"`
	}
	_ = json.Unmarshal(text, &kind) // what is wrong is said when the whole is read
	fault := defaults(kind.Kind)
	if err := strictjson.Decode(text, &fault); err != nil {
		return Fault{}, fmt.Errorf(`reading the fault: %w; send one JSON object such as {"node":2,"fault":"slow","delay":"2s"}`, err)
	}
	return fault, fault.check()
}

// defaults are the settings of a fault of the kind.
func defaults(kind Kind) (fault Fault) {
	switch kind {
	case Slow, PushSlow:
		fault.Delay = Span(2 * time.Second)
	case Behind:
		fault.Blocks = 20
	case Ahead:
		fault.By = Span(5 * time.Minute)
	case RateLimit:
		fault.PerSecond = 5
	case HTML:
		fault.Status = 502
	case HideRows:
		fault.Table = game.Claims.Name
	case EmptyRows:
		fault.Table = game.Drops.Name
	case WrongPrice:
		fault.Factor = 1000
	}
	return fault
}

// check tells whether the fault is one of its target, and its settings are within
// their bounds.
func (f Fault) check() error {
	allowed := ofNodes
	if f.Service != "" {
		allowed = ofServices
	}
	switch {
	case (f.Node == 0) == (f.Service == ""), f.Service != "" && !slices.Contains(services, f.Service):
		return fmt.Errorf(`say what fails: "node" from 1 on, or "service", one of %v`, services)
	case !slices.Contains(allowed, f.Kind):
		return fmt.Errorf("there is no fault %.64q there; there are %v", f.Kind, allowed)
	}
	switch f.Kind {
	case Slow, PushSlow:
		return within("delay", f.Delay, Span(time.Millisecond), Span(time.Minute))
	case Behind:
		return within("blocks", f.Blocks, 1, ledger.MaxHistory)
	case Ahead:
		return within("by", f.By, Span(time.Second), Span(24*time.Hour))
	case RateLimit:
		return cmp.Or(within("per_second", f.PerSecond, 0, 1000), within("retry_after", f.RetryAfter, 0, Span(time.Hour)))
	case HTML:
		return within("status", f.Status, 200, 599)
	case HideRows, EmptyRows:
		if f.Table == 0 {
			return errors.New(`"table" cannot be empty`)
		}
	case WrongPrice:
		return within("factor", f.Factor, 1e-6, 1e6)
	}
	return nil
}

func within[Value cmp.Ordered](name string, value, least, most Value) error {
	if value < least || value > most {
		return fmt.Errorf("%q cannot be %v: use %v to %v", name, value, least, most)
	}
	return nil
}

// String is the span as people write it.
func (s Span) String() string { return time.Duration(s).String() }
