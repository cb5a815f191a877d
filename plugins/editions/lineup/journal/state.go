package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"fieldhouse/plugins/editions/release"
)

// Bounds of a state. Previous releases are what a broken one falls back to.
const (
	maxPrevious  = 10
	maxPreviews  = 10
	maxWithdrawn = 1000
	// maxVersion is what every reader of JSON can count to (RFC 8259, section 6).
	maxVersion = 1<<53 - 1
	// MaxCanaries is how many editions have a canary at once: each doubles what a visitor
	// may get.
	MaxCanaries = 4
	// MaxShare is the share of all visitors.
	MaxShare = 1000
)

// State is which releases are live, canary, preview or withdrawn. Each change raises the
// version.
type State struct {
	Version  uint64             `json:"version"`
	Editions map[string]Edition `json:"editions"`
	// Frozen are the freezes by edition, or by All.
	Frozen map[string]Freeze `json:"frozen,omitempty"`
	// Check says whether what was read is what was written.
	Check *Check `json:"check,omitempty"`

	others others
}

// Edition is one edition's part of a state, by names of releases.
type Edition struct {
	// Live is the release that visitors get; empty for none.
	Live string `json:"live"`
	// Previous were live before, the latest first.
	Previous []string `json:"previous"`
	// Withdrawn are never shown again unless they are made live, canary or a preview, the
	// latest first.
	Withdrawn []string `json:"withdrawn,omitempty"`
	// Canary is what a share of the visitors gets; nil for none.
	Canary *Canary `json:"canary,omitempty"`
	// Previews are shown to those who were given their address, the latest first.
	Previews []string `json:"previews,omitempty"`
	// Version is the state's at the last change of the live release or the canary; 0 for none
	// since states have it.
	Version uint64 `json:"version,omitempty"`

	others others
}

// Canary is a release for a share of the visitors, of MaxShare.
type Canary struct {
	Release string `json:"release"`
	Share   int    `json:"share"`
	// Confirmed is who has confirmed it; empty for nobody.
	Confirmed string `json:"confirmed,omitempty"`
}

// All stands for every edition in a freeze. It is no edition's name.
const All = "*"

// Freeze keeps new releases from visitors.
type Freeze struct {
	// Until is when it ends by itself; nil for never.
	Until  *time.Time `json:"until,omitempty"`
	Reason string     `json:"reason"`
	By     string     `json:"by"`
	At     time.Time  `json:"at"`
}

// Check is the sum of the state of a version, which is the state's.
type Check struct {
	Version uint64 `json:"version"`
	SHA256  string `json:"sha256"`
}

// RefuseFrozen is ErrFrozen for an edition that is under a freeze: it says who froze it, why
// and until when.
func (s State) RefuseFrozen(edition string, now time.Time) error {
	for scope, freeze := range s.Freezes(now) {
		if scope != edition && scope != All {
			continue
		}
		until := "until somebody thaws it"
		if freeze.Until != nil {
			until = "until " + freeze.Until.UTC().Format(time.RFC3339)
		}
		return fmt.Errorf("%w: %s, %s, by %s: %s", ErrFrozen, edition, until, freeze.By, freeze.Reason)
	}
	return nil
}

// ChangedSince is ErrConflict when one of the editions has had another live release or canary
// after a version of the state. What became of other editions does not matter.
func (s State) ChangedSince(version uint64, editions ...string) error {
	if version > s.Version {
		return fmt.Errorf("%w: it is at version %d, and the change is for version %d", ErrConflict, s.Version, version)
	}
	for _, edition := range editions {
		if changed := s.Editions[edition].Version; changed > version {
			return fmt.Errorf("%w: %s has changed in version %d, and the change is for version %d", ErrConflict, edition, changed, version)
		}
	}
	return nil
}

// Freezes are those that hold, by their scopes in order: one that is over stays among Frozen until the
// next change of the lineup.
func (s State) Freezes(now time.Time) iter.Seq2[string, Freeze] {
	return func(yield func(string, Freeze) bool) {
		for _, scope := range slices.Sorted(maps.Keys(s.Frozen)) {
			if freeze := s.Frozen[scope]; freeze.holds(now) && !yield(scope, freeze) {
				return
			}
		}
	}
}

func (f Freeze) holds(now time.Time) bool { return f.Until == nil || now.Before(*f.Until) }

// Live are the live releases by their editions.
func (s State) Live() map[string]string {
	names := map[string]string{}
	for edition, part := range s.Editions {
		if part.Live != "" {
			names[edition] = part.Live
		}
	}
	return names
}

// clone shares nothing with the state that a change writes to.
func (s State) clone() State {
	s.Editions, s.Frozen = maps.Clone(s.Editions), maps.Clone(s.Frozen)
	return s
}

// Candidates are the releases to try, the live one first.
func (e Edition) Candidates() []string {
	if e.Live == "" {
		return nil
	}
	return e.latest()
}

func (e Edition) latest() []string {
	before := without(e.Previous, e.Withdrawn...)
	if e.Live == "" {
		return before
	}
	return append([]string{e.Live}, before...)
}

// Shown are all releases that somebody may be shown, or fall back to.
func (e Edition) Shown() []string {
	shown := append(e.latest(), e.Previews...)
	if e.Canary != nil {
		shown = append(shown, e.Canary.Release)
	}
	return shown
}

// setLive is the edition with another live release, which all visitors get: it ends the
// canary. Going back to an earlier one withdraws the one that it goes back from: it is
// nothing to fall back to.
func (e Edition) setLive(name string) Edition {
	if e.Live != name {
		e.Canary = nil
	}
	if e.Live != "" && slices.Contains(e.Previous, name) {
		e = e.withdraw(e.Live)
	}
	e.Previous = without(e.latest(), name)
	e.Live = name
	return e.allow(name)
}

// goBack is the edition with an earlier release live. The one that was live is withdrawn,
// or kept as the last to go back to.
func (e Edition) goBack(name string, keep bool) Edition {
	left := e.Live
	if !keep && left != "" {
		e = e.withdraw(left)
	}
	e.Previous = without(e.Previous, name)
	if e.Live = name; keep && left != "" {
		e.Previous = append(e.Previous, left)
	}
	return e
}

// had reports whether the edition's lineup has a release, or had it lately.
func (e Edition) had(name string) bool {
	return e.Live == name || e.Canary != nil && e.Canary.Release == name ||
		slices.Contains(slices.Concat(e.Previous, e.Previews, e.Withdrawn), name)
}

// withdraw is the edition without a release. If it was live, none is.
func (e Edition) withdraw(name string) Edition {
	if e.Live == name {
		e.Live = ""
	}
	e.Previous = without(e.Previous, name)
	e.Withdrawn = append([]string{name}, without(e.Withdrawn, name)...)
	return e
}

// allow takes back that a release was withdrawn.
func (e Edition) allow(name string) Edition {
	e.Withdrawn = without(e.Withdrawn, name)
	return e
}

// settled has no release in two places, and keeps the bounds.
func (e Edition) settled() Edition {
	if e.Canary != nil && (e.Live == "" || e.Canary.Share <= 0 || e.Canary.Release == e.Live || slices.Contains(e.Withdrawn, e.Canary.Release)) {
		e.Canary = nil
	}
	if e.Previews != nil {
		e.Previews = without(e.Previews, append(slices.Clone(e.Withdrawn), e.Live)...)
	}
	e.Previous = e.Previous[:min(len(e.Previous), maxPrevious)]
	e.Previews = e.Previews[:min(len(e.Previews), maxPreviews)]
	e.Withdrawn = e.Withdrawn[:min(len(e.Withdrawn), maxWithdrawn)]
	return e
}

// settled is the state without what is over.
func (s State) settled(now time.Time) State {
	s = s.clone()
	for name, edition := range s.Editions {
		s.Editions[name] = edition.settled()
	}
	maps.DeleteFunc(s.Frozen, func(_ string, freeze Freeze) bool { return !freeze.holds(now) })
	return s
}

func without(names []string, others ...string) []string {
	return slices.DeleteFunc(append([]string{}, names...), func(name string) bool { return slices.Contains(others, name) })
}

// checked is the state with the sum of what it is.
func (s State) checked() (State, error) {
	s.Check = nil
	content, err := json.Marshal(s)
	if err != nil {
		return State{}, err
	}
	sum, err := sumOf(content)
	s.Check = &Check{s.Version, sum}
	return s, err
}

// sumOf is that of a state's members, whoever knows them, however they are written, but for
// the sum itself.
func sumOf(content []byte) (string, error) {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return "", err
	}
	delete(members, "check")
	content, err := json.Marshal(members)
	return sum(content), err
}

func sum(content []byte) string {
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])
}

// errSum is of a state that is not what was written.
var errSum = errors.New("it is not what was written: its sum is another one")

func parse(content []byte) (state State, err error) {
	if err := json.Unmarshal(content, &state); err != nil {
		return State{}, err
	}
	if state.Version == 0 || state.Version > maxVersion {
		return State{}, fmt.Errorf("version %d: it is from 1 to %d", state.Version, uint64(maxVersion))
	}
	if sum, err := sumOf(content); err != nil || state.Check == nil || sum != state.Check.SHA256 {
		return State{}, errors.Join(err, errSum)
	}
	if state.Editions == nil {
		state.Editions = map[string]Edition{}
	}
	for name, edition := range state.Editions {
		for _, shown := range edition.Shown() {
			if !release.IsName(shown) {
				return State{}, fmt.Errorf("edition %s: %q is no release's name", name, shown)
			}
		}
	}
	return state, nil
}
