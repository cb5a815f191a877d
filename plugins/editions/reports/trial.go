package reports

import (
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// maxNetworks is how many networks of a release are told apart, and keptNetworks how many of
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
	// told are the views of networks, with at most maxTelling of one.
	told     int
	errors   map[Kind]int
	vitals   map[string]histogram
	networks map[uint64]voice
	// highest is the highest number of a network that is told apart.
	highest uint64
}

func newTally() *tally {
	return &tally{errors: map[Kind]int{}, vitals: map[string]histogram{}, networks: map[uint64]voice{}, highest: math.MaxUint64}
}

// count adds a view, unless it is from a network that is not told apart. After maxTelling
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
			t.told++
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

// tell counts anew what was told.
func (t *tally) tell() {
	t.told = 0
	for _, said := range t.networks {
		t.told += int(min(said.views, maxTelling))
	}
}

// seen is how many networks there were, and telling how many views with at most maxTelling of
// one: about as many, if some are not told apart.
func (t *tally) seen() int    { return t.ofAll(len(t.networks)) }
func (t *tally) telling() int { return t.ofAll(t.told) }

// ofAll is a count over all networks by that of those that are told apart.
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

// trial compares a canary with the live release since it has its share. Another share is
// another trial: what is reported differs with the hour, and both sides must have had the
// same hours.
type trial struct {
	canary, live string
	share        int
	since        time.Time
	of, beside   *tally
	// look is at how many telling views of the canary the next one is, and held at how many it
	// was asked whether the canary holds; 0 for not yet.
	look, held int
	state      State
	// doubt says that it does not hold for what may be lies about live.
	doubt bool
	// elsewhere is what other processes have counted of it.
	elsewhere []*trial
}

func newTrial(of Standing, now time.Time) *trial {
	return &trial{canary: of.Canary, live: of.Live, share: of.Share, since: now.UTC(), of: newTally(), beside: newTally(), state: Watching}
}

// judge looks, if it is time to, and reports whether the state is another one then.
func (t *trial) judge(rule Rule) bool {
	telling := t.of.telling()
	for _, one := range t.elsewhere {
		telling += one.of.telling()
	}
	last := t.held == 0 && telling >= rule.HoldAt
	if t.state == Worse || telling < t.look && !last {
		return false
	}
	t.look = nextLook(telling)
	counted, besides := t.counted()
	if len(counted.networks) < minNetworks || len(besides.networks) < minNetworks {
		return false
	}
	of, beside := sampleOf(counted.voices()), sampleOf(besides.voices())
	if last {
		t.held = telling
	}
	before := t.state
	switch {
	case worse(of, beside):
		t.state = Worse
	case t.held > 0:
		t.state = Holds
		if t.doubt = doubtful(of, beside) >= needed; t.doubt {
			t.state = Watching
		}
	}
	return t.state != before
}

// verdict is the trial as it stands.
func (t *trial) verdict(rule Rule) *Verdict {
	v := &Verdict{State: t.state, Since: t.since, Share: t.share, Needed: rule.HoldAt, Promotes: rule.Promote, Canary: t.of.side(t.canary), Live: t.beside.side(t.live)}
	switch {
	case t.state == Worse:
		v.Text = "worse than live: " + compared(v.Canary, v.Live)
	case t.state == Holds:
		v.Text = fmt.Sprintf("holds: %s", compared(v.Canary, v.Live))
	case t.doubt:
		v.Text = "some networks have many errors with live: without them the canary would be worse, so somebody has to look: " + compared(v.Canary, v.Live)
	case v.Canary.Networks < minNetworks || v.Live.Networks < minNetworks:
		v.Text = fmt.Sprintf("%s views from %d networks, and %s of live from %d: a verdict needs %d networks of each", grouped(v.Canary.Views), v.Canary.Networks, grouped(v.Live.Views), v.Live.Networks, minNetworks)
	default:
		v.Text = fmt.Sprintf("%s of %s views: %s", grouped(t.of.telling()), grouped(v.Needed), compared(v.Canary, v.Live))
	}
	v.Notes = t.notes()
	return v
}

// A vital that is worse is told when it is this much worse, in parts and at least.
const (
	vitalWorse = 1.25
	vitalViews = 100
)

var vitalLeast = map[string]float64{LCP: 200, INP: 50, CLS: 0.05}

// notes tell of vitals that are much worse. They decide nothing: networks and devices
// differ too much between few views.
func (t *trial) notes() (notes []string) {
	for _, name := range Vitals {
		one, other := t.of.vitals[name], t.beside.vitals[name]
		if one.views() < vitalViews || other.views() < vitalViews {
			continue
		}
		if is, was := one.p75(), other.p75(); is > was*vitalWorse && is > was+vitalLeast[name] {
			notes = append(notes, fmt.Sprintf("%s: three of four views have at most %.4g%s, with live %.4g%s", strings.ToUpper(name), is, units[name], was, units[name]))
		}
	}
	return notes
}

// compared are the numbers of both sides, such as "load failures: 19 in 1,000 views against
// 0.2, over 3,108 views from 1,204 networks and 59,112 from 8,192". The kind of error is the
// one that differs most.
func compared(canary, live Side) string {
	rate := func(count, views int) float64 { return 1000 * float64(count) / float64(max(views, 1)) }
	what, is, was := "erroneous views", 1000*canary.Rate, 1000*live.Rate
	most := 0.0
	for _, kind := range viewKinds {
		one, other := rate(canary.Errors[kind], canary.Views), rate(live.Errors[kind], live.Views)
		if one-other > most {
			what, is, was, most = words[kind], one, other, one-other
		}
	}
	return fmt.Sprintf("%s: %s in 1,000 views against %s, over %s views from %s networks and %s from %s",
		what, short(is), short(was), grouped(canary.Views), grouped(canary.Networks), grouped(live.Views), grouped(live.Networks))
}

func short(value float64) string {
	if value >= 10 {
		return fmt.Sprintf("%.0f", value)
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0")
}

// grouped is a number with its thousands apart.
func grouped(number int) string {
	text := fmt.Sprint(number)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
