// Package hostile measures what buyers and open pages have of a gateway while a hundred addresses ask it for all that they
// can think of.
package hostile

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/gateway/bench/load"
	"fieldhouse/gateway/bench/proc"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/transaction"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// Plan is an attack and what is measured before and during it.
type Plan struct {
	// Gateway is its base address, Host what requests name. It believes X-Forwarded-For of loopback.
	Gateway string `json:"gateway"`
	Host    string `json:"host"`
	PID     int    `json:"pid"`
	// Hostile is how many addresses are, PerSecond how often each asks.
	Hostile   int `json:"hostile"`
	PerSecond int `json:"perSecond"`
	// Quiet, Warm and Seconds are how long it is quiet, attacked before anything is measured, and measured under attack.
	Quiet   int `json:"quiet"`
	Warm    int `json:"warm"`
	Seconds int `json:"seconds"`
}

// Results are those of the quiet time and of the attack.
type Results struct {
	Quiet  load.Spread `json:"quiet"`  // purchases
	Attack load.Spread `json:"attack"` // those under attack
	// Slowest are the requests of the three slowest under attack, in milliseconds.
	Slowest [][]string `json:"slowest"`
	// Failed are purchases under attack that did not come about, and why.
	Failed []string `json:"failed"`
	// Ages are those of the drops on an open page under attack.
	Ages load.Spread `json:"ages"`
	// Asked is how often hostile addresses asked, by the status of the answer; 0 is none.
	Asked map[string]int `json:"asked"`
	// Peak is the most memory that the gateway had, in bytes.
	Peak int64 `json:"peak"`
}

const (
	// purchaseEvery is the time between the starts of two purchases.
	purchaseEvery = time.Second
	// connections are as many as all need who ask without waiting for answers, which may take half a minute.
	connections = 20_000
)

// Run measures the quiet time, then the attack.
func (p *Plan) Run() (*Results, error) {
	if p.Hostile < 1 || p.PerSecond < 1 || p.Quiet < 1 || p.Seconds < 1 {
		return nil, errors.New("hostile, perSecond, quiet and seconds must be more than nothing")
	}
	// Buyers wait for nobody's connections.
	client, buyers := load.NewClient(connections), load.NewClient(connections)
	defer client.CloseIdleConnections()
	defer buyers.CloseIdleConnections()
	g := &gateway{Plan: p, client: buyers.Client}
	all := new(Results)
	quiet, _, failed := g.purchases(time.Duration(p.Quiet)*time.Second, 0)
	if len(failed) > 0 {
		return nil, fmt.Errorf("a purchase while it is quiet: %s", failed[0])
	}

	var metrics vegeta.Metrics
	var ages []time.Duration
	measuring, over := make(chan struct{}), make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() {
		client.Attack(load.Pace{PerSecond: p.Hostile * p.PerSecond, Over: over}, g.harm(), 0, metrics.Add)
	})
	asking.Go(func() { ages = g.page(measuring, over) })
	time.Sleep(time.Duration(p.Warm) * time.Second)
	close(measuring)
	attack, slowest, failed := g.purchases(time.Duration(p.Seconds)*time.Second, 10_000)
	close(over)
	asking.Wait()

	all.Quiet, all.Attack, all.Ages = load.SpreadOf(quiet), load.SpreadOf(attack), load.SpreadOf(ages)
	all.Slowest, all.Failed, all.Asked = slowest, failed, metrics.StatusCodes
	var err error
	_, all.Peak, err = proc.Memory(p.PID)
	return all, err
}

// purchases makes one after another begin in steady steps, each by a new buyer at a new address; numbered from first.
func (g *gateway) purchases(d time.Duration, first int) (took []time.Duration, slowest [][]string, failed []string) {
	var mu sync.Mutex
	var done sync.WaitGroup
	steps := make(map[time.Duration][]string)
	slowest, failed = [][]string{}, []string{} // not null in JSON
	for i, end := first, time.Now().Add(d); time.Now().Before(end); i++ {
		done.Go(func() {
			p := g.newPurchase(i)
			err := p.make()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = append(failed, err.Error())
				return
			}
			took = append(took, time.Since(p.began))
			steps[took[len(took)-1]] = p.steps
		})
		time.Sleep(purchaseEvery)
	}
	done.Wait()
	slices.Sort(took)
	for _, one := range slices.Backward(took[max(len(took)-3, 0):]) {
		slowest = append(slowest, steps[one])
	}
	return took, slowest, failed
}

// page looks at the drops every second, as an open page does at most, and tells how old they were while it is measured.
func (g *gateway) page(measuring, over <-chan struct{}) (ages []time.Duration) {
	client := load.NewClient(1)
	defer client.CloseIdleConnections()
	drops := vegeta.NewStaticTargeter(g.target("198.51.100.1", http.MethodGet, "/api/v1/rows/drops", nil, false))
	client.Attack(load.Pace{PerSecond: 1, Over: over}, drops, -1, func(result *vegeta.Result) {
		read := readAt.FindSubmatch(result.Body)
		if read == nil {
			return // its age shows at the next look
		}
		select {
		case <-measuring:
			at, _ := strconv.ParseInt(string(read[1]), 10, 64)
			ages = append(ages, time.Since(time.UnixMilli(at)))
		default:
		}
	})
	return ages
}

var readAt = regexp.MustCompile(`"read_at":(\d+)`)

// harm is what hostile addresses ask for, one after the other: accounts that they invent, some that they keep warm, what
// all share as no block has it yet, and pushes of their own.
func (g *gateway) harm() vegeta.Targeter {
	var asked atomic.Int64
	return func(target *vegeta.Target) error {
		at := int(asked.Add(1) - 1)
		hostile, n := at%g.Hostile, at/g.Hostile
		client := fmt.Sprintf("203.0.%d.%d", 113+hostile/250, hostile%250)
		get := func(path string, fresh bool) { *target = g.target(client, http.MethodGet, path, nil, fresh) }
		switch n % 8 {
		case 0:
			get(fmt.Sprintf("/api/v1/rows/drops?isLimited=false&min_block=%d", time.Now().UnixMilli()/500+1000+int64(n%100)), true)
		case 1:
			packed := chainapitest.Packed(time.Now().Add(time.Minute), uint64(n), name("bad.", hostile*100_000+n))
			*target = g.target(client, http.MethodPost, "/v1/chain/"+transaction.SendTransaction2, chainapitest.Body(transaction.SendTransaction2, packed), false)
		case 2, 3, 4:
			get("/api/v1/rows/accounts?scope="+name("kept.", hostile*8+n%8), n%16 == 2)
		default:
			get("/api/v1/rows/claims?index="+name("fake.", hostile*100_000+n), false)
		}
		return nil
	}
}
