package lineup_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http/httptest"
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
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

const (
	first  = "00000000000000000001"
	second = "00000000000000000002"
	third  = "00000000000000000003"
)

// site is a store with a board that loads the releases named in usable.
type site struct {
	store    *store.Store
	resolver *lineup.Resolver[string]
	usable   map[string]bool
	// refuses are the releases that do not run on a host, by <edition>/<name> of both.
	refuses  map[[2]string]bool
	tried    []string
	problems []string
	changed  [][]string
}

func newSite(t *testing.T, usable ...string) *site {
	t.Helper()
	s := &site{store: store.NewStore(t.TempDir()), usable: map[string]bool{}}
	for _, name := range usable {
		s.usable[name] = true
	}
	return s
}

func (s *site) start() {
	s.resolver = lineup.NewResolver(journal.Open(s.store.Folder(), journal.Options{}), s.store, func(edition, name string) (string, error) {
		s.tried = append(s.tried, name)
		if !s.usable[name] && !s.usable[edition+"/"+name] {
			return "", errors.New(edition + "/" + name + " is broken")
		}
		return edition + "/" + name, nil
	}, func(released, host string) error {
		if s.refuses[[2]string{released, host}] {
			return errors.New(released + " does not run on " + host)
		}
		return nil
	}, lineup.Observer{
		Problem: func(err error) { s.problems = append(s.problems, err.Error()) },
		Changed: func(editions []string, _ []lineup.Status) { s.changed = append(s.changed, editions) },
	})
}

func (s *site) setLive(t *testing.T, edition, name string) {
	t.Helper()
	releasetest.PutFile(t, filepath.Join(s.store.Folder(), edition, "releases"), name+".json", nil)
	releasetest.SetLive(t, s.store.Folder(), map[string]string{edition: name})
}

func (s *site) withdraw(t *testing.T, name string) {
	t.Helper()
	must.Get(journal.Open(s.store.Folder(), journal.Options{}).Withdraw(journal.Change{}, map[string]string{releasetest.Football: name}, journal.Checks{}))(t)
}

func (s *site) chosen(edition string) string {
	return s.resolver.Choose(httptest.NewRequest("GET", "/", nil)).Releases[edition]
}

func TestAStoreWithoutALineupIsEmptyAndNoticesTheFirst(t *testing.T) {
	s := newSite(t, first)
	s.start()
	if got := s.chosen(release.Shell); got != "" {
		t.Fatalf("chose %q from nothing", got)
	}
	s.setLive(t, release.Shell, first)
	s.resolver.Poll()
	if got := s.chosen(release.Shell); got != "shell/"+first {
		t.Errorf("chose %q", got)
	}
}

func TestANewLineupIsNoticedWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, first, second)
		s.setLive(t, releasetest.Football, first)
		s.start()
		ctx, cancel := context.WithCancel(t.Context())
		go s.resolver.Follow(ctx)
		s.setLive(t, releasetest.Football, second)
		time.Sleep(time.Second) // of the bubble's clock
		synctest.Wait()
		if got := s.chosen(releasetest.Football); got != "football/"+second {
			t.Errorf("after a second the visitor gets %q", got)
		}
		cancel()
	})
}

func TestABrokenReleaseFallsBackToTheOneBefore(t *testing.T) {
	s := newSite(t, first, second)
	for _, name := range []string{first, second, third} {
		s.setLive(t, releasetest.Football, name)
	}
	s.start()
	if got := s.chosen(releasetest.Football); got != "football/"+second {
		t.Errorf("chose %q", got)
	}
	if len(s.problems) != 1 || !strings.Contains(s.problems[0], third) {
		t.Errorf("reported %q", s.problems)
	}
	if status := s.resolver.Status(); len(status) != 1 || status[0] != (lineup.Status{Edition: releasetest.Football, Live: third, Shown: second, Problem: s.problems[0]}) {
		t.Errorf("the status is %+v", status)
	}
	s.usable[third] = true
	s.resolver.Suspect()
	s.resolver.Poll()
	if status := s.resolver.Status(); status[0] != (lineup.Status{Edition: releasetest.Football, Live: third, Shown: third}) {
		t.Errorf("mended, the status is %+v", status)
	}
}

func TestAReleaseThatBreaksInUseFallsBack(t *testing.T) {
	for what, tell := range map[string]func(*site){
		"that is suspected": func(s *site) { s.resolver.Suspect() },
		"that vanishes": func(s *site) {
			must.Do(t, os.Remove(filepath.Join(s.store.Folder(), releasetest.Football, "releases", second+".json")))
		},
	} {
		s := newSite(t, first, second)
		s.setLive(t, releasetest.Football, first)
		s.setLive(t, releasetest.Football, second)
		s.start()
		s.usable[second] = false
		s.resolver.Poll()
		if got := s.chosen(releasetest.Football); got != "football/"+second {
			t.Fatalf("with nobody told it chose %q", got)
		}
		tell(s)
		s.resolver.Poll()
		if got := s.chosen(releasetest.Football); got != "football/"+first {
			t.Errorf("after one %s it chose %q", what, got)
		}
	}
}

func TestAJournalThatIsMendedIsFollowedAgain(t *testing.T) {
	s := newSite(t, first)
	releasetest.PutFile(t, s.store.Folder(), "lineup.json", []byte("{"))
	s.start()
	s.resolver.Poll()
	if s.resolver.Poll(); len(s.problems) != 1 || len(s.resolver.Status()) != 0 {
		t.Errorf("reported %q, want it once", s.problems)
	}
	must.Do(t, os.Remove(filepath.Join(s.store.Folder(), "lineup.json")))
	s.setLive(t, releasetest.Football, first)
	s.resolver.Poll()
	if got := s.chosen(releasetest.Football); got != "football/"+first {
		t.Errorf("chose %q", got)
	}
}

func TestAWithdrawnReleaseIsNeverFallenBackTo(t *testing.T) {
	s := newSite(t, first, second)
	for _, name := range []string{first, second, third} {
		s.setLive(t, releasetest.Football, name)
	}
	s.start()
	if got := s.chosen(releasetest.Football); got != "football/"+second {
		t.Fatalf("before that the visitor gets %q", got)
	}
	s.withdraw(t, second)
	s.resolver.Poll()
	if got := s.chosen(releasetest.Football); got != "football/"+first {
		t.Errorf("one of those before was withdrawn, and the visitor gets %q", got)
	}
	// Going back withdraws: the broken one that was live is not tried again.
	s.setLive(t, releasetest.Football, first)
	football := releasetest.State(t, s.store.Folder()).Editions[releasetest.Football]
	if len(football.Candidates()) != 1 || !slices.Equal(football.Withdrawn, []string{third, second}) {
		t.Errorf("football is %+v", football)
	}
	s.usable[third], s.usable[first] = true, false
	s.setLive(t, releasetest.Football, first)
	s.resolver.Poll()
	if got := s.chosen(releasetest.Football); got != "" {
		t.Errorf("with nothing left but what was withdrawn the visitor gets %q", got)
	}
	s.setLive(t, releasetest.Football, third)
	s.resolver.Poll()
	if got := s.chosen(releasetest.Football); got != "football/"+third {
		t.Errorf("made live on purpose, and the visitor gets %q", got)
	}
}

func TestWhatIsFallenBackToRunsOnTheHost(t *testing.T) {
	type chosen = map[string]string
	for name, test := range map[string]struct {
		refuses [][2]string
		broken  string
		want    chosen
	}{
		"all run": {nil, "", chosen{"host": "host/" + second, "shell": "shell/" + second, "football": "football/" + second}},
		"an edition falls back past one that does not run": {
			[][2]string{{"football/" + second, "host/" + second}}, "",
			chosen{"host": "host/" + second, "shell": "shell/" + second, "football": "football/" + first},
		},
		"an edition of which none runs is not shown": {
			[][2]string{{"football/" + second, "host/" + second}, {"football/" + first, "host/" + second}}, "",
			chosen{"host": "host/" + second, "shell": "shell/" + second},
		},
		"a host before takes what runs on it": {
			[][2]string{{"football/" + second, "host/" + first}, {"shell/" + second, "host/" + first}}, "host/" + second,
			chosen{"host": "host/" + first, "shell": "shell/" + first, "football": "football/" + first},
		},
		"a host on which no shell runs is not shown": {
			[][2]string{{"shell/" + first, "host/" + second}, {"shell/" + second, "host/" + second}, {"football/" + second, "host/" + first}}, "",
			chosen{"host": "host/" + first, "shell": "shell/" + second, "football": "football/" + first},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.refuses = map[[2]string]bool{}
			for _, pair := range test.refuses {
				s.refuses[pair] = true
			}
			for _, edition := range []string{"host", "shell", "football"} {
				for _, name := range []string{first, second} {
					s.setLive(t, edition, name)
					s.usable[edition+"/"+name] = edition+"/"+name != test.broken
				}
			}
			s.start()
			if got := s.resolver.Choose(nil).Releases; !maps.Equal(got, test.want) {
				t.Errorf("the visitor gets %v, want %v", got, test.want)
			}
		})
	}
}

func TestALiveReleaseThatComesAfterItsLineupIsTriedAgainEveryFewSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, first)
		s.setLive(t, releasetest.Football, first)
		s.setLive(t, releasetest.Football, second)
		s.start()
		poll := func(length time.Duration) {
			for range length / lineup.PollInterval {
				time.Sleep(lineup.PollInterval) // of the bubble's clock
				s.resolver.Poll()
			}
		}
		poll(time.Minute)
		if got := s.chosen(releasetest.Football); got != "football/"+first {
			t.Fatalf("while it is not there the visitor gets %q", got)
		}
		tries := 0
		for _, name := range s.tried {
			if name == second {
				tries++
			}
		}
		if tries < 4 || tries > 20 {
			t.Errorf("it was tried %d times in a minute", tries)
		}
		if len(s.problems) != 1 {
			t.Errorf("reported %q, want it once", s.problems)
		}
		s.usable[second] = true
		poll(10 * time.Second)
		if got := s.chosen(releasetest.Football); got != "football/"+second {
			t.Errorf("ten seconds after it came the visitor gets %q", got)
		}
		s.tried = nil
		poll(time.Minute)
		if len(s.tried) != 0 {
			t.Errorf("with all live releases in use it still tries %q", s.tried)
		}
	})
}

func TestAJournalThatCannotBeReadLeavesARunningSiteAsItIs(t *testing.T) {
	s := newSite(t, first)
	s.setLive(t, releasetest.Football, first)
	s.start()
	must.Do(t, os.RemoveAll(filepath.Join(s.store.Folder(), "lineup.journal")))
	releasetest.PutFile(t, s.store.Folder(), "lineup.json", []byte("{"))
	s.resolver.Poll()
	s.resolver.Poll()
	if got := s.chosen(releasetest.Football); got != "football/"+first {
		t.Errorf("chose %q", got)
	}
	if len(s.problems) != 1 {
		t.Errorf("reported %q, want it once", s.problems)
	}
}

func TestChangesNameTheEditionsThatChanged(t *testing.T) {
	s := newSite(t, first, second)
	s.setLive(t, release.Shell, first)
	s.setLive(t, releasetest.Football, first)
	s.start()
	before := s.resolver.Choose(nil).ID
	s.resolver.Poll()
	s.setLive(t, releasetest.Football, second)
	s.resolver.Poll()
	if len(s.changed) != 2 || !slices.Equal(s.changed[1], []string{releasetest.Football}) {
		t.Errorf("changes are %q", s.changed)
	}
	if after := s.resolver.Choose(nil).ID; after == before || after != "football:"+second+",shell:"+first {
		t.Errorf("the lineup is %q after %q", after, before)
	}
}

// serveAll makes so many releases of football live, one after the other, and answers
// what their lineups were called.
func (s *site) serveAll(t *testing.T, count int) (names, signed []string) {
	t.Helper()
	for index := range count {
		name := fmt.Sprintf("%020d", index)
		s.usable[name] = true
		s.setLive(t, releasetest.Football, name)
		s.resolver.Poll()
		names, signed = append(names, name), append(signed, s.resolver.Choose(nil).Signed)
	}
	return names, signed
}

func TestEveryLineupThatWasServedIsAnsweredAndTheLast32AreKeptReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t)
		s.start()
		names, signed := s.serveAll(t, 40)
		s.tried = nil
		for index := 39; index >= 0; index-- {
			served, found := s.resolver.Served(signed[index])
			if !found || served.Releases[releasetest.Football] != "football/"+names[index] {
				t.Fatalf("lineup %d is answered %v", index, served)
			}
			if loaded := 6 - index; len(s.tried) != max(0, loaded+1) {
				t.Fatalf("after lineup %d %d releases were loaded again", index, len(s.tried))
			}
			time.Sleep(time.Second) // of the bubble's clock: resolving is bounded
		}
	})
}

func TestResolvingLineupsThatWereLiveOnceIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t)
		s.start()
		_, signed := s.serveAll(t, 100)
		s.tried = nil
		answered := func() (count int) {
			for _, lineup := range signed[:60] {
				if _, found := s.resolver.Served(lineup); found {
					count++
				}
			}
			return count
		}
		if first := answered(); first != len(s.tried) || first > 10 {
			t.Errorf("at once %d were resolved", len(s.tried))
		}
		if _, found := s.resolver.Served(signed[99]); !found {
			t.Error("the live one has to wait")
		}
		if _, found := s.resolver.Served(signed[98]); !found {
			t.Error("one that is ready has to wait")
		}
		time.Sleep(time.Minute) // of the bubble's clock
		if again := answered(); again == 0 {
			t.Error("a minute later none is resolved")
		}
	})
}

func TestALineupEndsWithAReleaseThatIsWithdrawnOrNoLongerStored(t *testing.T) {
	s := newSite(t)
	s.start()
	names, signed := s.serveAll(t, 4)
	for _, lineup := range signed {
		if _, found := s.resolver.Served(lineup); !found {
			t.Fatal("a lineup that was served is not answered")
		}
	}
	s.withdraw(t, names[0])
	s.resolver.Poll()
	must.Do(t, os.Remove(filepath.Join(s.store.Folder(), releasetest.Football, "releases", names[1]+".json")))
	for index, want := range []bool{false, false, true, true} {
		if _, found := s.resolver.Served(signed[index]); found != want {
			t.Errorf("lineup %d is answered: %v", index, found)
		}
	}
}

func TestTheKeyForLineupsStaysInTheStoreAndIsNobodyElses(t *testing.T) {
	s := newSite(t)
	s.start()
	_, signed := s.serveAll(t, 1)
	info, err := os.Stat(filepath.Join(s.store.Folder(), "lineup.key"))
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != 32 {
		t.Errorf("the key is %v (%v)", info, err)
	}
	s.start()
	if _, found := s.resolver.Served(signed[0]); !found || len(s.problems) > 0 {
		t.Errorf("another process does not know the lineup: %q", s.problems)
	}
	must.Do(t, os.Truncate(filepath.Join(s.store.Folder(), "lineup.key"), 3))
	s.start()
	if _, found := s.resolver.Served(signed[0]); found || len(s.problems) != 1 || !strings.Contains(s.problems[0], "remove it") {
		t.Errorf("with a damaged key it reports %q", s.problems)
	}
	if got := s.resolver.Choose(nil).Signed; got == signed[0] || !strings.HasPrefix(got, "football:") {
		t.Errorf("the lineup is called %q", got)
	}
}
