package health

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// trial compares a canary with the live release since it has its share. Another share is
// another trial: what is reported differs with the hour, and both sides must have had the
// same hours.
type trial struct {
	Standing
	Since      time.Time
	Of, Beside *tally
	// Look is at how many telling views of the canary the next one is, and Held at how many it
	// was asked whether the canary holds; 0 for not yet.
	Look, Held int
	State      State
	// Doubt says that it does not hold for what may be lies about live.
	Doubt bool

	// elsewhere is what other processes have counted of it.
	elsewhere []*trial
}

func newTrial(of Standing, now time.Time) *trial {
	return &trial{Standing: of, Since: now.UTC(), Of: newTally(), Beside: newTally(), State: Watching}
}

// UnmarshalJSON reads what was kept.
func (t *trial) UnmarshalJSON(content []byte) error {
	type plain trial
	*t = *newTrial(Standing{}, time.Time{})
	return json.Unmarshal(content, (*plain)(t))
}

// judge looks, if it is time to, and reports whether the state is another one then.
func (t *trial) judge(rule Rule) bool {
	telling := t.Of.telling()
	for _, one := range t.elsewhere {
		telling += one.Of.telling()
	}
	last := t.Held == 0 && telling >= rule.HoldAt
	if t.State == Worse || telling < t.Look && !last {
		return false
	}
	t.Look = nextEvaluation(telling)
	counted, besides := t.counted()
	if len(counted.Networks) < minNetworks || len(besides.Networks) < minNetworks {
		return false
	}
	of, beside := sampleOf(counted.voices()), sampleOf(besides.voices())
	if last {
		t.Held = telling
	}
	before := t.State
	switch {
	case worse(of, beside):
		t.State = Worse
	case t.Held > 0:
		t.State = Holds
		if t.Doubt = doubtful(of, beside) >= needed; t.Doubt {
			t.State = Watching
		}
	}
	return t.State != before
}

func (t *trial) verdict(rule Rule) *Verdict {
	v := &Verdict{State: t.State, Since: t.Since, Share: t.Share, Needed: rule.HoldAt, Promotes: rule.Promote, Canary: t.Of.side(t.Canary), Live: t.Beside.side(t.Live)}
	switch {
	case t.State == Worse:
		v.Text = "worse than live: " + compared(v.Canary, v.Live)
	case t.State == Holds:
		v.Text = fmt.Sprintf("holds: %s", compared(v.Canary, v.Live))
	case t.Doubt:
		v.Text = "some networks have many errors with live: without them the canary would be worse, so somebody has to look: " + compared(v.Canary, v.Live)
	case v.Canary.Networks < minNetworks || v.Live.Networks < minNetworks:
		v.Text = fmt.Sprintf("%s views from %d networks, and %s of live from %d: a verdict needs %d networks of each", grouped(v.Canary.Views), v.Canary.Networks, grouped(v.Live.Views), v.Live.Networks, minNetworks)
	default:
		v.Text = fmt.Sprintf("%s of %s views: %s", grouped(t.Of.telling()), grouped(v.Needed), compared(v.Canary, v.Live))
	}
	v.Notes = t.notes()
	return v
}

// A vital is mentioned as worse when it is this much worse, in parts and at least.
const (
	vitalWorse = 1.25
	vitalViews = 100
)

var vitalLeast = map[string]float64{LCP: 200, INP: 50, CLS: 0.05}

// notes tell of vitals that are much worse. They decide nothing: networks and devices
// differ too much between few views.
func (t *trial) notes() (notes []string) {
	for _, name := range Vitals {
		one, other := t.Of.Vitals[name], t.Beside.Vitals[name]
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
