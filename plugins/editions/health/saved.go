package health

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// saved is the book as it is kept: for the other processes of a store, and over a restart.
type saved struct {
	Editions map[string]*edition
	// Taken are the processes that are over and whose counts are among these.
	Taken []string `json:",omitempty"`
}

func parse(content []byte) (all saved, err error) {
	if err := json.Unmarshal(content, &all); err != nil {
		return saved{}, fmt.Errorf("the reports that were kept: %w", err)
	}
	for name, e := range all.Editions {
		if !e.isWhole() {
			return saved{}, fmt.Errorf("the reports that were kept: of %s there is null where something is counted", name)
		}
	}
	return all, nil
}

func (e *edition) isWhole() bool {
	lacks := func(r *record) bool {
		return r == nil || r.Tally == nil || r.Failures == nil || slices.Contains(r.Groups, nil) || slices.Contains(slices.Collect(maps.Values(r.Series)), nil)
	}
	return e != nil && !slices.ContainsFunc(e.Records, lacks) && (e.Trial == nil || e.Trial.Of != nil && e.Trial.Beside != nil)
}

// Write is the book for parse, when it has changed since the last call; else nil.
// No view waits while it is written.
func (b *Book) Write() ([]byte, error) {
	b.mutex.Lock()
	if !b.changed {
		b.mutex.Unlock()
		return nil, nil
	}
	all := saved{Editions: map[string]*edition{}, Taken: slices.Clone(b.taken)}
	for name, e := range b.editions {
		all.Editions[name] = e.clone()
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

// clone is a copy of what this process knows of an edition.
func (e *edition) clone() *edition {
	copied := &edition{Now: e.Now, Last: e.Last}
	for _, r := range e.Records {
		record := newRecord(r.Name)
		record.Tally, record.Failures = r.Tally.clone(), r.Failures.clone()
		for name, series := range r.Series {
			record.Series[name] = series.clone()
		}
		for _, one := range r.Groups {
			record.Groups = append(record.Groups, new(*one))
		}
		copied.Records = append(copied.Records, record)
	}
	if e.Trial != nil {
		trial := *e.Trial
		trial.Of, trial.Beside, trial.elsewhere = trial.Of.clone(), trial.Beside.clone(), nil
		copied.Trial = &trial
	}
	return copied
}

func (s *series) clone() *series {
	cloned := &series{s.Start, s.Width, make([]histogram, len(s.Points))}
	for at, point := range s.Points {
		cloned.Points[at] = maps.Clone(point)
	}
	return cloned
}
