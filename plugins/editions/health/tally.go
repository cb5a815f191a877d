package health

import (
	"encoding/binary"
	"encoding/json"
	"iter"
	"maps"
	"math"
	"slices"
)

// maxNetworks is how many networks of a release are distinguished, and keptNetworks how many of
// them are left when there are more.
const (
	maxNetworks  = 8192
	keptNetworks = maxNetworks * 3 / 4
)

// maxTelling is how many views of one network count towards those that a canary is watched
// for, and looked at after: nobody can hurry it or put off the next look.
const maxTelling = 50

// voice is what one network has said of a release.
type voice struct{ views, erroneous uint32 }

func (v voice) with(view seen) voice {
	v.views++
	if len(view.kinds) > 0 {
		v.erroneous++
	}
	return v
}

func (v voice) share() float64 { return float64(v.erroneous) / float64(v.views) }

// tally is the views of one release that count for something, as it is kept. Two of them can be
// added up: the networks have the same numbers in all processes of a store.
type tally struct {
	Views, Erroneous int
	Errors           map[Kind]int
	Vitals           map[string]histogram
	Networks         networks
	// Highest is the highest number of a network that is distinguished; 0 while all are.
	Highest uint64 `json:",omitempty"`

	// counted are the views of networks, with at most maxTelling of one.
	counted int
}

func newTally() *tally {
	return &tally{Errors: map[Kind]int{}, Vitals: map[string]histogram{}, Networks: networks{}}
}

func (t *tally) clone() *tally {
	copied := *t
	copied.Errors, copied.Vitals, copied.Networks = maps.Clone(t.Errors), map[string]histogram{}, maps.Clone(t.Networks)
	for name, values := range t.Vitals {
		copied.Vitals[name] = maps.Clone(values)
	}
	return &copied
}

// UnmarshalJSON reads what was kept.
func (t *tally) UnmarshalJSON(content []byte) error {
	type plain tally
	*t = *newTally()
	err := json.Unmarshal(content, (*plain)(t))
	t.thin()
	t.tell()
	return err
}

// distinguishes reports whether a network is one of those that are told apart.
func (t *tally) distinguishes(network uint64) bool { return t.Highest == 0 || network <= t.Highest }

// count adds a view, unless it is from a network that is not distinguished. After maxTelling
// views of one its voice alone is another: it has no more part in what people read.
func (t *tally) count(network uint64, view seen) {
	said, known := t.Networks[network]
	switch {
	case known && said.views >= maxTelling:
		t.Networks[network] = said.with(view)
	case t.distinguishes(network):
		t.countAll(network, view)
	}
}

func (t *tally) countAll(network uint64, view seen) {
	t.Views++
	said := t.Networks[network].with(view)
	if len(view.kinds) > 0 {
		t.Erroneous++
	}
	if t.distinguishes(network) {
		if said.views <= maxTelling {
			t.counted++
		}
		t.Networks[network] = said
		t.thin()
	}
	for _, kind := range view.kinds {
		t.Errors[kind]++
	}
	for name, value := range view.vitals {
		if t.Vitals[name] == nil {
			t.Vitals[name] = histogram{}
		}
		t.Vitals[name].add(value)
	}
}

// thin leaves the networks with the lowest numbers when there are too many. Numbers are keyed,
// so nobody chooses them, and those that are left say what all say: who comes late has the
// place that he would have had as the first (a bottom-k sample: Cohen and Kaplan, Summarizing
// data using bottom-k sketches, 2007).
func (t *tally) thin() {
	if len(t.Networks) <= maxNetworks {
		return
	}
	t.Highest = slices.Sorted(maps.Keys(t.Networks))[keptNetworks-1]
	maps.DeleteFunc(t.Networks, func(network uint64, _ voice) bool { return !t.distinguishes(network) })
	t.tell()
}

// tell counts the views of networks anew.
func (t *tally) tell() {
	t.counted = 0
	for _, said := range t.Networks {
		t.counted += int(min(said.views, maxTelling))
	}
}

// seen is how many networks there were, and telling how many views with at most maxTelling of
// one: about as many, if some are not distinguished.
func (t *tally) seen() int    { return t.ofAll(len(t.Networks)) }
func (t *tally) telling() int { return t.ofAll(t.counted) }

// ofAll is a count over all networks by that of those that are distinguished.
func (t *tally) ofAll(count int) int {
	if t.Highest == 0 {
		return count
	}
	return int(float64(count) / float64(t.Highest) * math.MaxUint64)
}

func (t *tally) voices() iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, said := range t.Networks {
			if !yield(said.share()) {
				return
			}
		}
	}
}

func (t *tally) side(release string) Side {
	side := Side{Release: release, Views: t.Views, Networks: t.seen(), Erroneous: t.Erroneous, Errors: t.byKind()}
	if voices := sampleOf(t.voices()); voices.networks > 0 {
		side.Rate = voices.sum / float64(voices.networks)
	}
	return side
}

func (t *tally) byKind() map[Kind]int {
	all := map[Kind]int{}
	for _, kind := range viewKinds {
		all[kind] = t.Errors[kind]
	}
	return all
}

// networks are what each has said, by its number. They are kept with voiceBytes each.
type networks map[uint64]voice

const voiceBytes = 16

// MarshalJSON packs them in their order.
func (n networks) MarshalJSON() ([]byte, error) {
	var packed []byte
	for _, network := range slices.Sorted(maps.Keys(n)) {
		packed = binary.BigEndian.AppendUint64(packed, network)
		packed = binary.BigEndian.AppendUint32(packed, n[network].views)
		packed = binary.BigEndian.AppendUint32(packed, n[network].erroneous)
	}
	return json.Marshal(packed)
}

// UnmarshalJSON leaves out what cannot have been said.
func (n networks) UnmarshalJSON(content []byte) error {
	var packed []byte
	err := json.Unmarshal(content, &packed)
	for len(packed) >= voiceBytes {
		said := voice{binary.BigEndian.Uint32(packed[8:]), binary.BigEndian.Uint32(packed[12:])}
		if said.views > 0 && said.erroneous <= said.views {
			n[binary.BigEndian.Uint64(packed)] = said
		}
		packed = packed[voiceBytes:]
	}
	return err
}
