package command

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/picture"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
)

// Withdraw takes a release out of a store's lineup and returns the state after that. It prints
// what is no longer shown because it does not run without the release.
func Withdraw(out io.Writer, folder, edition, name string, change journal.Change) (journal.State, error) {
	checks := journal.ChecksOf(store.NewStore(folder))
	state, err := openJournal(out, folder).Withdraw(change, map[string]string{edition: name}, checks)
	if err != nil {
		return state, err
	}
	host := state.Editions[release.Host].Live
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		if err := checks.Fit(map[string]string{release.Host: host, edition: state.Editions[edition].Live}); err != nil {
			fmt.Fprintf(out, "not shown any more: %v\n", err)
		}
	}
	return state, nil
}

// openJournal is the journal of a store, whose damage is printed.
func openJournal(out io.Writer, folder string) *journal.File {
	return journal.Open(folder, journal.Options{Report: func(err error) { fmt.Fprintln(out, err) }})
}

// recordLocal writes what was done to the store itself into the audit log, and returns its
// error.
func (c *Call) recordLocal(action, on, reason string, after any, err error) error {
	entry := audit.Entry{Action: action, By: audit.SystemUser(), On: on, Reason: reason, Outcome: audit.Done, After: after}
	if err != nil {
		entry.Outcome, entry.Reason, entry.After = audit.Refused, err.Error(), nil
	}
	c.Audit.Write(entry)
	return err
}

// Verify fails when a release of the store is damaged.
func Verify(out io.Writer, folder string) error {
	damaged := 0
	releases, err := store.NewStore(folder).Verify(func(err error) {
		damaged++
		fmt.Fprintln(out, err)
	})
	if err != nil {
		return err
	}
	if releases == 0 {
		return fmt.Errorf("the store %s has no release: give --store, or the FIELDHOUSE_STORE that the process has", folder)
	}
	if damaged > 0 {
		return fmt.Errorf("%d of %d releases are damaged: take them again", damaged, releases)
	}
	fmt.Fprintf(out, "%d releases are whole\n", releases)
	return nil
}

// Take takes all the releases before it makes one of them live: a refused one
// leaves the lineup as it was.
func Take(out io.Writer, folder string, live bool, sources []string) error {
	opened := store.NewStore(folder, items.Check, picture.Check)
	taken := make([]*release.Release, 0, len(sources))
	for _, source := range sources {
		found, err := opened.Take(source)
		if err != nil {
			return err
		}
		taken = append(taken, found)
	}
	state := "taken"
	if live {
		names := map[string]string{}
		for _, found := range taken {
			edition := found.Manifest.Edition
			if other := names[edition]; other != "" && other != found.Name {
				return fmt.Errorf("going live: %s and %s are both releases of %s: name one", other, found.Name, edition)
			}
			names[edition] = found.Name
		}
		now, err := openJournal(out, folder).SetLive(journal.Change{By: audit.SystemUser()}, names, journal.ChecksOf(opened))
		if err != nil {
			return err
		}
		state = fmt.Sprintf("live in lineup %d", now.Version)
	}
	for _, found := range taken {
		fmt.Fprintf(out, "%s %s (%s) %s\n", found.Manifest.Edition, found.Name, found.Manifest.Version, state)
	}
	return nil
}
