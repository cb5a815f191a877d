package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/representation"
)

func TestTakeStoresTheFilesAndTheManifestUnderTheirNames(t *testing.T) {
	held := store.NewStore(t.TempDir())
	folder := releasetest.Shell().Write(t)
	found := must.Get(held.Take(folder))(t)
	if !release.IsName(found.Name) || found.Build.Revision != "abc" {
		t.Fatalf("took %q of %+v", found.Name, found.Build)
	}
	opened := must.Get(held.Open(release.Shell, found.Name))(t)
	for _, file := range found.Manifest.Files {
		want := must.Get(os.ReadFile(filepath.Join(folder, file.Path)))(t)
		if got, err := opened.ReadFile(file.Path); err != nil || string(got) != string(want) {
			t.Errorf("%s in the store differs (%v)", file.Path, err)
		}
	}
	if opened.Base() != "/_r/shell/" {
		t.Errorf("base is %s", opened.Base())
	}
	shipped := slices.DeleteFunc(names(t, folder), func(name string) bool { return name == release.ManifestFile || name == release.BuildFile })
	if stored := names(t, filepath.Join(held.Folder(), "shell", "files")); !slices.Equal(stored, shipped) {
		t.Errorf("the store has %q, shipped were %q", stored, shipped)
	}
	if stored := names(t, filepath.Join(held.Folder(), "shell", "releases")); !slices.Equal(stored, []string{found.Name + ".build.json", found.Name + ".json"}) {
		t.Errorf("of the release it has %q", stored)
	}
}

func TestAReleasesNameIsTheHashOfItsManifest(t *testing.T) {
	folder := releasetest.Sport(releasetest.Football).Write(t)
	manifest := must.Get(os.ReadFile(filepath.Join(folder, release.ManifestFile)))(t)
	found, err := store.NewStore(t.TempDir()).Take(folder)
	if err != nil || !strings.Contains(releasetest.Named("release.json", manifest), "."+found.Name+".") {
		t.Errorf("it is %s (%v)", found.Name, err)
	}
}

func TestTwoReleasesWithTheSameBytesShareThem(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := releasetest.Sport(releasetest.Football)
	taken(t, held, draft)
	files := filepath.Join(held.Folder(), "football", "files")
	before := names(t, files)
	entry := must.Get(os.Stat(filepath.Join(files, draft.Name("remoteEntry.js"))))(t)
	next := releasetest.Next("one text changed")
	taken(t, held, next)
	fresh := slices.DeleteFunc(names(t, files), func(name string) bool { return slices.Contains(before, name) })
	want := []string{next.Name("mount.js")}
	for _, ending := range []string{".br", ".gz", ".zst"} {
		want = append(want, next.Name("mount.js")+ending)
	}
	if !slices.Equal(fresh, want) {
		t.Errorf("the second release brought %q, want %q", fresh, want)
	}
	if again, err := os.Stat(filepath.Join(files, draft.Name("remoteEntry.js"))); err != nil || !os.SameFile(entry, again) {
		t.Errorf("what both have was written again (%v)", err)
	}
}

func TestTakeMendsWhatIsDamagedAndLeavesTheRestAlone(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := releasetest.Sport(releasetest.Football)
	folder := draft.Write(t)
	found := must.Get(held.Take(folder))(t)
	files := filepath.Join(held.Folder(), "football", "files")
	entry, mount := draft.Name("remoteEntry.js"), draft.Name("mount.js")
	whole := must.Get(os.Stat(filepath.Join(files, mount)))(t)
	damage := map[string][]byte{
		entry:         []byte(strings.Replace(draft.Content["remoteEntry.js"], "football", "footbull", 1)),
		entry + ".br": []byte("damaged"),
	}
	for name, content := range damage {
		releasetest.PutFile(t, files, name, content)
	}
	releasetest.PutFile(t, filepath.Join(files, "..", "releases"), found.Name+".json", []byte("{"))
	if _, err := held.Open(releasetest.Football, found.Name); err == nil {
		t.Fatal("a damaged manifest was read")
	}
	must.Get(held.Take(folder))(t)
	if count, found := verified(t, held); count != 1 || len(found) > 0 {
		t.Errorf("mended, %d releases have %q", count, found)
	}
	if again, err := os.Stat(filepath.Join(files, mount)); err != nil || !os.SameFile(whole, again) {
		t.Errorf("what was whole was written again (%v)", err)
	}
}

// Damage that leaves the size as it was is not looked for when a release is opened:
// verifying finds it, in the file and in its compressed forms.
func TestVerifyFindsEveryDamage(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := releasetest.Sport(releasetest.Football)
	opened := taken(t, held, draft)
	taken(t, held, releasetest.Shell())
	if count, found := verified(t, held); count != 2 || len(found) > 0 {
		t.Fatalf("of %d whole releases it says %q", count, found)
	}
	files := filepath.Join(held.Folder(), "football", "files")
	releasetest.PutFile(t, files, draft.Name("mount.js"), []byte(strings.Replace(draft.Content["mount.js"], "football", "footbull", 1)))
	releasetest.PutFile(t, files, draft.Name("remoteEntry.js")+".gz", releasetest.Pack(t, []byte("other"), "gzip"))
	if _, err := held.Open(releasetest.Football, opened.Name); err != nil {
		t.Errorf("opening hashes: %v", err)
	}
	_, found := verified(t, held)
	if len(found) != 1 || !strings.Contains(found[0], draft.Name("mount.js")+": its hash is") || !strings.Contains(found[0], draft.Name("remoteEntry.js")+".gz: it does not unpack") {
		t.Errorf("it says %q", found)
	}
}

func TestAFileThatHasNotItsSizeIsFoundWhenTheReleaseIsOpened(t *testing.T) {
	for _, damage := range []func(path string) error{
		os.Remove,
		func(path string) error { return os.Truncate(path, 3) },
		func(path string) error { return errors.Join(os.Remove(path), os.Symlink("/etc/passwd", path)) },
	} {
		held := store.NewStore(t.TempDir())
		draft := releasetest.Sport(releasetest.Football)
		opened := taken(t, held, draft)
		must.Do(t, damage(filepath.Join(held.Folder(), "football", "files", draft.Name("styles.css"))))
		if _, err := held.Open(releasetest.Football, opened.Name); err == nil || !strings.Contains(err.Error(), draft.Name("styles.css")) {
			t.Errorf("the error is %v", err)
		}
	}
}

func TestNoEditionTakesAnothersFiles(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := releasetest.Sport(releasetest.Football)
	taken(t, held, draft)
	taken(t, held, releasetest.Sport(releasetest.Basketball))
	plain := func([]representation.Coding) representation.Coding { return representation.Identity }
	served, err := held.Serve(releasetest.Football, draft.Name("mount.js"), plain)
	if err != nil || served.Size != int64(len(draft.Content["mount.js"])) {
		t.Fatalf("football's own: %+v, %v", served, err)
	}
	served.Content.Close()
	if _, err := held.Serve(releasetest.Basketball, draft.Name("mount.js"), plain); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("as basketball's: %v", err)
	}
}

func TestBuildInformationDoesNotCountForTheName(t *testing.T) {
	held := store.NewStore(t.TempDir())
	folder := releasetest.Sport(releasetest.Football).Write(t)
	first := must.Get(held.Take(folder))(t)
	releasetest.PutFile(t, folder, release.BuildFile, []byte(`{"revision":"def","builtAt":"2026-12-01T00:00:00Z"}`))
	second, err := held.Take(folder)
	if err != nil || second.Name != first.Name {
		t.Errorf("the name went from %s to %v (%v)", first.Name, second, err)
	}
}

func TestAnExtraCheckRefuses(t *testing.T) {
	draft := releasetest.Sport(releasetest.Football)
	held := store.NewStore(t.TempDir(), func(opened *release.Folder) error {
		if content, err := opened.ReadFile(draft.Name("remoteEntry.js")); err != nil || !strings.Contains(string(content), "football") {
			t.Errorf("the check reads %q (%v)", content, err)
		}
		return os.ErrInvalid
	})
	if _, err := held.Take(draft.Write(t)); err == nil {
		t.Fatal("the release was taken")
	}
	nothingWritten(t, held)
}

// names are what is in a folder, sorted.
func names(t *testing.T, folder string) (found []string) {
	t.Helper()
	entries := must.Get(os.ReadDir(folder))(t)
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	return found
}

func verified(t *testing.T, held *store.Store) (releases int, found []string) {
	t.Helper()
	releases = must.Get(held.Verify(func(err error) { found = append(found, err.Error()) }))(t)
	return releases, found
}

func nothingWritten(t *testing.T, held *store.Store) {
	t.Helper()
	if found := names(t, held.Folder()); len(found) > 0 {
		t.Errorf("a refused release left %v in the store", found)
	}
}
