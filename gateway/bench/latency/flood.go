package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/gateway/bench/load"
	"fieldhouse/gateway/bench/proc"
)

// flood asks for accounts that nobody has from one address, while rows that are
// kept are asked for, and compares what those cost then and alone.
type flood struct {
	// Gateway's path is that of the rows that are kept.
	Gateway target `json:"gateway"`
	PID     int    `json:"pid"`
	// Invented is a path to which something is added.
	Invented string `json:"invented"`
	// PerSecond is how many are invented.
	PerSecond int `json:"perSecond"`
	Rounds    int `json:"rounds"`
	// Hits are asked for in each round, over Connections.
	Hits        int `json:"hits"`
	Connections int `json:"connections"`
}

type floodResult struct {
	// Alone and Under are microseconds of CPU per hit, by round: without the
	// flood, and with it but less what the flood costs by itself.
	Alone []float64 `json:"alone"`
	Under []float64 `json:"under"`
	// Invented is the flood's own cost, microseconds of CPU per account, by round.
	Invented []float64 `json:"invented"`
	// PerSecond is how many accounts a second were asked for during the hits.
	PerSecond []float64 `json:"perSecond"`
	// Looks at the kept rows during the flood, and how many of them were hits.
	Looks int `json:"looks"`
	Hits  int `json:"hits"`
	// Asked is how many accounts were asked for, Answered how many of them were
	// read and not refused.
	Asked    int `json:"asked"`
	Answered int `json:"answered"`
}

const (
	// floodConnections are those of the one who invents accounts: so many that the
	// flood keeps its pace beside the hits.
	floodConnections = 128
	// aloneFor is how long the flood is looked at when nobody else asks.
	aloneFor = time.Second
	// lookEvery is the time between two looks at the kept rows.
	lookEvery = 5 * time.Millisecond
)

func (f *flood) run() (*floodResult, error) {
	if f.PerSecond < 1 || f.Hits < 1 || f.Connections < 1 {
		return nil, errors.New("perSecond, hits and connections must be more than nothing")
	}
	family, err := proc.Family(f.PID)
	if err != nil {
		return nil, err
	}
	request := load.Request(f.Gateway.Host, f.Gateway.Path, nil)
	hits := func() error { return load.Run(f.Gateway.Address, request, http.StatusOK, f.Connections, f.Hits) }
	if err := hits(); err != nil { // warms
		return nil, err
	}
	result := new(floodResult)
	perHit := func(spent time.Duration) float64 { return spent.Seconds() * 1e6 / float64(f.Hits) }
	for round := range f.Rounds {
		alone, err := spend(family, hits)
		if err != nil {
			return nil, err
		}
		// What the flood costs when nobody else asks. It is as fast as it goes: an
		// idle server takes more time for each request than one that is busy.
		itself, err := f.under(family, 2*round, 0, result, func() error { time.Sleep(aloneFor); return nil })
		if err != nil {
			return nil, err
		}
		both, err := f.under(family, 2*round+1, f.PerSecond, result, func() error { return f.look(result, hits) })
		if err != nil {
			return nil, err
		}
		perInvented := itself.spent.Seconds() / itself.asked
		result.Alone = append(result.Alone, perHit(alone))
		result.Under = append(result.Under, perHit(both.spent-time.Duration(perInvented*both.asked*float64(time.Second))))
		result.Invented = append(result.Invented, perInvented*1e6)
		result.PerSecond = append(result.PerSecond, both.asked/both.took.Seconds())
	}
	return result, nil
}

// spend is the CPU time that processes take while something is done.
func spend(family *proc.Group, do func() error) (time.Duration, error) {
	before, err := family.Spent()
	if err != nil {
		return 0, err
	}
	if err := do(); err != nil {
		return 0, err
	}
	after, err := family.Spent()
	return after - before, err
}

// flooded is what happened under a flood.
type flooded struct {
	spent, took time.Duration
	asked       float64 // invented accounts
}

// under does something under a flood of so many accounts a second, none of which
// a series before had; 0: as fast as it goes.
func (f *flood) under(family *proc.Group, series, perSecond int, result *floodResult, do func() error) (flooded, error) {
	s := &stream{flood: f, series: series, perSecond: perSecond, began: time.Now(), over: make(chan struct{})}
	for range floodConnections {
		s.working.Go(s.ask)
	}
	var happened flooded
	before, began := s.asked.Load(), time.Now()
	spent, err := spend(family, do)
	happened = flooded{spent: spent, took: time.Since(began), asked: float64(s.asked.Load() - before)}
	close(s.over)
	s.working.Wait()
	result.Asked += int(s.asked.Load())
	result.Answered += int(s.answered.Load())
	if failed := s.failed.Load(); failed != nil {
		err = errors.Join(err, *failed)
	}
	if err == nil && happened.asked == 0 {
		err = errors.New("no invented account was asked for")
	}
	return happened, err
}

// stream is a flood that goes on.
type stream struct {
	*flood
	series, perSecond     int
	began                 time.Time
	over                  chan struct{}
	working               sync.WaitGroup
	next, asked, answered atomic.Int64
	failed                atomic.Pointer[error]
}

// ask asks for the next accounts when their time has come.
func (s *stream) ask() {
	connection, err := load.Dial(s.Gateway.Address)
	if err != nil {
		s.failed.Store(&err)
		return
	}
	defer connection.Close()
	for {
		n := s.next.Add(1)
		var wait time.Duration
		if s.perSecond > 0 {
			wait = time.Until(s.began.Add(time.Duration(n) * time.Second / time.Duration(s.perSecond)))
		}
		select {
		case <-s.over:
			return
		case <-time.After(wait):
		}
		path := s.Invented + name(s.series*10_000_000+int(n))
		status, err := connection.Ask(load.Request(s.Gateway.Host, path, nil))
		if err != nil {
			err = fmt.Errorf("asking for %s: %w", path, err)
			s.failed.Store(&err)
			return
		}
		s.asked.Add(1)
		if status == http.StatusOK {
			s.answered.Add(1)
		}
	}
}

// look looks at the kept rows now and then while something is done, and counts
// the hits.
func (f *flood) look(result *floodResult, do func() error) error {
	over, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		client := &http.Client{Timeout: 10 * time.Second, Transport: new(http.Transport)}
		defer client.CloseIdleConnections()
		for {
			select {
			case <-over:
				ended <- nil
				return
			case <-time.After(lookEvery):
			}
			status, err := f.cacheStatus(client)
			if err != nil {
				ended <- err
				return
			}
			result.Looks++
			if strings.HasPrefix(status, "fieldhouse;hit") {
				result.Hits++
			}
		}
	}()
	err := do()
	close(over)
	return errors.Join(err, <-ended)
}

// cacheStatus is the Cache-Status of the kept rows.
func (f *flood) cacheStatus(client *http.Client) (string, error) {
	request, err := http.NewRequest(http.MethodGet, "http://"+f.Gateway.Address+f.Gateway.Path, nil)
	if err != nil {
		return "", err
	}
	request.Host = f.Gateway.Host
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.Header.Get("Cache-Status"), err
}
