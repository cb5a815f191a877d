package reports

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// maxNetworks is how many networks of a release are told apart: views from others are not
// compared.
const maxNetworks = 8192

// maxTelling is how many views of one network count towards those that a canary is watched
// for: nobody can hurry it.
const maxTelling = 50

// voice is what one network has said of a release.
type voice struct{ views, erroneous uint32 }

func (v voice) share() float64 { return float64(v.erroneous) / float64(v.views) }

// tally is the views of one release that count for something. Two of them can be added up:
// the networks have the same numbers in all processes of a store.
type tally struct {
	views     int
	erroneous int
	// telling are the views with at most maxTelling of one network.
	telling  int
	errors   map[Kind]int
	vitals   map[string]histogram
	networks map[uint64]voice
}

func newTally() *tally {
	return &tally{errors: map[Kind]int{}, vitals: map[string]histogram{}, networks: map[uint64]voice{}}
}

// count adds a view, unless it is from one network too many.
func (t *tally) count(network uint64, view seen) {
	if _, known := t.networks[network]; known || len(t.networks) < maxNetworks {
		t.countAll(network, view)
	}
}

// countAll adds a view wherever it is from.
func (t *tally) countAll(network uint64, view seen) {
	t.views++
	said, known := t.networks[network]
	said.views++
	if said.views <= maxTelling {
		t.telling++
	}
	if len(view.kinds) > 0 {
		said.erroneous++
		t.erroneous++
	}
	if known || len(t.networks) < maxNetworks {
		t.networks[network] = said
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
	side := Side{Release: release, Views: t.views, Networks: len(t.networks), Erroneous: t.erroneous, Errors: t.byKind()}
	if side.Networks > 0 {
		side.Rate = sampleOf(t.voices()).sum / float64(side.Networks)
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
		if len(one) < voiceBytes || len(t.networks) == maxNetworks {
			return
		}
		said := voice{binary.BigEndian.Uint32(one[8:]), binary.BigEndian.Uint32(one[12:])}
		if said.views > 0 && said.erroneous <= said.views {
			t.telling += int(min(said.views, maxTelling))
			t.networks[binary.BigEndian.Uint64(one)] = said
		}
	}
}

// trial compares a canary with the live release since it has its share. Another share is
// another trial: what is reported differs with the hour, and both sides must have had the
// same hours.
type trial struct {
	canary, live string
	share        int
	since        time.Time
	of, beside   *tally
	// look is at how many views of the canary the next one is, and held at how many it was
	// asked whether the canary holds; 0 for not yet.
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
	views, telling := t.of.views, t.of.telling
	for _, one := range t.elsewhere {
		views, telling = views+one.of.views, telling+one.of.telling
	}
	last := t.held == 0 && telling >= rule.HoldAt
	if t.state == Worse || views < t.look && !last {
		return false
	}
	t.look = nextLook(views)
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
	v := &Verdict{State: t.state, Since: t.since, Share: t.share, Needed: rule.HoldAt, Canary: t.of.side(t.canary), Live: t.beside.side(t.live)}
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
		v.Text = fmt.Sprintf("%s of %s views: %s", grouped(t.of.telling), grouped(v.Needed), compared(v.Canary, v.Live))
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
