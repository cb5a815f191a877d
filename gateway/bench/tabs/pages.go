package tabs

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"fieldhouse/gateway/bench/load"
)

// late is when a page was asked for too late for its time to count as the gateway's.
const late = 50 * time.Millisecond

// askPages asks for a page so many times a second until the run is over, and waits for no answer before the next: what it
// takes counts from the moment that it was due.
func (p *Plan) askPages(ctx context.Context) (load.Spread, int, error) {
	visitor := newTab(p, 0, new(counts))
	defer visitor.close()
	if err := visitor.page(ctx); err != nil {
		return load.Spread{}, 0, err
	}
	var asking sync.WaitGroup
	var mutex sync.Mutex
	var took []time.Duration
	var failed error
	tooLate := 0
	began := time.Now()
	all := int(p.Lasts) * p.PagesPerSecond / 1000
	for number := range all {
		due := began.Add(time.Duration(number) * time.Second / time.Duration(p.PagesPerSecond))
		pause(ctx, time.Until(due).Milliseconds())
		isLate := time.Since(due) > late
		asking.Go(func() {
			err := visitor.page(ctx)
			mutex.Lock()
			defer mutex.Unlock()
			took = append(took, time.Since(due))
			if isLate {
				tooLate++
			}
			if err != nil {
				failed = err
			}
		})
	}
	asking.Wait()
	return load.SpreadOf(took), tooLate, failed
}

func (t *tab) page(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	response, err := t.get(within, t.plan.Page, "text/html")
	if err != nil {
		return fmt.Errorf("a page: %w", err)
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err
}
