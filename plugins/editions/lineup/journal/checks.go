package journal

import (
	"fmt"
	"maps"
	"slices"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
)

// Checks is what a change asks about releases. What is nil is not asked.
type Checks struct {
	// Usable reports why a release cannot be shown.
	Usable func(edition, name string) error
	// Fit reports why releases, by their editions, would not run together.
	Fit func(names map[string]string) error
	// Build is where a release came from, for the journal.
	Build func(edition, name string) release.Build
}

func (c Checks) usable(edition, name string) error {
	if c.Usable == nil {
		return nil
	}
	return c.Usable(edition, name)
}

func (c Checks) fit(names map[string]string) error {
	if c.Fit == nil {
		return nil
	}
	return c.Fit(names)
}

// fitAll asks whether each visitor is shown what runs together: what is live, and each
// canary with it and with each other one. One that did not run with what was live before is
// shown to nobody and is not asked.
func (c Checks) fitAll(state, before State) error {
	live := state.Live()
	if err := c.fit(live); err != nil {
		return fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	var canaries []string
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		canary := state.Editions[edition].Canary
		if canary == nil || c.isIdle(before, edition, canary.Release) {
			continue
		}
		with := with(live, edition, canary.Release)
		for _, other := range append([]string{edition}, canaries...) {
			with[other] = state.Editions[other].Canary.Release
			if err := c.fit(with); err != nil {
				return fmt.Errorf("%w, with the canary of %s: %w", ErrUnfit, edition, err)
			}
			if other != edition {
				with[other] = live[other]
			}
		}
		canaries = append(canaries, edition)
	}
	return nil
}

// isIdle reports whether a release was a canary already that does not run with what is live.
func (c Checks) isIdle(state State, edition, name string) bool {
	canary := state.Editions[edition].Canary
	return canary != nil && canary.Release == name && c.fit(with(state.Live(), edition, name)) != nil
}

// ChecksOf asks the releases' store. What runs together is on the host, and without a page
// of the shell's where an edition has its own. A release that cannot be read is not asked
// for that; it is not shown either.
func ChecksOf(from *store.Store) Checks {
	return Checks{
		Usable: func(edition, name string) error {
			if !from.Has(edition, name) {
				return fmt.Errorf("%s %s: %w in the store", edition, name, ErrNothing)
			}
			_, err := from.Open(edition, name)
			return err
		},
		Build: from.Build,
		Fit: func(names map[string]string) error {
			var shown []*release.Manifest
			for _, edition := range slices.Sorted(maps.Keys(names)) {
				held, err := from.Open(edition, names[edition])
				if err != nil {
					continue
				}
				for _, other := range shown {
					if err := held.Manifest.RunsBeside(other); err != nil {
						return err
					}
				}
				shown = append(shown, held.Manifest)
			}
			return nil
		},
	}
}
