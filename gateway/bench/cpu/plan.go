package main

import (
	"fmt"
	"time"
)

// plan is what to measure.
type plan struct {
	gateway, host         string
	pid                   int
	peerBinary            string
	peerPort              int
	folder                string
	paths                 []string
	rounds                int
	requests, connections int
	idle                  time.Duration
}

// result is what one path costs. Times are microseconds of CPU per request, by
// round; a ratio compares the two sides of one round.
type result struct {
	Path    string    `json:"path"`
	Bytes   int       `json:"bytes"`
	Gateway []float64 `json:"gateway"`
	Peer    []float64 `json:"peer"`
	Ratio   []float64 `json:"ratio"`
	// IdleShare is the part of one CPU that the gateway takes when nobody asks.
	IdleShare float64 `json:"idleShare"`
}

// run measures all paths. The sides take turns in going first, so that what the
// machine does meanwhile meets both alike.
func (p *plan) run() ([]result, error) {
	idleShare, err := p.idleShare()
	if err != nil {
		return nil, err
	}
	var results []result
	for _, path := range p.paths {
		measured, err := p.measure(path, idleShare)
		if err != nil {
			return nil, fmt.Errorf("measuring %s: %w", path, err)
		}
		measured.IdleShare = idleShare
		results = append(results, measured)
	}
	return results, nil
}

// idleShare is what the gateway does by itself: its development chain makes
// blocks, its data is read again.
func (p *plan) idleShare() (float64, error) {
	before, err := cpuTime(p.pid)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	time.Sleep(p.idle)
	after, err := cpuTime(p.pid)
	if err != nil {
		return 0, err
	}
	return (after - before).Seconds() / time.Since(start).Seconds(), nil
}

func (p *plan) measure(path string, idleShare float64) (result, error) {
	answer, err := record(p.gateway, p.host, path)
	if err != nil {
		return result{}, err
	}
	measured := result{Path: path, Bytes: len(answer.Body)}
	peer, err := startPeer(p.peerBinary, p.folder, p.peerPort, answer)
	if err != nil {
		return result{}, err
	}
	defer peer.stop()

	sides := []side{
		{name: "gateway", load: newLoad(p.gateway, p.host, path), pid: p.pid, idleShare: idleShare, costs: &measured.Gateway},
		{name: "peer", load: newLoad(peer.address, peer.host, path), pid: peer.pid(), costs: &measured.Peer},
	}
	for _, side := range sides {
		// Warms caches, connections' buffers and the collector's target.
		if err := side.load.run(p.connections, p.requests/4); err != nil {
			return result{}, fmt.Errorf("asking the %s: %w", side.name, err)
		}
	}
	for round := range p.rounds {
		first := round % len(sides)
		for turn := range sides {
			side := sides[(first+turn)%len(sides)]
			cost, err := side.cost(p.connections, p.requests)
			if err != nil {
				return result{}, fmt.Errorf("asking the %s: %w", side.name, err)
			}
			*side.costs = append(*side.costs, cost)
		}
		measured.Ratio = append(measured.Ratio, measured.Gateway[round]/measured.Peer[round])
	}
	return measured, nil
}

// side is one of the two processes.
type side struct {
	name      string
	load      *load
	pid       int
	idleShare float64
	costs     *[]float64
}

// cost is the CPU time of one request in microseconds, without what the process
// does by itself.
func (s *side) cost(connections, requests int) (float64, error) {
	before, err := cpuTime(s.pid)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := s.load.run(connections, requests); err != nil {
		return 0, err
	}
	took := time.Since(start)
	after, err := cpuTime(s.pid)
	if err != nil {
		return 0, err
	}
	spent := (after - before).Seconds() - took.Seconds()*s.idleShare
	return spent * 1e6 / float64(requests), nil
}
