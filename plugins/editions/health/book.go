package health

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// Bounds of what is kept.
const (
	// maxLately is how many releases that visitors get no more an edition has.
	maxLately = 4
	maxGroups = 20
	// maxGrouped is how much of a message tells groups apart, in bytes.
	maxGrouped = 200
)

// How many views a canary is watched for: fewer than the least show nothing, and more than the
// most are not counted in a reasonable time.
const (
	MinHoldAt     = 100
	DefaultHoldAt = 5000
	MaxHoldAt     = 1_000_000
)

// Rule is what becomes of a canary by itself. One that is worse than live is always withdrawn.
type Rule struct {
	// How many views of the canary have to be reported before it holds. Default: 5000.
	HoldAt int `json:"hold_at,omitempty"`

	// A canary that holds and that somebody has confirmed goes live: what strangers report
	// makes nothing live. Default: false, somebody promotes it.
	Promote bool `json:"promote,omitempty"`
}

// Complete fills in the default, and refuses what cannot be watched for.
func (r *Rule) Complete() error {
	r.HoldAt = cmp.Or(r.HoldAt, DefaultHoldAt)
	if r.HoldAt < MinHoldAt || r.HoldAt > MaxHoldAt {
		return fmt.Errorf("canary of %d views: it is from %d to %d", r.HoldAt, MinHoldAt, MaxHoldAt)
	}
	return nil
}

// Standing is what visitors of an edition get.
type Standing struct {
	// Live and Canary are releases; empty for none.
	Live, Canary string
	// Share is the canary's.
	Share int
}

// Config describes a book.
type Config struct {
	// Key is what networks are numbered with: no number tells its network.
	Key []byte
	Now func() time.Time
}

// Book has what browsers report of releases, to this process and, once they were shared, to
// the others of the store. It is safe for use by many goroutines.
type Book struct {
	config Config

	mutex    sync.Mutex
	rule     Rule
	editions map[string]*edition
	// decided gets a value when a canary's state has changed.
	decided chan struct{}
	changed bool
	// decides says that this process's verdicts hold; others are what the others have
	// counted, and taken whose counts are this one's by now.
	decides bool
	others  map[string]other
	taken   []string
}

// edition is what is known of one, and how that is kept.
type edition struct {
	Now Standing
	// Records are those of the releases, the latest first.
	Records []*record
	Trial   *trial
	// Last is the verdict of the trial before; nil for none.
	Last *Verdict
}

type record struct {
	Name   string
	Tally  *tally
	Series map[string]*series
	// Failures is whether views failed, over the time that it is shown.
	Failures *series
	Groups   []*group

	// counted is for whoever watches the process.
	counted *Counted
}

func newRecord(name string) *record {
	return &record{Name: name, Tally: newTally(), Series: map[string]*series{}, Failures: new(series), counted: newCounted()}
}

// UnmarshalJSON reads what was kept.
func (r *record) UnmarshalJSON(content []byte) error {
	type plain record
	*r = *newRecord("")
	return json.Unmarshal(content, (*plain)(r))
}

// New is an empty book.
func New(config Config) *Book {
	return &Book{config: config, rule: Rule{HoldAt: DefaultHoldAt}, editions: map[string]*edition{}, decides: true, decided: make(chan struct{}, 1)}
}

// SetRule replaces what becomes of canaries.
func (b *Book) SetRule(rule Rule) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.rule = rule
	b.ring()
}

// Follow sets what visitors get now.
func (b *Book) Follow(standing map[string]Standing) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for name := range b.editions {
		if _, stays := standing[name]; !stays {
			delete(b.editions, name)
		}
	}
	for name, now := range standing {
		e := b.editions[name]
		if e == nil {
			e = new(edition)
			b.editions[name] = e
		}
		b.changed = b.changed || e.Now != now
		if t := e.Trial; t != nil && t.Standing != now {
			// What others have counted is of the trial as long as it stands.
			e.Last, e.Trial = b.whole(name).Trial.verdict(b.rule), nil
		}
		e.Now = now
		for _, shown := range []string{now.Canary, now.Live} {
			if shown != "" {
				e.record(shown)
			}
		}
		lately := 0
		e.Records = slices.DeleteFunc(e.Records, func(r *record) bool {
			if r.Name != now.Live && r.Name != now.Canary {
				lately++
			}
			return lately > maxLately && r.Name != now.Live && r.Name != now.Canary
		})
		if e.Trial == nil && now.Canary != "" && now.Live != "" {
			e.Trial = newTrial(now, b.config.Now())
			e.meet(b.others, name)
		}
	}
}

// record has one of a release, the latest from now on.
func (e *edition) record(name string) {
	found := cmp.Or(e.known(name), newRecord(name))
	e.Records = slices.DeleteFunc(e.Records, func(r *record) bool { return r == found })
	e.Records = slices.Insert(e.Records, 0, found)
}

func (e *edition) known(name string) *record {
	for _, found := range e.Records {
		if found.Name == name {
			return found
		}
	}
	return nil
}

// Visitor is who reports a view.
type Visitor struct {
	// Network is where the view comes from.
	Network netip.Prefix
	// Gets reports whether the visitor is shown a release; now says that it is at this
	// moment, and to a visitor with a signed bucket: then it counts for a verdict.
	Gets func(edition, release string) (shown, now bool)
}

// AddView counts a view for those of its releases that the visitor is shown.
func (b *Book) AddView(view *View, from Visitor) {
	network := b.number(from.Network)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for name, released := range view.Releases {
		e := b.editions[name]
		if e == nil {
			continue
		}
		known := e.known(released)
		shown, counts := from.Gets(name, released)
		if known == nil || !shown {
			continue
		}
		said := view.of(name)
		b.changed = true
		known.count(network, said, b.config.Now())
		t := e.Trial
		switch {
		case t == nil || !counts:
			continue
		case released == t.Canary:
			t.Of.count(network, said)
		case released == t.Live:
			t.Beside.count(network, said)
		default:
			continue
		}
		if b.decides && t.judge(b.rule) {
			b.ring()
		}
	}
}

func (r *record) count(network uint64, said seen, now time.Time) {
	r.Tally.countAll(network, said)
	r.counted.count(said)
	outcome := fine
	if len(said.kinds) > 0 {
		outcome = failed
	}
	r.Failures.add(float64(outcome), now)
	for name, value := range said.vitals {
		if r.Series[name] == nil {
			r.Series[name] = new(series)
		}
		r.Series[name].add(value, now)
	}
}

// number is a network's, the same in all processes with the key.
func (b *Book) number(network netip.Prefix) uint64 {
	mac := hmac.New(sha256.New, b.config.Key)
	fmt.Fprintf(mac, "network %s", network)
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// group is a Group with the number of the network that reported it first.
type group struct {
	Group
	Network uint64 `json:",omitempty"`
}

func (g *group) like(other *group) bool { return g.Kind == other.Kind && g.Message == other.Message }

// AddError groups an error of a release that visitors get or got lately. It decides
// nothing.
func (b *Book) AddError(of *Error, from netip.Prefix) {
	network := b.number(from)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	e := b.editions[of.Edition]
	if e == nil {
		return
	}
	known := e.known(of.Release)
	if known == nil {
		return
	}
	now := b.config.Now().UTC()
	said := &group{Group{Kind: of.Kind, Message: cut(of.Message, maxGrouped), First: now}, network}
	if at := slices.IndexFunc(known.Groups, said.like); at >= 0 {
		said = known.Groups[at]
		known.Groups = slices.Delete(known.Groups, at, at+1)
	}
	said.Count++
	said.Last, said.Path, said.Where = now, of.Path, cut(firstPlace(of.Stack), maxPath)
	known.Groups = slices.Insert(known.Groups, 0, said)
	known.makeRoom()
	b.changed = true
}

// makeRoom drops groups when there are too many: of the network that reported most of them
// the one that it is longest since, so that no network has only its own read.
func (r *record) makeRoom() {
	for len(r.Groups) > maxGroups {
		of := map[uint64]int{}
		for _, one := range r.Groups {
			of[one.Network]++
		}
		last := len(r.Groups) - 1
		for at := last; at >= 0; at-- {
			if of[r.Groups[at].Network] > of[r.Groups[last].Network] {
				last = at
			}
		}
		r.Groups = slices.Delete(r.Groups, last, last+1)
	}
}

// firstPlace is the first line of a stack that names a place.
func firstPlace(stack string) string {
	for line := range strings.SplitSeq(stack, "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "at ") || strings.Contains(line, "@") {
			return line
		}
	}
	return ""
}

// Read is what is known of an edition.
func (b *Book) Read(name string) Reading {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	reading := Reading{Edition: name, Releases: []Release{}}
	e := b.whole(name)
	if e == nil {
		return reading
	}
	for _, record := range e.Records {
		read := Release{
			Release: record.Name, Views: record.Tally.Views, Networks: record.Tally.seen(), Erroneous: record.Tally.Erroneous,
			Errors: record.Tally.byKind(), ErrorSeries: record.Failures.views(), Vitals: map[string]Vital{}, Groups: []Group{},
		}
		switch record.Name {
		case e.Now.Live:
			read.As = "live"
		case e.Now.Canary:
			read.As = "canary"
		}
		for _, vital := range Vitals {
			read.Vitals[vital] = Vital{Series: []Point{}}
			if series := record.Series[vital]; series != nil {
				read.Vitals[vital] = series.vital()
			}
		}
		for _, group := range record.Groups {
			read.Groups = append(read.Groups, group.Group)
		}
		reading.Releases = append(reading.Releases, read)
	}
	if reading.Verdict = e.Last; e.Trial != nil {
		reading.Verdict = e.Trial.verdict(b.rule)
	}
	return reading
}

// Decision is what is to become of a canary.
type Decision struct {
	Edition, Release string
	// Promote is for one to make live if it is confirmed, and false for one to withdraw.
	Promote bool
	Reason  string
}

// Decided answers a channel that gets a value when there may be decisions.
func (b *Book) Decided() <-chan struct{} { return b.decided }

func (b *Book) ring() {
	select {
	case b.decided <- struct{}{}:
	default:
	}
}

// Decisions are those that stand: until the canary is no more.
func (b *Book) Decisions() (decisions []Decision) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, name := range slices.Sorted(maps.Keys(b.editions)) {
		t := b.editions[name].Trial
		if t == nil || !b.decides || t.State != Worse && !(t.State == Holds && b.rule.Promote) {
			continue
		}
		decisions = append(decisions, Decision{name, t.Canary, t.State == Holds, b.whole(name).Trial.verdict(b.rule).Text})
	}
	return decisions
}
