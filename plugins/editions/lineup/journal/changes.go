package journal

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"fieldhouse/plugins/editions/release"
)

// SetLive makes releases, by their editions, the live ones in one step and keeps the ones
// before them, unless what would be shown does not fit. Another live release ends the
// edition's canary. Making the live release live again is a change too: a running process
// reads the release again, and the canary stays. A release that was live
// before withdraws the one that was live until now.
func (f *File) SetLive(change Change, names map[string]string, checks Checks) (State, error) {
	return wrapped("going live")(f.Change(change.of(Live, names).from(checks), func(state *State, _ time.Time) error {
		return state.setLive(names, checks)
	}))
}

// Promote makes canaries, or previews, live: for each edition the named one, or its
// canary for "".
func (f *File) Promote(change Change, names map[string]string, checks Checks) (State, error) {
	return wrapped("promoting")(f.Change(change.of(Promoted, names).from(checks), func(state *State, _ time.Time) error {
		found := map[string]string{}
		for edition, name := range names {
			part := state.Editions[edition]
			if canary := part.Canary; canary != nil && cmp.Or(name, canary.Release) == canary.Release {
				found[edition] = canary.Release
			} else if found[edition] = name; !slices.Contains(part.Previews, name) {
				return fmt.Errorf("%s/%s: %w among its canary and previews: name one of them", edition, name, ErrNothing)
			}
		}
		return state.setLive(found, checks)
	}))
}

func (s *State) setLive(names map[string]string, checks Checks) error {
	before := State{Editions: maps.Clone(s.Editions)}
	for edition, name := range names {
		if name == "" {
			return fmt.Errorf("%s: %w: name the one to make live", edition, ErrNothing)
		}
		if err := checks.usable(edition, name); err != nil {
			return err
		}
		s.Editions[edition] = s.Editions[edition].setLive(name)
	}
	return checks.fitAll(*s, before)
}

// Rollback goes back, in one step, to releases that were live before: for each edition to
// the named one, or to the latest that can be used and runs on the host for "". It withdraws what
// it leaves, unless that is to be kept: then it is the last to go back to. A canary keeps nobody from
// going back.
func (f *File) Rollback(change Change, names map[string]string, keep bool, checks Checks) (State, error) {
	return wrapped("rolling back")(f.Change(change.of(RolledBack, names).from(checks), func(state *State, now time.Time) error {
		for _, edition := range hostFirst(names) {
			to := state.goesBackTo(edition, names, checks)
			if to == "" {
				return fmt.Errorf("%s/%s: %w that was live before, can be used and runs with the rest: make another one live", edition, names[edition], ErrNothing)
			}
			state.Editions[edition] = state.Editions[edition].goBack(to, keep)
		}
		if err := checks.fit(state.Live()); err != nil {
			return fmt.Errorf("%w: %w", ErrUnfit, err)
		}
		return nil // a canary that does not run with that waits, and is shown to nobody
	}))
}

// GoesBackTo is the release that Rollback goes back to where none is named; empty for none.
func (s State) GoesBackTo(edition string, checks Checks) string {
	return s.goesBackTo(edition, map[string]string{edition: ""}, checks)
}

func (s State) goesBackTo(edition string, names map[string]string, checks Checks) string {
	beside := s.beside(edition, names)
	for _, before := range s.Editions[edition].Previous {
		if cmp.Or(names[edition], before) == before && checks.usable(edition, before) == nil && checks.fit(with(beside, edition, before)) == nil {
			return before
		}
	}
	return ""
}

// Withdraw takes releases out for good, in one step: they are neither shown nor
// fallen back to, and pages that were made with them load anew. Of one that was live, the
// latest of those before it that fits is live then: an edition has none where none runs
// on the host, and of hosts the latest stays, for those that run on it. A name that neither
// a lineup had nor the store has is refused.
func (f *File) Withdraw(change Change, names map[string]string, checks Checks) (State, error) {
	return wrapped("withdrawing")(f.Change(change.of(Withdrawn, names).from(checks), func(state *State, now time.Time) error {
		left := map[string]string{}
		for edition, name := range names {
			if name == "" {
				return fmt.Errorf("%s: %w: name the one to withdraw", edition, ErrNothing)
			}
			part := state.Editions[edition]
			// One that is shown, or was, may be damaged; any other is a slip of the pen.
			if err := checks.usable(edition, name); err != nil && !part.had(name) {
				return fmt.Errorf("%s %s: %w: no lineup had it, and: %w", edition, name, ErrNothing, err)
			}
			if part.Live == name {
				left[edition] = name
			}
			state.Editions[edition] = part.withdraw(name)
		}
		for _, edition := range hostFirst(left) {
			part := state.Editions[edition]
			beside := state.beside(edition, nil)
			fits := func(before string) bool { return checks.fit(with(beside, edition, before)) == nil }
			next := slices.IndexFunc(part.Previous, func(before string) bool { return checks.usable(edition, before) == nil && fits(before) })
			if next < 0 {
				// What cannot be used now may be mended.
				next = slices.IndexFunc(part.Previous, fits)
			}
			if next < 0 && edition == release.Host && len(part.Previous) > 0 {
				next = 0
			}
			if next >= 0 {
				part.Live = part.Previous[next]
				part.Previous = without(part.Previous, part.Live)
				state.Editions[edition] = part
			}
		}
		return nil
	}))
}

// beside is what runs with a release of an edition that it goes back to: the host, and with
// a host all that is live, but for the editions that go back as well.
func (s State) beside(edition string, but map[string]string) map[string]string {
	live := s.Live()
	if edition != release.Host {
		return map[string]string{release.Host: live[release.Host]}
	}
	maps.DeleteFunc(live, func(other, _ string) bool { _, back := but[other]; return back })
	return live
}

func with(beside map[string]string, edition, name string) map[string]string {
	names := maps.Clone(beside)
	names[edition] = name
	return names
}

// hostFirst are the editions of names in the order in which they find what they run on.
func hostFirst(names map[string]string) []string {
	sorted := slices.Sorted(maps.Keys(names))
	if _, named := names[release.Host]; named {
		return append([]string{release.Host}, without(sorted, release.Host)...)
	}
	return sorted
}

// SetCanary gives a release to a share of an edition's visitors, from 1 to MaxShare; 0 ends
// the canary.
func (f *File) SetCanary(change Change, edition string, canary Canary, checks Checks) (State, error) {
	change = change.of(CanarySet, map[string]string{edition: canary.Release}).from(checks)
	if canary.Share == 0 {
		change.Action = CanaryEnded
	}
	return wrapped("setting the canary of " + edition)(f.Change(change, func(state *State, now time.Time) error {
		part, before := state.Editions[edition], State{Editions: maps.Clone(state.Editions)}
		switch {
		case canary.Share < 0 || canary.Share > MaxShare:
			return fmt.Errorf("%w: a share of %d: it is from 1 to %d, of %d visitors, or 0 to end it", ErrBounds, canary.Share, MaxShare, MaxShare)
		case canary.Share == 0 && part.Canary == nil:
			return fmt.Errorf("%w: it has no canary", ErrNothing)
		case canary.Share == 0:
			part.Canary = nil
			state.Editions[edition] = part
			return nil
		case canary.Release == "":
			return fmt.Errorf("%w: name the one to make the canary", ErrNothing)
		case part.Live == "":
			return fmt.Errorf("%w that is live, which a canary is compared with: make one live first", ErrNothing)
		case part.Live == canary.Release:
			return fmt.Errorf("%w: %s is live: all visitors get it already, so there is nothing to try; a canary is another release", ErrIsLive, canary.Release)
		}
		others := 0
		for other, beside := range state.Editions {
			if other != edition && beside.Canary != nil {
				others++
			}
		}
		if others == MaxCanaries {
			return fmt.Errorf("%w: %d editions have a canary: end one of them first", ErrBounds, others)
		}
		part = part.allow(canary.Release)
		if is := part.Canary; is != nil && is.Release == canary.Release {
			canary.Confirmed = is.Confirmed
		}
		part.Canary = nil
		before.Editions[edition] = part // it is asked whether this one runs
		part.Canary = &canary
		state.Editions[edition] = part
		if err := checks.usable(edition, canary.Release); err != nil {
			return err
		}
		return checks.fitAll(*state, before)
	}))
}

// Confirm says that whoever changes has looked at canaries and found nothing wrong: for each
// edition at the named one, or its canary for "". It stays so whatever share they have.
func (f *File) Confirm(change Change, names map[string]string) (State, error) {
	return wrapped("confirming")(f.Change(change.of(Confirmed, names), func(state *State, _ time.Time) error {
		for edition, name := range names {
			part := state.Editions[edition]
			if part.Canary == nil || cmp.Or(name, part.Canary.Release) != part.Canary.Release {
				return fmt.Errorf("%s/%s: %w: it is no canary", edition, name, ErrNothing)
			}
			confirmed := *part.Canary
			confirmed.Confirmed = cmp.Or(change.By, "somebody")
			part.Canary = &confirmed
			state.Editions[edition] = part
		}
		return nil
	}))
}

// SetPreview makes a release of an edition one of its previews.
func (f *File) SetPreview(change Change, edition, name string, checks Checks) (State, error) {
	return wrapped("previewing")(f.Change(change.of(PreviewSet, map[string]string{edition: name}).from(checks), func(state *State, now time.Time) error {
		part := state.Editions[edition]
		if name == "" {
			return fmt.Errorf("%s: %w: name the one to preview", edition, ErrNothing)
		}
		if name == part.Live {
			return fmt.Errorf("%w: %s is live: everybody sees it, and a preview is another release than the live one", ErrIsLive, name)
		}
		if err := checks.usable(edition, name); err != nil {
			return err
		}
		if err := checks.fit(with(state.Live(), edition, name)); err != nil {
			return fmt.Errorf("%w: %w", ErrUnfit, err)
		}
		part = part.allow(name)
		part.Previews = append([]string{name}, without(part.Previews, name)...)
		state.Editions[edition] = part
		return nil
	}))
}

// EndPreview ends a preview.
func (f *File) EndPreview(change Change, edition, name string) (State, error) {
	return wrapped("ending the preview")(f.Change(change.of(PreviewEnded, map[string]string{edition: name}), func(state *State, now time.Time) error {
		part := state.Editions[edition]
		if !slices.Contains(part.Previews, name) {
			return fmt.Errorf("%s/%s: %w: it is no preview", edition, name, ErrNothing)
		}
		part.Previews = without(part.Previews, name)
		state.Editions[edition] = part
		return nil
	}))
}

// SetFreeze keeps new releases of an edition, or of All, from visitors: until a time, or
// until it is thawed. It needs a reason.
func (f *File) SetFreeze(change Change, scope string, until *time.Time) (State, error) {
	return wrapped("freezing " + scope)(f.Change(change.of(Frozen, scopeOf(scope)), func(state *State, now time.Time) error {
		if change.Reason == "" {
			return ErrReason
		}
		if until != nil && !now.Before(*until) {
			return fmt.Errorf("%w: until %s: that is over", ErrBounds, until.UTC().Format(time.RFC3339))
		}
		if state.Frozen == nil {
			state.Frozen = map[string]Freeze{}
		}
		state.Frozen[scope] = Freeze{Until: until, Reason: change.Reason, By: change.By, At: now.UTC()}
		return nil
	}))
}

// Thaw ends the freeze of an edition, or the one of All.
func (f *File) Thaw(change Change, scope string) (State, error) {
	return wrapped("thawing " + scope)(f.Change(change.of(Thawed, scopeOf(scope)), func(state *State, now time.Time) error {
		if _, frozen := state.Frozen[scope]; !frozen {
			if _, all := state.Frozen[All]; all {
				return fmt.Errorf("%w: what is frozen is all editions at once", ErrNotFrozen)
			}
			return ErrNotFrozen
		}
		delete(state.Frozen, scope)
		return nil
	}))
}

func scopeOf(scope string) map[string]string {
	if scope == All {
		return nil
	}
	return map[string]string{scope: ""}
}

func wrapped(doing string) func(State, error) (State, error) {
	return func(state State, err error) (State, error) {
		if err != nil {
			return State{}, fmt.Errorf("%s: %w", doing, err)
		}
		return state, nil
	}
}
