package lineup

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/paths"
)

// choice is what visitors can get: it never changes.
type choice[R any] struct {
	live *Lineup[R]
	// canaries can be used; lineups are those of each set of them, a bit for each canary,
	// the live lineup first.
	canaries []canary
	lineups  []*Lineup[R]
	// signed are the lineups, by what pages call them.
	signed map[string]*Lineup[R]
	// shown are the releases of each edition that are in a lineup.
	shown map[string][]Shown[R]
	// previews are those of the journal, as <edition>/<name>.
	previews map[string]bool
}

// isSame reports whether each visitor gets the same of both.
func (c *choice[R]) isSame(other *choice[R]) bool {
	return c.live.ID == other.live.ID && slices.Equal(c.canaries, other.canaries)
}

// Shown is a release that visitors may get.
type Shown[R any] struct {
	Name    string
	Release R
}

// Shown are the live release of an edition, or the one before it, and its canary.
func (r *Resolver[R]) Shown(edition string) []Shown[R] { return r.current.Load().shown[edition] }

// canary is one edition's.
type canary struct {
	edition, name string
	share         int
	seed          uint64
}

// choiceOf is the live lineup, with the lineups of each set of the canaries that can be
// used.
func (r *Resolver[R]) choiceOf(state journal.State, releases map[string]R, names map[string]string) *choice[R] {
	live := r.lineup(releases, names, nil)
	next := &choice[R]{live: live, lineups: []*Lineup[R]{live}, signed: map[string]*Lineup[R]{live.Signed: live}, shown: map[string][]Shown[R]{}, previews: map[string]bool{}}
	for edition, name := range names {
		next.shown[edition] = []Shown[R]{{name, releases[edition]}}
	}
	loaded := map[string]R{}
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		// Another gateway may know what this one cannot serve.
		if !paths.IsEdition(edition) {
			continue
		}
		for _, name := range state.Editions[edition].Previews {
			next.previews[edition+"/"+name] = true
		}
		wanted := state.Editions[edition].Canary
		if wanted == nil || len(next.canaries) == journal.MaxCanaries {
			continue
		}
		released, err := r.load(edition, wanted.Release)
		if err != nil {
			r.report(edition+"/"+wanted.Release, fmt.Errorf("leaving out the canary: %w", err))
			r.retryAt = time.Now().Add(retryInterval)
			continue
		}
		loaded[edition] = released
		next.canaries = append(next.canaries, canary{edition, wanted.Release, wanted.Share, seedOf(edition, wanted.Release)})
	}
	// sets are the canaries of each lineup.
	sets := []int{0}
	for set := 1; set < 1<<len(next.canaries); set++ {
		with, err := r.withCanaries(next, set, loaded)
		if err != nil {
			// The largest smaller set that does.
			best := 0
			for bit := 1; bit <= set; bit <<= 1 {
				if set&bit == 0 {
					continue
				}
				if smaller := sets[set&^bit]; bits.OnesCount(uint(smaller)) > bits.OnesCount(uint(best)) {
					best = smaller
				}
			}
			sets, next.lineups = append(sets, best), append(next.lineups, next.lineups[best])
			continue
		}
		sets, next.lineups = append(sets, set), append(next.lineups, with)
		next.signed[with.Signed] = with
	}
	for index, one := range next.canaries {
		if slices.ContainsFunc(next.lineups, func(each *Lineup[R]) bool { return each.Names[one.edition] == one.name }) {
			next.shown[one.edition] = append(next.shown[one.edition], Shown[R]{one.name, loaded[one.edition]})
		} else if _, err := r.withCanaries(next, 1<<index, loaded); err != nil {
			r.report(one.edition+"/"+one.name, fmt.Errorf("leaving out the canary: %w", err))
		}
	}
	for _, each := range next.lineups {
		each.Watched = len(next.canaries) > 0
	}
	return next
}

// withCanaries is the lineup with a set of canaries. The error is why it does not run together: all
// of it on its host.
func (r *Resolver[R]) withCanaries(next *choice[R], set int, loaded map[string]R) (with *Lineup[R], err error) {
	releases, names := maps.Clone(next.live.Releases), maps.Clone(next.live.Names)
	for index, one := range next.canaries {
		if set&(1<<index) != 0 {
			releases[one.edition], names[one.edition] = loaded[one.edition], one.name
		}
	}
	if err := r.runTogether(releases); err != nil {
		return nil, err
	}
	return r.lineup(releases, names, nil), nil
}
