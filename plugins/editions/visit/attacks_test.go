//go:build !race || soak

// Thousands who report, one after another: the race detector, which takes long for them, sees
// reports come at once in the other tests, and these in the soak.

package visit

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
)

// attacked is a store's releases of which strangers report what they like.
type attacked struct {
	*Releases
	t      *testing.T
	canary string
	live   string
	// cookies are the buckets of visitors by their addresses and what they are shown.
	cookies map[string]string
}

// attack has a canary for so many of a thousand visitors.
func attack(t *testing.T, share int) *attacked {
	t.Helper()
	store, canary := withCanary(t)
	must.Get(journal.Open(store.Folder(), journal.Options{}).SetCanary(journal.Change{By: "test"}, "football", journal.Canary{Release: canary, Share: share}, journal.ChecksOf(store)))(t)
	r := openReleases(store.Folder(), zap.NewNop)
	t.Cleanup(r.Close)
	return &attacked{r, t, canary, r.Choose(nil).Names["football"], map[string]string{}}
}

// cookie is the bucket of a visitor who is shown a release: new ones are asked for until one
// is for it, or the canary is no more.
func (a *attacked) cookie(address, release string) string {
	key := address + " " + release
	for a.cookies[key] == "" && a.Choose(nil).Watched {
		shown, cookie, err := a.Welcome(httptest.NewRequest(http.MethodGet, "/football", nil), address, false)
		if err != nil {
			a.t.Fatal(err)
		}
		if shown.Names["football"] == release {
			a.cookies[key], _, _ = strings.Cut(cookie, ";")
		}
	}
	return a.cookies[key]
}

// view is one of a visitor who came for it.
func (a *attacked) view(address, release string, failed bool) {
	a.t.Helper()
	report(a.t, a.Releases, address, release, a.cookie(address, release), failed)
}

// honest has so many visitors, each in a network of its own, view a release, of whose views
// one in so many fails; 0 for none.
func (a *attacked) honest(visitors int, release string, oneIn int) {
	a.t.Helper()
	for visitor := range visitors {
		a.view(fmt.Sprintf("100.%d.%d.7", 64+visitor>>8, visitor&255), release, oneIn > 0 && visitor%oneIn == 0)
	}
}

func (a *attacked) verdict() *health.Verdict { return a.Reports().Read("football").Verdict }

// Seventeen of the 32 networks that a /43 has, each of which says that the canary always
// fails and that live never does.
func TestNetworksOfOneProviderWithdrawNoGoodCanary(t *testing.T) {
	for name, address := range map[string]func(int) string{
		"17 /48s of one /43":           func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) },
		"17 /56s of one /48":           func(i int) string { return fmt.Sprintf("2001:db8:0:%x00::1", i) },
		"17 addresses of one IPv4 /24": func(i int) string { return fmt.Sprintf("192.0.2.%d", i) },
		"17 /64s of 17 /48s":           func(i int) string { return fmt.Sprintf("2001:db8:%x:%x::1", i*7, i) },
	} {
		t.Run(name, func(t *testing.T) {
			a := attack(t, 50)
			a.honest(100, a.canary, 0)
			a.honest(1900, a.live, 0)
			for range 20 {
				for stranger := range 17 {
					a.view(address(stranger), a.canary, true)
					a.view(address(stranger), a.live, false)
				}
			}
			if verdict := a.verdict(); verdict.State == health.Worse || verdict.Canary.Networks != 101 {
				t.Errorf("%d networks: %s", verdict.Canary.Networks, verdict.Text)
			}
		})
	}
}

// They come first, from as many networks as are compared.
func TestALargeNetworkDoesNotHaveABadCanaryLookFine(t *testing.T) {
	for name, address := range map[string]func(int) string{
		"all /48s of one /35": func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) },
		// Eight thousand networks are one voice each: what comes after them counts all the same.
		"8,192 IPv4 /24s": func(i int) string { return fmt.Sprintf("10.%d.%d.1", i>>8, i&255) },
	} {
		t.Run(name, func(t *testing.T) {
			a := attack(t, 500)
			for stranger := range 8192 {
				a.view(address(stranger), a.canary, false)
			}
			a.honest(2000, a.live, 50)
			a.honest(4000, a.canary, 2)
			if verdict := a.verdict(); verdict.State != health.Worse {
				t.Errorf("%s: %s", verdict.State, verdict.Text)
			}
		})
	}
}

// However many networks say that a canary holds, it goes live when somebody has confirmed it.
func TestStrangersAloneMakeNoCanaryLive(t *testing.T) {
	a := attack(t, 500)
	a.Reports().SetRule(health.Rule{HoldAt: 200, Promote: true})
	a.honest(300, a.live, 0)
	a.honest(300, a.canary, 0)
	decisions := a.Reports().Decisions()
	if len(decisions) != 1 || !decisions[0].Promote || !a.verdict().Promotes {
		t.Fatalf("it does not hold: %s", a.verdict().Text)
	}
	shown := func() journal.Edition {
		state := must.Get(a.Journal().Read())(t)
		return state.Editions["football"]
	}
	a.carryOut(decisions[0])
	if part := shown(); part.Live != a.live || part.Canary == nil {
		t.Fatalf("strangers have made it live: %+v", part)
	}
	must.Get(a.Journal().Confirm(journal.Change{By: "football-ci"}, map[string]string{"football": ""}))(t)
	a.carryOut(decisions[0])
	entries, err := a.Journal().Entries("football", 1)
	if part := shown(); err != nil || part.Live != a.canary || part.Canary != nil || entries[0].By != byRule || !strings.HasSuffix(entries[0].Reason, "; confirmed by football-ci") {
		t.Errorf("%+v, %+v, %v", part, entries, err)
	}
}

// Withdrawing asks nobody: what is bad is gone before somebody has looked.
func TestABadCanaryIsWithdrawnThoughSomebodyHasConfirmedIt(t *testing.T) {
	a := attack(t, 500)
	a.Reports().SetRule(health.Rule{HoldAt: 200, Promote: true})
	must.Get(a.Journal().Confirm(journal.Change{By: "football-ci"}, map[string]string{"football": ""}))(t)
	a.honest(300, a.live, 0)
	a.honest(150, a.canary, 2)
	decisions := a.Reports().Decisions()
	for _, decision := range decisions {
		a.carryOut(decision)
	}
	state, err := a.Journal().Read()
	if part := state.Editions["football"]; err != nil || part.Live != a.live || part.Canary != nil || len(part.Withdrawn) != 1 {
		t.Errorf("%+v, %v", part, err)
	}
}

// A bucket that was given in one network says in no other what is to become of the canary.
func TestACookieThatIsTakenToManyNetworksCountsInItsOwn(t *testing.T) {
	a := attack(t, 500)
	bucket := a.cookie("192.0.2.1", a.canary)
	for stranger := range 100 {
		report(t, a.Releases, fmt.Sprintf("198.51.%d.1", stranger), a.canary, bucket, true)
	}
	report(t, a.Releases, "192.0.2.77", a.canary, bucket, false)
	if verdict := a.verdict(); verdict.Canary.Networks != 1 || verdict.Canary.Views != 1 {
		t.Errorf("%d views from %d networks are compared", verdict.Canary.Views, verdict.Canary.Networks)
	}
}
