package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/gateway/crowd"
	"fieldhouse/gateway/rehearse"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/gorilla/websocket"
)

// clusterLoad is what visitors, wallets and buyers do with a cluster while it suffers.
type clusterLoad struct {
	t       *testing.T
	all     []*process
	cuts    *partitions
	site    crowd.Site
	node    crowd.Node
	from    uint32 // the chain's block before all
	ctx     context.Context
	end     func()
	next    atomic.Int64 // process that the next connection goes to
	visitor atomic.Int64
	// lost is how many processes were killed last at the same time, and twice how often it was two.
	lost, twice atomic.Int64
	doing       map[string][]*testLoad
	tabs        []*crowd.Cost
	around      sync.WaitGroup // the tabs, and the pages that wait for their wallet
	shipped     int
	losses      int // of processes and of connections between them

	mu       sync.Mutex
	releases map[string]string // the parts of each that pages had
	buyers   []*crowd.Buyer
	told     map[string]string // of those who push once: what they were told
	links    []*linked
}

// pace is the time between two things that one does.
const pace = 50 * time.Millisecond

// newClusterLoad starts a cluster before a development chain, and all who visit it.
func newClusterLoad(t *testing.T) *clusterLoad {
	t.Helper()
	address := freeAddress(t)
	config, _, err := caddyconfig.GetAdapter("caddyfile").Adapt(fmt.Appendf(nil,
		"{\nadmin off\npersist_config off\nlog {\noutput discard\n}\ndevchain {\nlisten %s\nbuyers 0\nfans 5000\n}\n}", address), nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &clusterLoad{t: t, node: crowd.Node{Address: "http://" + address}, doing: map[string][]*testLoad{}, releases: map[string]string{}, told: map[string]string{}}
	l.all, l.cuts = newPartitionedCluster(t, func(_ int, p *process) {
		p.change(func(config object) {
			apps := config["apps"].(object)
			apps["chain"] = object{"nodes": []string{l.node.Address, l.node.Address + "/node/2"}, "rate": 2000, "burst": 4000}
			// Visitors say by X-Forwarded-For who they are.
			server := apps["http"].(object)["servers"].(object)["srv0"].(object)
			server["trusted_proxies"].(object)["ranges"] = []string{"127.0.0.1/32"}
		})
	})
	if err := caddy.Load(config, true); err != nil {
		t.Fatal(err)
	}
	l.ctx, l.end = context.WithCancel(t.Context())
	t.Cleanup(func() {
		l.end()
		l.stop()
		l.around.Wait()
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
	})
	transport := &http.Transport{DialContext: l.dial, DisableKeepAlives: true, DisableCompression: true}
	l.site = crowd.Site{
		Address: "http://127.0.0.1", Shared: transport,
		Network: settings.Network{
			ChainID: genesis.ChainID, GameContract: genesis.GameContract, Token: genesis.Token, Oracle: genesis.Oracle, OraclePair: genesis.OraclePair,
		},
	}
	head, err := l.node.Head(t.Context())
	if err == nil {
		l.from = head.Number
		l.site.Drop, err = l.node.Announce(t.Context(), genesis.GameContract, genesis.Editions[0], "1.00000000 WAX", time.Now().Add(-time.Minute))
	}
	// What is pushed is taken at once, and a process that is killed meanwhile has not heard of it.
	for node := 1; err == nil && node <= 2; node++ {
		err = l.node.SetFault(t.Context(), fmt.Sprintf(`{"node":%d,"fault":"push-slow","delay":"300ms"}`, node))
	}
	if err != nil {
		t.Fatal(err)
	}
	for worker := range 3 {
		l.run("pages", func(turn int) error { return l.readPage(worker + turn) })
		page := l.newLinked(worker)
		l.run("link messages", page.send)
		l.openTab(worker)
	}
	for range 2 {
		l.run("purchases", func(int) error { return l.buy() })
		l.run("pushes", func(int) error { return l.pushOnce() })
	}
	return l
}

// run does something again and again.
func (l *clusterLoad) run(what string, do func(turn int) error) {
	load, turn := newTestLoad(), 0
	l.doing[what] = append(l.doing[what], load)
	load.run(func() error {
		_ = crowd.Pause(l.ctx, pace)
		turn++
		return do(turn)
	})
}

// stop has nothing more begin, and waits for what has begun.
func (l *clusterLoad) stop() {
	var stopping sync.WaitGroup
	for _, loads := range l.doing {
		for _, load := range loads {
			stopping.Go(load.stop)
		}
	}
	stopping.Wait()
}

// wantNoneFailed fails the test when something has failed so far.
func (l *clusterLoad) wantNoneFailed(when string) {
	l.t.Helper()
	for what, loads := range l.doing {
		for _, load := range loads {
			load.check(l.t, when+", "+what)
		}
	}
	if l.t.Failed() {
		l.t.FailNow()
	}
}

// goesOn waits until each of all has got on, but for who does these things, and each tab was told
// something.
func (l *clusterLoad) goesOn(but ...string) {
	l.t.Helper()
	waiting := map[string]func() bool{}
	for what, loads := range l.doing {
		if slices.Contains(but, what) {
			continue
		}
		for number, load := range loads {
			// What is under way may have been answered before.
			enough := load.answered.Load() + load.failed.Load() + 2
			waiting[fmt.Sprint(what, " ", number)] = func() bool { return load.answered.Load()+load.failed.Load() >= enough }
		}
	}
	for number, tab := range l.tabs {
		before := tab.Answers.Load()
		waiting[fmt.Sprint("tab ", number)] = func() bool { return tab.Answers.Load() > before }
	}
	defer func() {
		if len(waiting) > 0 {
			l.t.Log("these do not go on: ", slices.Sorted(maps.Keys(waiting)))
		}
	}()
	plugintest.Eventually(l.t, "all visitors go on", func() bool {
		maps.DeleteFunc(waiting, func(_ string, goesOn func() bool) bool { return goesOn() })
		return len(waiting) == 0
	})
}

// dial connects as a balancer does: to the next process that takes a connection.
func (l *clusterLoad) dial(ctx context.Context, _, _ string) (connection net.Conn, err error) {
	first := int(l.next.Add(1))
	for turn := range l.all {
		if connection, err = new(net.Dialer).DialContext(ctx, "tcp", l.all[(first+turn)%len(l.all)].address); err == nil {
			break
		}
	}
	return connection, err
}

// address is that of a visitor of their own.
func (l *clusterLoad) address() string { return crowd.Address(20, int(l.visitor.Add(1))) }

// ask asks a process, and another one when that fails: once, or once more where two were killed at
// the same time. One that takes no connection is nobody to ask.
func (l *clusterLoad) ask(first int, do func(p *process) error) (err error) {
	asked := int64(0)
	for turn := range l.all {
		err = do(l.all[(first+turn)%len(l.all)])
		if !errors.Is(err, syscall.ECONNREFUSED) {
			asked++
		}
		if err == nil || asked > max(l.lost.Load(), 1) {
			break
		}
	}
	return err
}

// get asks for a path so.
func (l *clusterLoad) get(first int, path string) (got answer, err error) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 20 * time.Second}
	return got, l.ask(first, func(p *process) (err error) {
		got, err = p.get(client, path)
		if err == nil && got.status != http.StatusOK {
			err = fmt.Errorf("%s: %d %.300s", path, got.status, got.body)
		}
		return err
	})
}

var (
	releaseOf = regexp.MustCompile(`"football":\{"release":"(\w+)"`)
	mountOf   = regexp.MustCompile(`/_r/football/mount\.\w+\.js`)
	textOf    = regexp.MustCompile(`<p>([^<]*)</p></main>`) // that archiveOf adds
)

// readPage reads a page at one process and its script at another. What a page has of an edition is
// of one release.
func (l *clusterLoad) readPage(first int) error {
	got, err := l.get(first, "/football")
	if err != nil {
		return err
	}
	named := releaseOf.FindStringSubmatch(got.body)
	files := mountOf.FindAllString(got.body, -1)
	if named == nil || len(files) == 0 {
		return fmt.Errorf("a page has no football: %s", got.body)
	}
	slices.Sort(files)
	files = slices.Compact(files)
	parts := fmt.Sprint(files, textOf.FindString(got.body))
	l.mu.Lock()
	if l.releases[named[1]] == "" {
		l.releases[named[1]] = parts
	}
	is := l.releases[named[1]]
	l.mu.Unlock()
	if is != parts || len(files) != 1 {
		return fmt.Errorf("a page of %s has %s, and another one %s", named[1], parts, is)
	}
	_, err = l.get(first+1, files[0])
	return err
}

// openTab opens a page that stays open, and opens its stream elsewhere when it ends.
func (l *clusterLoad) openTab(number int) {
	cost := new(crowd.Cost)
	l.tabs = append(l.tabs, cost)
	page := l.site.NewPage(crowd.Address(10, number), cost, 0, crowd.Followed)
	l.around.Go(func() {
		defer page.Close()
		for l.ctx.Err() == nil {
			if page.Begin(l.ctx) == nil {
				_ = page.Follow(l.ctx)
			}
			page.Close()
			_ = crowd.Pause(l.ctx, pace)
		}
	})
}

// linked is a page that waits for what its wallet sends.
type linked struct {
	*clusterLoad
	number  int
	channel string

	mu  sync.Mutex
	got map[string]int
	// late are messages that came again after their sender had been told that they were delivered.
	delivered map[string]bool
	late      []string
}

func (l *clusterLoad) newLinked(number int) *linked {
	page := &linked{clusterLoad: l, number: number, channel: fmt.Sprint("a-channel-of-a-page-", number), got: map[string]int{}, delivered: map[string]bool{}}
	l.links = append(l.links, page)
	l.around.Go(page.listen)
	return page
}

// listen listens, and elsewhere when the connection ends.
func (page *linked) listen() {
	dialer := &websocket.Dialer{NetDialContext: page.dial}
	from := http.Header{"X-Forwarded-For": {page.address()}}
	for page.ctx.Err() == nil {
		socket, response, err := dialer.DialContext(page.ctx, "ws://127.0.0.1/link/"+page.channel, from)
		if err != nil {
			_ = crowd.Pause(page.ctx, pace)
			continue
		}
		response.Body.Close()
		leave := context.AfterFunc(page.ctx, func() { socket.Close() })
		for {
			_, message, err := socket.ReadMessage()
			if err != nil {
				break
			}
			page.mu.Lock()
			page.got[string(message)]++
			if page.delivered[string(message)] && page.got[string(message)] > 1 {
				page.late = append(page.late, string(message))
			}
			page.mu.Unlock()
		}
		leave()
		socket.Close()
	}
}

// send sends the page a message, and waits until it has it.
func (page *linked) send(turn int) error {
	message := fmt.Sprint("message ", turn)
	for page.ctx.Err() == nil {
		var became string
		twice := page.twice.Load()
		err := page.ask(page.number+turn, func(p *process) (err error) {
			became, err = p.trySay(page.channel, message)
			return err
		})
		if err != nil {
			continue
		}
		if became == "delivered" {
			page.mu.Lock()
			page.delivered[message] = true
			page.mu.Unlock()
		}
		// Two processes hold it: it is sent again where these may have been killed at the same time.
		for page.ctx.Err() == nil && (became == "delivered" || page.twice.Load() == twice) {
			page.mu.Lock()
			has := page.got[message] > 0
			page.mu.Unlock()
			if has {
				return nil
			}
			_ = crowd.Pause(page.ctx, 2*time.Millisecond)
		}
	}
	return nil
}

// wantOnce checks that no message came again whose sender had been told that it was delivered. Of
// others one may at each loss, whose acknowledgement was on its way.
func (page *linked) wantOnce() {
	page.t.Helper()
	page.mu.Lock()
	defer page.mu.Unlock()
	var again []string
	for message, times := range page.got {
		if times > 1 {
			again = append(again, message)
		}
	}
	if len(page.late) > 0 {
		page.t.Errorf("%q of %s came again though their sender had been told that they were delivered", page.late, page.channel)
	}
	if len(again) > page.losses {
		page.t.Errorf("%q of %s came twice, with %d losses", again, page.channel, page.losses)
	}
	page.t.Logf("%s: %d messages, of %d of which their sender was told that they were delivered; %q came twice", page.channel, len(page.got), len(page.delivered), again)
}

// newBuyer is somebody who has not bought yet.
func (l *clusterLoad) newBuyer() *crowd.Buyer {
	l.mu.Lock()
	defer l.mu.Unlock()
	number := len(l.buyers) + len(l.told)
	name := genesis.Fan(number % 5000)
	buyer := l.site.NewBuyer(crowd.Account{Name: name, Key: genesis.Key(name)}, l.address(), new(crowd.Cost))
	return buyer
}

// buy buys as a page does, which tries again what fails.
func (l *clusterLoad) buy() error {
	buyer := l.newBuyer()
	l.mu.Lock()
	l.buyers = append(l.buyers, buyer)
	l.mu.Unlock()
	ctx, cancel := context.WithTimeout(l.ctx, time.Minute)
	defer cancel()
	return buyer.Buy(ctx)
}

// pushOnce pushes as a wallet's library does, once, and notes what it is told.
func (l *clusterLoad) pushOnce() error {
	buyer := l.newBuyer()
	header, err := buyer.Header(l.ctx)
	if err != nil {
		return nil // nothing was signed
	}
	made, err := l.site.Sign(buyer.Account, 0, header)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.told[made.ID] = "nothing"
	l.mu.Unlock()
	got, err := buyer.Post(l.ctx, "/v1/chain/send_transaction", string(made.Body))
	var said struct {
		Error struct{ Name string }
	}
	told := "nothing"
	switch {
	case err != nil:
	case got.Status < 300:
		told = "landed"
	case json.Unmarshal(got.Body, &said) != nil:
		return fmt.Errorf("a push is answered %d %s", got.Status, got.Body)
	case said.Error.Name == "transaction_not_sent":
		told = "not sent"
	case got.Status == http.StatusInternalServerError:
		told = "refused"
	default:
		told = "not known"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told[made.ID] = told
	return nil
}

// wantTruth compares what all were told with what the chain has, and what pages got with what
// their wallets sent.
func (l *clusterLoad) wantTruth() {
	l.t.Helper()
	blocks, err := l.node.Blocks(l.t.Context(), l.from)
	if err != nil {
		l.t.Fatal(err)
	}
	verdict := rehearse.Compare(l.buyers, blocks)
	if len(verdict.Twice)+len(verdict.Untrue)+verdict.Untold > 0 {
		l.t.Errorf("the chain has %+v", verdict)
	}
	carried := map[string]int{}
	for _, id := range slices.Concat(blocks...) {
		carried[id]++
	}
	kinds := map[string]int{}
	for id, told := range l.told {
		kinds[told]++
		if has := carried[id]; has > 1 || has > 0 && (told == "not sent" || told == "refused") || has == 0 && told == "landed" {
			l.t.Errorf("of %s somebody was told %s, and the chain has it %d times", id, told, has)
		}
	}
	mishaps := map[string]int{}
	for _, buyer := range l.buyers {
		for _, mishap := range buyer.Mishaps {
			mishaps[mishap.What]++
		}
	}
	l.t.Logf("of %d purchases the chain has %d; those who pushed once were told %v; pages had %d releases; mishaps %v",
		len(l.buyers), verdict.Carried, kinds, len(l.releases), mishaps)
	for _, page := range l.links {
		page.wantOnce()
	}
}

// ship ships at a process, and waits until those that reach it show the release.
func (l *clusterLoad) ship(at int, reach ...int) {
	l.t.Helper()
	l.shipped++
	name := l.all[at].ship(fmt.Sprint("release ", l.shipped))
	for _, index := range append(reach, at) {
		awaitLive(l.t, name, l.all[index])
	}
}

// rollback takes back at a process what it shows, and returns what it shows then.
func (l *clusterLoad) rollback(at int) (live string) {
	l.t.Helper()
	l.all[at].rollback()
	live = l.all[at].lineupOf().Editions["football"].Live
	awaitLive(l.t, live, l.all[at])
	return live
}

// kill kills processes at the same time, and starts them again.
func (l *clusterLoad) kill(which ...int) {
	l.t.Helper()
	var left []int
	for index := range l.all {
		if !slices.Contains(which, index) {
			left = append(left, index)
		}
	}
	l.losses += len(which)
	l.lost.Store(int64(len(which)))
	for _, index := range which {
		_ = l.all[index].Process.Kill()
	}
	for _, index := range which {
		<-l.all[index].exited
	}
	if len(which) > 1 {
		l.twice.Add(1)
	}
	live := ""
	if len(left) > 1 {
		l.ship(left[0], left[1])
	} else {
		live = l.rollback(left[0])
	}
	l.goesOn()
	for _, index := range which {
		l.all[index].again()
	}
	l.areOne()
	if live != "" {
		awaitLive(l.t, live, l.all...)
	}
}

// cut cuts pairs, of which at is in none or reaches a majority, and heals them.
func (l *clusterLoad) cut(held bool, at, other int, pairs ...way) {
	l.t.Helper()
	for _, pair := range pairs {
		l.losses++
		if held {
			l.cuts.hold(pair.from, pair.to)
			l.cuts.hold(pair.to, pair.from)
		} else {
			l.cuts.refuse(pair.from, pair.to)
		}
	}
	l.ship(at, other)
	// What a wallet says to the process that reaches nobody waits there.
	l.goesOn("link messages")
	l.cuts.healAll()
	l.areOne()
}

// restart restarts all in turn.
func (l *clusterLoad) restart() {
	l.t.Helper()
	for index, p := range l.all {
		l.losses++
		_ = p.Process.Signal(syscall.SIGTERM)
		<-p.exited
		l.ship((index+1)%3, (index+2)%3)
		p.again()
		l.areOne()
	}
	l.goesOn()
}

// areOne waits until all are ready and show the same.
func (l *clusterLoad) areOne() {
	l.t.Helper()
	for _, p := range l.all {
		p.awaitReady()
	}
	l.goesOn()
	l.lost.Store(1)
}

func TestAClusterUnderLoadLosesNothingWhateverFails(t *testing.T) {
	rounds := soak(t)
	if rounds == 0 {
		t.Skip("FIELDHOUSE_SOAK has it run")
	}
	l := newClusterLoad(t)
	l.ship(0, 1, 2)
	l.goesOn()
	steps := []struct {
		name string
		do   func(round int)
	}{
		{"the leader is killed", func(int) { l.kill(leader(t, l.all)) }},
		{"one reaches nobody", func(round int) {
			one, two, three := round%3, (round+1)%3, (round+2)%3
			l.cut(round%2 == 1, two, three, way{one, two}, way{three, one})
		}},
		{"two are killed", func(round int) { l.kill(round%3, (round+1)%3) }},
		{"the first is killed", func(int) { l.kill(0) }},
		{"the second is killed", func(int) { l.kill(1) }},
		{"the third is killed", func(int) { l.kill(2) }},
		// Who reaches both ships.
		{"the first pair is cut", func(round int) { l.cut(round%2 == 1, 2, 2, pairs[0]) }},
		{"the second pair is cut", func(round int) { l.cut(round%2 == 1, 0, 0, pairs[1]) }},
		{"the third pair is cut", func(round int) { l.cut(round%2 == 1, 1, 1, pairs[2]) }},
		{"all are restarted in turn", func(int) { l.restart() }},
	}
	for round := range rounds {
		for _, step := range steps {
			began := time.Now()
			step.do(round)
			l.wantNoneFailed(step.name)
			t.Logf("%s: %s", step.name, time.Since(began).Round(time.Millisecond))
		}
	}
	l.stop()
	l.wantNoneFailed("at the end")
	awaitEqualJournals(t, l.all)
	awaitLive(t, l.all[0].lineupOf().Editions["football"].Live, l.all...)
	l.wantTruth()
}
