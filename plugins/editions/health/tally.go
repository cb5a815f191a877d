package health

import (
	"encoding/binary"
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

// with is the voice with one view more.
func (v voice) with(view seen) voice {
	v.views++
	if len(view.kinds) > 0 {
		v.erroneous++
	}
	return v
}

func (v voice) share() float64 { return float64(v.erroneous) / float64(v.views) }

// tally is the views of one release that count for something. Two of them can be added up:
// the networks have the same numbers in all processes of a store.
type tally struct {
	views     int
	erroneous int
	// counted are the views of networks, with at most maxTelling of one.
	counted  int
	errors   map[Kind]int
	vitals   map[string]histogram
	networks map[uint64]voice
	// highest is the highest number of a network that is distinguished.
	highest uint64
}

func newTally() *tally {
	return &tally{errors: map[Kind]int{}, vitals: map[string]histogram{}, networks: map[uint64]voice{}, highest: math.MaxUint64}
}

// count adds a view, unless it is from a network that is not distinguished. After maxTelling
// views of one its voice alone is another: it has no more part in what people read.
func (t *tally) count(network uint64, view seen) {
	said, known := t.networks[network]
	switch {
	case known && said.views >= maxTelling:
		t.networks[network] = said.with(view)
	case network <= t.highest:
		t.countAll(network, view)
	}
}

// countAll adds a view wherever it is from.
func (t *tally) countAll(network uint64, view seen) {
	t.views++
	said := t.networks[network].with(view)
	if len(view.kinds) > 0 {
		t.erroneous++
	}
	if network <= t.highest {
		if said.views <= maxTelling {
			t.counted++
		}
		t.networks[network] = said
		t.thin()
	}
	for _, kind := range view.kinds {
		t.errors[kind]++
	}
	for name, value := range view.vitals {
		if t.vitals[name] == nil {
			t.vitals[name] = histogram{}
		}
		t.vitals[name].add(value)
	}
}

// thin leaves the networks with the lowest numbers when there are too many. Numbers are keyed,
// so nobody chooses them, and those that are left say what all say: who comes late has the
// place that he would have had as the first (a bottom-k sample: Cohen and Kaplan, Summarizing
// data using bottom-k sketches, 2007).
func (t *tally) thin() {
	if len(t.networks) <= maxNetworks {
		return
	}
	t.highest = slices.Sorted(maps.Keys(t.networks))[keptNetworks-1]
	maps.DeleteFunc(t.networks, func(network uint64, _ voice) bool { return network > t.highest })
	t.tell()
}

// tell counts the views of networks anew.
func (t *tally) tell() {
	t.counted = 0
	for _, said := range t.networks {
		t.counted += int(min(said.views, maxTelling))
	}
}

// seen is how many networks there were, and telling how many views with at most maxTelling of
// one: about as many, if some are not distinguished.
func (t *tally) seen() int    { return t.ofAll(len(t.networks)) }
func (t *tally) telling() int { return t.ofAll(t.counted) }

// ofAll is a count over all networks by that of those that are distinguished.
func (t *tally) ofAll(count int) int {
	if t.highest == math.MaxUint64 {
		return count
	}
	return int(float64(count) / float64(t.highest) * math.MaxUint64)
}

func (t *tally) voices() iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, said := range t.networks {
			if !yield(said.share()) {
				return
			}
		}
	}
}

func (t *tally) side(release string) Side {
	side := Side{Release: release, Views: t.views, Networks: t.seen(), Erroneous: t.erroneous, Errors: t.byKind()}
	if voices := sampleOf(t.voices()); voices.networks > 0 {
		side.Rate = voices.sum / float64(voices.networks)
	}
	return side
}

func (t *tally) byKind() map[Kind]int {
	all := map[Kind]int{}
	for _, kind := range viewKinds {
		all[kind] = t.errors[kind]
	}
	return all
}

const voiceBytes = 16

// packed are the networks as they are kept over a restart.
func (t *tally) packed() (packed []byte) {
	for network, said := range t.networks {
		packed = binary.BigEndian.AppendUint64(packed, network)
		packed = binary.BigEndian.AppendUint32(packed, said.views)
		packed = binary.BigEndian.AppendUint32(packed, said.erroneous)
	}
	return packed
}

func (t *tally) unpack(packed []byte) {
	for one := range slices.Chunk(packed, voiceBytes) {
		if len(one) < voiceBytes {
			break
		}
		said := voice{binary.BigEndian.Uint32(one[8:]), binary.BigEndian.Uint32(one[12:])}
		if said.views > 0 && said.erroneous <= said.views {
			t.networks[binary.BigEndian.Uint64(one)] = said
		}
	}
	t.thin()
	t.tell()
}
