package main

import (
	"fmt"
	"net/http"
	"time"

	"fieldhouse/gateway/bench/load"
	"fieldhouse/gateway/bench/proc"
)

// plan is what to measure.
type plan struct {
	// Rounds are measured of each side, in turns.
	Rounds int `json:"rounds"`
	// Requests are sent to one side in one round.
	Requests int `json:"requests"`
	// Connections are kept alive; default 16.
	Connections int `json:"connections"`
	// IdleSeconds is how long to look at the servers while nobody asks, to leave
	// out what they do by themselves; default 3.
	IdleSeconds float64 `json:"idleSeconds"`
	Sides       []*side `json:"sides"`
}

// side is a server and what is asked of it.
type side struct {
	Name string `json:"name"`
	// Address is where it listens, Host what the Host header says.
	Address string `json:"address"`
	Host    string `json:"host"`
	Path    string `json:"path"`
	// Headers of the request, besides Host.
	Headers map[string]string `json:"headers"`
	// Status that every answer must have; default 200.
	Status int `json:"status"`
	// PID is the server's process; those that it started count too.
	PID int `json:"pid"`
	// Requests of one round, for a side that is very slow; default the plan's.
	Requests int `json:"requests"`

	request   []byte
	processes *proc.Group
}

// result is what a side's answers cost.
type result struct {
	Name string `json:"name"`
	// Costs are microseconds of CPU per request, by round.
	Costs []float64 `json:"costs"`
	// IdleShare is the part of one CPU that the server takes when nobody asks.
	IdleShare float64 `json:"idleShare"`
}

// run measures all sides. They take turns in going first, so that what the
// machine does meanwhile meets them alike.
func (p *plan) run() ([]result, error) {
	if err := p.complete(); err != nil {
		return nil, err
	}
	for _, side := range p.Sides {
		// Warms caches, connections' buffers and the collector's target.
		if err := side.ask(p.Connections, side.Requests/4); err != nil {
			return nil, fmt.Errorf("asking %s: %w", side.Name, err)
		}
	}
	results, err := p.idle()
	if err != nil {
		return nil, err
	}
	for round := range p.Rounds {
		for turn := range p.Sides {
			i := (round + turn) % len(p.Sides)
			cost, err := p.Sides[i].cost(p.Connections, results[i].IdleShare)
			if err != nil {
				return nil, fmt.Errorf("asking %s: %w", p.Sides[i].Name, err)
			}
			results[i].Costs = append(results[i].Costs, cost)
		}
	}
	return results, nil
}

func (p *plan) complete() error {
	if p.Connections == 0 {
		p.Connections = 16
	}
	if p.IdleSeconds == 0 {
		p.IdleSeconds = 3
	}
	if p.Rounds < 1 || p.Requests < 1 || p.Connections < 1 || p.IdleSeconds < 0 || len(p.Sides) == 0 {
		return fmt.Errorf("the plan has %d rounds of %d requests over %d connections to %d sides: all must be more than nothing", p.Rounds, p.Requests, p.Connections, len(p.Sides))
	}
	for _, side := range p.Sides {
		if side.Status == 0 {
			side.Status = http.StatusOK
		}
		if side.Requests == 0 {
			side.Requests = p.Requests
		}
		side.request = load.Request(side.Host, side.Path, side.Headers)
		processes, err := proc.Family(side.PID)
		if err != nil {
			return fmt.Errorf("the processes of %s: %w", side.Name, err)
		}
		side.processes = processes
	}
	return nil
}

// idle looks at all servers while nobody asks: a development chain makes blocks,
// a node is looked at.
func (p *plan) idle() ([]result, error) {
	before := make([]time.Duration, len(p.Sides))
	for i, side := range p.Sides {
		spent, err := side.spent()
		if err != nil {
			return nil, err
		}
		before[i] = spent
	}
	start := time.Now()
	time.Sleep(time.Duration(p.IdleSeconds * float64(time.Second)))
	took := time.Since(start).Seconds()
	results := make([]result, len(p.Sides))
	for i, side := range p.Sides {
		spent, err := side.spent()
		if err != nil {
			return nil, err
		}
		results[i] = result{Name: side.Name}
		if took > 0 {
			results[i].IdleShare = (spent - before[i]).Seconds() / took
		}
	}
	return results, nil
}

// cost is the CPU time of one request in microseconds, without what the server
// does by itself.
func (s *side) cost(connections int, idleShare float64) (float64, error) {
	before, err := s.spent()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := s.ask(connections, s.Requests); err != nil {
		return 0, err
	}
	took := time.Since(start)
	after, err := s.spent()
	if err != nil {
		return 0, err
	}
	spent := (after - before).Seconds() - took.Seconds()*idleShare
	return spent * 1e6 / float64(s.Requests), nil
}

func (s *side) ask(connections, requests int) error {
	return load.Run(s.Address, s.request, s.Status, connections, requests)
}

func (s *side) spent() (time.Duration, error) { return s.processes.Spent() }
