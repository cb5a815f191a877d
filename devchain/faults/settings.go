package faults

import (
	"encoding/json"
	"fmt"
	"time"

	"fieldhouse/devchain/contract/game"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// member is a setting of a fault in JSON.
type member struct {
	read  func(*Fault, json.RawMessage) error
	write func(Fault) any
}

var members = map[Kind]map[string]member{
	Slow:     {"delay": span(func(f *Fault) *time.Duration { return &f.Delay }, time.Millisecond, time.Minute)},
	PushSlow: {"delay": span(func(f *Fault) *time.Duration { return &f.Delay }, time.Millisecond, time.Minute)},
	Behind: {
		"blocks": count(func(f *Fault) *int { return &f.Blocks }, 1, ledger.KeptChanges),
	},
	Ahead: {"by": span(func(f *Fault) *time.Duration { return &f.By }, time.Second, 24*time.Hour)},
	RateLimit: {
		"per_second":  count(func(f *Fault) *int { return &f.PerSecond }, 0, 1000),
		"retry_after": span(func(f *Fault) *time.Duration { return &f.RetryAfter }, 0, time.Hour),
	},
	HTML:       {"status": count(func(f *Fault) *int { return &f.Status }, 200, 599)},
	HideRows:   {"table": name(func(f *Fault) *antelope.Name { return &f.Table }), "account": name(func(f *Fault) *antelope.Name { return &f.Account })},
	EmptyRows:  {"table": name(func(f *Fault) *antelope.Name { return &f.Table })},
	WrongPrice: {"factor": factor(func(f *Fault) *float64 { return &f.Factor }, 1e-6, 1e6)},
}

// defaults are the settings of a fault of the kind.
func defaults(kind Kind) Fault {
	fault := Fault{Kind: kind, Delay: 2 * time.Second, Blocks: 20, By: 5 * time.Minute, PerSecond: 5, Status: 502, Factor: 1000}
	fault.Table = game.Claims.Name
	if kind == EmptyRows {
		fault.Table = game.Drops.Name
	}
	return fault
}

func name(field func(*Fault) *antelope.Name) member {
	return member{
		read: func(f *Fault, raw json.RawMessage) error {
			if err := json.Unmarshal(raw, field(f)); err != nil {
				return fmt.Errorf(`%.64s: use a name such as "claims"`, raw)
			}
			return nil
		},
		write: func(f Fault) any { return *field(&f) },
	}
}

func factor(field func(*Fault) *float64, least, most float64) member {
	return member{
		read: func(f *Fault, raw json.RawMessage) error {
			if err := json.Unmarshal(raw, field(f)); err != nil || *field(f) < least || *field(f) > most {
				return fmt.Errorf("%.64s: use a number from %g to %g", raw, least, most)
			}
			return nil
		},
		write: func(f Fault) any { return *field(&f) },
	}
}

func count(field func(*Fault) *int, least, most int) member {
	return member{
		read: func(f *Fault, raw json.RawMessage) error {
			if err := json.Unmarshal(raw, field(f)); err != nil || *field(f) < least || *field(f) > most {
				return fmt.Errorf("%s: use a whole number from %d to %d", raw, least, most)
			}
			return nil
		},
		write: func(f Fault) any { return *field(&f) },
	}
}

func span(field func(*Fault) *time.Duration, least, most time.Duration) member {
	return member{
		read: func(f *Fault, raw json.RawMessage) error {
			var text string
			err := json.Unmarshal(raw, &text)
			if err == nil {
				*field(f), err = time.ParseDuration(text)
			}
			if err != nil || *field(f) < least || *field(f) > most {
				return fmt.Errorf(`%s: use a duration from %s to %s, such as "2s"`, raw, least, most)
			}
			return nil
		},
		write: func(f Fault) any { return (*field(&f)).String() },
	}
}
