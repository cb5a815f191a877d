package journal

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/editions/store"
)

// A release stays in the store for so long after it was taken in last and after it left
// what is shown, and as long as it is among so many of its edition that were taken in last.
const (
	KeptFor  = 7 * 24 * time.Hour
	KeptLast = 10
)

// errNoneOld ends a prune that has nothing to remove.
var errNoneOld = errors.New("no release is old enough")

// Prune removes from the store the releases that were in no lineup for KeptFor, and the
// files that only they have; the journal says which. A dry one removes nothing, and answers
// the same. While the journal does not reach back for so long, no release goes.
func (f *File) Prune(change Change, from *store.Store, now time.Time, dry bool) (store.Pruned, error) {
	pruned, err := from.Prune(now, dry, func(stored []store.Stored, remove func(store.Stored) error) error {
		state, err := f.Read()
		if err != nil {
			return err
		}
		entries, err := f.Entries("", -1)
		if err != nil {
			return err
		}
		change = change.of(Pruned, nil)
		change.Removed = map[string][]string{}
		removeOld := func(state *State, _ time.Time) error {
			old := unused(stored, *state, entries, now)
			if len(old) == 0 {
				return errNoneOld
			}
			for _, one := range old {
				if err := remove(one); err != nil {
					return err
				}
				change.Removed[one.Edition] = append(change.Removed[one.Edition], one.Name)
			}
			return nil
		}
		if dry || len(unused(stored, state, entries, now)) == 0 {
			err = removeOld(&state, now)
		} else {
			// What the entries tell is up to this version.
			change.If = cmp.Or(change.If, state.Version)
			_, err = f.Change(change, removeOld)
		}
		if errors.Is(err, errNoneOld) {
			return nil
		}
		return err
	})
	if err != nil {
		return pruned, fmt.Errorf("pruning the store: %w", err)
	}
	return pruned, nil
}

// unused are the releases that may go.
func unused(stored []store.Stored, state State, entries []Entry, now time.Time) (old []store.Stored) {
	if len(entries) == 0 || entries[len(entries)-1].Version > 1 && now.Sub(entries[len(entries)-1].At) < KeptFor {
		return nil
	}
	used := map[string]bool{}
	use := func(edition string, names ...string) {
		for _, name := range names {
			used[edition+"/"+name] = true
		}
	}
	for edition, part := range state.Editions {
		use(edition, part.Shown()...)
	}
	// Each process of a cluster has a clock of its own, so a later entry may have an earlier time.
	for _, entry := range entries {
		if now.Sub(entry.At) >= KeptFor {
			continue
		}
		for edition, move := range entry.Editions {
			use(edition, move.Before.Names()...)
			use(edition, move.After.Names()...)
		}
	}
	byAge := slices.SortedFunc(slices.Values(stored), func(a, b store.Stored) int {
		return cmp.Or(cmp.Compare(a.Edition, b.Edition), b.TakenAt.Compare(a.TakenAt), cmp.Compare(a.Name, b.Name))
	})
	newer := map[string]int{}
	for _, one := range byAge {
		newer[one.Edition]++
		if newer[one.Edition] > KeptLast && !used[one.Edition+"/"+one.Name] && now.Sub(one.TakenAt) >= KeptFor {
			old = append(old, one)
		}
	}
	return old
}

// Names are those of the releases.
func (s Shown) Names() []string {
	names := append(slices.Clone(s.Previews), s.Live)
	if s.Canary != nil {
		names = append(names, s.Canary.Release)
	}
	return names
}
