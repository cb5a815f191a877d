package lineup_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// visitorAddress is where visitors come from.
const visitorAddress = "192.0.2.1"

const fourth = "00000000000000000004"

// setCanary shows a release of an edition to a share of the visitors.
func (s *site) setCanary(t *testing.T, edition, name string, share int) {
	t.Helper()
	releasetest.PutFile(t, s.store.Folder(), edition+"/releases/"+name+".json", nil)
	must.Get(journal.Open(s.store.Folder(), journal.Options{}).SetCanary(journal.Change{}, edition, journal.Canary{Release: name, Share: share}, journal.Checks{}))(t)
	if s.resolver != nil {
		s.resolver.Poll()
	}
}

// visitors are new ones, each with the cookie that it was given and what it was shown.
func (s *site) visitors(count int) (cookies []string, shown []*lineup.Lineup[string]) {
	for range count {
		got, cookie, _ := s.resolver.Welcome(asking(""), visitorAddress, false)
		value, _, _ := strings.Cut(cookie, ";")
		cookies, shown = append(cookies, value), append(shown, got)
	}
	return cookies, shown
}

func asking(cookie string) *http.Request {
	request := httptest.NewRequest("GET", "/", nil)
	if cookie != "" {
		request.Header.Set("Cookie", cookie)
	}
	return request
}

// canarySite has two editions live and a canary of one.
func canarySite(t *testing.T, share int) *site {
	s := newSite(t, first, second, third, fourth)
	s.setLive(t, release.Host, first)
	s.setLive(t, releasetest.Football, first)
	s.setLive(t, releasetest.Basketball, first)
	s.setCanary(t, releasetest.Football, second, share)
	s.start()
	return s
}

func TestAVisitorStaysWithACanaryAlsoWhenItGrowsAndTheGatewayStartsAnew(t *testing.T) {
	s := canarySite(t, 300)
	cookies, shown := s.visitors(300)
	with := 0
	for index, cookie := range cookies {
		if cookie == "" {
			t.Fatal("a visitor was given no bucket")
		}
		again, other, _ := s.resolver.Welcome(asking(cookie), visitorAddress, false)
		if again != shown[index] || other != "" || s.resolver.Choose(asking(cookie)) != shown[index] {
			t.Fatal("a visitor is shown another lineup the second time")
		}
		if again.Names[releasetest.Football] == second {
			with++
		} else if again != s.resolver.Choose(nil) {
			t.Fatalf("beside the canary a visitor is shown %s", again.ID)
		}
	}
	// Of 300 with a chance of 0.3: ten standard deviations.
	if with < 11 || with > 169 {
		t.Errorf("%d of 300 have the canary", with)
	}
	for _, share := range []int{300, 600, 1000} {
		s.setCanary(t, releasetest.Football, second, share)
		s.start()
		now := 0
		for index, cookie := range cookies {
			got := s.resolver.Choose(asking(cookie)).Names[releasetest.Football]
			if shown[index].Names[releasetest.Football] == second && got != second {
				t.Fatalf("with %d of 1000 a visitor has lost it", share)
			}
			if got == second {
				now++
			}
		}
		if now < with || share == 1000 && now != len(cookies) {
			t.Errorf("with %d of 1000 %d visitors have it, after %d", share, now, with)
		}
	}
}

// Pages stay as they are on the way home; what is reported counts where the visitor is.
func TestAVisitorWhoComesFromAnotherNetworkKeepsTheBucket(t *testing.T) {
	s := canarySite(t, 500)
	for _, got := range []string{first, second} {
		var cookie string
		for shown := ""; shown != got; {
			var welcome *lineup.Lineup[string]
			welcome, cookie, _ = s.resolver.Welcome(asking(""), visitorAddress, false)
			shown = welcome.Names[releasetest.Football]
		}
		home, _, _ := strings.Cut(cookie, ";")
		counts := func(cookie, address string) (shown, now bool) {
			return s.resolver.Gets(asking(cookie), address)(releasetest.Football, got)
		}
		if shown, now := counts(home, "198.51.100.1"); !shown || now {
			t.Errorf("before a page of the other network: shown %t, and counts %t", shown, now)
		}
		welcome, cookie, _ := s.resolver.Welcome(asking(home), "198.51.100.1", false)
		away, _, _ := strings.Cut(cookie, ";")
		if welcome.Names[releasetest.Football] != got || away == "" || away == home {
			t.Fatalf("it is shown %s, and given %q after %q", welcome.ID, away, home)
		}
		for _, test := range []struct {
			cookie, address string
			counts          bool
		}{{away, "198.51.100.1", true}, {away, visitorAddress, false}, {home, visitorAddress, true}} {
			if shown, now := counts(test.cookie, test.address); !shown || now != test.counts {
				t.Errorf("%q of %s: shown %t, and counts %t", test.cookie, test.address, shown, now)
			}
		}
	}
}

// An edition that is not on its live release is tried again every few seconds.
func TestAPageReportsForSomeTimeAfterItsLineupWhateverIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := canarySite(t, 1000)
		cookies, shown := s.visitors(1)
		s.usable[third] = false
		s.setLive(t, releasetest.Basketball, third)
		s.setCanary(t, releasetest.Football, second, 0)
		reports := func() bool {
			is, now := s.resolver.Gets(asking(cookies[0]), visitorAddress)(releasetest.Football, shown[0].Names[releasetest.Football])
			return is && !now
		}
		for range 100 {
			if !reports() {
				t.Fatal("a page of before does not report any more")
			}
			time.Sleep(5 * time.Second) // of the bubble's clock
			s.resolver.Poll()
		}
		time.Sleep(5 * time.Minute)
		if reports() {
			t.Error("it reports for ever")
		}
	})
}

func TestWithoutACanaryNobodyIsGivenABucket(t *testing.T) {
	s := newSite(t, first)
	s.setLive(t, releasetest.Football, first)
	s.start()
	if shown, cookie, _ := s.resolver.Welcome(asking(""), visitorAddress, false); cookie != "" || shown != s.resolver.Choose(nil) {
		t.Errorf("it is given %q", cookie)
	}
}

func TestWhoHasNoBucketIsShownWhatIsLiveOutsideOfPages(t *testing.T) {
	s := canarySite(t, 1000)
	for _, cookie := range []string{"", "bucket=" + strings.Repeat("A", 36)} {
		if got := s.resolver.Choose(asking(cookie)); got != s.resolver.Choose(nil) || got.Names[releasetest.Football] != first {
			t.Errorf("with %q it is shown %s", cookie, got.ID)
		}
	}
	if shown, cookie, _ := s.resolver.Welcome(asking("bucket="+strings.Repeat("A", 36)), visitorAddress, true); shown.Names[releasetest.Football] != second || !strings.Contains(cookie, "Secure") {
		t.Errorf("with a forged one it is shown %s and given %q", shown.ID, cookie)
	}
}

func TestCanariesOfSeveralEditionsAreForEachSetOfVisitors(t *testing.T) {
	s := canarySite(t, 500)
	s.setCanary(t, releasetest.Basketball, second, 500)
	_, shown := s.visitors(400)
	var ids []string
	for _, lineup := range shown {
		ids = append(ids, lineup.ID)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	// That one of them is for none of 400 has a chance of less than 10^-49.
	if want := []string{
		"basketball:" + first + ",football:" + first + ",host:" + first, "basketball:" + first + ",football:" + second + ",host:" + first,
		"basketball:" + second + ",football:" + first + ",host:" + first, "basketball:" + second + ",football:" + second + ",host:" + first,
	}; !slices.Equal(ids, want) {
		t.Errorf("lineups are %q", ids)
	}
	if status := s.resolver.Status(); status[1].Canary == nil || *status[1].Canary != (journal.Canary{Release: second, Share: 500}) {
		t.Errorf("the status is %+v", status)
	}
	if last := s.changed[len(s.changed)-1]; !slices.Equal(last, []string{releasetest.Basketball}) {
		t.Errorf("changes are %q", s.changed)
	}
	for _, lineup := range shown {
		if served, found := s.resolver.Served(lineup.Signed); !found || served != lineup {
			t.Fatalf("a page of %s is not answered", lineup.ID)
		}
	}
}

func TestAnOpenPageOfACanaryEndsWithItsWithdrawalNotWithItsEnd(t *testing.T) {
	s := canarySite(t, 1000)
	_, shown := s.visitors(1)
	s.setCanary(t, releasetest.Football, second, 0)
	if got, cookie, _ := s.resolver.Welcome(asking(""), visitorAddress, false); cookie != "" || got.Names[releasetest.Football] != first {
		t.Errorf("after its end a visitor is shown %s", got.ID)
	}
	if served, found := s.resolver.Served(shown[0].Signed); !found || served.ID != shown[0].ID {
		t.Error("after its end an open page is not answered")
	}
	s.withdraw(t, second)
	s.resolver.Poll()
	if _, found := s.resolver.Served(shown[0].Signed); found {
		t.Error("after its withdrawal an open page is answered")
	}
}

func TestACanaryThatCannotBeUsedIsLeftOutAndTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := canarySite(t, 1000)
		s.usable[second] = false
		s.resolver.Suspect()
		s.resolver.Poll()
		if got, cookie, _ := s.resolver.Welcome(asking(""), visitorAddress, false); got.Names[releasetest.Football] != first || cookie != "" {
			t.Errorf("a visitor is shown %s", got.ID)
		}
		if last := s.problems[len(s.problems)-1]; !strings.Contains(last, "leaving out the canary: football/"+second+" is broken") {
			t.Errorf("reported %q", s.problems)
		}
		s.usable[second] = true
		time.Sleep(5 * time.Second) // of the bubble's clock
		s.resolver.Poll()
		if got, _, _ := s.resolver.Welcome(asking(""), visitorAddress, false); got.Names[releasetest.Football] != second {
			t.Errorf("mended, a visitor is shown %s", got.ID)
		}
	})
}

func TestWhatDoesNotRunTogetherIsShownToNobody(t *testing.T) {
	const football, host = "football/", "host/"
	for name, test := range map[string]struct {
		refuses  [][2]string
		want     string
		canaries []string
	}{
		"a canary that does not run on the live host": {[][2]string{{football + second, host + first}, {football + second, host + second}}, "football:" + first + ",host:" + second, []string{"host"}},
		"a canary host for what is live":              {[][2]string{{football + first, host + second}, {football + second, host + second}}, "football:" + second + ",host:" + first, []string{"football"}},
		"two canaries that do not run together":       {[][2]string{{football + second, host + second}}, "football:" + first + ",host:" + second, []string{"football", "host"}},
		"one canary that needs the other":             {[][2]string{{football + first, host + second}, {football + second, host + first}}, "football:" + second + ",host:" + second, []string{"football", "host"}},
		"none that runs":                              {[][2]string{{"basketball/" + first, host + second}, {football + second, host + first}}, "football:" + first + ",host:" + first, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := canarySite(t, 1000)
			s.refuses = map[[2]string]bool{}
			for _, pair := range test.refuses {
				s.refuses[pair] = true
			}
			s.setCanary(t, release.Host, second, 1000)
			if got, _, _ := s.resolver.Welcome(asking(""), visitorAddress, false); got.ID != "basketball:"+first+","+test.want {
				t.Errorf("a visitor is shown %s, want %s", got.ID, test.want)
			}
			var canaries []string
			for _, status := range s.resolver.Status() {
				leftOut := "leaving out the canary: " + status.Edition + "/" + second + " does not run on "
				if shown := slices.ContainsFunc(s.resolver.Shown(status.Edition), func(one lineup.Shown[string]) bool { return one.Name == second }); shown != (status.Canary != nil) {
					t.Errorf("of %s it is shown: %v, and its status is %+v", status.Edition, shown, status)
				}
				if status.Canary != nil {
					canaries = append(canaries, status.Edition)
				} else if status.Edition == releasetest.Football && !slices.ContainsFunc(s.problems, func(said string) bool { return strings.HasPrefix(said, leftOut) }) {
					t.Errorf("of the canary of %s it is reported %q", status.Edition, s.problems)
				}
			}
			if !slices.Equal(canaries, test.canaries) {
				t.Errorf("canaries are those of %q, want %q", canaries, test.canaries)
			}
		})
	}
}

// What choosing a release adds to the request of a page, by a visitor's cookies.
func BenchmarkChoosing(b *testing.B) {
	for name, canaries := range map[string][]string{"no canary": nil, "two canaries": {releasetest.Football, releasetest.Basketball}} {
		folder := b.TempDir()
		store := store.NewStore(folder)
		changes := journal.Open(folder, journal.Options{})
		for _, edition := range []string{release.Host, releasetest.Football, releasetest.Basketball} {
			must.Get(changes.SetLive(journal.Change{}, map[string]string{edition: first}, journal.Checks{}))(b)
		}
		for _, edition := range canaries {
			must.Get(changes.SetCanary(journal.Change{}, edition, journal.Canary{Release: second, Share: 50}, journal.Checks{}))(b)
		}
		resolver := lineup.NewResolver(changes, store, func(edition, name string) (string, error) { return edition + "/" + name, nil },
			func(string, string) error { return nil }, lineup.Observer{})
		_, cookie, _ := resolver.Welcome(asking(""), visitorAddress, false)
		value, _, _ := strings.Cut(cookie, ";")
		request := asking("language=EN; theme=dark; " + value)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if shown, _, err := resolver.Welcome(request, visitorAddress, false); shown == nil || err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
