package health

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"
)

// The book as it is kept: for the other processes of a store, and over a restart.
type (
	saved struct {
		Editions map[string]savedEdition
		// Taken are the processes that are over and whose counts are among these.
		Taken []string `json:",omitempty"`
	}
	savedTally struct {
		Views, Erroneous int
		Errors           map[Kind]int
		Vitals           map[string]histogram
		// Networks have 16 bytes each; Highest is 0 while all are distinguished.
		Networks []byte
		Highest  uint64 `json:",omitempty"`
	}
	savedRecord struct {
		Name   string
		Tally  savedTally
		Series map[string]*series
		// Failures is missing in what the gateway before kept.
		Failures *series `json:",omitempty"`
		Groups   []*group
	}
	savedTrial struct {
		Standing
		Since      time.Time
		Of, Beside savedTally
		Look, Held int
		State      State
		Doubt      bool
	}
	savedEdition struct {
		Now     Standing
		Records []savedRecord
		Trial   *savedTrial
		Last    *Verdict
	}
)

// parse reads what Write wrote.
func parse(content []byte) (all saved, err error) {
	if err := json.Unmarshal(content, &all); err != nil {
		return saved{}, fmt.Errorf("the reports that were kept: %w", err)
	}
	return all, nil
}

// Write is the book for parse, when it has changed since the last call; else nil.
// No view waits while it is written.
func (b *Book) Write() ([]byte, error) {
	b.mutex.Lock()
	if !b.changed {
		b.mutex.Unlock()
		return nil, nil
	}
	all := saved{Editions: map[string]savedEdition{}, Taken: slices.Clone(b.taken)}
	for name, e := range b.editions {
		all.Editions[name] = e.saved()
	}
	b.changed = false
	b.mutex.Unlock()
	content, err := marshal(all)
	if err != nil {
		b.keepAgain()
	}
	return content, err
}

// marshal is replaced by tests.
var marshal = json.Marshal

// saved is a copy of what is known of an edition.
func (e *edition) saved() savedEdition {
	copied := savedEdition{Now: e.now, Last: e.last}
	for _, r := range e.records {
		record := savedRecord{r.name, r.tally.saved(), map[string]*series{}, r.failures.clone(), nil}
		for name, series := range r.series {
			record.Series[name] = series.clone()
		}
		for _, group := range r.groups {
			copied := *group
			record.Groups = append(record.Groups, &copied)
		}
		copied.Records = append(copied.Records, record)
	}
	if t := e.trial; t != nil {
		copied.Trial = &savedTrial{Standing{t.live, t.canary, t.share}, t.since, t.of.saved(), t.beside.saved(), t.look, t.held, t.state, t.doubt}
	}
	return copied
}

func (k savedEdition) restored() *edition {
	e := &edition{now: k.Now, last: k.Last}
	for _, r := range k.Records {
		e.records = append(e.records, r.restored())
	}
	if k.Trial != nil {
		e.trial = k.Trial.restored()
	}
	return e
}

func (k savedRecord) restored() *record {
	r := &record{name: k.Name, tally: k.Tally.restored(), series: map[string]*series{}, failures: new(series), groups: slices.Clone(k.Groups), counted: newCounted()}
	for name, series := range k.Series {
		r.series[name] = series.clone()
	}
	if k.Failures != nil {
		r.failures = k.Failures.clone()
	}
	return r
}

func (k *savedTrial) restored() *trial {
	return &trial{
		canary: k.Canary, live: k.Live, share: k.Share, since: k.Since, of: k.Of.restored(), beside: k.Beside.restored(),
		look: k.Look, held: k.Held, state: k.State, doubt: k.Doubt,
	}
}

func (t *tally) saved() savedTally {
	vitals := map[string]histogram{}
	for name, values := range t.vitals {
		vitals[name] = maps.Clone(values)
	}
	highest := t.highest
	if highest == math.MaxUint64 {
		highest = 0
	}
	return savedTally{t.views, t.erroneous, maps.Clone(t.errors), vitals, t.packed(), highest}
}

func (k savedTally) restored() *tally {
	restored := newTally()
	restored.views, restored.erroneous = k.Views, k.Erroneous
	maps.Copy(restored.errors, k.Errors)
	for name, values := range k.Vitals {
		restored.vitals[name] = maps.Clone(values)
	}
	if k.Highest > 0 {
		restored.highest = k.Highest
	}
	restored.unpack(k.Networks)
	return restored
}
