package journal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"
)

// refusing are checks that refuse lineups which have both releases of a pair, and say that
// releases are not there.
func refusing(gone []string, pairs ...[2]string) journal.Checks {
	return journal.Checks{
		Usable: func(edition, name string) error {
			if slices.Contains(gone, edition+name[19:]) {
				return errors.New(edition + name[19:] + " is gone")
			}
			return nil
		},
		Fit: func(names map[string]string) error {
			for _, pair := range pairs {
				both := 0
				for edition, name := range names {
					if name != "" && slices.Contains(pair[:], edition+name[19:]) {
						both++
					}
				}
				if both == 2 {
					return fmt.Errorf("%s does not run with %s", pair[0], pair[1])
				}
			}
			return nil
		},
	}
}

// names are releases by their editions, of texts such as football2.
func names(of ...string) map[string]string {
	found := map[string]string{}
	for _, name := range of {
		number := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
		found[strings.TrimSuffix(name, number)] = ""
		if number != "" {
			found[strings.TrimSuffix(name, number)] = strings.Repeat("0", 19) + number
		}
	}
	return found
}

// liveNow is what is live, as names writes it.
func liveNow(state journal.State) string {
	var live []string
	for edition, name := range state.Live() {
		live = append(live, edition+name[19:])
	}
	slices.Sort(live)
	return strings.Join(live, " ")
}

func TestSeveralEditionsGoLiveAndBackInOneStep(t *testing.T) {
	for name, test := range map[string]struct {
		back   map[string]string
		checks journal.Checks
		keep   bool
		want   string
		err    error
	}{
		"one":                    {names("football"), journal.Checks{}, false, "basketball3 football2 host3", nil},
		"all":                    {names("football", "basketball", "host"), journal.Checks{}, false, "basketball2 football2 host2", nil},
		"to a named one":         {names("football1"), journal.Checks{}, false, "basketball3 football1 host3", nil},
		"past one that is gone":  {names("football"), refusing([]string{"football2"}), false, "basketball3 football1 host3", nil},
		"past one that fits not": {names("football"), refusing(nil, [2]string{"host3", "football2"}), false, "basketball3 football1 host3", nil},
		"the host, to what all that stays runs on":  {names("host"), refusing(nil, [2]string{"host2", "football3"}), false, "basketball3 football3 host1", nil},
		"the host with what only ran on that":       {names("host", "football"), refusing(nil, [2]string{"host2", "football3"}), false, "basketball3 football2 host2", nil},
		"to one that was never live":                {names("football4"), journal.Checks{}, false, "", journal.ErrNothing},
		"to a named one that is gone":               {names("football2"), refusing([]string{"football2"}), false, "", journal.ErrNothing},
		"where nothing fits":                        {names("football"), refusing([]string{"football1", "football2"}), false, "", journal.ErrNothing},
		"one without any":                           {names("hockey"), journal.Checks{}, false, "", journal.ErrNothing},
		"where one of two cannot":                   {names("basketball", "football4"), journal.Checks{}, false, "", journal.ErrNothing},
		"keeping what it leaves":                    {names("football"), journal.Checks{}, true, "basketball3 football2 host3", nil},
		"beside a canary that it does not run with": {names("football"), refusing(nil, [2]string{"host4", "football2"}), false, "basketball3 football2 host3", nil},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t)
			for _, number := range []string{"1", "2", "3"} {
				a.did(a.SetLive(journal.Change{}, names("football"+number, "basketball"+number, "host"+number), journal.Checks{}))
			}
			a.did(a.SetCanary(journal.Change{}, release.Host, journal.Canary{Release: fourth, Share: 5}, journal.Checks{}))
			state, err := a.Rollback(journal.Change{By: "anna"}, test.back, test.keep, test.checks)
			if !errors.Is(err, test.err) {
				t.Fatalf("the error is %v, want %v", err, test.err)
			}
			if err != nil {
				if after := a.state(); after.Version != 4 || liveNow(after) != "basketball3 football3 host3" {
					t.Errorf("it failed, and the state is %+v", after)
				}
				return
			}
			if liveNow(state) != test.want || state.Version != 5 || state.Editions[release.Host].Canary == nil {
				t.Errorf("live is %s in version %d, beside the canary %v, want %s", liveNow(state), state.Version, state.Editions[release.Host].Canary, test.want)
			}
			for edition := range test.back {
				part := state.Editions[edition]
				if left := slices.Contains(part.Withdrawn, third); left == test.keep || slices.Contains(part.Previous, third) != test.keep {
					t.Errorf("%s is %+v", edition, part)
				}
			}
		})
	}
}

// After a withdrawal or a rollback it is shown to nobody.
func TestACanaryThatDoesNotRunWithWhatIsLiveIsInNobodysWay(t *testing.T) {
	a := open(t)
	a.did(a.SetLive(journal.Change{}, names("football1", "basketball1", "host1"), journal.Checks{}))
	a.did(a.SetLive(journal.Change{}, names("football2"), journal.Checks{}))
	a.did(a.SetCanary(journal.Change{}, release.Host, journal.Canary{Release: second, Share: 5}, journal.Checks{}))
	a.did(a.Rollback(journal.Change{}, names("football"), false, journal.Checks{}))
	checks := refusing(nil, [2]string{"host2", "football1"})
	a.did(a.SetLive(journal.Change{}, names("basketball2"), checks))
	a.did(a.SetCanary(journal.Change{}, releasetest.Basketball, journal.Canary{Release: third, Share: 5}, checks))
	if _, err := a.SetCanary(journal.Change{}, release.Host, journal.Canary{Release: second, Share: 6}, checks); !errors.Is(err, journal.ErrUnfit) {
		t.Errorf("its share grew: %v", err)
	}
}

func TestGoingBackAndKeepingWalksThroughAllThatWasLive(t *testing.T) {
	a := open(t)
	a.live(first, second, third)
	for _, want := range []string{second, first, third, second} {
		a.did(a.Rollback(journal.Change{}, football(""), true, journal.Checks{}))
		if got := a.football().Live; got != want {
			t.Errorf("live is %s, want %s", got, want)
		}
	}
}

// An edition has none live where none ran on the host when its live one was withdrawn.
func TestGoingBackFromNothingWithdrawsNothing(t *testing.T) {
	a := open(t)
	for _, number := range []string{"1", "2"} {
		a.did(a.SetLive(journal.Change{}, names("football"+number, "host"+number), journal.Checks{}))
	}
	state := a.did(a.Withdraw(journal.Change{}, names("football2"), refusing(nil, [2]string{"host2", "football1"})))
	if liveNow(state) != "host2" {
		t.Fatalf("live is %s", liveNow(state))
	}
	state = a.did(a.Rollback(journal.Change{}, names("football"), false, journal.Checks{}))
	if part := state.Editions["football"]; liveNow(state) != "football1 host2" || !slices.Equal(part.Withdrawn, []string{second}) {
		t.Errorf("live is %s, and withdrawn %q", liveNow(state), part.Withdrawn)
	}
	entries, err := a.Entries("football", 1)
	if err != nil || len(entries) != 1 || len(entries[0].Editions["football"].Withdrawn) != 0 {
		t.Errorf("the journal says %+v (%v)", entries, err)
	}
}

func TestWithdrawingSeveralIsOneStep(t *testing.T) {
	a := open(t)
	for _, number := range []string{"1", "2", "3"} {
		a.did(a.SetLive(journal.Change{}, names("football"+number, "host"+number), journal.Checks{}))
	}
	state := a.did(a.Withdraw(journal.Change{}, names("football3", "host3"), refusing(nil, [2]string{"host2", "football2"})))
	if liveNow(state) != "football1 host2" || state.Version != 4 {
		t.Errorf("live is %s in version %d", liveNow(state), state.Version)
	}
	if _, err := a.Withdraw(journal.Change{}, names("football"), journal.Checks{}); !errors.Is(err, journal.ErrNothing) {
		t.Errorf("withdrawing none is answered %v", err)
	}
	if _, err := a.Withdraw(journal.Change{}, names("football9"), refusing([]string{"football9"})); !errors.Is(err, journal.ErrNothing) {
		t.Errorf("withdrawing one that nobody knows is answered %v", err)
	}
	// One that is damaged, and was live, is withdrawn all the same.
	a.did(a.Withdraw(journal.Change{}, names("football3"), refusing([]string{"football3"})))
	// What cannot be used now is better than nothing: it may be mended.
	state = a.did(a.Withdraw(journal.Change{}, names("host2"), refusing([]string{"host1"})))
	if liveNow(state) != "football1 host1" {
		t.Errorf("live is %s", liveNow(state))
	}
}

func TestACanaryIsBesideWhatIsLiveUntilItIsPromotedEndedOrWithdrawn(t *testing.T) {
	canary := journal.Canary{Release: second, Share: 50}
	set := func(a *at, canary journal.Canary, checks journal.Checks) (journal.State, error) {
		return a.SetCanary(journal.Change{}, releasetest.Football, canary, checks)
	}
	for name, end := range map[string]struct {
		end  step
		live string
	}{
		"promoted":   {promote(football("")), second},
		"made live":  {setLive(football(second)), second},
		"withdrawn":  {withdraw(football(second)), first},
		"ended":      {setCanary("", 0), first},
		"left alone": {withdraw(football(first)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t)
			a.live(first)
			a.did(set(a, canary, journal.Checks{}))
			if got := a.football(); got.Live != first || *got.Canary != canary {
				t.Fatalf("football is %+v", got)
			}
			a.did(end.end(a, journal.Change{}))
			a.again()
			if got := a.football(); got.Live != end.live || got.Canary != nil {
				t.Errorf("football is %+v", got)
			}
		})
	}
	a := open(t)
	if _, err := set(a, canary, journal.Checks{}); !errors.Is(err, journal.ErrNothing) {
		t.Errorf("beside nothing it is answered %v", err)
	}
	a.live(second)
	for sentence, test := range map[string]struct {
		canary journal.Canary
		checks journal.Checks
	}{
		"the live one":            {canary, journal.Checks{}},
		"none":                    {journal.Canary{Share: 5}, journal.Checks{}},
		"more than all":           {journal.Canary{Release: first, Share: 1001}, journal.Checks{}},
		"fewer than none":         {journal.Canary{Release: first, Share: -1}, journal.Checks{}},
		"one that is gone":        {journal.Canary{Release: first, Share: 1}, refusing([]string{"football1"})},
		"the end where none is":   {journal.Canary{}, journal.Checks{}},
		"one that does not fit":   {journal.Canary{Release: first, Share: 1}, refusing(nil, [2]string{"football1", "host1"})},
		"one that fits no canary": {journal.Canary{Release: first, Share: 1}, refusing(nil, [2]string{"football1", "host2"})},
	} {
		a.did(a.SetLive(journal.Change{}, names("host1"), journal.Checks{}))
		a.did(a.SetCanary(journal.Change{}, release.Host, journal.Canary{Release: second, Share: 5}, journal.Checks{}))
		if _, err := set(a, test.canary, test.checks); err == nil {
			t.Errorf("%s is taken", sentence)
		}
	}
	if _, err := a.SetLive(journal.Change{}, names("football3"), refusing(nil, [2]string{"football3", "host2"})); !errors.Is(err, journal.ErrUnfit) || !strings.Contains(err.Error(), "with the canary of host") {
		t.Errorf("live beside a canary that it does not run with is answered %v", err)
	}
}

func TestPreviewsAreBounded(t *testing.T) {
	a := open(t)
	a.live(first)
	for index := 10; index < 22; index++ {
		a.did(a.SetPreview(journal.Change{}, releasetest.Football, fmt.Sprintf("%020d", index), journal.Checks{}))
	}
	if got := a.football().Previews; len(got) != 10 || got[0] != fmt.Sprintf("%020d", 21) || got[9] != fmt.Sprintf("%020d", 12) {
		t.Errorf("previews are %q", got)
	}
	a.did(a.EndPreview(journal.Change{}, releasetest.Football, fmt.Sprintf("%020d", 21)))
	a.did(a.Withdraw(journal.Change{}, football(fmt.Sprintf("%020d", 20)), journal.Checks{}))
	a.did(a.Promote(journal.Change{}, football(fmt.Sprintf("%020d", 19)), journal.Checks{}))
	if got := a.football(); len(got.Previews) != 7 || got.Previews[0] != fmt.Sprintf("%020d", 18) || got.Live != fmt.Sprintf("%020d", 19) {
		t.Errorf("football is %+v", got)
	}
	for sentence, err := range map[string]error{
		"ending none":            failure(a.EndPreview(journal.Change{}, releasetest.Football, second)),
		"promoting what is none": failure(a.Promote(journal.Change{}, football(second), journal.Checks{})),
		"promoting no canary":    failure(a.Promote(journal.Change{}, football(""), journal.Checks{})),
	} {
		if !errors.Is(err, journal.ErrNothing) {
			t.Errorf("%s is answered %v", sentence, err)
		}
	}
	if err := failure(a.SetPreview(journal.Change{}, releasetest.Football, fmt.Sprintf("%020d", 19), journal.Checks{})); !errors.Is(err, journal.ErrIsLive) {
		t.Errorf("previewing the live one is answered %v", err)
	}
}

// Of another live release its comparison would be another one, and all visitors are to get it.
func TestAnotherLiveReleaseEndsTheCanary(t *testing.T) {
	for name, test := range map[string]struct {
		change step
		stays  bool
	}{
		"going live":    {setLive(football(third)), false},
		"a new preview": {setPreview(third), true},
		"promoting a preview": {func(a *at, c journal.Change) (journal.State, error) {
			a.did(a.SetPreview(journal.Change{}, releasetest.Football, third, journal.Checks{}))
			return a.Promote(journal.Change{}, football(third), journal.Checks{})
		}, false},
		"taking the live one again": {setLive(football(first)), true},
		"another edition's":         {setLive(names("basketball3")), true},
		"rolling back":              {goBack, true},
	} {
		a := open(t)
		a.live(fourth, first)
		a.did(a.SetCanary(journal.Change{}, releasetest.Football, journal.Canary{Release: second, Share: 50}, journal.Checks{}))
		a.did(test.change(a, journal.Change{}))
		if stays := a.football().Canary != nil; stays != test.stays {
			t.Errorf("after %s the canary stays: %v", name, stays)
		}
	}
}

// Editions are independent: what became of another one is no conflict.
func TestAChangeForAVersionIsRefusedByWhatBecameOfItsEditionSince(t *testing.T) {
	for name, test := range map[string]struct {
		meanwhile step
		refused   bool
	}{
		"live":              {setLive(football(second)), true},
		"a canary":          {setCanary(second, 5), true},
		"gone back":         {goBack, true},
		"a preview":         {setPreview(second), false},
		"another's live":    {setLive(names("basketball2")), false},
		"the same one live": {setLive(football(first)), false},
	} {
		a := open(t)
		a.live(fourth, first)
		version := a.state().Version
		a.did(test.meanwhile(a, journal.Change{}))
		_, err := a.SetLive(journal.Change{If: version}, football(third), journal.Checks{})
		if refused := errors.Is(err, journal.ErrConflict); refused != test.refused || !refused && err != nil {
			t.Errorf("%s meanwhile: %v", name, err)
		}
		if _, err := a.SetLive(journal.Change{If: version + 10}, football(third), journal.Checks{}); !errors.Is(err, journal.ErrConflict) {
			t.Errorf("a version that is not there yet: %v", err)
		}
		until := time.Now().Add(time.Hour)
		if _, err := a.SetFreeze(journal.Change{If: version, Reason: "r"}, journal.All, &until); !errors.Is(err, journal.ErrConflict) {
			t.Errorf("of freezes any change counts: %v", err)
		}
	}
}

func failure(_ journal.State, err error) error { return err }

// step is a change that a test makes.
type step func(*at, journal.Change) (journal.State, error)

func setLive(names map[string]string) step {
	return func(a *at, c journal.Change) (journal.State, error) { return a.SetLive(c, names, journal.Checks{}) }
}

func promote(names map[string]string) step {
	return func(a *at, c journal.Change) (journal.State, error) { return a.Promote(c, names, journal.Checks{}) }
}

func withdraw(names map[string]string) step {
	return func(a *at, c journal.Change) (journal.State, error) { return a.Withdraw(c, names, journal.Checks{}) }
}

func setCanary(name string, share int) step {
	return func(a *at, c journal.Change) (journal.State, error) {
		return a.SetCanary(c, releasetest.Football, journal.Canary{Release: name, Share: share}, journal.Checks{})
	}
}

func setPreview(name string) step {
	return func(a *at, c journal.Change) (journal.State, error) {
		return a.SetPreview(c, releasetest.Football, name, journal.Checks{})
	}
}

func goBack(a *at, c journal.Change) (journal.State, error) {
	return a.Rollback(c, football(""), false, journal.Checks{})
}

func TestAChangeForAnotherVersionIsRefusedAndOneOfManyWins(t *testing.T) {
	a := open(t)
	version := a.live(first).Version
	_, err := a.SetLive(journal.Change{If: version + 1}, football(second), journal.Checks{})
	if !errors.Is(err, journal.ErrConflict) || !strings.Contains(err.Error(), "it is at version 1, and the change is for version 2") {
		t.Errorf("the error is %v", err)
	}
	var group sync.WaitGroup
	answers := make([]error, 10)
	for index := range answers {
		other := journal.Open(a.folder, journal.Options{})
		group.Go(func() {
			_, answers[index] = other.SetLive(journal.Change{If: version}, football(fmt.Sprintf("%020d", 10+index)), journal.Checks{})
		})
	}
	group.Wait()
	won := -1
	for index, err := range answers {
		if err == nil && won < 0 {
			won = index
		} else if !errors.Is(err, journal.ErrConflict) {
			t.Errorf("%d is answered %v", index, err)
		}
	}
	if won < 0 || a.football().Live != fmt.Sprintf("%020d", 10+won) || a.state().Version != 2 {
		t.Errorf("%d won, and the state is %+v", won, a.state())
	}
}

func TestACanaryStaysConfirmedUntilItIsAnotherOne(t *testing.T) {
	a := open(t)
	a.live(first, second)
	set := func(name string, share int) {
		t.Helper()
		a.did(a.SetCanary(journal.Change{}, releasetest.Football, journal.Canary{Release: name, Share: share}, journal.Checks{}))
	}
	confirmed := func() string { return a.state().Editions[releasetest.Football].Canary.Confirmed }
	refused := func(what, name string) {
		t.Helper()
		if _, err := a.Confirm(journal.Change{By: "anna"}, football(name)); !errors.Is(err, journal.ErrNothing) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("no canary", "")
	set(third, 5)
	refused("another release", fourth)
	if by := confirmed(); by != "" {
		t.Errorf("it is confirmed by %q", by)
	}
	for _, names := range []map[string]string{football(""), football(third)} {
		a.did(a.Confirm(journal.Change{By: "anna", Reason: "bought a pack"}, names))
		a.again()
		if by := confirmed(); by != "anna" {
			t.Errorf("it is confirmed by %q", by)
		}
		set(third, 50)
		if by := confirmed(); by != "anna" {
			t.Errorf("with another share it is confirmed by %q", by)
		}
		set(fourth, 50)
		if by := confirmed(); by != "" {
			t.Errorf("another canary is confirmed by %q", by)
		}
		set(third, 5)
	}
	entries := must.Get(a.Entries(releasetest.Football, -1))(t)
	at := slices.IndexFunc(entries, func(e journal.Entry) bool { return e.Action == journal.Confirmed })
	if at < 0 || entries[at].By != "anna" || entries[at].Reason != "bought a pack" || entries[at].Editions[releasetest.Football].After.Canary.Confirmed != "anna" {
		t.Errorf("%+v", entries)
	}
}

func TestAFrozenEditionTakesNothingNewAndEverythingBack(t *testing.T) {
	adds := map[string]step{
		"live":               setLive(football(fifth)),
		"canary":             setCanary(fifth, 9),
		"preview":            setPreview(fifth),
		"promote":            promote(football("")),
		"live beside others": setLive(names("host2", "football5")),
	}
	takesBack := map[string]step{
		"withdraw":   withdraw(football(second)),
		"rollback":   goBack,
		"canary off": setCanary("", 0),
		"preview off": func(a *at, c journal.Change) (journal.State, error) {
			return a.EndPreview(c, releasetest.Football, fourth)
		},
		"thaw":            func(a *at, c journal.Change) (journal.State, error) { return a.Thaw(c, releasetest.Football) },
		"another edition": setLive(names("basketball1")),
	}
	frozen := func(t *testing.T, scope string) *at {
		a := open(t)
		a.live(first, second)
		a.did(a.SetCanary(journal.Change{}, releasetest.Football, journal.Canary{Release: third, Share: 5}, journal.Checks{}))
		a.did(a.SetPreview(journal.Change{}, releasetest.Football, fourth, journal.Checks{}))
		until := a.now.Add(time.Hour)
		a.did(a.SetFreeze(journal.Change{By: "ops", Reason: "the sale"}, scope, &until))
		a.again()
		return a
	}
	for name, add := range adds {
		scopes := []string{releasetest.Football}
		if name == "live" {
			scopes = append(scopes, journal.All)
		}
		for _, scope := range scopes {
			a := frozen(t, scope)
			_, err := add(a, journal.Change{})
			if !errors.Is(err, journal.ErrFrozen) || !strings.Contains(err.Error(), "football, until 2026-11-01T13:00:00Z, by ops: the sale") {
				t.Errorf("%s is answered %v", name, err)
			}
			if _, err := add(a, journal.Change{BreakGlass: true}); !errors.Is(err, journal.ErrReason) {
				t.Errorf("%s that breaks the glass without a reason is answered %v", name, err)
			}
			a.did(add(a, journal.Change{By: "anna", BreakGlass: true, Reason: "the buy button is gone"}))
			if last := a.entries("football")[0]; !last.BrokeGlass || last.Reason != "the buy button is gone" || last.By != "anna" {
				t.Errorf("%s is written as %+v", name, last)
			}
			a = frozen(t, scope)
			a.now = a.now.Add(time.Hour)
			a.did(add(a, journal.Change{}))
			if state := a.state(); len(state.Frozen) != 0 {
				t.Errorf("after it is over there is %+v", state.Frozen)
			}
		}
	}
	for name, take := range takesBack {
		a := frozen(t, releasetest.Football)
		a.did(take(a, journal.Change{}))
		if last := a.entries("")[0]; last.BrokeGlass {
			t.Errorf("%s is written as %+v", name, last)
		}
	}
	a := frozen(t, releasetest.Football)
	for sentence, err := range map[string]error{
		"no reason":     failure(a.SetFreeze(journal.Change{}, journal.All, nil)),
		"thawing none":  failure(a.Thaw(journal.Change{}, journal.All)),
		"no edition":    failure(a.SetFreeze(journal.Change{Reason: "x"}, "../x", nil)),
		"what is over":  failure(a.SetFreeze(journal.Change{Reason: "x"}, journal.All, new(a.now))),
		"a long reason": failure(a.SetFreeze(journal.Change{Reason: strings.Repeat("x", 501)}, journal.All, nil)),
	} {
		if err == nil {
			t.Errorf("%s is taken", sentence)
		}
	}
	a.did(a.SetFreeze(journal.Change{By: "ops", Reason: "for good"}, journal.All, nil))
	a.now = a.now.Add(1000 * time.Hour)
	if _, err := a.SetLive(journal.Change{}, names("basketball1"), journal.Checks{}); !errors.Is(err, journal.ErrFrozen) || !strings.Contains(err.Error(), "until somebody thaws it") {
		t.Errorf("the error is %v", err)
	}
}

func TestEntriesSayWhoDidWhatWhenAndWhy(t *testing.T) {
	a := open(t)
	a.live(first)
	a.now = a.now.Add(time.Minute)
	a.did(a.SetLive(journal.Change{By: "carl", Reason: "a new card"}, names("football2", "basketball1"), journal.Checks{}))
	a.did(a.Rollback(journal.Change{By: "ops"}, football(""), false, journal.Checks{}))
	a.again()
	entries := a.entries("")
	actions := []journal.Action{}
	for _, entry := range entries {
		actions = append(actions, entry.Action)
	}
	if !slices.Equal(actions, []journal.Action{journal.RolledBack, journal.Live, journal.Live}) {
		t.Fatalf("actions are %q", actions)
	}
	if got := entries[1]; got.Version != 2 || got.By != "carl" || got.Reason != "a new card" || !got.At.Equal(a.now) || got.BrokeGlass {
		t.Errorf("an entry is %+v", got)
	}
	if move := entries[1].Editions["football"]; move.Before.Live != first || move.After.Live != second || move.Release != second {
		t.Errorf("football went %+v", move)
	}
	if move := entries[0].Editions["football"]; move.After.Live != first || !slices.Equal(move.Withdrawn, []string{second}) || len(entries[0].Editions) != 1 {
		t.Errorf("football went back %+v", move)
	}
	if of := a.entries("basketball"); len(of) != 1 || of[0].Version != 2 {
		t.Errorf("of basketball there are %+v", of)
	}
	if some, err := a.Entries("", 2); err != nil || len(some) != 2 || some[0].Version != 3 {
		t.Errorf("the last two are %+v (%v)", some, err)
	}
	if none := a.entries("hockey"); len(none) != 0 {
		t.Errorf("of hockey there are %+v", none)
	}
}

func TestAChangeIsToldAtOnceToThoseWhoListen(t *testing.T) {
	a := open(t)
	changes, leave := a.Changed()
	a.live(first, second)
	select {
	case <-changes:
	default:
		t.Error("it was not told")
	}
	leave()
	a.live(third)
	select {
	case <-changes:
		t.Error("it was told after it left")
	default:
	}
}
