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
	kept struct {
		Editions map[string]keptEdition
		// Taken are the processes that are over and whose counts are among these.
		Taken []string `json:",omitempty"`
	}
	keptTally struct {
		Views, Erroneous int
		Errors           map[Kind]int
		Vitals           map[string]histogram
		// Networks have 16 bytes each; Highest is 0 while all are distinguished.
		Networks []byte
		Highest  uint64 `json:",omitempty"`
	}
	keptRecord struct {
		Name   string
		Tally  keptTally
		Series map[string]*series
		// Failures is missing in what the gateway before kept.
		Failures *series `json:",omitempty"`
		Groups   []*group
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

// parse reads what Write wrote.
func parse(content []byte) (all kept, err error) {
	if err := json.Unmarshal(content, &all); err != nil {
		return kept{}, fmt.Errorf("the reports that were kept: %w", err)
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
	all := kept{Editions: map[string]keptEdition{}, Taken: slices.Clone(b.taken)}
	for name, e := range b.editions {
		all.Editions[name] = e.kept()
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

// kept is a copy of what is known of an edition.
func (e *edition) kept() keptEdition {
	kept := keptEdition{Now: e.now, Last: e.last}
	for _, r := range e.records {
		record := keptRecord{r.name, r.tally.kept(), map[string]*series{}, r.failures.clone(), nil}
		for name, series := range r.series {
			record.Series[name] = series.clone()
		}
		for _, group := range r.groups {
			copied := *group
			record.Groups = append(record.Groups, &copied)
		}
		kept.Records = append(kept.Records, record)
	}
	if t := e.trial; t != nil {
		kept.Trial = &keptTrial{Standing{t.live, t.canary, t.share}, t.since, t.of.kept(), t.beside.kept(), t.look, t.held, t.state, t.doubt}
	}
	return kept
}

func (k keptEdition) restored() *edition {
	e := &edition{now: k.Now, last: k.Last}
	for _, r := range k.Records {
		e.records = append(e.records, r.restored())
	}
	if k.Trial != nil {
		e.trial = k.Trial.restored()
	}
	return e
}

func (k keptRecord) restored() *record {
	r := &record{name: k.Name, tally: k.Tally.restored(), series: map[string]*series{}, failures: new(series), groups: slices.Clone(k.Groups), counted: newCounted()}
	for name, series := range k.Series {
		r.series[name] = series.clone()
	}
	if k.Failures != nil {
		r.failures = k.Failures.clone()
	}
	return r
}

func (k *keptTrial) restored() *trial {
	return &trial{
		canary: k.Canary, live: k.Live, share: k.Share, since: k.Since, of: k.Of.restored(), beside: k.Beside.restored(),
		look: k.Look, held: k.Held, state: k.State, doubt: k.Doubt,
	}
}

func (t *tally) kept() keptTally {
	vitals := map[string]histogram{}
	for name, values := range t.vitals {
		vitals[name] = maps.Clone(values)
	}
	highest := t.highest
	if highest == math.MaxUint64 {
		highest = 0
	}
	return keptTally{t.views, t.erroneous, maps.Clone(t.errors), vitals, t.packed(), highest}
}

func (k keptTally) restored() *tally {
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
