// Package link measures what waiting WebSockets cost a server in memory, and how long it takes until one of them has a
// message: of the link service, and of an echo with the same WebSocket library, which is its floor.
package link

import (
	"errors"
	"fmt"
	"time"

	"fieldhouse/gateway/bench/proc"
	"fieldhouse/gateway/crowd"
)

// Plan is what to measure: each side in turn, with as many channels and messages.
type Plan struct {
	// Channels is how many WebSockets wait.
	Channels int `json:"channels"`
	// Messages is how many are sent, one after another, of Bytes each.
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
	// Settle is how long a server is left alone before its memory is read, in
	// milliseconds.
	Settle int64  `json:"settle"`
	Sides  []side `json:"sides"`
}

// side is a server.
type side struct {
	Name string `json:"name"`
	// Address is where it listens, and PID its process.
	Address string `json:"address"`
	PID     int    `json:"pid"`
	// Kind is "link" or "echo".
	Kind string `json:"kind"`
}

// Result is what a side took. Memory is resident, in bytes; Arrived is when the listener had a message, and Acknowledged when its
// sender knew.
type Result struct {
	Name         string       `json:"name"`
	Idle         int64        `json:"idle"`
	Waiting      int64        `json:"waiting"`
	Loaded       int64        `json:"loaded"`
	Arrived      crowd.Spread `json:"arrived"`
	Acknowledged crowd.Spread `json:"acknowledged"`
}

// Run measures one side after the other.
func (p *Plan) Run() ([]Result, error) {
	if p.Channels < 1 || p.Messages < 1 || p.Bytes < 1 || len(p.Sides) == 0 {
		return nil, errors.New("the plan needs channels, messages, bytes and sides")
	}
	var results []Result
	for _, side := range p.Sides {
		measured, err := p.measure(side)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", side.Name, err)
		}
		results = append(results, measured)
	}
	return results, nil
}

func (p *Plan) measure(side side) (measured Result, err error) {
	measured.Name = side.Name
	// What a server sets up for its first connections is not the channels'.
	if err := p.warm(side); err != nil {
		return measured, err
	}
	if measured.Idle, err = p.memory(side.PID); err != nil {
		return measured, err
	}
	waiting, err := open(side, p.Channels)
	if err != nil {
		return measured, err
	}
	defer waiting.close()
	if measured.Waiting, err = p.memory(side.PID); err != nil {
		return measured, err
	}
	arrived, acknowledged, err := waiting.deliver(p.Messages, p.Bytes)
	if err != nil {
		return measured, err
	}
	measured.Arrived, measured.Acknowledged = crowd.SpreadOf(arrived), crowd.SpreadOf(acknowledged)
	measured.Loaded, err = p.memory(side.PID)
	return measured, err
}

func (p *Plan) warm(side side) error {
	waiting, err := open(side, min(p.Channels, 20))
	if err != nil {
		return err
	}
	defer waiting.close()
	_, _, err = waiting.deliver(min(p.Messages, 100), p.Bytes)
	return err
}

func (p *Plan) memory(pid int) (int64, error) {
	time.Sleep(time.Duration(p.Settle) * time.Millisecond)
	resident, _, err := proc.Memory(pid)
	return resident, err
}
