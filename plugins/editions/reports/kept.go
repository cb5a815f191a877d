package reports

import (
	"encoding/json"
	"fmt"
	"maps"
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
		// Networks have 16 bytes each.
		Networks []byte
	}
	keptRecord struct {
		Name   string
		Tally  keptTally
		Series map[string]*series
		// Failures is missing in what the gateway before kept.
		Failures *series `json:",omitempty"`
		Groups   []*Group
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

// parse reads what Write wrote, or the gateway before, which kept the editions alone.
func parse(content []byte) (all kept, err error) {
	if err := json.Unmarshal(content, &all); err != nil {
		return kept{}, fmt.Errorf("the reports that were kept: %w", err)
	}
	if all.Editions == nil {
		err = json.Unmarshal(content, &all.Editions)
	}
	return all, err
}

// Write is the book for Restore, when it has changed since the last call; else nil.
func (b *Book) Write() ([]byte, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if !b.changed {
		return nil, nil
	}
	all := kept{Editions: map[string]keptEdition{}, Taken: b.taken}
	for name, e := range b.editions {
		all.Editions[name] = e.kept()
	}
	content, err := json.Marshal(all)
	b.changed = err != nil
	return content, err
}

// Restore adds what Write wrote, before Follow.
func (b *Book) Restore(content []byte) error {
	all, err := parse(content)
	if err != nil {
		return err
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.takeOver(all)
	return nil
}

func (e *edition) kept() keptEdition {
	kept := keptEdition{Now: e.now, Last: e.last}
	for _, r := range e.records {
		kept.Records = append(kept.Records, keptRecord{r.name, r.tally.kept(), r.series, r.failures, r.groups})
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
	for name, told := range k.Series {
		r.series[name] = told.clone()
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
	return keptTally{t.views, t.erroneous, t.errors, t.vitals, t.packed()}
}

func (k keptTally) restored() *tally {
	restored := newTally()
	restored.views, restored.erroneous = k.Views, k.Erroneous
	maps.Copy(restored.errors, k.Errors)
	for name, values := range k.Vitals {
		restored.vitals[name] = maps.Clone(values)
	}
	restored.unpack(k.Networks)
	return restored
}
