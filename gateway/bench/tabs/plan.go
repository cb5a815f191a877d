// Package tabs measures what open pages that follow a sale cost a gateway, over HTTP/2 and TLS: by asking and by a stream.
package tabs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/gateway/bench/load"
	"fieldhouse/gateway/bench/proc"

	"golang.org/x/sync/errgroup"
)

const (
	// dialers open connections at once.
	dialers = 32
	// patience is how long a connection, a question and a page may take.
	patience = 30 * time.Second
)

// Plan is what to measure: each number of tabs in turn, on connections of their own.
type Plan struct {
	// Address is where the gateway listens, Host its name there, and PID its process.
	Address string `json:"address"`
	Host    string `json:"host"`
	PID     int    `json:"pid"`
	// Page is asked for beside the tabs, PagesPerSecond times, whether or not the one before was answered.
	Page           string `json:"page"`
	PagesPerSecond int    `json:"pages_per_second"`
	// Followed is what tabs ask for at first; they add the versions that they know to later questions.
	Followed []string `json:"followed"`
	// Every is the time between two questions of a tab in milliseconds; 0 has tabs be told by a stream.
	Every int64 `json:"every"`
	// Tabs are how many there are, in each run.
	Tabs []int `json:"tabs"`
	// Settle is how long a run is left alone before it counts, and Lasts how long it counts then, in milliseconds.
	Settle int64 `json:"settle"`
	Lasts  int64 `json:"lasts"`
}

// Result is what so many tabs took.
type Result struct {
	Tabs int `json:"tabs"`
	// Held is the process's resident memory at the end, in bytes.
	Held int64 `json:"held"`
	// Processor is what the process took, in seconds, of Seconds.
	Processor float64 `json:"processor"`
	Seconds   float64 `json:"seconds"`
	// Answers and Bytes are those that came to tabs, as they were sent: with TLS and frames.
	Answers int64 `json:"answers"`
	Bytes   int64 `json:"bytes"`
	// Page is what it took from the moment that it was due, and Late how many were asked over 50 ms after that: a driver that is
	// too slow measures itself.
	Page load.Spread `json:"page"`
	Late int         `json:"late"`
}

// Run measures one number of tabs after the other.
func (p *Plan) Run() ([]Result, error) {
	if len(p.Tabs) == 0 || len(p.Followed) == 0 || p.Lasts < 1 || p.PagesPerSecond < 1 {
		return nil, errors.New("the plan needs tabs, what they follow, how long it lasts and pages a second")
	}
	var results []Result
	for _, tabs := range p.Tabs {
		measured, err := p.measure(tabs)
		if err != nil {
			return nil, fmt.Errorf("%d tabs: %w", tabs, err)
		}
		results = append(results, measured)
	}
	return results, nil
}

func (p *Plan) measure(count int) (measured Result, err error) {
	measured.Tabs = count
	ctx, cancel := context.WithCancelCause(context.Background())
	var following sync.WaitGroup
	defer following.Wait()
	defer cancel(nil)
	var seen counts
	opening, _ := errgroup.WithContext(ctx)
	opening.SetLimit(dialers)
	for number := range count {
		opening.Go(func() error {
			tab := newTab(p, number, &seen)
			if err := tab.begin(ctx); err != nil {
				return fmt.Errorf("tab %d: %w", number, err)
			}
			following.Go(func() {
				defer tab.close()
				if err := tab.follow(ctx); err != nil && ctx.Err() == nil {
					cancel(fmt.Errorf("tab %d: %w", number, err))
				}
			})
			return nil
		})
	}
	if err := opening.Wait(); err != nil {
		return measured, err
	}
	pause(ctx, p.Settle)
	answers, bytes := seen.answers.Load(), seen.bytes.Load()
	processor, err := proc.Processor(p.PID)
	if err != nil {
		return measured, err
	}
	began := time.Now()
	if measured.Page, measured.Late, err = p.askPages(ctx); err != nil {
		return measured, err
	}
	after, err := proc.Processor(p.PID)
	if err != nil {
		return measured, err
	}
	measured.Seconds, measured.Processor = time.Since(began).Seconds(), after-processor
	measured.Answers, measured.Bytes = seen.answers.Load()-answers, seen.bytes.Load()-bytes
	if measured.Held, _, err = proc.Memory(p.PID); err != nil {
		return measured, err
	}
	return measured, context.Cause(ctx)
}

// counts are what came to all tabs.
type counts struct{ answers, bytes atomic.Int64 }

func pause(ctx context.Context, milliseconds int64) {
	select {
	case <-time.After(time.Duration(milliseconds) * time.Millisecond):
	case <-ctx.Done():
	}
}
