// Command latency measures what clients of the gateway's data cache wait, and
// what its nodes are asked, when things are not as usual: a cold key that all ask
// for at once, rows that expire under load, a bad node, a flood of invented
// accounts. It reads a plan from a file and prints the results, both as JSON.
package main

import (
	"fmt"

	"fieldhouse/gateway/bench/command"
)

// plan is what to measure: the parts that are given.
type plan struct {
	// Control is the base address of the command node that the targets ask, such
	// as http://127.0.0.1:9000.
	Control string  `json:"control"`
	Cold    *cold   `json:"cold"`
	Expiry  *expiry `json:"expiry"`
	Faults  *faults `json:"faults"`
	Flood   *flood  `json:"flood"`
}

// target is a server and a path of it.
type target struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Host    string `json:"host"`
	Path    string `json:"path"`
}

// results are those of the parts that the plan has.
type results struct {
	Cold   []coldResult  `json:"cold,omitempty"`
	Expiry *expiryResult `json:"expiry,omitempty"`
	Faults []faultResult `json:"faults,omitempty"`
	Flood  *floodResult  `json:"flood,omitempty"`
}

func main() { command.Main("latency", (*plan).run) }

func (p *plan) run() (all results, err error) {
	nodes := control{base: p.Control}
	if p.Cold != nil {
		if all.Cold, err = p.Cold.run(nodes); err != nil {
			return all, fmt.Errorf("a cold key: %w", err)
		}
	}
	if p.Expiry != nil {
		if all.Expiry, err = p.Expiry.run(); err != nil {
			return all, fmt.Errorf("rows that expire: %w", err)
		}
	}
	if p.Faults != nil {
		if all.Faults, err = p.Faults.run(nodes); err != nil {
			return all, fmt.Errorf("a bad node: %w", err)
		}
	}
	if p.Flood != nil {
		if all.Flood, err = p.Flood.run(); err != nil {
			return all, fmt.Errorf("a flood: %w", err)
		}
	}
	return all, nil
}
