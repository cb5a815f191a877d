package opening

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/gateway/bench/proc"

	"golang.org/x/sync/errgroup"
)

// background is what other clients ask for during a run.
type background struct {
	*site
	working sync.WaitGroup
	end     context.CancelFunc
	ctx     context.Context
	mu      sync.Mutex
	peak    int64 // of the gateway's memory, in bytes
	flooded [600]atomic.Int64
}

const (
	// pageEvery is the time between two looks of an open page.
	pageEvery = 2 * time.Second
	// known are the accounts that others ask for again and again, askers how many they
	// are themselves.
	known, askers = 100, 100
	// workers ask at the same time where many things are asked for at once.
	workers = 32
)

func (s *site) newBackground() *background {
	ctx, end := context.WithCancel(context.Background())
	return &background{site: s, ctx: ctx, end: end}
}

// every calls do so many times a second until the run ends, without waiting for it to return.
func (o *background) every(perSecond int, do func(n int)) {
	if perSecond < 1 {
		return
	}
	o.working.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(perSecond))
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-tick.C:
				o.working.Go(func() { do(n) })
			case <-o.ctx.Done():
				return
			}
		}
	})
}

// begin starts the open pages, the other clients, and the sampling of the gateway's memory.
func (o *background) begin() {
	o.every(int(float64(o.Pages)/pageEvery.Seconds()), func(n int) {
		for _, path := range sharedRows {
			_, _ = o.client(address(40, n%o.Pages)).get(o.ctx, path)
		}
	})
	account := func(n int, name string) {
		_, _ = o.client(address(60, n%askers)).post(o.ctx, "/v1/chain/get_account", fmt.Sprintf(`{"account_name":%q}`, name))
	}
	o.every(o.Others, func(n int) { account(n, genesis.Fan(genesis.MaxFans-1-n%known)) })
	o.every(o.Others, func(n int) { account(n, "none"+genesis.Fan(n % genesis.MaxFans)[2:8]) })
	o.every(5, func(int) {
		if now, _, err := proc.Memory(o.PID); err == nil {
			o.mu.Lock()
			o.peak = max(o.peak, now)
			o.mu.Unlock()
		}
	})
}

// flood pushes transactions from one address.
func (o *background) flood(all []signed) {
	next := make(chan signed, len(all))
	for _, one := range all {
		next <- one
	}
	close(next)
	for range workers {
		o.working.Go(func() {
			for one := range next {
				got, _ := o.client(address(80, 0)).post(o.ctx, "/v1/chain/send_transaction", string(one.body), "Prefer", "respond-async")
				o.flooded[min(got.status, len(o.flooded)-1)].Add(1)
			}
		})
	}
}

// parallel calls do for each number below count, in some goroutines.
func parallel(count int, do func(n int) error) error {
	var group errgroup.Group
	group.SetLimit(workers)
	for n := range count {
		group.Go(func() error { return do(n) })
	}
	return group.Wait()
}
