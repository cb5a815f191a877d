package reports

import (
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

// DefaultHoldAt is how many views a canary is watched for.
const DefaultHoldAt = 5000

// Rule is what becomes of canaries.
type Rule struct {
	// HoldAt is how many views of the canary it is watched for.
	HoldAt int
	// Promote has one that holds go live by itself.
	Promote bool
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

// Book has what browsers report of releases. It is safe for use by many goroutines.
type Book struct {
	config Config

	mutex    sync.Mutex
	rule     Rule
	editions map[string]*edition
	// decided is told when a canary's state has changed.
	decided chan struct{}
	changed bool
}

type edition struct {
	now Standing
	// records are those of the releases, the latest first.
	records []*record
	trial   *trial
	// last is the verdict of the trial before; nil for none.
	last *Verdict
}

type record struct {
	name   string
	tally  *tally
	series map[string]*series
	groups []*Group
	// counted is for whoever watches the process.
	counted *Counted
}

// New is an empty book.
func New(config Config) *Book {
	return &Book{config: config, rule: Rule{HoldAt: DefaultHoldAt}, editions: map[string]*edition{}, decided: make(chan struct{}, 1)}
}

// SetRule replaces what becomes of canaries.
func (b *Book) SetRule(rule Rule) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.rule = rule
	b.ring()
}

// Follow is told what visitors get now.
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
		b.changed = b.changed || e.now != now
		e.now = now
		for _, shown := range []string{now.Canary, now.Live} {
			if shown != "" {
				e.record(shown)
			}
		}
		lately := 0
		e.records = slices.DeleteFunc(e.records, func(r *record) bool {
			if r.name != now.Live && r.name != now.Canary {
				lately++
			}
			return lately > maxLately && r.name != now.Live && r.name != now.Canary
		})
		if t := e.trial; t != nil && (Standing{t.live, t.canary, t.share}) != now {
			e.last, e.trial = t.verdict(b.rule), nil
		}
		if e.trial == nil && now.Canary != "" && now.Live != "" {
			e.trial = newTrial(now, b.config.Now())
		}
	}
}

// record is that of a release, the latest from now on.
func (e *edition) record(name string) *record {
	at := slices.IndexFunc(e.records, func(r *record) bool { return r.name == name })
	found := &record{name: name, tally: newTally(), series: map[string]*series{}, counted: newCounted()}
	if at >= 0 {
		found = e.records[at]
		e.records = slices.Delete(e.records, at, at+1)
	}
	e.records = slices.Insert(e.records, 0, found)
	return found
}

func (e *edition) known(name string) *record {
	for _, found := range e.records {
		if found.name == name {
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
		kept := e.known(released)
		shown, counts := from.Gets(name, released)
		if kept == nil || !shown {
			continue
		}
		said := view.of(name)
		b.changed = true
		kept.count(network, said, b.config.Now())
		t := e.trial
		switch {
		case t == nil || !counts:
			continue
		case released == t.canary:
			t.of.count(network, said)
		case released == t.live:
			t.beside.count(network, said)
		default:
			continue
		}
		if t.judge(b.rule) {
			b.ring()
		}
	}
}

func (r *record) count(network uint64, said seen, now time.Time) {
	r.tally.countAll(network, said)
	r.counted.count(said)
	for name, value := range said.vitals {
		if r.series[name] == nil {
			r.series[name] = new(series)
		}
		r.series[name].add(value, now)
	}
}

// number is a network's, the same in all processes with the key.
func (b *Book) number(network netip.Prefix) uint64 {
	mac := hmac.New(sha256.New, b.config.Key)
	fmt.Fprintf(mac, "network %s", network)
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// AddError groups an error of a release that visitors get or got lately. It decides
// nothing.
func (b *Book) AddError(of *Error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	e := b.editions[of.Edition]
	if e == nil {
		return
	}
	kept := e.known(of.Release)
	if kept == nil {
		return
	}
	message, now := cut(of.Message, maxGrouped), b.config.Now().UTC()
	at := slices.IndexFunc(kept.groups, func(g *Group) bool { return g.Kind == of.Kind && g.Message == message })
	group := &Group{Kind: of.Kind, Message: message, First: now}
	if at >= 0 {
		group = kept.groups[at]
		kept.groups = slices.Delete(kept.groups, at, at+1)
	}
	group.Count++
	group.Last, group.Path, group.Where = now, of.Path, cut(firstPlace(of.Stack), maxPath)
	kept.groups = slices.Insert(kept.groups, 0, group)
	kept.groups = kept.groups[:min(len(kept.groups), maxGroups)]
	b.changed = true
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
	e := b.editions[name]
	if e == nil {
		return reading
	}
	for _, kept := range e.records {
		read := Release{
			Release: kept.name, Views: kept.tally.views, Networks: len(kept.tally.networks), Erroneous: kept.tally.erroneous,
			Errors: kept.tally.byKind(), Vitals: map[string]Vital{}, Groups: []Group{},
		}
		switch kept.name {
		case e.now.Live:
			read.As = "live"
		case e.now.Canary:
			read.As = "canary"
		}
		for _, vital := range Vitals {
			read.Vitals[vital] = Vital{Series: []Point{}}
			if told := kept.series[vital]; told != nil {
				read.Vitals[vital] = told.vital()
			}
		}
		for _, group := range kept.groups {
			read.Groups = append(read.Groups, *group)
		}
		reading.Releases = append(reading.Releases, read)
	}
	if reading.Verdict = e.last; e.trial != nil {
		reading.Verdict = e.trial.verdict(b.rule)
	}
	return reading
}

// Decision is what is to become of a canary.
type Decision struct {
	Edition, Release string
	// Promote is false for one to withdraw.
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
		t := b.editions[name].trial
		if t == nil || t.state != Worse && !(t.state == Holds && b.rule.Promote) {
			continue
		}
		decisions = append(decisions, Decision{name, t.canary, t.state == Holds, t.verdict(b.rule).Text})
	}
	return decisions
}

// The book as it is kept over a restart.
type (
	keptTally struct {
		Views, Erroneous int
		Errors           map[Kind]int
		Vitals           map[string]histogram
		// Networks have 16 bytes each.
		Networks []byte
	}
	keptRecord struct {
		Name   string
		Tally  keptTally
		Series map[string]*series
		Groups []*Group
	}
	keptTrial struct {
		Standing
		Since      time.Time
		Of, Beside keptTally
		Look, Held int
		State      State
		Doubt      bool
	}
	keptEdition struct {
		Now     Standing
		Records []keptRecord
		Trial   *keptTrial
		Last    *Verdict
	}
)

// Write is the book for Restore, when it has changed since the last call; else nil.
func (b *Book) Write() ([]byte, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if !b.changed {
		return nil, nil
	}
	all := map[string]keptEdition{}
	for name, e := range b.editions {
		kept := keptEdition{Now: e.now, Last: e.last}
		for _, r := range e.records {
			kept.Records = append(kept.Records, keptRecord{r.name, r.tally.kept(), r.series, r.groups})
		}
		if t := e.trial; t != nil {
			kept.Trial = &keptTrial{Standing{t.live, t.canary, t.share}, t.since, t.of.kept(), t.beside.kept(), t.look, t.held, t.state, t.doubt}
		}
		all[name] = kept
	}
	content, err := json.Marshal(all)
	b.changed = err != nil
	return content, err
}

// Restore puts what Write wrote into an empty book, before Follow.
func (b *Book) Restore(content []byte) error {
	all := map[string]keptEdition{}
	if err := json.Unmarshal(content, &all); err != nil {
		return fmt.Errorf("the reports that were kept: %w", err)
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for name, kept := range all {
		e := &edition{now: kept.Now, last: kept.Last}
		for _, r := range kept.Records {
			restored := &record{name: r.Name, tally: r.Tally.restored(), series: r.Series, groups: r.Groups, counted: newCounted()}
			if restored.series == nil {
				restored.series = map[string]*series{}
			}
			e.records = append(e.records, restored)
		}
		if t := kept.Trial; t != nil {
			e.trial = &trial{t.Canary, t.Live, t.Share, t.Since, t.Of.restored(), t.Beside.restored(), t.Look, t.Held, t.State, t.Doubt}
		}
		b.editions[name] = e
	}
	return nil
}

func (t *tally) kept() keptTally {
	return keptTally{t.views, t.erroneous, t.errors, t.vitals, t.packed()}
}

func (k keptTally) restored() *tally {
	restored := newTally()
	restored.views, restored.erroneous = k.Views, k.Erroneous
	maps.Copy(restored.errors, k.Errors)
	maps.Copy(restored.vitals, k.Vitals)
	restored.unpack(k.Networks)
	return restored
}
