package rehearse

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/admission"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/paths"
)

// Plan is a rehearsal.
type Plan struct {
	// Target is the site's base address; empty starts one on the development chain.
	Target string
	// Chain is the base address of a node that is asked what the chain has: past the gateway. Empty is the network's first.
	Chain string
	// Admin is the host:port of the target's admin endpoint; empty where it cannot be reached.
	Admin string
	// Store is the folder of the releases that a site has which is started here; it stays as it is.
	Store string
	// Nodes are how many nodes that site has, 1 to 9.
	Nodes int
	// Keys is the file of the buyers' accounts and their keys; empty for those of the development chain.
	Keys string
	// Drop is what is bought: an edition and the id of its drop, or an edition alone, whose drop is made on the development chain.
	// Empty is the first edition of a site that is started here.
	Drop string
	// Opens is when the sale opens; zero is Lobby after the site can be visited.
	Opens time.Time
	Lobby time.Duration
	// Visitors open pages before it, Buyers press within so long after it.
	Visitors, Buyers int
	Within           time.Duration
	Faults           []Fault
	// Patience is how long after the opening all is over.
	Patience time.Duration
}

// Bounds of a plan.
const (
	mostVisitors = 100_000
	mostBuyers   = 15_000
	mostFaults   = 64
	mostPatience = 2 * time.Hour
	// leastLobby is how long before the opening a plan can begin: what is started here has to be up by then.
	leastLobby = 5 * time.Second
	// bytesOfVisitor is what a visitor's connection takes here, and as much again in a gateway that runs here.
	bytesOfVisitor = 128 << 10
)

// Fault is what goes wrong at a moment.
type Fault struct {
	// Text is it as it was written.
	Text string
	// At is when, from the opening on.
	At time.Duration
	// Kind is faultNode, faultProcess or faultShip.
	Kind string
	// Node is which, and How what the development chain calls it; empty has all nodes answer well again.
	Node int
	How  string
	// Edition and Folder are those of a release that is shipped.
	Edition, Folder string
}

const (
	faultNode    = "node"
	faultProcess = "process"
	faultShip    = "ship"
)

// ofNodes are the faults of nodes, by what people call them.
var ofNodes = map[string]string{"dies": "drop", "hangs": "stalled", "slows": "slow", "lags": "behind", "limits": "rate-limit", "lies": "push-lie", "back": ""}

// ParseFault reads a fault, such as node:dies@+10s, node:2:slows@+5s, process:kill@+20s or ship:rugby:dist@+30s.
func ParseFault(text string) (Fault, error) {
	fault := Fault{Text: text, Node: 1}
	wrong := func() (Fault, error) {
		return fault, fmt.Errorf("--fault %q: write node[:<1 to 9>]:dies|hangs|slows|lags|limits|lies|back, process:kill or ship:<edition>:<folder>, and when, such as @+10s", text)
	}
	cut := strings.LastIndex(text, "@")
	if cut < 0 {
		return wrong()
	}
	at, err := time.ParseDuration(strings.TrimPrefix(text[cut+1:], "+"))
	if err != nil || at.Abs() > mostPatience {
		return wrong()
	}
	words := strings.SplitN(text[:cut], ":", 3)
	fault.At, fault.Kind = at, words[0]
	switch last := words[len(words)-1]; {
	case len(words) < 2:
		return wrong()
	case fault.Kind == faultNode:
		how, known := ofNodes[last]
		if !known {
			return wrong()
		}
		if fault.How = how; len(words) == 3 {
			if fault.Node, err = strconv.Atoi(words[1]); err != nil || fault.Node < 1 || fault.Node > 9 {
				return wrong()
			}
		}
	case fault.Kind == faultProcess && len(words) == 2 && last == "kill":
	case fault.Kind == faultShip && len(words) == 3 && paths.IsEdition(words[1]) && last != "":
		fault.Edition, fault.Folder = words[1], last
	default:
		return wrong()
	}
	return fault, nil
}

// ParseAt reads a time of day, which is the next such one in now's time zone.
func ParseAt(text string, now time.Time) (time.Time, error) {
	for _, layout := range []string{"15:04", "15:04:05"} {
		if clock, err := time.Parse(layout, text); err == nil {
			year, month, day := now.Date()
			at := time.Date(year, month, day, clock.Hour(), clock.Minute(), clock.Second(), 0, now.Location())
			if !at.After(now) {
				at = time.Date(year, month, day+1, clock.Hour(), clock.Minute(), clock.Second(), 0, now.Location())
			}
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--at %q: write a time of day such as 14:00 or 14:00:30", text)
}

// opening is when the sale opens of a site that can be visited now: at a whole second, as drops do.
func (p *Plan) opening(now time.Time) time.Time {
	if p.Opens.IsZero() {
		return now.Add(p.Lobby + time.Second - 1).Truncate(time.Second)
	}
	return p.Opens
}

// tokenLifetime is how long a token holds that is made now to ship with until all is over: the opening may be tomorrow's.
func (p *Plan) tokenLifetime(now time.Time) time.Duration {
	return p.opening(now).Sub(now) + p.Patience + time.Hour
}

// edition and drop are the two parts of Drop.
func (p *Plan) edition() string { edition, _, _ := strings.Cut(p.Drop, "/"); return edition }

func (p *Plan) drop() string { _, id, _ := strings.Cut(p.Drop, "/"); return id }

var dropForm = regexp.MustCompile(`^[a-z][a-z0-9]{1,31}(/[0-9]{1,20})?$`)

// Check says what is wrong with a plan, and what to do.
func (p *Plan) Check(now time.Time) error {
	isOwn := p.Target == ""
	if address, err := url.Parse(p.Target); !isOwn && (err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" || strings.Trim(address.Path, "/") != "" || address.RawQuery != "" || address.User != nil) {
		return fmt.Errorf("--target %q: write scheme and host, such as https://staging.example", p.Target)
	}
	for name, one := range map[string]struct{ value, least, most int }{
		"--visitors": {p.Visitors, 0, mostVisitors}, "--buyers": {p.Buyers, 1, mostBuyers}, "--nodes": {p.Nodes, 1, 9}, "the number of --fault": {len(p.Faults), 0, mostFaults},
	} {
		if one.value < one.least || one.value > one.most {
			return fmt.Errorf("%s is %d: write %d to %d", name, one.value, one.least, one.most)
		}
	}
	switch {
	case isOwn && (p.Chain != "" || p.Admin != ""):
		return errors.New("--chain and --admin are those of a --target: a site that is started here has its own")
	case !dropForm.MatchString(p.Drop) && !(isOwn && p.Drop == ""):
		return fmt.Errorf("--drop %q: write the edition and the drop's id, such as rugby/12; on the development chain an edition alone has a drop made", p.Drop)
	case p.Within < time.Second || p.Within > time.Hour:
		return fmt.Errorf("--within %s: write 1s to 1h", p.Within)
	case p.Patience < p.Within || p.Patience > mostPatience:
		return fmt.Errorf("--patience %s: write a duration from that of --within (%s) to %s", p.Patience, p.Within, mostPatience)
	case p.Opens.IsZero() && (p.Lobby < time.Second || p.Lobby > mostPatience):
		return fmt.Errorf("the lobby is open for %s: give it 1s to %s", p.Lobby, mostPatience)
	case !p.Opens.IsZero() && p.Opens.Before(now.Add(leastLobby)):
		return fmt.Errorf("--at: the opening at %s is too near: leave %s until then", p.Opens.Format(time.TimeOnly), leastLobby)
	}
	for _, fault := range p.Faults {
		switch {
		case fault.At > p.Patience || p.opening(now).Add(fault.At).Before(now):
			return fmt.Errorf("--fault %s: that is outside of the rehearsal", fault.Text)
		case fault.Kind == faultProcess && !isOwn:
			return fmt.Errorf("--fault %s: only a process that the rehearsal started is killed: leave out --target", fault.Text)
		case fault.Kind == faultNode && isOwn && fault.Node > p.Nodes:
			return fmt.Errorf("--fault %s: there are the nodes 1 to %d", fault.Text, p.Nodes)
		}
	}
	return p.affordable(admission.OwnLimits(), ports())
}

// ports are how many connections to one address this machine can have at once, as far as its system says so.
func ports() int {
	var first, last int
	text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	if _, unread := fmt.Sscan(string(text), &first, &last); err != nil || unread != nil {
		return math.MaxInt
	}
	return last - first + 1
}

// affordable reports what this process lacks for so many visitors.
func (p *Plan) affordable(own admission.Limits, ports int) error {
	people := p.Visitors + p.Buyers
	if people > ports {
		return fmt.Errorf("%d visitors and buyers need a port each, and this machine has %d for connections to one address: take fewer, or give it more (sysctl net.ipv4.ip_local_port_range='1024 65535')", people, ports)
	}
	if needs := people + people/4 + 256; own.Descriptors < needs {
		return fmt.Errorf("%d visitors and buyers need %d file descriptors, and this process may have %d: raise them (ulimit -n %d)", people, needs, own.Descriptors, needs)
	}
	needs := int64(people) * bytesOfVisitor
	if p.Target == "" {
		needs *= 2
	}
	if own.Memory/2 < needs {
		return fmt.Errorf("%d visitors and buyers need %d MB of memory here, half of what this machine has is %d MB: take fewer, or another machine", people, needs>>20, own.Memory/2>>20)
	}
	return nil
}

// arrivals are when so many open their pages, from now on, in the time until the opening: more and more of them, as a lobby
// fills.
func arrivals(count int, lobby time.Duration) []time.Duration {
	all := make([]time.Duration, count)
	for i := range all {
		all[i] = time.Duration(math.Sqrt((float64(i)+0.5)/float64(count)) * float64(lobby))
	}
	return all
}

// presses are when so many press, from the opening on: most of them early, thinning out until the time is over.
func presses(count int, within time.Duration) []time.Duration {
	all := arrivals(count, within)
	for i, at := range all {
		all[i] = within - at
	}
	slices.Reverse(all)
	return all
}

// readKeys reads accounts with their keys: a line for each, a name and a private key. Empty lines and those that begin with #
// are left out. No error holds a key.
func readKeys(file string, atLeast int) (all []crowd.Account, err error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("--keys: %w", err)
	}
	defer opened.Close()
	lines, seen := bufio.NewScanner(opened), map[string]bool{}
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) != 2 {
			return nil, fmt.Errorf("--keys %s: line %d: write an account and its private key", file, number)
		}
		if _, err := antelope.ParseName(words[0]); err != nil { // which it may quote
			return nil, fmt.Errorf("--keys %s: line %d: it does not begin with the name of an account", file, number)
		}
		key, err := antelope.ParsePrivateKey(words[1])
		if err != nil {
			return nil, fmt.Errorf("--keys %s: line %d: %w", file, number, err)
		}
		if seen[words[0]] {
			return nil, fmt.Errorf("--keys %s: line %d: %s stands there twice: a buyer is an account of their own", file, number, words[0])
		}
		seen[words[0]] = true
		all = append(all, crowd.Account{Name: words[0], Key: key})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("--keys %s: %w", file, err)
	}
	if len(all) < atLeast {
		return nil, fmt.Errorf("--keys %s has %d accounts, and %d buyers need one each: take fewer by --buyers", file, len(all), atLeast)
	}
	return all[:atLeast], nil
}
