// Package tabs measures what open pages that follow a sale cost a gateway, over HTTP/2 and TLS: by asking and by a stream.
package tabs

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"fieldhouse/gateway/bench/proc"
	"fieldhouse/gateway/crowd"

	"golang.org/x/sync/errgroup"
)

// dialers open connections at once.
const dialers = 32

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
	Page crowd.Spread `json:"page"`
	Late int          `json:"late"`
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
	site, seen := p.site(), new(crowd.Cost)
	opening, _ := errgroup.WithContext(ctx)
	opening.SetLimit(dialers)
	for number := range count {
		opening.Go(func() error {
			from := fmt.Sprintf("10.%d.%d.%d", number>>16&255, number>>8&255, number&255)
			tab := site.NewPage(from, seen, time.Duration(p.Every)*time.Millisecond, p.Followed)
			if err := tab.Begin(ctx); err != nil {
				return fmt.Errorf("tab %d: %w", number, err)
			}
			following.Go(func() {
				defer tab.Close()
				if err := tab.Follow(ctx); err != nil && ctx.Err() == nil {
					cancel(fmt.Errorf("tab %d: %w", number, err))
				}
			})
			return nil
		})
	}
	if err := opening.Wait(); err != nil {
		return measured, err
	}
	_ = crowd.Pause(ctx, time.Duration(p.Settle)*time.Millisecond)
	answers, bytes := seen.Answers.Load(), seen.Bytes.Load()
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
	measured.Answers, measured.Bytes = seen.Answers.Load()-answers, seen.Bytes.Load()-bytes
	if measured.Held, _, err = proc.Memory(p.PID); err != nil {
		return measured, err
	}
	return measured, context.Cause(ctx)
}

// site is the gateway. It listens on a loopback address, with a certificate of its own authority.
func (p *Plan) site() *crowd.Site {
	name := p.Host[:strings.LastIndex(p.Host, ":")]
	return &crowd.Site{Address: "https://" + p.Host, Connect: p.Address, TLS: &tls.Config{InsecureSkipVerify: true, ServerName: name}}
}
