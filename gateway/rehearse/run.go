// Package rehearse is the command `rehearse`: the day of a sale before it comes, with a lobby that fills, buyers and faults,
// against a site that says that it is staging, or one on the development chain that it starts itself.
package rehearse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/site/settings"
)

// Fans are the first so many accounts of a development chain that can buy, with their keys. The main package sets it.
var Fans func(count int) []crowd.Account

const (
	// sampleEvery is the time between two samples of the admin endpoint.
	sampleEvery = time.Second
	// askEvery is the time between two questions of a page that is not told by a stream, as the host has it.
	askEvery = 5 * time.Second
	// stayFor is how long pages stay open once all have bought: what they are told then still counts.
	stayFor = 2 * time.Second
	// checkWithin is how long reading the chain may take in the end.
	checkWithin = 3 * time.Minute
	// lagsFor is how far the node that is read may be behind others, clocksDiffer how far its clock may be from this machine's.
	lagsFor, clocksDiffer = 30 * time.Second, time.Minute
	// blockTime is the time between two blocks, and lastBlocks are how many may yet be replaced by others.
	blockTime, lastBlocks = 500 * time.Millisecond, 12
	// price is that of a drop that is made for a rehearsal.
	price = "9.99 USD"
)

// rehearsal is one that runs.
type rehearsal struct {
	*Plan
	site    *crowd.Site
	node    crowd.Node
	own     *own
	say     func(string)
	buyers  []*crowd.Buyer
	ofBuyer crowd.Cost
	ofPage  crowd.Cost
	begun   time.Time

	mu      sync.Mutex
	opened  []Opened
	mishaps []Event
	moments []Event
	samples []Sample
	unread  error // why there are no samples
}

// Run rehearses. An interrupt ends it: what was seen until then is what it answers. say is told how it goes.
func Run(ctx context.Context, p *Plan, say func(string)) (*Results, error) {
	r := &rehearsal{Plan: p, say: say, begun: time.Now(), unread: errors.New("no --admin was named")}
	if err := p.Check(r.begun); err != nil {
		return nil, err
	}
	accounts, err := p.accounts()
	if err != nil {
		return nil, err
	}
	if err := r.reach(ctx); err != nil {
		return nil, err
	}
	if r.own != nil {
		defer r.own.stop()
	}
	head, err := r.node.Head(ctx)
	if err != nil {
		return nil, err
	}
	r.Opens = r.opening(time.Now())
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	if !r.Opens.After(time.Now()) {
		return nil, errors.New("--at: the opening came before the site was up: leave more time until then")
	}
	for i, account := range accounts {
		r.buyers = append(r.buyers, r.site.NewBuyer(account, crowd.Address(20, i), &r.ofBuyer))
	}
	isInterrupted := r.play(ctx)
	results := r.results(isInterrupted)
	r.check(head.Number, results)
	return results, nil
}

func (p *Plan) accounts() ([]crowd.Account, error) {
	if p.Keys == "" {
		return Fans(p.Buyers), nil
	}
	return readKeys(p.Keys, p.Buyers)
}

// reach finds the site and its chain, and refuses what is not there to be rehearsed on.
func (r *rehearsal) reach(ctx context.Context) (err error) {
	if r.Target == "" {
		r.say("starting a site on the development chain")
		killed := func() { r.moment("the gateway's process ended") }
		if r.own, err = startOwn(ctx, r.Plan, killed, func() { r.moment("the gateway was started anew") }); err != nil {
			return err
		}
		r.site, r.node, r.Admin = &r.own.site, crowd.Node{Address: r.own.node}, r.own.admin
	} else {
		r.site = &crowd.Site{Address: strings.TrimSuffix(r.Target, "/")}
	}
	defer func() {
		if err != nil && r.own != nil {
			r.own.stop()
		}
	}()
	r.site.Network, err = staging(ctx, r.site)
	if err != nil {
		return fmt.Errorf("%s: %w", r.site.Address, err)
	}
	if r.Keys == "" && !r.site.Network.Development {
		return fmt.Errorf("%s is on %s: name the file of its buyers' accounts by --keys", r.site.Address, r.site.Network.Name)
	}
	if r.own == nil {
		r.node = crowd.Node{Address: strings.TrimSuffix(cmp.Or(r.Chain, r.site.Network.Nodes[0]), "/")}
	}
	head, err := r.node.Head(ctx)
	if err != nil {
		return fmt.Errorf("%w: name a node of %s by --chain", err, r.site.Network.Name)
	}
	if !strings.EqualFold(head.ChainID, r.site.Network.ChainID) {
		return fmt.Errorf("the node %s is on the chain %s, and the site on %s: name a node of its chain by --chain", r.node.Address, head.ChainID, r.site.Network.ChainID)
	}
	return nil
}

// staging answers which network a site is on that is there to try things out, and why it is not one otherwise.
func staging(ctx context.Context, site *crowd.Site) (network settings.Network, err error) {
	asker := site.Client(crowd.Address(10, 0), new(crowd.Cost))
	chain, err := asker.ChainID(ctx)
	if err != nil {
		return network, err
	}
	if strings.EqualFold(chain, settings.MainnetChainID) {
		return network, crowd.ErrMainnet
	}
	network, known := settings.OnChain(chain)
	if !known {
		return network, fmt.Errorf("it is on the chain %.64s, which this binary does not know", chain)
	}
	got, err := asker.Get(ctx, paths.Ready)
	if err != nil || got.Status != http.StatusOK {
		return network, crowd.Unexpected(paths.Ready, got, err)
	}
	if !slices.Contains(strings.Split(string(got.Body), "\n"), paths.Staging) {
		return network, errors.New("it does not say that it is staging: put `staging` into the `site` of its Caddyfile, if it is")
	}
	return network, nil
}

// prepare makes or finds what is bought, and looks whether the faults can be had.
func (r *rehearsal) prepare(ctx context.Context) (err error) {
	for _, fault := range r.Faults {
		switch {
		case fault.Kind == faultNode && !r.site.Network.Development:
			return fmt.Errorf("--fault %s: only nodes of a development chain fail at command, and the site is on %s", fault.Text, r.site.Network.Name)
		case fault.Kind == faultShip:
			if _, err := os.Stat(filepath.Join(fault.Folder, release.ManifestFile)); err != nil {
				return fmt.Errorf("--fault %s: the folder holds no built release: %w", fault.Text, err)
			}
			if _, err := r.shipper(); err != nil {
				return fmt.Errorf("--fault %s: %w", fault.Text, err)
			}
		}
	}
	if r.drop() != "" {
		r.site.Drop, err = r.site.Client(crowd.Address(10, 0), new(crowd.Cost)).FindDrop(ctx, r.edition(), r.drop())
		return err
	}
	if !r.site.Network.Development {
		return fmt.Errorf("--drop %s: name the id of the drop as well, such as %[1]s/12: it is only made on a development chain", r.Drop)
	}
	r.site.Drop, err = r.node.Announce(ctx, r.site.Network.GameContract, r.edition(), price, r.Opens)
	r.Drop += "/" + r.site.Drop.ID
	return err
}

// play lets everybody come, and all go wrong, until it is over.
func (r *rehearsal) play(ctx context.Context) (isInterrupted bool) {
	r.say(fmt.Sprintf("%d visitors come to %s until it opens at %s", r.Visitors, r.site.Address, r.Opens.Format("15:04:05 MST")))
	over, end := context.WithDeadline(ctx, r.Opens.Add(r.Patience))
	defer end()
	var around, buying, breaking sync.WaitGroup
	lobby := time.Until(r.Opens)
	for i, after := range arrivals(r.Visitors, lobby) {
		around.Go(func() { r.visit(over, i, after) })
	}
	breaking.Go(func() {
		// One after another: a process that is killed takes no release with it that is still being shipped.
		for _, fault := range slices.SortedStableFunc(slices.Values(r.Faults), func(a, b Fault) int { return cmp.Compare(a.At, b.At) }) {
			r.breakIt(over, fault)
		}
	})
	around.Go(func() { r.sample(over) })
	opens := arrivals(r.Buyers, lobby)
	for i, after := range presses(r.Buyers, r.Within) {
		b := r.buyers[i]
		b.PressAt = r.Opens.Add(after)
		buying.Go(func() {
			defer b.Close()
			// They press in time, whatever of their page has come.
			before, done := context.WithDeadline(over, b.PressAt)
			defer done()
			if crowd.Pause(before, opens[i]) == nil {
				_ = b.Open(before) // the quote reads all of it again, and says what is missing
			}
			if crowd.Pause(over, time.Until(b.PressAt)) == nil {
				_ = b.Buy(over) // it is the buyer's Err
			}
		})
	}
	around.Go(func() {
		if crowd.Pause(over, lobby) == nil {
			r.say(fmt.Sprintf("open: %d buyers press within %s", r.Buyers, r.Within))
		}
	})
	buying.Wait()
	breaking.Wait() // what was planned for later still happens
	_ = crowd.Pause(over, stayFor)
	end()
	around.Wait()
	return ctx.Err() != nil
}

// visitorAddress is one of the network that is there for measuring (RFC 2544): a site that trusts those of private networks as
// proxies' would take none of them for a visitor's.
func visitorAddress(number int) string {
	return fmt.Sprintf("198.%d.%d.%d", 18+number>>16&1, number>>8&255, number&255)
}

// visit opens a page and keeps it open: what ends it opens it anew, as pages do.
func (r *rehearsal) visit(ctx context.Context, number int, after time.Duration) {
	every := askEvery
	if r.site.IsTLS() {
		every = 0
	}
	if crowd.Pause(ctx, after) != nil {
		return
	}
	page := r.site.NewPage(visitorAddress(number), &r.ofPage, every, crowd.Followed)
	defer page.Close()
	isOpen := false
	for ctx.Err() == nil {
		err := func() error {
			if !isOpen {
				began := time.Now()
				if err := page.Load(ctx, "/"+r.edition()); err != nil {
					return err
				}
				isOpen = true
				r.mu.Lock()
				r.opened = append(r.opened, Opened{r.at(began), time.Since(began).Seconds() * 1000})
				r.mu.Unlock()
			}
			if err := page.Begin(ctx); err != nil {
				return err
			}
			return page.Follow(ctx)
		}()
		if ctx.Err() != nil {
			return
		}
		what := "its stream ended"
		if problem := (*crowd.Problem)(nil); errors.As(err, &problem) {
			what = problem.Error()
		}
		r.note(&r.mishaps, "an open page: "+what)
		page.Close()
		_ = crowd.Pause(ctx, time.Second+rand.N(4*time.Second))
	}
}

// breakIt has a fault come about at its time, or as soon as the one before it is over.
func (r *rehearsal) breakIt(ctx context.Context, fault Fault) {
	if crowd.Pause(ctx, time.Until(r.Opens.Add(fault.At))) != nil {
		return
	}
	err := func() error {
		switch {
		case fault.Kind == faultProcess:
			return r.own.gateway.kill()
		case fault.Kind == faultShip:
			asking, err := r.shipper()
			if err != nil {
				return err
			}
			_, err = asking.Ship(ctx, fault.Edition, fault.Folder, client.Options{As: api.Live, Reason: "a rehearsal"})
			return err
		case fault.How == "":
			return r.node.ClearFaults(ctx)
		}
		return r.node.SetFault(ctx, fmt.Sprintf(`{"node":%d,"fault":%q}`, fault.Node, fault.How))
	}()
	what, _, _ := strings.Cut(fault.Text, "@")
	if fault.Kind == faultShip {
		what = "ship:" + fault.Edition // whose folder is nobody's business
	}
	if err != nil {
		what += ", which failed: " + err.Error()
	}
	r.moment(what)
}

// shipper is a client of the API by which teams ship.
func (r *rehearsal) shipper() (*client.Client, error) {
	to, token := os.Getenv("FIELDHOUSE_RELEASES"), os.Getenv("FIELDHOUSE_TOKEN")
	switch {
	case r.own != nil:
		to, token = "http://"+r.Admin, r.own.token
	case to == "" && r.Admin == "" || token == "":
		return nil, errors.New("say where releases are shipped to in FIELDHOUSE_RELEASES, and give a token in FIELDHOUSE_TOKEN")
	case to == "":
		to = "http://" + r.Admin
	}
	return client.New(to, token)
}

// sample asks the gateway of itself, where that can be reached.
func (r *rehearsal) sample(ctx context.Context) {
	if r.Admin == "" {
		return
	}
	asked, tick := newSampler(r.Admin), time.NewTicker(sampleEvery)
	defer tick.Stop()
	for {
		sample, err := asked.take(ctx)
		if ctx.Err() != nil {
			return
		}
		r.mu.Lock()
		if err == nil {
			sample.At = r.at(time.Now())
			r.samples, r.unread = append(r.samples, sample), nil
		} else if len(r.samples) == 0 {
			r.unread = err
		}
		r.mu.Unlock()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// at is a moment in seconds from the opening on.
func (r *rehearsal) at(when time.Time) float64 { return when.Sub(r.Opens).Seconds() }

func (r *rehearsal) note(into *[]Event, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*into = append(*into, Event{r.at(time.Now()), what})
}

func (r *rehearsal) moment(what string) {
	r.note(&r.moments, what)
	r.say(fmt.Sprintf("%+.1fs: %s", r.at(time.Now()), what))
}

// check compares what buyers were told with what the chain has.
func (r *rehearsal) check(from uint32, results *Results) {
	ctx, cancel := context.WithTimeout(context.Background(), checkWithin)
	defer cancel()
	for _, fault := range r.Faults {
		if fault.Kind == faultNode {
			_ = r.node.ClearFaults(ctx) // else reading the chain says why it cannot
			break
		}
	}
	head, err := r.node.Head(ctx)
	from = max(from, r.beforeOpening(head))
	var blocks [][]string
	for began := time.Now(); err == nil; {
		var read [][]string
		if read, err = r.node.Blocks(ctx, from+uint32(len(blocks))); err != nil {
			break
		}
		blocks = append(blocks, read...)
		verdict := Compare(r.buyers, blocks)
		// The node may be behind the one that buyers were told by.
		if len(verdict.Untrue) == 0 || time.Since(began) > lagsFor || crowd.Pause(ctx, blockTime) != nil {
			results.Chain = verdict
			return
		}
		blocks = blocks[:max(len(blocks)-lastBlocks, 0)]
	}
	results.NotMeasured = append(results.NotMeasured, "what the chain has, so that nothing is known of purchases that were carried out twice or told wrongly: "+err.Error())
}

// beforeOpening is the number of a block that was made before anybody could buy: a lobby may be open for hours, and nothing of
// it has to be read. There are two blocks a second at most.
func (r *rehearsal) beforeOpening(head crowd.Head) uint32 {
	at, err := head.At()
	if err != nil {
		return 0
	}
	since := max(at.Sub(r.Opens.Add(-clocksDiffer)), 0) / blockTime
	return head.Number - uint32(min(since, time.Duration(head.Number)))
}

// Verdict is what the chain has of the purchases.
type Verdict struct {
	// Blocks are how many were read.
	Blocks int `json:"blocks"`
	// Carried are the purchases that the chain has, Twice those of them that it has more than once.
	Carried int      `json:"carried"`
	Twice   []string `json:"twice"`
	// Untrue are those whose buyer was told that they landed or were refused, and the chain has it otherwise.
	Untrue []string `json:"untrue"`
	// Untold are how many it has whose buyers had not heard of it when all was over.
	Untold int `json:"untold"`
}

// Compare compares what buyers were told with the ids of the transactions in blocks.
func Compare(buyers []*crowd.Buyer, blocks [][]string) *Verdict {
	verdict, times := &Verdict{Blocks: len(blocks), Twice: []string{}, Untrue: []string{}}, map[string]int{}
	for _, id := range slices.Concat(blocks...) {
		times[id]++
	}
	for _, b := range buyers {
		id, isTold, isRefused := b.Signed, !b.Landed.IsZero(), !b.Refused.IsZero()
		has := id != "" && times[id] > 0
		if has {
			verdict.Carried++
		}
		if times[id] > 1 {
			verdict.Twice = append(verdict.Twice, id)
		}
		switch {
		case isTold && !has, isRefused && has:
			verdict.Untrue = append(verdict.Untrue, id)
		case has && !isTold:
			verdict.Untold++
		}
	}
	return verdict
}
