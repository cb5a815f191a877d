package health

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
)

const (
	liveName   = "00000000000000000001"
	canaryName = "00000000000000000002"
)

// watched is a book in which football has a canary.
type watched struct {
	*Book
	t     *testing.T
	clock *clock.Clock
	// said is how many honest views of the canary there were.
	said int
}

func watch(t *testing.T) *watched {
	t.Helper()
	now := clock.New(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
	w := &watched{New(Config{Key: []byte("key"), Now: now.Now}), t, now, 0}
	w.Follow(map[string]Standing{"football": {Live: liveName, Canary: canaryName, Share: 50}, "shell": {Live: liveName}})
	return w
}

// view is one of football's, as the contract has it.
func view(t *testing.T, release string, failed bool, vitals string) *View {
	t.Helper()
	errors := `{}`
	if failed {
		errors = `{"football":{"remote":1,"uncaught":0}}`
	}
	_, read, err := Read(fmt.Appendf(nil, `{"kind":"view","path":"/football","releases":{"football":%q},"navigation":"load","errors":%s,"vitals":%s}`, release, errors, vitals))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// network is an IPv4 /24.
func network(number int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(number >> 8), byte(number), 0}), 24)
}

func everybody(string, string) (shown, now bool) { return true, true }

func (w *watched) add(release string, from int, failed bool) {
	w.t.Helper()
	w.AddView(view(w.t, release, failed, `{}`), Visitor{network(from), everybody})
}

// honest has networks report views of both releases, of which each has an error as often as
// its rate says.
func (w *watched) honest(chances *rand.Rand, views int, rate, liveRate float64) {
	for range views {
		w.said++
		w.add(canaryName, 1000+w.said%2000, chances.Float64() < rate)
		for range 4 {
			w.add(liveName, 1000+chances.IntN(4000), chances.Float64() < liveRate)
		}
	}
}

func (w *watched) state() State { return w.Read("football").Verdict.State }

func TestACanaryWithThreeTimesTheErrorsIsDecidedOnWithItsNumbers(t *testing.T) {
	w := watch(t)
	w.honest(rand.New(rand.NewPCG(1, 1)), 2000, 0.06, 0.02)
	select {
	case <-w.Decided():
	default:
		t.Fatal("nobody is told")
	}
	decisions := w.Decisions()
	if len(decisions) != 1 || decisions[0].Release != canaryName || decisions[0].Promote {
		t.Fatalf("%+v", decisions)
	}
	if reason := decisions[0].Reason; !strings.HasPrefix(reason, "worse than live: load failures: ") || !strings.Contains(reason, " in 1,000 views against ") || len(reason) > 500 {
		t.Error(reason)
	}
	t.Log(decisions[0].Reason)
}

// A hundred browsers in ten networks that say of each page of the canary that it failed,
// thousands of times.
func TestAHundredLiarsInTenNetworksWithdrawNothing(t *testing.T) {
	for honest, views := range map[string]int{"few honest views": 60, "many honest views": 1500} {
		w, chances := watch(t), rand.New(rand.NewPCG(1, 2))
		for range views / 20 {
			w.honest(chances, 20, 0.02, 0.02)
			for liar := range 100 {
				w.add(canaryName, liar/10, true)
			}
		}
		if state := w.state(); state == Worse {
			t.Errorf("%s: %s", honest, w.Read("football").Verdict.Text)
		}
	}
}

// They have asked for many buckets, so that each of them is shown live and the canary, and
// say that live never fails and the canary always does.
func TestLiarsWithManyCookiesWithdrawNothing(t *testing.T) {
	w, chances := watch(t), rand.New(rand.NewPCG(1, 3))
	for range 60 {
		w.honest(chances, 20, 0.02, 0.02)
		for liar := range 100 {
			w.add(canaryName, liar/10, true)
			w.add(liveName, liar/10, false)
		}
	}
	if state := w.state(); state == Worse {
		t.Error(w.Read("football").Verdict.Text)
	}
}

// They say that live always fails, so that the canary looks good: what is bad is found all
// the same, or somebody has to look; it never goes live by itself.
func TestLiarsAboutLiveDoNotPromoteABadCanary(t *testing.T) {
	for _, rate := range []float64{0.06, 0.1, 0.3} {
		w, chances := watch(t), rand.New(rand.NewPCG(1, 4))
		w.SetRule(Rule{HoldAt: 1500, Promote: true})
		for range 100 {
			w.honest(chances, 20, rate, 0.02)
			for liar := range 100 {
				w.add(liveName, liar/10, true)
				w.add(canaryName, liar/10, false)
			}
			for _, decision := range w.Decisions() {
				if decision.Promote {
					t.Fatalf("a rate of %v: %s", rate, decision.Reason)
				}
			}
		}
		if state := w.state(); state != Worse {
			t.Errorf("a rate of %v: %s", rate, w.Read("football").Verdict.Text)
		}
	}
}

func TestAVerdictNeedsTwentyNetworksOnEachSide(t *testing.T) {
	for networks, want := range map[[2]int]State{{19, 500}: Watching, {500, 19}: Watching, {500, 500}: Worse} {
		w := watch(t)
		for at := range 3000 {
			w.add(canaryName, at%networks[0], true)
			w.add(liveName, at%networks[1], false)
		}
		if state := w.state(); state != want {
			t.Errorf("%v networks: %s, want %s", networks, state, want)
		}
	}
}

func TestACanaryHoldsAfterItsViewsAndGoesLiveOnlyIfTheRuleSaysSo(t *testing.T) {
	w := watch(t)
	w.SetRule(Rule{HoldAt: 400})
	w.honest(rand.New(rand.NewPCG(1, 5)), 399, 0.02, 0.02)
	if state := w.state(); state != Watching {
		t.Errorf("before: %s", state)
	}
	w.honest(rand.New(rand.NewPCG(1, 6)), 1, 0, 0)
	if state, decisions := w.state(), w.Decisions(); state != Holds || len(decisions) != 0 {
		t.Errorf("%s, %v", state, decisions)
	}
	w.SetRule(Rule{HoldAt: 400, Promote: true})
	if decisions := w.Decisions(); len(decisions) != 1 || !decisions[0].Promote || !strings.HasPrefix(decisions[0].Reason, "holds: ") {
		t.Errorf("%+v", decisions)
	}
}

func TestWhatAVisitorIsNotShownIsNotCounted(t *testing.T) {
	w := watch(t)
	count := func(gets func(string, string) (bool, bool)) (views, compared int) {
		w.AddView(view(t, canaryName, true, `{"lcp":1200}`), Visitor{network(1), gets})
		read := w.Read("football")
		i := slices.IndexFunc(read.Releases, func(r Release) bool { return r.As == "canary" })
		return read.Releases[i].Views, read.Verdict.Canary.Views
	}
	for _, step := range []struct {
		what            string
		shown, now      bool
		views, compared int
	}{
		{"not shown", false, false, 0, 0},
		{"shown a moment ago", true, false, 1, 0},
		{"shown now, with a signed bucket", true, true, 2, 1},
	} {
		views, compared := count(func(string, string) (bool, bool) { return step.shown, step.now })
		if views != step.views || compared != step.compared {
			t.Errorf("%s: %d views, %d compared", step.what, views, compared)
		}
	}
	w.AddView(view(t, "00000000000000000009", true, `{}`), Visitor{network(1), everybody})
	if read := w.Read("football"); len(read.Releases) != 2 {
		t.Errorf("a release that was never shown is kept: %+v", read.Releases)
	}
}

func TestAnotherShareOrLiveReleaseIsAnotherTrial(t *testing.T) {
	w := watch(t)
	w.add(canaryName, 1, true)
	w.Follow(map[string]Standing{"football": {Live: liveName, Canary: canaryName, Share: 50}})
	if views := w.Read("football").Verdict.Canary.Views; views != 1 {
		t.Errorf("what stays as it is lost its views: %d", views)
	}
	w.Follow(map[string]Standing{"football": {Live: liveName, Canary: canaryName, Share: 100}})
	if verdict := w.Read("football").Verdict; verdict.Canary.Views != 0 || verdict.Share != 100 {
		t.Errorf("%+v", verdict)
	}
	w.Follow(map[string]Standing{"football": {Live: liveName}})
	if verdict := w.Read("football").Verdict; verdict == nil || verdict.Canary.Release != canaryName {
		t.Errorf("the last verdict is gone: %+v", verdict)
	}
}

func TestTheBookOutlastsARestart(t *testing.T) {
	w := watch(t)
	w.honest(rand.New(rand.NewPCG(1, 7)), 300, 0.02, 0.02)
	w.AddView(view(t, canaryName, false, `{"lcp":1200,"inp":80,"cls":0.1}`), Visitor{network(3), everybody})
	w.AddError(&Error{Kind: Uncaught, Message: "it died", Edition: "football", Release: canaryName, Path: "/football", Stack: "Error\n    at f (/_r/football/x.js:1:2)"}, network(1))
	kept, err := w.Write()
	if err != nil || kept == nil {
		t.Fatal(err)
	}
	if again, err := w.Write(); again != nil || err != nil {
		t.Errorf("nothing has changed, and it is written again: %v", err)
	}
	restored := New(Config{Key: []byte("key"), Now: w.clock.Now})
	all := must.Get(parse(kept))(t)
	restored.takeOver(all)
	restored.Follow(map[string]Standing{"football": {Live: liveName, Canary: canaryName, Share: 50}, "shell": {Live: liveName}})
	before, after := asJSON(t, w.Read("football")), asJSON(t, restored.Read("football"))
	if before != after {
		t.Errorf("before %s\nafter  %s", before, after)
	}
	for _, book := range []*Book{w.Book, restored} {
		both := &watched{book, t, w.clock, w.said}
		both.honest(rand.New(rand.NewPCG(1, 8)), 2000, 0.1, 0.02)
		if state := both.state(); state != Worse {
			t.Errorf("%s", state)
		}
	}
	if _, err := parse([]byte("{")); err == nil {
		t.Error("half a file is read")
	}
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	content := must.Get(json.Marshal(value))(t)
	return string(content)
}

func TestErrorsAreGroupedByTheirMessages(t *testing.T) {
	w := watch(t)
	for i := range 100 {
		w.AddError(&Error{Kind: Uncaught, Message: fmt.Sprint("error ", i%25), Edition: "football", Release: liveName, Path: "/football", Stack: "Error: x\n    at f (a.js:1:2)\n    at g"}, network(1))
		w.clock.Move(time.Second)
	}
	w.AddError(&Error{Kind: Uncaught, Message: "x", Edition: "hockey", Release: liveName}, network(1))
	read := w.Read("football")
	groups := read.Releases[0].Groups
	if read.Releases[0].As != "live" {
		t.Fatalf("%+v", read.Releases)
	}
	if len(groups) != maxGroups || groups[0].Message != "error 24" || groups[0].Where != "at f (a.js:1:2)" || !groups[0].Last.After(groups[1].Last) {
		t.Errorf("%d groups: %+v", len(groups), groups[:2])
	}
}

func TestAVitalIsKeptWithinFourPercentOverItsWholeTime(t *testing.T) {
	w := watch(t)
	for i := range 1000 {
		w.AddView(view(t, liveName, false, fmt.Sprintf(`{"lcp":%d,"inp":%d,"cls":%f}`, 1000+i, i%200, float64(i)/10000)), Visitor{network(i), everybody})
		w.clock.Move(7 * time.Minute)
	}
	read := w.Read("football").Releases[0]
	for name, want := range map[string]float64{LCP: 1750, INP: 150, CLS: 0.075} {
		vital := read.Vitals[name]
		if vital.P75 < want*0.95 || vital.P75 > want*1.05 || vital.Views != 1000 || len(vital.Series) == 0 || len(vital.Series) > maxPoints {
			t.Errorf("%s: %v of %d views at %d times, want %v", name, vital.P75, vital.Views, len(vital.Series), want)
		}
		views := 0
		for _, point := range vital.Series {
			views += point.Views
		}
		if views != 1000 {
			t.Errorf("%s: the series has %d views", name, views)
		}
	}
}

func TestAMuchSlowerCanaryIsToldAndStays(t *testing.T) {
	w := watch(t)
	for i := range 300 {
		w.AddView(view(t, canaryName, false, `{"lcp":3400}`), Visitor{network(i), everybody})
		w.AddView(view(t, liveName, false, `{"lcp":2100}`), Visitor{network(i), everybody})
	}
	verdict := w.Read("football").Verdict
	if verdict.State != Watching || len(verdict.Notes) != 1 || !strings.HasPrefix(verdict.Notes[0], "LCP: ") {
		t.Errorf("%+v", verdict)
	}
}

func TestWhatIsNoReportIsRefused(t *testing.T) {
	for _, body := range []string{
		``, `[]`, `{"kind":"view"}`, `{"kind":"advert"}`, `{"kind":"view","releases":{"football":"x"}}`,
		`{"kind":"view","releases":{"../x":"00000000000000000001"}}`,
		`{"kind":"view","releases":{"football":"00000000000000000001"},"errors":{"shell":{"remote":1}}}`,
		`{"kind":"view","releases":{"football":"00000000000000000001"},"errors":{"football":{"bad":1}}}`,
		`{"kind":"view","releases":{"football":"00000000000000000001"},"errors":{"football":{"remote":-1}}}`,
		`{"kind":"view","releases":{"football":"00000000000000000001"},"vitals":{"lcp":-1}}`,
		`{"kind":"view","releases":{"football":"00000000000000000001"},"vitals":{"lcp":"1"}}`,
		`{"kind":"view","releases":{"football":"00000000000000000001"},"vitals":{"ttfb":1}}`,
	} {
		if failed, view, err := Read([]byte(body)); err == nil {
			t.Errorf("%s is %v %v", body, failed, view)
		}
	}
}

// Of 8,192 networks that came first and have no errors, and as many that come late and have
// nothing else, those that are compared are half of each; so they are when two processes
// have counted them, or one was restarted in between.
func TestWhoComesLateIsComparedAsWhoCameFirst(t *testing.T) {
	numbers := rand.New(rand.NewPCG(4, 4))
	one, two, restarted := newTally(), newTally(), newTally()
	for i := range 2 * maxNetworks {
		said := seen{}
		if i >= maxNetworks {
			said.kinds = []Kind{Remote}
		}
		if i%1000 == 0 {
			content := must.Get(json.Marshal(restarted))(t)
			must.Do(t, json.Unmarshal(content, restarted))
		}
		number := numbers.Uint64()
		for range 2 {
			one.count(number, said)
			restarted.count(number, said)
		}
		if two.count(number, said); i%3 == 0 {
			two.count(number, said)
		}
	}
	apart := newTally()
	for network, said := range one.Networks {
		apart.Networks[network] = said
	}
	two.add(one)
	for name, tally := range map[string]*tally{"one process": one, "two": two, "one that was restarted": restarted} {
		late := 0
		for network, said := range tally.Networks {
			if said.erroneous > 0 {
				late++
			}
			if said.erroneous != 0 && said.erroneous != said.views || said.views < 2 || !tally.distinguishes(network) {
				t.Fatalf("%s: the network %d has %+v", name, network, said)
			}
		}
		count := len(tally.Networks)
		if count < keptNetworks || count > maxNetworks || late < count*45/100 || late > count*55/100 {
			t.Errorf("%s: %d of %d networks came late", name, late, count)
		}
		if about := tally.seen(); about < 2*maxNetworks*95/100 || about > 2*maxNetworks*105/100 {
			t.Errorf("%s: there seem to be %d networks", name, about)
		}
	}
	if !maps.Equal(apart.Networks, restarted.Networks) {
		t.Error("a restart changes what is compared")
	}
}

// One network reports the canary more often than all others together.
func TestOneNetworkPutsOffNoVerdict(t *testing.T) {
	w := watch(t)
	for range 3000 {
		w.add(canaryName, 1, false)
		w.add(liveName, 1, false)
	}
	for at := range 500 {
		w.add(liveName, 1000+at, false)
		w.add(canaryName, 1000+at, at%2 == 0)
	}
	verdict := w.Read("football").Verdict
	if verdict.State != Worse || verdict.Canary.Views > maxTelling+500 {
		t.Errorf("%s", verdict.Text)
	}
}

func TestOneNetworkLeavesTheErrorsOfOthersToBeRead(t *testing.T) {
	w := watch(t)
	says := func(message string, from int) {
		w.AddError(&Error{Kind: Uncaught, Message: message, Edition: "football", Release: liveName}, network(from))
		w.clock.Move(time.Second)
	}
	for honest := range 8 {
		says(fmt.Sprint("error of visitor ", honest), 100+honest)
	}
	for lie := range 500 {
		says(fmt.Sprint("lie ", lie), 1)
	}
	groups := w.Read("football").Releases[0].Groups
	honest := slices.DeleteFunc(slices.Clone(groups), func(g Group) bool { return strings.HasPrefix(g.Message, "lie") })
	if len(groups) != maxGroups || len(honest) != 8 || groups[0].Message != "lie 499" {
		t.Errorf("%d of %d groups are others'", len(honest), len(groups))
	}
}

func TestErrorsAreKeptOverTheWholeTimeOfARelease(t *testing.T) {
	w := watch(t)
	for minute := range 300 {
		for view := range 10 {
			w.add(liveName, view, minute >= 100 && view == 0)
		}
		w.clock.Move(time.Minute)
	}
	all := w.Read("football").Releases[0]
	views, erroneous := 0, 0
	for at, point := range all.ErrorSeries {
		views, erroneous = views+point.Views, erroneous+point.Erroneous
		if at > 0 && !point.At.After(all.ErrorSeries[at-1].At) {
			t.Errorf("%s comes after %s", point.At, all.ErrorSeries[at-1].At)
		}
		if at < len(all.ErrorSeries)/4 && point.Erroneous != 0 {
			t.Errorf("at first there were no errors: %+v", point)
		}
	}
	if len(all.ErrorSeries) < 10 || len(all.ErrorSeries) > maxPoints || views != 3000 || erroneous != 200 || all.Erroneous != 200 {
		t.Errorf("%d points of %d views with %d errors", len(all.ErrorSeries), views, erroneous)
	}
}
