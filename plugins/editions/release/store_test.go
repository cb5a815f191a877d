package release_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
)

func TestTakeStoresTheReleaseUnderItsName(t *testing.T) {
	store := release.NewStore(t.TempDir())
	folder := releasetest.Shell().Write(t)
	taken, err := store.Take(folder)
	if err != nil {
		t.Fatal(err)
	}
	if !release.IsName(taken.Name) || taken.Build.Revision != "abc" {
		t.Fatalf("took %q of %+v", taken.Name, taken.Build)
	}
	opened, err := store.Open(release.Shell, taken.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	for _, file := range taken.Manifest.Files {
		want, err := os.ReadFile(filepath.Join(folder, file.Path))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := opened.ReadFile(file.Path); err != nil || string(got) != string(want) {
			t.Errorf("%s in the store differs (%v)", file.Path, err)
		}
	}
	if opened.Base() != "/_r/shell/"+taken.Name+"/" {
		t.Errorf("base is %s", opened.Base())
	}
	onlyReleases(t, store, release.Shell, taken.Name)
}

func TestTakeIsIdempotent(t *testing.T) {
	store := release.NewStore(t.TempDir())
	folder := releasetest.Sport(release.Football).Write(t)
	first, err := store.Take(folder)
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(store.Folder(), "releases", release.Football, first.Name)
	before, err := os.Stat(place)
	if err != nil {
		t.Fatal(err)
	}
	second, err := store.Take(folder)
	if err != nil || second.Name != first.Name {
		t.Fatalf("took %v, %v", second, err)
	}
	after, err := os.Stat(place)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the release was written again (%v)", err)
	}
	onlyReleases(t, store, release.Football, first.Name)
}

func TestTakeMendsABrokenCopy(t *testing.T) {
	store := release.NewStore(t.TempDir())
	folder := releasetest.Sport(release.Football).Write(t)
	taken, err := store.Take(folder)
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(store.Folder(), "releases", release.Football, taken.Name)
	held, err := store.Open(release.Football, taken.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	releasetest.PutFile(t, place, "remoteEntry.js", []byte("changed"))
	if _, err := store.Open(release.Football, taken.Name); err == nil {
		t.Fatal("a changed release was opened")
	}
	if _, err := store.Take(folder); err != nil {
		t.Fatal(err)
	}
	mended, err := store.Open(release.Football, taken.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer mended.Close()
	if store.Holds(held) || !store.Holds(mended) {
		t.Error("the store does not tell the broken copy from the mended one")
	}
	onlyReleases(t, store, release.Football, taken.Name)
}

func TestBuildInformationDoesNotCountForTheName(t *testing.T) {
	store := release.NewStore(t.TempDir())
	folder := releasetest.Sport(release.Football).Write(t)
	first, err := store.Take(folder)
	if err != nil {
		t.Fatal(err)
	}
	releasetest.PutFile(t, folder, release.BuildFile, []byte(`{"revision":"def","builtAt":"2026-12-01T00:00:00Z"}`))
	second, err := store.Take(folder)
	if err != nil || second.Name != first.Name {
		t.Errorf("the name went from %s to %v (%v)", first.Name, second, err)
	}
}

func TestAnExtraCheckRefuses(t *testing.T) {
	store := release.NewStore(t.TempDir(), func(opened *release.Folder) error {
		if content, err := opened.ReadFile("remoteEntry.js"); err != nil || !strings.Contains(string(content), "football") {
			t.Errorf("the check reads %q (%v)", content, err)
		}
		return os.ErrInvalid
	})
	if _, err := store.Take(releasetest.Sport(release.Football).Write(t)); err == nil {
		t.Fatal("the release was taken")
	}
	nothingWritten(t, store)
}

// onlyReleases fails where the edition's folder holds anything but these.
func onlyReleases(t *testing.T, store *release.Store, edition string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(store.Folder(), "releases", edition))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	if strings.Join(found, " ") != strings.Join(names, " ") {
		t.Errorf("the store holds %q, want %q", found, names)
	}
}

func nothingWritten(t *testing.T, store *release.Store) {
	t.Helper()
	entries, err := os.ReadDir(store.Folder())
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) > 0 {
		t.Errorf("a refused release left %v in the store", entries)
	}
}
