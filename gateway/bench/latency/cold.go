package main

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/gateway/bench/load"
)

// cold asks each target for a path that nobody asked for before, from many
// clients at once.
type cold struct {
	Clients int      `json:"clients"`
	Targets []target `json:"targets"`
}

type coldResult struct {
	Name string `json:"name"`
	// Upstream is how many requests the clients' one question made.
	Upstream int `json:"upstream"`
	// Failed is how many clients did not get a 200.
	Failed int `json:"failed"`
	// Milliseconds until the last client had its answer.
	Milliseconds float64 `json:"milliseconds"`
}

func (c *cold) run(nodes control) ([]coldResult, error) {
	var all []coldResult
	for _, target := range c.Targets {
		one, err := c.ask(nodes, target)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", target.Name, err)
		}
		all = append(all, one)
	}
	return all, nil
}

func (c *cold) ask(nodes control, target target) (coldResult, error) {
	before, err := nodes.asked()
	if err != nil {
		return coldResult{}, err
	}
	connections := make([]*load.Conn, c.Clients)
	for i := range connections {
		if connections[i], err = load.Dial(target.Address); err != nil {
			return coldResult{}, err
		}
		defer connections[i].Close()
	}
	request := load.Request(target.Host, target.Path, nil)
	start := make(chan struct{})
	var failed atomic.Int64
	var asking sync.WaitGroup
	for _, connection := range connections {
		asking.Go(func() {
			<-start
			if status, err := connection.Ask(request); err != nil || status != http.StatusOK {
				failed.Add(1)
			}
		})
	}
	began := time.Now()
	close(start)
	asking.Wait()
	took := time.Since(began)
	after, err := nodes.asked()
	if err != nil {
		return coldResult{}, err
	}
	return coldResult{Name: target.Name, Upstream: after - before, Failed: int(failed.Load()), Milliseconds: milliseconds(took)}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
