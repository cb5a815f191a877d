package lineup_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"
)

// setPreview makes a release of football a preview.
func (s *site) setPreview(t *testing.T, name string) {
	t.Helper()
	releasetest.PutFile(t, s.store.Folder(), releasetest.Football+"/releases/"+name+".json", nil)
	must.Get(journal.Open(s.store.Folder(), journal.Options{}).SetPreview(journal.Change{}, releasetest.Football, name, journal.Checks{}))(t)
	s.resolver.Poll()
}

// link leads to a release of football for an hour.
func (s *site) link(name string) string {
	return s.resolver.Link(lineup.Preview{Edition: releasetest.Football, Release: name, Until: time.Now().Add(time.Hour)})
}

// enter is the cookie of a visitor that followed a link.
func (s *site) enter(t *testing.T, link string) (cookie string) {
	t.Helper()
	_, cookie, err := s.resolver.Enter(link, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, attribute := range []string{"HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age="} {
		if !strings.Contains(cookie, attribute) {
			t.Errorf("%s has no %s", cookie, attribute)
		}
	}
	cookie, _, _ = strings.Cut(cookie, ";")
	return cookie
}

// previewSite has football and basketball live, a canary of basketball, and a preview.
func previewSite(t *testing.T) *site {
	t.Helper()
	s := newSite(t, first, second, third, fourth)
	for _, edition := range []string{release.Host, releasetest.Football, releasetest.Basketball} {
		s.setLive(t, edition, first)
	}
	s.start()
	s.setPreview(t, second)
	return s
}

func TestALinkShowsOneReleaseBesideWhatItsVisitorGets(t *testing.T) {
	s := previewSite(t)
	cookie := s.enter(t, s.link(second))
	s.setCanary(t, releasetest.Basketball, third, journal.MaxShare)
	_, bucket, _ := s.resolver.Welcome(asking(""), visitorAddress, false)
	bucket, _, _ = strings.Cut(bucket, ";")
	for request, basketball := range map[string]string{cookie: first, cookie + "; " + bucket: third, bucket + "; " + cookie: third} {
		shown, _, err := s.resolver.Welcome(asking(request), visitorAddress, false)
		if err != nil {
			t.Fatal(err)
		}
		if shown.Names[releasetest.Football] != second || shown.Names[releasetest.Basketball] != basketball || shown.Preview.Release != second {
			t.Errorf("with %q the visitor gets %+v", request, shown)
		}
		if chosen := s.resolver.Choose(asking(request)); chosen != shown {
			t.Errorf("with %q navigation gets %s", request, chosen.ID)
		}
		if served, found := s.resolver.Served(shown.Signed); !found || served != shown {
			t.Errorf("%s is not served", shown.ID)
		}
	}
	if shown, _, err := s.resolver.Welcome(asking(bucket), visitorAddress, false); shown.Preview != nil || err != nil {
		t.Errorf("who followed no link gets %+v, %v", shown, err)
	}
	if shown := s.resolver.Choose(asking(bucket)); shown.Names[releasetest.Football] != first || shown.Preview != nil {
		t.Errorf("who followed no link gets %+v", shown)
	}
}

// Another process of a cluster may not have them yet.
func TestWithoutTheFilesOfAPreviewNoPageOfItsLineupIsServed(t *testing.T) {
	s := previewSite(t)
	shown := s.resolver.Choose(asking(s.enter(t, s.link(second))))
	must.Do(t, os.Remove(filepath.Join(s.store.Folder(), releasetest.Football, "releases", second+".json")))
	if served, found := s.resolver.Served(shown.Signed, releasetest.Basketball); found {
		t.Errorf("a page of another edition is served with %v, in the preview %v", served.Names, served.Preview)
	}
}

func TestALinkThatNobodySignedLeadsNowhere(t *testing.T) {
	s := previewSite(t)
	link := s.link(second)
	live := s.resolver.Choose(nil)
	id, signature, _ := strings.Cut(live.Signed, ".")
	made := []string{"", "/", "a/b/c/d", strings.ToUpper(link), link + "0", "A" + link, signature + "/" + id, strings.TrimPrefix(link, link[:1])}
	for at := range link {
		other := byte('0')
		if link[at] == other {
			other = '1'
		}
		made = append(made, link[:at]+string(other)+link[at+1:])
	}
	for _, link := range made {
		if _, cookie, err := s.resolver.Enter(link, false); !errors.Is(err, lineup.ErrNoPreview) || cookie != "" {
			t.Errorf("%q gives %q, %v", link, cookie, err)
		}
		if shown, _, err := s.resolver.Welcome(asking("preview="+link), visitorAddress, false); shown.Preview != nil || err != nil {
			t.Errorf("the cookie %q gives %+v, %v", link, shown, err)
		}
	}
	// A link is no name of a lineup, and signs none.
	for _, signed := range []string{link, live.ID + "!" + lineup.Preview{Edition: "football", Release: second, Until: time.Now().Add(time.Hour)}.String() + "." + link[:22]} {
		if _, found := s.resolver.Served(signed); found {
			t.Errorf("%s is served", signed)
		}
	}
}

func TestAPreviewIsOverByItsTimeByItsEndAndByAWithdrawal(t *testing.T) {
	for name, end := range map[string]func(*testing.T, *site){
		"time": func(*testing.T, *site) { time.Sleep(time.Hour) }, // of the bubble's clock
		"end": func(t *testing.T, s *site) {
			must.Get(journal.Open(s.store.Folder(), journal.Options{}).EndPreview(journal.Change{}, releasetest.Football, second))(t)
		},
		"withdrawal": func(t *testing.T, s *site) { s.withdraw(t, second) },
		"going live": func(t *testing.T, s *site) { s.setLive(t, releasetest.Football, second) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := previewSite(t)
				link := s.link(second)
				cookie := s.enter(t, link)
				shown, _, err := s.resolver.Welcome(asking(cookie), visitorAddress, false)
				if err != nil {
					t.Fatal(err)
				}
				end(t, s)
				s.resolver.Poll()
				if _, cookie, err := s.resolver.Enter(link, false); !errors.Is(err, lineup.ErrPreviewOver) || cookie != "" {
					t.Errorf("its link gives %q, %v", cookie, err)
				}
				if _, _, err := s.resolver.Welcome(asking(cookie), visitorAddress, false); !errors.Is(err, lineup.ErrPreviewOver) {
					t.Errorf("who is in it gets %v", err)
				}
				if _, found := s.resolver.Served(shown.Signed); found {
					t.Error("its open pages go on")
				}
				if chosen := s.resolver.Choose(asking(cookie)); chosen.Preview != nil {
					t.Errorf("navigation goes on with %s", chosen.ID)
				}
			})
		})
	}
}

func TestAPreviewThatCannotBeUsedSaysSoAndLeavesTheSiteAsItIs(t *testing.T) {
	for name, breakIt := range map[string]func(*site){
		"broken":  func(s *site) { s.usable[third] = false },
		"not fit": func(s *site) { s.refuses = map[[2]string]bool{{"football/" + third, "host/" + first}: true} },
	} {
		t.Run(name, func(t *testing.T) {
			// In a bubble, where no time passes by itself.
			synctest.Test(t, func(t *testing.T) {
				s := previewSite(t)
				breakIt(s)
				s.setPreview(t, third)
				link := s.link(third)
				for range 100 {
					if _, _, err := s.resolver.Welcome(asking("preview="+link), visitorAddress, false); !errors.Is(err, lineup.ErrPreviewUnusable) {
						t.Fatalf("it gives %v", err)
					}
				}
				// Looking for it again and again is not what the gateway does.
				if tries := len(slices.DeleteFunc(s.tried, func(name string) bool { return name != third })); tries > 20 {
					t.Errorf("it was tried %d times", tries)
				}
				if got := s.chosen(releasetest.Football); got != "football/"+first || len(s.problems) != 1 {
					t.Errorf("visitors get %s, and the log says %q", got, s.problems)
				}
			})
		})
	}
}

// However many previews are looked at, the lineups of visitors' open pages stay ready.
func TestPreviewsTakeNothingOfWhatVisitorsGet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := previewSite(t)
		before := s.resolver.Choose(nil)
		s.setLive(t, releasetest.Basketball, third)
		s.resolver.Poll()
		for hour := range 100 {
			link := s.resolver.Link(lineup.Preview{Edition: releasetest.Football, Release: second, Until: time.Now().Add(time.Duration(hour+1) * time.Hour)})
			if _, _, err := s.resolver.Welcome(asking("preview="+link), visitorAddress, false); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second) // of the bubble's clock
		}
		s.tried = nil
		if served, found := s.resolver.Served(before.Signed); !found || served != before {
			t.Error("an open page's lineup had to make room")
		}
		if fmt.Sprint(s.tried) != "[]" {
			t.Errorf("%q were read again", s.tried)
		}
	})
}
