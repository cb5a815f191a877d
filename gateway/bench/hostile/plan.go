package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"
)

// plan is an attack and what is measured before and during it.
type plan struct {
	// Gateway is its base address, Host what requests name. It believes
	// X-Forwarded-For of loopback.
	Gateway string `json:"gateway"`
	Host    string `json:"host"`
	PID     int    `json:"pid"`
	// Hostile is how many addresses are, PerSecond how often each asks.
	Hostile   int `json:"hostile"`
	PerSecond int `json:"perSecond"`
	// Quiet, Warm and Seconds are how long it is quiet, attacked before anything is
	// measured, and measured under attack.
	Quiet   int `json:"quiet"`
	Warm    int `json:"warm"`
	Seconds int `json:"seconds"`
}

// results are in milliseconds.
type results struct {
	Quiet  []float64 `json:"quiet"`  // purchases, sorted
	Attack []float64 `json:"attack"` // those under attack
	// Slowest are the requests of the three slowest under attack, in milliseconds.
	Slowest [][]string `json:"slowest"`
	// Failed are purchases under attack that did not come about, and why.
	Failed []string `json:"failed"`
	// Ages are those of the drops on an open page under attack, sorted.
	Ages []float64 `json:"ages"`
	// Asked is how often hostile addresses asked, by the status of the answer; 0 is
	// none.
	Asked map[int]int `json:"asked"`
	// Peak is the most memory that the gateway had, in bytes.
	Peak int64 `json:"peak"`
}

// purchaseEvery is the time between the starts of two purchases.
const purchaseEvery = time.Second

func (p *plan) run() (*results, error) {
	if p.Hostile < 1 || p.PerSecond < 1 || p.Quiet < 1 || p.Seconds < 1 {
		return nil, errors.New("hostile, perSecond, quiet and seconds must be more than nothing")
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 512}
	defer transport.CloseIdleConnections()
	g := &gateway{plan: p, client: &http.Client{Transport: transport, Timeout: 30 * time.Second}}
	ctx, end := context.WithCancel(context.Background())
	var page, hostile sync.WaitGroup
	defer page.Wait()
	defer hostile.Wait()
	defer end()
	ages := make(chan time.Duration, 4096)
	page.Go(func() { g.page(ctx, ages) })

	all := &results{Asked: make(map[int]int)}
	quiet, _, failed := g.purchases(time.Duration(p.Quiet)*time.Second, 0)
	if len(failed) > 0 {
		return nil, fmt.Errorf("a purchase while it is quiet: %s", failed[0])
	}
	asked := g.attack(ctx, &hostile)
	time.Sleep(time.Duration(p.Warm) * time.Second)
	drain(ages)
	attack, slowest, failed := g.purchases(time.Duration(p.Seconds)*time.Second, 10_000)
	all.Ages = drain(ages)
	end()
	page.Wait()
	hostile.Wait()
	all.Slowest = slowest
	all.Quiet, all.Attack, all.Failed = sorted(quiet), sorted(attack), append([]string{}, failed...)
	for i := range asked.byStatus {
		if n := asked.byStatus[i].Load(); n > 0 {
			all.Asked[i] = int(n)
		}
	}
	var err error
	all.Peak, err = peak(p.PID)
	return all, err
}

// purchases makes one after another begin in steady steps, each by a new buyer at
// a new address; numbered from first.
func (g *gateway) purchases(d time.Duration, first int) (took []time.Duration, slowest [][]string, failed []string) {
	var mu sync.Mutex
	var done sync.WaitGroup
	steps := make(map[time.Duration][]string)
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

// page looks at the drops every second, as an open page does at most.
func (g *gateway) page(ctx context.Context, ages chan<- time.Duration) {
	for ; ctx.Err() == nil; time.Sleep(time.Second) {
		_, body, err := g.get(ctx, "198.51.100.1", "/api/v1/rows/drops", false)
		read := readAt.FindSubmatch(body)
		if err != nil || read == nil {
			continue // its age shows at the next look
		}
		at, _ := strconv.ParseInt(string(read[1]), 10, 64)
		ages <- time.Since(time.UnixMilli(at))
	}
}

var readAt = regexp.MustCompile(`"read_at":(\d+)`)

// drain empties what is there.
func drain(ages <-chan time.Duration) []float64 {
	var all []time.Duration
	for len(ages) > 0 {
		all = append(all, <-ages)
	}
	return sorted(all)
}

func sorted(all []time.Duration) []float64 {
	milliseconds := make([]float64, 0, len(all))
	for _, one := range all {
		milliseconds = append(milliseconds, one.Seconds()*1000)
	}
	slices.Sort(milliseconds)
	return milliseconds
}

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// peak is the most memory that a process had (VmHWM of proc_pid_status(5)).
func peak(pid int) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	found := highWater.FindSubmatch(status)
	if found == nil {
		return 0, fmt.Errorf("the status of process %d has no VmHWM", pid)
	}
	kibibytes, err := strconv.ParseInt(string(found[1]), 10, 64)
	return kibibytes << 10, err
}
