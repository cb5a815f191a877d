// Package opening measures what buyers have of a gateway when a sale opens: a crowd that arrives whatever became of those
// before (an open model), each with a key and an address, makes whole purchases on a development chain.
package opening

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/gateway/bench/proc"
	"fieldhouse/gateway/crowd"
)

// Plan is a crowd, and what is asked for beside it.
type Plan struct {
	// Gateway is its base address, Host what requests name. It believes X-Forwarded-For
	// of loopback. Admin is its admin endpoint's, PID its process.
	Gateway string `json:"gateway"`
	Host    string `json:"host"`
	Admin   string `json:"admin"`
	PID     int    `json:"pid"`
	// Log is the file of its log, as Caddy writes it in JSON.
	Log string `json:"log"`
	// Chain is the development chain's address.
	Chain string `json:"chain"`
	// Caddyfile is loaded once the crowd's pages are open, if it is set: with the rates
	// of the nodes that are measured, where a faster one let the pages open.
	Caddyfile string `json:"caddyfile"`
	// Faults are those of the chain's nodes while the crowd buys (devchain/chain/faults).
	Faults []json.RawMessage `json:"faults"`

	// Buyers press within so many milliseconds, at even distances.
	Buyers int `json:"buyers"`
	Within int `json:"within"`
	// Doubles: each so manieth buyer signs two purchases; 0: none does.
	Doubles int `json:"doubles"`
	// Opens: the drop opens as the first one presses; else it is long open.
	Opens bool `json:"opens"`

	// Pages are open beside it. Others is how often in a second other clients ask for
	// accounts that are known, and as often for such that nobody has.
	Pages  int `json:"pages"`
	Others int `json:"others"`
	// Flood is how many transactions, each of another holder, one address pushes at
	// the beginning.
	Flood int `json:"flood"`
	// Hostile addresses ask for all that they can think of, each HostileRate times a second: the first
	// press is Warm seconds later.
	Hostile     int `json:"hostile"`
	HostileRate int `json:"hostileRate"`
	Warm        int `json:"warm"`
	// Patience is how many seconds all may take.
	Patience int `json:"patience"`
}

// Results are what became of the crowd. Times are from the moment at which one was to
// press.
type Results struct {
	Queued crowd.Spread `json:"queued"`
	Sent   crowd.Spread `json:"sent"`
	Landed crowd.Spread `json:"landed"`
	// AllSent and AllLanded are from the first press to the last one's, in seconds.
	AllSent   float64 `json:"allSent"`
	AllLanded float64 `json:"allLanded"`
	// Failed are how many purchases did not come about, by why.
	Failed map[string]int `json:"failed"`
	// Retried are the troubles that buyers tried again after, by why.
	Retried map[string]int `json:"retried"`
	// Places are how many had one before they signed.
	Places int `json:"places"`
	// Late is how late the latest press began, in milliseconds.
	Late  float64    `json:"late"`
	Order orderCheck `json:"order"`
	// Requests are what nodes were asked from the first press on, by class.
	Requests map[string]int `json:"requests"`
	// Idle is the gateway's memory before anything was asked, Peak the most that it had
	// from the first press on, in bytes.
	Idle int64 `json:"idle"`
	Peak int64 `json:"peak"`
	// Flooded are the answers to the flood and to hostile addresses, by status; 0 is none.
	Flooded map[int]int `json:"flooded"`
	// Ages are those of the drops that open pages were given from the first press on.
	Ages crowd.Spread `json:"ages"`
}

const (
	// settle is how long before the first one presses a drop is announced: pages know
	// it, and nodes' rates are full.
	settle = 6 * time.Second
	// after is how long the chain is looked at when all is over.
	after = 2 * time.Second
)

// Run opens the pages, lets the crowd buy, and looks what became of it.
func (p *Plan) Run() (*Results, error) {
	if p.Buyers < 1 || p.Within < 1 || p.Patience < 1 {
		return nil, errors.New("buyers, within and patience must be more than nothing")
	}
	// A buyer has a connection, as over HTTP/2; a burst would open several for each.
	transport := &http.Transport{MaxConnsPerHost: p.Buyers + p.Pages + workers, MaxIdleConnsPerHost: 20_000, DisableCompression: true}
	defer transport.CloseIdleConnections()
	s, ctx := p.site(transport), context.Background()
	idle, _, err := proc.Memory(p.PID)
	if err != nil {
		return nil, err
	}
	buyers, err := s.openPages(transport)
	if err != nil {
		return nil, err
	}
	first, opens := time.Now().Add(settle).Truncate(time.Second), time.Unix(0, 0)
	if p.Opens {
		opens = first
	}
	if err := s.announce(ctx, opens); err != nil {
		return nil, err
	}
	flood, err := s.presign(buyers)
	if err != nil {
		return nil, err
	}
	if !p.Opens { // signing took some time
		first = time.Now().Add(settle)
	}
	o := s.newBackground()
	defer o.working.Wait()
	defer o.end()
	o.begin()
	before, err := s.node.Head(ctx)
	if err != nil {
		return nil, err
	}
	for _, fault := range p.Faults {
		if err := s.node.SetFault(ctx, string(fault)); err != nil {
			return nil, err
		}
	}
	if p.Hostile > 0 {
		o.attack(before.Number)
		first = first.Add(time.Duration(p.Warm) * time.Second)
	}
	time.Sleep(time.Until(first))
	asked, err := s.requests()
	if err != nil {
		return nil, err
	}
	o.measuring.Store(true)
	o.flood(flood)
	s.pressAll(buyers, first)
	time.Sleep(after)
	all := s.results(buyers, first)
	now, err := s.requests()
	if err != nil {
		return nil, err
	}
	for class := range now {
		all.Requests[class] = now[class] - asked[class]
	}
	if err := s.node.ClearFaults(ctx); err != nil {
		return nil, err
	}
	blocks, err := s.node.Blocks(ctx, before.Number)
	if err != nil {
		return nil, err
	}
	turns, err := s.turns()
	if err != nil {
		return nil, err
	}
	all.Order = checkOrder(pushesOf(buyers), turns, blocks)
	o.end()
	o.working.Wait()
	all.Idle, all.Peak, all.Ages = idle, o.peak, crowd.SpreadOf(o.ages)
	for status := range o.flooded {
		if n := o.flooded[status].Load(); n > 0 {
			all.Flooded[status] = int(n)
		}
	}
	return all, nil
}

// openPages lets every buyer load a page, then loads the Caddyfile.
func (s *site) openPages(transport *http.Transport) ([]*crowd.Buyer, error) {
	buyers := make([]*crowd.Buyer, s.Buyers)
	for i := range buyers {
		buyers[i] = s.NewBuyer(fan(i), crowd.Address(20, i), new(crowd.Cost))
		buyers[i].Twice = s.Doubles > 0 && i%s.Doubles == 0
	}
	err := parallel(len(buyers), func(n int) error { return buyers[n].Open(context.Background()) })
	if err != nil || s.Caddyfile == "" {
		return buyers, err
	}
	transport.CloseIdleConnections()
	_, err = s.ask(http.MethodPost, "/load", "text/caddyfile", s.Caddyfile)
	return buyers, err
}

// presign signs what the flood pushes, which has no quote.
func (s *site) presign(buyers []*crowd.Buyer) (flood []crowd.Signed, err error) {
	flood = make([]crowd.Signed, s.Flood)
	if len(flood) == 0 {
		return flood, nil
	}
	ctx := context.Background()
	median, err := buyers[0].Quote(ctx)
	if err != nil {
		return nil, err
	}
	h, err := buyers[0].Header(ctx)
	if err != nil {
		return nil, err
	}
	return flood, parallel(len(flood), func(n int) (err error) {
		flood[n], err = s.Sign(fan((s.Buyers+n)%genesis.MaxFans), median, h)
		return err
	})
}

// pressAll starts every purchase at its time and waits until all have ended.
func (s *site) pressAll(buyers []*crowd.Buyer, first time.Time) {
	ctx, end := context.WithDeadline(context.Background(), first.Add(time.Duration(s.Patience)*time.Second))
	defer end()
	var pressed sync.WaitGroup
	for i, b := range buyers {
		b.PressAt = first.Add(time.Duration(i) * time.Duration(s.Within) * time.Millisecond / time.Duration(len(buyers)))
		time.Sleep(time.Until(b.PressAt))
		pressed.Go(func() {
			_ = b.Buy(ctx) // it is the buyer's Err
		})
	}
	pressed.Wait()
}

func pushesOf(buyers []*crowd.Buyer) (all []crowd.Push) {
	for _, b := range buyers {
		all = append(all, b.Pushes...)
	}
	return all
}

func (s *site) results(buyers []*crowd.Buyer, first time.Time) *Results {
	all := &Results{Failed: make(map[string]int), Retried: make(map[string]int), Requests: make(map[string]int), Flooded: make(map[int]int)}
	var queued, sent, landed []time.Duration
	since := func(b *crowd.Buyer, at time.Time, into *[]time.Duration, last *float64) {
		if !at.IsZero() {
			*into = append(*into, at.Sub(b.PressAt))
			*last = max(*last, at.Sub(first).Seconds())
		}
	}
	for _, b := range buyers {
		var lastQueued float64
		since(b, b.Queued, &queued, &lastQueued)
		since(b, b.Sent, &sent, &all.AllSent)
		since(b, b.Landed, &landed, &all.AllLanded)
		all.Late = max(all.Late, b.PressedAt.Sub(b.PressAt).Seconds()*1000)
		if b.HasPlace {
			all.Places++
		}
		if b.Err != nil {
			all.Failed[fmt.Sprintf("%.160s", b.Err)]++
		}
		for _, mishap := range b.Mishaps {
			all.Retried[mishap.What]++
		}
	}
	all.Queued, all.Sent, all.Landed = crowd.SpreadOf(queued), crowd.SpreadOf(sent), crowd.SpreadOf(landed)
	return all
}
