package tabs

import (
	"context"
	"sync"
	"time"

	"fieldhouse/gateway/crowd"
)

// late is when a page was asked for too late for its time to count as the gateway's.
const late = 50 * time.Millisecond

// askPages asks for a page so many times a second until the run is over, and waits for no answer before the next: what it
// takes counts from the moment that it was due.
func (p *Plan) askPages(ctx context.Context) (crowd.Spread, int, error) {
	visitor := p.site().NewPage("10.0.0.0", new(crowd.Cost), 0, nil)
	defer visitor.Close()
	if err := visitor.Load(ctx, p.Page); err != nil {
		return crowd.Spread{}, 0, err
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
		_ = crowd.Pause(ctx, time.Until(due))
		isLate := time.Since(due) > late
		asking.Go(func() {
			err := visitor.Load(ctx, p.Page)
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
	return crowd.SpreadOf(took), tooLate, failed
}
