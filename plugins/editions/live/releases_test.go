package live

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"

	"go.uber.org/zap"
)

func TestABrokenReleaseIsNotReadAgainForEachRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := release.NewStore(t.TempDir(), page.Check)
		taken, err := store.Take(releasetest.Sport(release.Football).Write(t))
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(store.Folder(), "releases", release.Football, taken.Name)
		whole, err := os.ReadFile(filepath.Join(folder, "remoteEntry.js"))
		if err != nil {
			t.Fatal(err)
		}
		releasetest.PutFile(t, folder, "remoteEntry.js", []byte("tampered"))
		s := Open(store.Folder(), zap.NewNop)
		defer s.Close()
		if _, err := s.Serving(release.Football, taken.Name); err == nil {
			t.Fatal("a broken release was opened")
		}
		releasetest.PutFile(t, folder, "remoteEntry.js", whole)
		if _, err := s.Serving(release.Football, taken.Name); err == nil {
			t.Error("it was read again at once")
		}
		time.Sleep(10 * time.Second) // of the bubble's clock
		if _, err := s.Serving(release.Football, taken.Name); err != nil {
			t.Errorf("ten seconds after it was mended: %v", err)
		}
	})
}

func TestClosingClosesTheReleasesAndEndsFollowingTheLineup(t *testing.T) {
	r, names := opened(t, 1)
	if _, err := r.Serving(release.Football, names[0]); err != nil {
		t.Fatal(err)
	}
	r.Close()
	if len(r.live) != 0 || r.idle.Len() != 0 {
		t.Errorf("after the end %d and %d releases are open", len(r.live), r.idle.Len())
	}
	select {
	case <-r.done:
	default:
		t.Error("the lineup is still followed")
	}
}

func TestReleasesThatAreNotLiveMakeRoomForEachOtherAndNeverForALiveOne(t *testing.T) {
	r, names := opened(t, 5)
	defer r.Close()
	r.maxIdle = 2
	if _, err := lineup.SetLive(r.Folder(), release.Football, names[0]); err != nil {
		t.Fatal(err)
	}
	r.resolver.Poll()
	live := r.Choose(nil).Names[release.Football]
	held, err := r.Serving(release.Football, live)
	if err != nil || live != names[0] {
		t.Fatalf("%s is live: %v", live, err)
	}
	for _, name := range names[1:] {
		if _, err := r.Serving(release.Football, name); err != nil {
			t.Fatal(err)
		}
	}
	if open := r.idle.Len(); open != r.maxIdle {
		t.Errorf("%d releases are open beside the live one", open)
	}
	if again, err := r.Serving(release.Football, live); err != nil || again != held {
		t.Errorf("the live release was closed: %v", err)
	}
	// The first of the others made room, and is opened again.
	if r.idle.Contains(keyOf(release.Football, names[1])) {
		t.Error("the one that was asked for longest ago is open")
	}
	if _, err := r.Serving(release.Football, names[1]); err != nil {
		t.Error(err)
	}
	// What is live no more is kept like the others.
	if _, err := lineup.SetLive(r.Folder(), release.Football, names[2]); err != nil {
		t.Fatal(err)
	}
	r.resolver.Poll()
	if again, err := r.Serving(release.Football, names[0]); err != nil || again != held || len(r.live) != 1 {
		t.Errorf("the release that was live before was closed: %v", err)
	}
}

// opened are the releases of a store that has so many.
func opened(t *testing.T, count int) (r *Releases, names []string) {
	t.Helper()
	store := release.NewStore(t.TempDir(), page.Check)
	for i := range count {
		draft := releasetest.Sport(release.Football)
		draft.Manifest.Version = fmt.Sprintf("1.0.%d", i)
		taken, err := store.Take(draft.Write(t))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, taken.Name)
	}
	return Open(store.Folder(), zap.NewNop), names
}
