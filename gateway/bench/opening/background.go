package opening

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/gateway/bench/load"
	"fieldhouse/gateway/bench/proc"
	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/transaction"

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

	measuring atomic.Bool     // from the first press on
	ages      []time.Duration // of the drops that pages were given
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
	shared := o.SharedRows()
	o.every(int(float64(o.Pages)/pageEvery.Seconds()), func(n int) {
		for _, path := range shared {
			got, err := o.Client(crowd.Address(40, n%o.Pages), new(crowd.Cost)).Get(o.ctx, path)
			if age, isDrops := got.Header.Get("Age"), path == shared[0]; err == nil && isDrops && o.measuring.Load() {
				seconds, _ := strconv.Atoi(age)
				o.mu.Lock()
				o.ages = append(o.ages, time.Duration(seconds)*time.Second)
				o.mu.Unlock()
			}
		}
	})
	account := func(n int, name string) {
		_, _ = o.Client(crowd.Address(60, n%askers), new(crowd.Cost)).Post(o.ctx, "/v1/chain/get_account", fmt.Sprintf(`{"account_name":%q}`, name))
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
func (o *background) flood(all []crowd.Signed) {
	next := make(chan crowd.Signed, len(all))
	for _, one := range all {
		next <- one
	}
	close(next)
	for range workers {
		o.working.Go(func() {
			for one := range next {
				o.push(crowd.Address(80, 0), one.Body)
			}
		})
	}
}

// push pushes a transaction from an address.
func (o *background) push(from string, body []byte) {
	got, _ := o.Client(from, new(crowd.Cost)).Post(o.ctx, "/v1/chain/send_transaction", string(body), "Prefer", "respond-async")
	o.count(got)
}

// count counts an answer by its status, 0 for none.
func (o *background) count(got crowd.Answer) { o.flooded[min(got.Status, len(o.flooded)-1)].Add(1) }

// attack has hostile addresses ask in turn, until the run ends: for accounts that they invent, some that they keep warm, rows
// of blocks to come, and with pushes that no node takes.
func (o *background) attack(headNow uint32) {
	o.every(o.Hostile*o.HostileRate, func(at int) {
		hostile, n := at%o.Hostile, at/o.Hostile
		from := crowd.Address(90, hostile)
		path := "/api/v1/rows/claims?index=" + load.Name(hostile*100_000+n)
		switch n % 8 {
		case 0:
			path = fmt.Sprintf("%s&min_block=%d", o.SharedRows()[0], headNow+1000+uint32(n%100))
		case 1:
			packed := chainapitest.Packed(time.Now().Add(time.Minute), uint64(n), load.Name(hostile*100_000+n))
			o.push(from, chainapitest.Body(transaction.SendTransaction, packed))
			return
		case 2, 3, 4:
			path = "/api/v1/rows/accounts?scope=" + genesis.Fan(hostile*8+n%8)
		}
		var headers []string
		if n%16 == 2 || n%8 == 0 {
			headers = []string{"Cache-Control", "max-age=0"}
		}
		got, _ := o.Client(from, new(crowd.Cost)).Get(o.ctx, path, headers...)
		o.count(got)
	})
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
