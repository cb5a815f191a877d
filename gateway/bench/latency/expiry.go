package main

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"fieldhouse/gateway/bench/load"

	"golang.org/x/sync/errgroup"
)

// expiry asks for rows that expire again and again and for rows that do not, in
// turns.
type expiry struct {
	Expiring target `json:"expiring"`
	Plain    target `json:"plain"`
	Rounds   int    `json:"rounds"`
	// Seconds of one round of one side; longer than the expiring rows live.
	Seconds     float64 `json:"seconds"`
	Connections int     `json:"connections"`
	// PauseMilliseconds of each connection after an answer: servers and who asks
	// them share the machine, and one that is used up makes everybody wait.
	PauseMilliseconds float64 `json:"pauseMilliseconds"`
}

type expiryResult struct {
	Expiring waits `json:"expiring"`
	Plain    waits `json:"plain"`
	// Ratios of the medians, by round.
	Ratios []float64 `json:"ratios"`
}

// waits is how long clients waited, in milliseconds.
type waits struct {
	Answers int       `json:"answers"`
	Medians []float64 `json:"medians"`
	// Slowest of all rounds.
	Slowest float64 `json:"slowest"`
}

func (e *expiry) run() (*expiryResult, error) {
	var result expiryResult
	sides := []struct {
		target target
		waits  *waits
	}{{e.Expiring, &result.Expiring}, {e.Plain, &result.Plain}}
	for _, side := range sides { // so that nothing is a miss later
		if _, err := e.ask(side.target, 100*time.Millisecond); err != nil {
			return nil, fmt.Errorf("%s: %w", side.target.Name, err)
		}
	}
	for round := range e.Rounds {
		for turn := range sides {
			side := sides[(round+turn)%len(sides)]
			took, err := e.ask(side.target, time.Duration(e.Seconds*float64(time.Second)))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", side.target.Name, err)
			}
			side.waits.add(took)
		}
		result.Ratios = append(result.Ratios, result.Expiring.Medians[round]/result.Plain.Medians[round])
	}
	return &result, nil
}

func (w *waits) add(took []time.Duration) {
	slices.Sort(took)
	w.Answers += len(took)
	w.Medians = append(w.Medians, milliseconds(took[len(took)/2]))
	w.Slowest = max(w.Slowest, milliseconds(took[len(took)-1]))
}

// ask asks for a time, each connection at least once and again after its pause.
// The time begins when all are connected: however slow that is, it has answers.
func (e *expiry) ask(target target, lasting time.Duration) ([]time.Duration, error) {
	request := load.Request(target.Host, target.Path, nil)
	connections := make([]*load.Conn, e.Connections)
	for i := range connections {
		connection, err := load.Dial(target.Address)
		if err != nil {
			return nil, err
		}
		defer connection.Close()
		connections[i] = connection
	}
	all := make([][]time.Duration, len(connections))
	var group errgroup.Group
	end := time.Now().Add(lasting)
	for i, connection := range connections {
		group.Go(func() error {
			for {
				began := time.Now()
				status, err := connection.Ask(request)
				if err != nil {
					return err
				}
				if status != http.StatusOK {
					return fmt.Errorf("the answer has status %d, want 200", status)
				}
				all[i] = append(all[i], time.Since(began))
				time.Sleep(time.Duration(e.PauseMilliseconds * float64(time.Millisecond)))
				if !time.Now().Before(end) {
					return nil
				}
			}
		})
	}
	err := group.Wait()
	return slices.Concat(all...), err
}
