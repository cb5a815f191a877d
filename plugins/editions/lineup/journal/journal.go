// Package journal says which releases are live, canary, preview or withdrawn, and who made
// them so, when and why. It knows nothing of what shows them.
package journal

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

// Errors of a change that was refused. Each is wrapped with what to do.
var (
	// ErrConflict: the newest version is not the one that the change is for.
	ErrConflict = errors.New("somebody else has changed the lineup")
	// ErrFrozen: an edition of the change is frozen.
	ErrFrozen = errors.New("shipping is frozen")
	// ErrReason: breaking the glass, or a freeze, needs one.
	ErrReason = errors.New("give a reason")
	// ErrUnfit: releases would be shown together that do not run together.
	ErrUnfit = errors.New("it does not fit")
	// ErrNothing: there is no release to do this with.
	ErrNothing = errors.New("there is no such release")
	// ErrNotFrozen: there is no freeze of what is to be thawed.
	ErrNotFrozen = errors.New("that is not frozen")
	// ErrIsLive: the release is live already.
	ErrIsLive = errors.New("that is the live release")
	// ErrBounds: something of it is longer, later or more than it may be.
	ErrBounds = errors.New("that cannot be")
)

// Action is what a change does.
type Action string

// Actions. A frozen edition refuses the first four; what takes back is never refused.
const (
	Live       Action = "live"
	CanarySet  Action = "canary"
	Promoted   Action = "promoted"
	PreviewSet Action = "preview"

	Withdrawn   Action = "withdrawn"
	RolledBack  Action = "rolled back"
	CanaryEnded Action = "canary ended"
	// Confirmed is a canary that somebody has looked at. Visitors get what they got.
	Confirmed    Action = "canary confirmed"
	PreviewEnded Action = "preview ended"
	Frozen       Action = "frozen"
	Thawed       Action = "thawed"
	// Pruned removed releases from the store that no lineup had for long.
	Pruned Action = "pruned"
	// Found is a change that the journal has not seen being made: somebody put an older
	// state back.
	Found Action = "found"
	// Healed is a damaged state replaced by the last good copy.
	Healed Action = "healed"
)

// takesBack reports whether visitors are to be kept from something: no disk may refuse that.
func (a Action) takesBack() bool {
	return slices.Contains([]Action{Withdrawn, RolledBack, CanaryEnded, PreviewEnded, Frozen}, a)
}

func (a Action) adds() bool {
	return slices.Contains([]Action{Live, CanarySet, Promoted, PreviewSet}, a)
}

// Longest texts of an entry, in bytes.
const (
	maxBy     = 100
	maxReason = 500
)

// Change is who changes what and why.
type Change struct {
	// If is the version of the state that the change is for; 0 is any. It is refused when one
	// of its editions has had another live release or canary since, and of a change of no
	// edition, or of freezes, when anything was changed.
	If uint64
	// By is the name of a token, or of the system's user.
	By     string
	Reason string
	// BreakGlass ships in spite of a freeze. It needs a reason.
	BreakGlass bool
	// Check refuses the change by the state that it is made of, if it is set. It must not call
	// the journal.
	Check func(before State) error
	// Once has the error be ErrBehind when others came first, and the change not be made again. Who
	// applies what others have made would wait for itself.
	Once bool

	// Action and Editions, each with the release that it is about, are set by the functions
	// of this package.
	Action   Action
	Editions map[string]string
	// Removed is what apply removes from the store.
	Removed map[string][]string
	// build is where a release came from; nil where nobody knows.
	build func(edition, name string) release.Build
}

func (c Change) from(checks Checks) Change {
	c.build = checks.Build
	return c
}

func (c Change) of(action Action, names map[string]string) Change {
	c.Action, c.Editions = action, names
	return c
}

// Entry is one change.
type Entry struct {
	Version uint64    `json:"version"`
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Action  Action    `json:"action"`
	Reason  string    `json:"reason,omitempty"`
	// BrokeGlass says that an edition was frozen.
	BrokeGlass bool `json:"brokeGlass,omitempty"`
	// Editions are those that the change was about, and those that it changed.
	Editions map[string]Move `json:"editions,omitempty"`
	// Frozen are the freezes since then, of a change of them.
	Frozen map[string]Freeze `json:"frozen,omitempty"`
	// Removed are the releases of a Pruned, by their editions.
	Removed map[string][]string `json:"removed,omitempty"`
}

// Move is what a change did to an edition.
type Move struct {
	// Release is the one that the change was about.
	Release string `json:"release,omitempty"`
	// Build is where it came from, or what is live now where the change named none; nil for
	// unknown.
	Build  *release.Build `json:"build,omitempty"`
	Before Shown          `json:"before"`
	After  Shown          `json:"after"`
	// Withdrawn are the releases that the change withdrew.
	Withdrawn []string `json:"withdrawn,omitempty"`
}

// EndedCanary is the canary that ended because another release went live; empty for none.
func (m Move) EndedCanary() string {
	was := m.Before.Canary
	if was == nil || m.After.Canary != nil || m.After.Live == m.Before.Live || m.After.Live == was.Release {
		return ""
	}
	return was.Release
}

// Shown is what visitors of an edition get.
type Shown struct {
	Live     string   `json:"live,omitempty"`
	Canary   *Canary  `json:"canary,omitempty"`
	Previews []string `json:"previews,omitempty"`
}

// Equal reports whether visitors get the same.
func (s Shown) Equal(other Shown) bool {
	return s.Live == other.Live && slices.Equal(s.Previews, other.Previews) && (s.Canary == nil) == (other.Canary == nil) &&
		(s.Canary == nil || *s.Canary == *other.Canary)
}

// Make is the state that a change makes of the newest one, with its entry: what every form
// of the journal does between reading and writing. It adds no sum.
func (c Change) Make(before State, now time.Time, apply func(state *State, now time.Time) error) (State, Entry, error) {
	entry := Entry{Version: before.Version + 1, At: now.UTC(), By: c.By, Action: c.Action, Reason: c.Reason}
	if err := c.check(before, now, &entry); err != nil {
		return State{}, Entry{}, err
	}
	after := before.settled(now)
	if err := apply(&after, now); err != nil {
		return State{}, Entry{}, err
	}
	after = after.settled(now)
	after.Version = entry.Version
	entry.Editions, entry.Removed = movesOf(before, after, c.Editions), c.Removed
	after.stamp(entry.Editions)
	for edition, move := range entry.Editions {
		if name := cmp.Or(move.Release, move.After.Live); c.build != nil && name != "" {
			if build := c.build(edition, name); build.Revision != "" {
				move.Build = &build
				entry.Editions[edition] = move
			}
		}
	}
	if c.Action == Frozen || c.Action == Thawed {
		entry.Frozen = after.Frozen
	}
	return after, entry, nil
}

func (c Change) check(before State, now time.Time, entry *Entry) error {
	ofAll := len(c.Editions) == 0 || c.Action == Frozen || c.Action == Thawed
	if c.If != 0 && ofAll && c.If != before.Version {
		return fmt.Errorf("%w: it is at version %d, and the change is for version %d", ErrConflict, before.Version, c.If)
	}
	if c.If != 0 && !ofAll {
		if err := before.ChangedSince(c.If, slices.Sorted(maps.Keys(c.Editions))...); err != nil {
			return err
		}
	}
	switch {
	case len(c.By) > maxBy:
		return fmt.Errorf("%w: by: it has %d bytes, %d are the most", ErrBounds, len(c.By), maxBy)
	case len(c.Reason) > maxReason:
		return fmt.Errorf("%w: reason: it has %d bytes, %d are the most", ErrBounds, len(c.Reason), maxReason)
	}
	for _, edition := range slices.Sorted(maps.Keys(c.Editions)) {
		name := c.Editions[edition]
		if !paths.IsEdition(edition) || name != "" && !release.IsName(name) {
			return fmt.Errorf("%w: %.40q is no edition with a release's name, %.40q", ErrNothing, edition, name)
		}
		if frozen := before.RefuseFrozen(edition, now); frozen == nil || !c.Action.adds() {
			continue
		} else if !c.BreakGlass {
			return frozen
		}
		entry.BrokeGlass = true
	}
	if entry.BrokeGlass && c.Reason == "" {
		return fmt.Errorf("breaking the glass: %w", ErrReason)
	}
	if c.Check != nil {
		return c.Check(before)
	}
	return nil
}

func movesOf(before, after State, named map[string]string) map[string]Move {
	moves := map[string]Move{}
	every := maps.Clone(before.Editions)
	if every == nil {
		every = map[string]Edition{}
	}
	maps.Copy(every, after.Editions)
	for edition := range every {
		was, is := before.Editions[edition], after.Editions[edition]
		move := Move{Release: named[edition], Before: was.shown(), After: is.shown(), Withdrawn: without(is.Withdrawn, was.Withdrawn...)}
		if _, asked := named[edition]; asked || !move.Before.Equal(move.After) || len(move.Withdrawn) > 0 {
			moves[edition] = move
		}
	}
	return moves
}

// stamp notes the state's version at the editions of which visitors get something else.
func (s State) stamp(moves map[string]Move) {
	for edition, move := range moves {
		was, is := move.Before, move.After
		was.Previews, is.Previews = nil, nil
		if part, there := s.Editions[edition]; there && !was.Equal(is) {
			part.Version = s.Version
			s.Editions[edition] = part
		}
	}
}

func (e Edition) shown() Shown { return Shown{e.Live, e.Canary, e.Previews} }
