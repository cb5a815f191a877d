package gateway

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/plugintest"
)

// partitions are proxies between the processes of a cluster: each process connects to each other
// one through a proxy of its own.
type partitions struct {
	t       *testing.T
	targets []string
	running sync.WaitGroup

	mutex   sync.Mutex
	changed *sync.Cond
	over    bool
	held    map[way]bool
	proxies map[way]*proxy
}

// way is from one process to another, by their places in the list of all.
type way struct{ from, to int }

func (w way) back() way { return way{w.to, w.from} }

// proxy passes on the connections that one process makes to another.
type proxy struct {
	address  string
	listener net.Listener // nil while it refuses
	open     map[*net.TCPConn]bool
}

// newPartitionedCluster is newCluster with proxies between the processes. The processes listen on
// another loopback address than the proxies: what they tell each other of their ports leads past
// no proxy then.
func newPartitionedCluster(t *testing.T, prepare ...func(index int, p *process)) ([]*process, *partitions) {
	t.Helper()
	p := &partitions{t: t, held: map[way]bool{}, proxies: map[way]*proxy{}}
	p.changed = sync.NewCond(&p.mutex)
	t.Cleanup(p.close)
	for range 3 {
		_, port, _ := net.SplitHostPort(freeAddress(t))
		p.targets = append(p.targets, "127.0.0.2:"+port)
	}
	for from := range 3 {
		for to := range 3 {
			if from != to {
				p.proxies[way{from, to}] = &proxy{address: freeAddress(t), open: map[*net.TCPConn]bool{}}
				p.listen(way{from, to})
			}
		}
	}
	return newClusterAt(t, p.targets, func(from, to int) string { return p.proxies[way{from, to}].address }, prepare...), p
}

// listen has a proxy take connections.
func (p *partitions) listen(along way) {
	p.t.Helper()
	through := p.proxies[along]
	listener, err := net.Listen("tcp", through.address)
	if err != nil {
		p.t.Fatal(err)
	}
	through.listener = listener
	p.running.Go(func() {
		for {
			incoming, err := listener.Accept()
			if err != nil {
				return
			}
			outgoing, err := net.DialTimeout("tcp", p.targets[along.to], 5*time.Second)
			if err != nil {
				incoming.Close()
				continue
			}
			one, other := incoming.(*net.TCPConn), outgoing.(*net.TCPConn)
			p.mutex.Lock()
			if refuses := through.listener != listener; refuses || p.over {
				reset(one, other)
			} else {
				through.open[one], through.open[other] = true, true
				p.running.Go(func() { p.pass(along, one, other) })
				p.running.Go(func() { p.pass(along.back(), other, one) })
			}
			p.mutex.Unlock()
		}
	})
}

// pass passes on what comes from a connection, unless and as long as it is held.
func (p *partitions) pass(along way, from, to *net.TCPConn) {
	buffer := make([]byte, 32<<10)
	for {
		count, err := from.Read(buffer)
		p.mutex.Lock()
		for p.held[along] && !p.over {
			p.changed.Wait()
		}
		p.mutex.Unlock()
		if _, failed := to.Write(buffer[:count]); errors.Join(err, failed) != nil {
			from.Close()
			to.Close()
			p.mutex.Lock()
			delete(p.proxies[along].open, from)
			delete(p.proxies[along.back()].open, from)
			p.mutex.Unlock()
			return
		}
	}
}

func reset(all ...*net.TCPConn) {
	for _, connection := range all {
		_ = connection.SetLinger(0)
		connection.Close()
	}
}

// hold has nothing pass one way; connections are still taken.
func (p *partitions) hold(from, to int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.held[way{from, to}] = true
}

// refuse ends the connections between two processes, and takes no more.
func (p *partitions) refuse(one, other int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, along := range []way{{one, other}, {other, one}} {
		through := p.proxies[along]
		if through.listener != nil {
			through.listener.Close()
			through.listener = nil
		}
		for connection := range through.open {
			reset(connection)
		}
		clear(through.open)
	}
}

// heal has all pass again between two processes: what was held too.
func (p *partitions) heal(one, other int) {
	p.t.Helper()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, along := range []way{{one, other}, {other, one}} {
		delete(p.held, along)
		if p.proxies[along].listener == nil {
			p.listen(along)
		}
	}
	p.changed.Broadcast()
}

func (p *partitions) healAll() {
	p.t.Helper()
	for _, pair := range pairs {
		p.heal(pair.from, pair.to)
	}
}

// pairs are those of three processes.
var pairs = []way{{0, 1}, {1, 2}, {2, 0}}

func (p *partitions) close() {
	p.mutex.Lock()
	p.over = true
	for _, through := range p.proxies {
		if through.listener != nil {
			through.listener.Close()
		}
		for connection := range through.open {
			connection.Close()
		}
	}
	p.changed.Broadcast()
	p.mutex.Unlock()
	p.running.Wait()
}

// history is what processes were told to change, and what they answered.
type history struct {
	mutex   sync.Mutex
	changes []change
}

type change struct {
	reason       string
	began, ended time.Time
	acknowledged bool
	said         string
}

// make makes a change that needs the majority, and reports whether it was acknowledged.
func (h *history) make(p *process, live string) bool {
	h.mutex.Lock()
	reason := fmt.Sprint("change ", len(h.changes))
	place := len(h.changes)
	h.changes = append(h.changes, change{})
	h.mutex.Unlock()
	made := change{reason: reason, began: time.Now()}
	status, said, err := p.tryPost("/lineup", []byte(fmt.Sprintf(`{"action":"live","releases":{"basketball":%q},"reason":%q}`, live, reason)))
	made.ended, made.acknowledged, made.said = time.Now(), status == http.StatusOK, said
	if err != nil || !made.acknowledged && (status != http.StatusServiceUnavailable || !strings.Contains(said, `"code":"quorum"`)) {
		p.t.Errorf("%s is answered %d %s, %v", reason, status, said, err)
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.changes[place] = made
	return made.acknowledged
}

// wantOf checks a journal: each change that was acknowledged is there once and after those that
// were acknowledged before it began, and none that was refused.
func (h *history) wantOf(p *process) {
	p.t.Helper()
	entries, err := journal.Open(p.store, journal.Options{}).Entries("basketball", 2000)
	if err != nil {
		p.t.Fatal(err)
	}
	versions, acknowledged := map[string]uint64{}, 0
	for _, entry := range entries {
		if versions[entry.Reason] > 0 && entry.Reason != "" {
			p.t.Errorf("%s was made twice", entry.Reason)
		}
		versions[entry.Reason] = entry.Version
	}
	for _, made := range h.changes {
		version := versions[made.reason]
		if made.acknowledged {
			acknowledged++
		}
		if made.acknowledged && version == 0 || version > 0 && !made.acknowledged && !strings.Contains(made.said, "may yet be made") {
			p.t.Errorf("%s has version %d, and was answered %s", made.reason, version, made.said)
		}
		for _, other := range h.changes {
			if made.acknowledged && other.acknowledged && made.ended.Before(other.began) && versions[other.reason] <= version {
				p.t.Errorf("%s has version %d, and %s, which came after it, %d", made.reason, version, other.reason, versions[other.reason])
			}
		}
	}
	p.t.Logf("%d of %d changes were acknowledged", acknowledged, len(h.changes))
}

func (p *process) hasQuorum() bool {
	p.t.Helper()
	return strings.Contains(p.adminAnswer("/metrics"), "\nfieldhouse_cluster_quorum 1\n")
}

// wantServing checks that a process shows a release of football, and answers pages and rows.
func (p *process) wantServing(t *testing.T, live string) {
	t.Helper()
	awaitLive(t, live, p)
	p.want(http.DefaultClient, "/football")
	p.want(http.DefaultClient, drops)
}

func TestAClusterWhoseNetworkIsCutStaysOneSite(t *testing.T) {
	t.Parallel()
	all, cuts := newPartitionedCluster(t)
	state, made := all[0].lineupOf(), &history{}
	first, live := state.Editions["football"].Live, state.Editions["basketball"].Live
	awaitLive(t, first, all...)
	if status, said := all[0].post("/lineup", []byte(`{"action":"freeze","scope":"shell","reason":"a test"}`)); status != http.StatusOK {
		t.Fatalf("a freeze is answered %d %s", status, said)
	}
	awaitEqualJournals(t, all)

	// Nobody hears the leader, and it hears one of the others: these elect another one. What it
	// could not finish is never made.
	leads := leader(t, all)
	one, two := (leads+1)%3, (leads+2)%3
	cuts.hold(leads, one)
	cuts.hold(leads, two)
	cuts.hold(two, leads)
	if status, said := all[leads].post("/lineup", []byte(`{"action":"thaw","scope":"shell"}`)); status != http.StatusServiceUnavailable || !strings.Contains(said, `"code":"quorum"`) {
		t.Errorf("a thaw at a leader that nobody hears is answered %d %s", status, said)
	}
	second := all[one].ship("without the leader")
	awaitLive(t, second, all[one], all[two])
	all[leads].wantServing(t, first)
	if !all[one].hasQuorum() || !all[two].hasQuorum() {
		t.Error("two of three have no quorum")
	}
	cuts.healAll()
	awaitLive(t, second, all...)
	awaitEqualJournals(t, all)
	if all[leads].lineupOf().Frozen["shell"].Reason != "a test" {
		t.Error("what was refused is in force")
	}

	// One that does not lead is refused by both.
	leads = leader(t, all)
	one, two = (leads+1)%3, (leads+2)%3
	cuts.refuse(one, leads)
	cuts.refuse(one, two)
	third := all[two].ship("without one")
	awaitLive(t, third, all[leads], all[two])
	plugintest.Eventually(t, "it knows that it has no quorum", func() bool { return !all[one].hasQuorum() })
	if status, said := all[one].post("/editions/football", archiveOf(t, "refused")); status != http.StatusServiceUnavailable || !strings.Contains(said, `"code":"quorum"`) || !strings.Contains(said, "1 of 3 processes are connected") || !strings.Contains(said, "nothing was changed") {
		t.Errorf("without a quorum shipping is answered %d %s", status, said)
	}
	all[one].wantServing(t, second)

	// Now it reaches the one that does not lead either, which reaches both.
	cuts.heal(one, two)
	var making sync.WaitGroup
	for index, p := range all {
		making.Go(func() {
			plugintest.Eventually(t, "who reaches both changes something", func() bool { return made.make(p, live) || index != two })
		})
	}
	making.Wait()
	cuts.healAll()
	awaitLive(t, third, all...)
	awaitEqualJournals(t, all)
	made.wantOf(all[0])
}

// until has a process make so many changes, each when it has a quorum.
func (h *history) until(p *process, live string, acknowledged int) {
	for acknowledged > 0 && !p.t.Failed() {
		plugintest.Eventually(p.t.(*testing.T), "it has a quorum", p.hasQuorum)
		if h.make(p, live) {
			acknowledged--
		}
	}
}

func TestAClusterWhoseNetworkIsCutAtRandomLosesNothing(t *testing.T) {
	rounds := 6 * soak(t)
	if rounds == 0 {
		t.Skip("FIELDHOUSE_SOAK has it run")
	}
	seed := uint64(time.Now().UnixNano())
	if given := os.Getenv("FIELDHOUSE_SEED"); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("FIELDHOUSE_SEED=%d repeats these cuts", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	all, cuts := newPartitionedCluster(t)
	made, live := &history{}, all[0].lineupOf().Editions["basketball"].Live
	last := ""
	for round := range rounds {
		// Two pairs cut the process off that is in both, three each one, and one pair nobody.
		pairs := slices.Clone(pairs)
		random.Shuffle(len(pairs), func(one, other int) { pairs[one], pairs[other] = pairs[other], pairs[one] })
		pairs = pairs[:1+random.IntN(3)]
		cutOff, how := make([]int, len(all)), []string{}
		var making sync.WaitGroup
		for _, p := range all {
			making.Go(func() { made.make(p, live) }) // while it is cut
		}
		for _, pair := range pairs {
			if random.IntN(2) == 0 {
				pair = pair.back()
			}
			cutOff[pair.from]++
			cutOff[pair.to]++
			kind := random.IntN(3)
			how = append(how, fmt.Sprint(pair, []string{"refused", "held both ways", "held one way"}[kind]))
			switch kind {
			case 0:
				cuts.refuse(pair.from, pair.to)
			case 1:
				cuts.hold(pair.to, pair.from)
				fallthrough
			default:
				cuts.hold(pair.from, pair.to)
			}
		}
		t.Logf("round %d: %s", round, strings.Join(how, ", "))
		// reaches is cut off from the fewest.
		reaches := slices.Index(cutOff, slices.Min(cutOff))
		for index, p := range all {
			making.Go(func() {
				switch {
				case cutOff[index] == 2:
					plugintest.Eventually(t, "it knows that it has no quorum", func() bool { return !p.hasQuorum() })
					made.make(p, live)
				case len(pairs) == 2 || index == reaches:
					made.until(p, live, 3)
				default:
					made.make(p, live)
				}
			})
		}
		if len(pairs) < 3 {
			last = all[reaches].ship(fmt.Sprint("round ", round))
		}
		making.Wait()
		cuts.healAll()
		if random.IntN(2) == 0 {
			continue // and cut again at once
		}
		for _, p := range all {
			p.awaitReady()
		}
	}
	for _, p := range all {
		p.awaitReady()
		made.until(p, live, 1)
	}
	if last != "" {
		awaitLive(t, last, all...)
	}
	awaitEqualJournals(t, all)
	made.wantOf(all[0])
}
