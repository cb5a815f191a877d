package store_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// receive takes a release of football in from an archive.
func receive(t *testing.T, held *store.Store, archive []byte) (*release.Release, error) {
	t.Helper()
	incoming, err := held.Receive(t.Context(), releasetest.Football, bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	return incoming.Release, errors.Join(incoming.Keep(), incoming.Close())
}

// leftovers are what is in the store of takes that are over.
func leftovers(t *testing.T, held *store.Store) (found []string) {
	t.Helper()
	if err := filepath.WalkDir(held.Folder(), func(path string, _ os.DirEntry, err error) error {
		if strings.HasPrefix(filepath.Base(path), ".taking-") {
			found = append(found, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAnArchiveIsTakenInAsItsFolderIs(t *testing.T) {
	folder := releasetest.Sport(releasetest.Football).Write(t)
	asFolder := store.NewStore(t.TempDir())
	want := must.Get(asFolder.Take(folder))(t)
	plain := releasetest.Archive(t, folder)
	for name, archive := range map[string][]byte{
		"tar": plain, "tar.gz": releasetest.Gzip(t, plain),
		"as tar -C folder . writes it": releasetest.Tar(t, func(to *tar.Writer) {
			must.Do(t, to.WriteHeader(&tar.Header{Name: "./", Typeflag: tar.TypeDir, Mode: 0o755}))
			for _, entry := range names(t, folder) {
				content := must.Get(os.ReadFile(filepath.Join(folder, entry)))(t)
				releasetest.PutEntry(t, to, &tar.Header{Name: "./" + entry}, content)
			}
		}),
	} {
		held := store.NewStore(t.TempDir())
		found, err := receive(t, held, archive)
		if err != nil || found.Name != want.Name || found.Build != want.Build {
			t.Fatalf("%s: took %+v: %v", name, found, err)
		}
		for _, part := range []string{"files", "releases"} {
			if got, want := names(t, filepath.Join(held.Folder(), "football", part)), names(t, filepath.Join(asFolder.Folder(), "football", part)); !slices.Equal(got, want) {
				t.Errorf("%s: the store has %q, want %q", name, got, want)
			}
		}
		if count, damaged := verified(t, held); count != 1 || len(damaged)+len(leftovers(t, held)) > 0 {
			t.Errorf("%s: of %d releases %q are damaged, and %q is left", name, count, damaged, leftovers(t, held))
		}
	}
}

func TestAnArchiveMayLeaveOutWhatTheStoreHas(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := releasetest.Sport(releasetest.Football)
	whole := draft.Write(t)
	manifest := must.Get(os.ReadFile(filepath.Join(whole, release.ManifestFile)))(t)
	name, missing, err := held.Missing(releasetest.Football, manifest)
	if err != nil || len(missing) != len(draft.Content) {
		t.Fatalf("of %s an empty store misses %q (%v), want all %d", name, missing, err, len(draft.Content))
	}
	if found, err := receive(t, held, releasetest.Archive(t, whole)); err != nil || found.Name != name {
		t.Fatalf("%+v: %v", found, err)
	}

	next := releasetest.Next("one text changed")
	folder := next.Write(t)
	if manifest, err = os.ReadFile(filepath.Join(folder, release.ManifestFile)); err != nil {
		t.Fatal(err)
	}
	_, missing, err = held.Missing(releasetest.Football, manifest)
	if err != nil || !slices.Equal(missing, []string{next.Name("mount.js")}) {
		t.Fatalf("it misses %q: %v", missing, err)
	}
	leave := slices.DeleteFunc(names(t, folder), func(file string) bool {
		return file == release.ManifestFile || strings.HasPrefix(file, next.Name("mount.js"))
	})
	found := must.Get(receive(t, held, releasetest.Archive(t, folder, leave...)))(t)
	if count, damaged := verified(t, held); count != 2 || len(damaged) > 0 {
		t.Errorf("of %d releases %q are damaged", count, damaged)
	}
	if opened, err := held.Open(releasetest.Football, found.Name); err != nil || len(opened.Manifest.Files) != len(next.Content) {
		t.Errorf("%v: %v", opened, err)
	}
	// What was said to be there and is not is said.
	empty := store.NewStore(t.TempDir())
	if _, err := receive(t, empty, releasetest.Archive(t, folder, leave...)); err == nil || !strings.Contains(err.Error(), "it is missing") {
		t.Errorf("without what it leaves out: %v", err)
	}
}

func TestWhatIsDamagedInTheStoreIsMissing(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := releasetest.Sport(releasetest.Football)
	folder := draft.Write(t)
	must.Get(held.Take(folder))(t)
	files := filepath.Join(held.Folder(), "football", "files")
	entry, mount := draft.Name("remoteEntry.js"), draft.Name("mount.js")
	releasetest.PutFile(t, files, entry, []byte("damaged"))
	releasetest.PutFile(t, files, mount+".br", []byte("damaged"))
	manifest := must.Get(os.ReadFile(filepath.Join(folder, release.ManifestFile)))(t)
	_, missing, err := held.Missing(releasetest.Football, manifest)
	slices.Sort(missing)
	want := []string{entry, mount}
	slices.Sort(want)
	if err != nil || !slices.Equal(missing, want) {
		t.Fatalf("it misses %q: %v, want %q", missing, err, want)
	}
	must.Get(receive(t, held, releasetest.Archive(t, folder)))(t)
	if _, damaged := verified(t, held); len(damaged) > 0 {
		t.Errorf("mended, %q is damaged", damaged)
	}
}

func TestAReleaseIsTakenForItsOwnEditionOnly(t *testing.T) {
	held := store.NewStore(t.TempDir())
	_, err := receive(t, held, releasetest.Archive(t, releasetest.Sport(releasetest.Basketball).Write(t)))
	if err == nil || !strings.Contains(err.Error(), "it is a release of basketball, not of football") {
		t.Errorf("the error is %v", err)
	}
}

// Eight uploads of the same content at once, of a release that is read all the while.
func TestUploadsOfTheSameContentAtOnceDisturbNobody(t *testing.T) {
	held := store.NewStore(t.TempDir())
	draft := releasetest.Sport(releasetest.Football)
	folder := draft.Write(t)
	first, err := held.Take(folder)
	if err != nil {
		t.Fatal(err)
	}
	next := releasetest.Next("changed")
	archives := [][]byte{releasetest.Archive(t, folder), releasetest.Archive(t, next.Write(t))}
	var uploads, reading sync.WaitGroup
	done := make(chan struct{})
	reading.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			opened, err := held.Open(releasetest.Football, first.Name)
			if err == nil {
				_, err = opened.ReadFile(draft.Name("mount.js"))
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	for number := range 8 {
		uploads.Go(func() {
			incoming, err := held.Receive(t.Context(), releasetest.Football, bytes.NewReader(archives[number%2]))
			if err == nil {
				err = errors.Join(incoming.Keep(), incoming.Close())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	uploads.Wait()
	close(done)
	reading.Wait()
	if count, damaged := verified(t, held); count != 2 || len(damaged)+len(leftovers(t, held)) > 0 {
		t.Errorf("of %d releases %q are damaged, %q is left", count, damaged, leftovers(t, held))
	}
}

func TestWhatIsTakenAgainIsAsYoungAsTheLastTake(t *testing.T) {
	held := store.NewStore(t.TempDir())
	archive := releasetest.Archive(t, releasetest.Sport(releasetest.Football).Write(t))
	found := must.Get(receive(t, held, archive))(t)
	manifest := filepath.Join(held.Folder(), "football", "releases", found.Name+".json")
	old := time.Unix(1_000_000_000, 0)
	must.Do(t, os.Chtimes(manifest, old, old))
	must.Get(receive(t, held, archive))(t)
	if info, err := os.Stat(manifest); err != nil || info.ModTime().Equal(old) {
		t.Errorf("it is still of %s (%v)", old, err)
	}
}

func TestATakeEndsWithItsContext(t *testing.T) {
	held := store.NewStore(t.TempDir())
	ctx, cancel := context.WithCancelCause(t.Context())
	archive := releasetest.Archive(t, releasetest.Sport(releasetest.Football).Write(t))
	late := errors.New("it took too long")
	_, err := held.Receive(ctx, releasetest.Football, io.MultiReader(bytes.NewReader(archive[:512]), readerFunc(func([]byte) (int, error) {
		cancel(late)
		return 0, nil
	})))
	if !errors.Is(err, late) {
		t.Errorf("the error is %v", err)
	}
	if left := leftovers(t, held); len(left) > 0 {
		t.Errorf("%q is left", left)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// What stands in the store's folder after each of the attacks is its lock alone.
func TestHostileArchivesAreRefused(t *testing.T) {
	file := releasetest.Named("file.js", []byte("x"))
	entry := func(header tar.Header, content string) func(*testing.T, *tar.Writer) {
		return func(t *testing.T, archive *tar.Writer) { releasetest.PutEntry(t, archive, &header, []byte(content)) }
	}
	named := func(name string) func(*testing.T, *tar.Writer) { return entry(tar.Header{Name: name}, "x") }
	for sentence, test := range map[string]struct {
		write func(*testing.T, *tar.Writer)
		want  string
	}{
		"a name climbs out":                {named("../evil.js"), "a character other"},
		"a name climbs out below a folder": {named("images/../../evil.js"), "a character other"},
		"a name climbs out behind ./":      {named("./../evil.js"), "a character other"},
		"a name is absolute":               {named("/etc/evil"), "a character other"},
		"a name has a backslash":           {named(`..\evil.js`), "a character other"},
		"a name is a device of Windows":    {named("NUL"), "it is not <name>.<hash>.<extension>"},
		"a name is the lock's":             {named(".lock"), "begins with a dot"},
		"a name is another take's":         {named(".taking-x"), "begins with a dot"},
		"a name is longer than any":        {named(strings.Repeat("a", 4000) + ".js"), "longer than"},
		"a file is a symbolic link":        {entry(tar.Header{Name: file, Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, ""), "it is a symbolic link"},
		"the manifest is a symbolic link":  {entry(tar.Header{Name: release.ManifestFile, Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, ""), "it is a symbolic link"},
		"a file is a hard link":            {entry(tar.Header{Name: file, Typeflag: tar.TypeLink, Linkname: "/etc/passwd"}, ""), "plain files only"},
		"a file is a character device":     {entry(tar.Header{Name: file, Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 5}, ""), "it is a special file"},
		"a file is a block device":         {entry(tar.Header{Name: file, Typeflag: tar.TypeBlock}, ""), "it is a special file"},
		"a file is a pipe":                 {entry(tar.Header{Name: file, Typeflag: tar.TypeFifo}, ""), "it is a special file"},
		"a folder stands in it":            {entry(tar.Header{Name: "images/", Typeflag: tar.TypeDir}, ""), "it is a folder"},
		"a file is there twice":            {func(t *testing.T, a *tar.Writer) { named(file)(t, a); named("./"+file)(t, a) }, "in the archive twice"},
		"the manifest is there twice":      {func(t *testing.T, a *tar.Writer) { named("release.json")(t, a); named("release.json")(t, a) }, "in the archive twice"},
		"names differ in case":             {func(t *testing.T, a *tar.Writer) { named(file)(t, a); named("FILE"+file[4:])(t, a) }, "the same but for case"},
		"a file is larger than any":        {entry(tar.Header{Name: file}, strings.Repeat("x", 16<<20+1)), "at most 16777216 are taken"},
		"the manifest is endless":          {entry(tar.Header{Name: release.ManifestFile}, strings.Repeat(" ", 2<<20+1)), "release.json: it has 2097153 bytes"},
		"there is no manifest":             {named(file), "release.json: it is missing"},
		"there is nothing":                 {func(*testing.T, *tar.Writer) {}, "release.json: it is missing"},
		"a file stands beside what is listed": {func(t *testing.T, a *tar.Writer) {
			folder := releasetest.Sport(releasetest.Football).Write(t)
			for _, name := range names(t, folder) {
				content := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
				releasetest.PutEntry(t, a, &tar.Header{Name: name}, content)
			}
			named(file)(t, a)
		}, "does not list " + file},
	} {
		t.Run(sentence, func(t *testing.T) {
			archive := releasetest.Tar(t, func(a *tar.Writer) { test.write(t, a) })
			for _, archive := range [][]byte{archive, releasetest.Gzip(t, archive)} {
				above := t.TempDir()
				held := store.NewStore(filepath.Join(above, "store"))
				_, err := receive(t, held, archive)
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("the error is %.400v, want one that holds %q", err, test.want)
				}
				onlyTheLock(t, above, held)
			}
		})
	}
}

// A sparse file is a megabyte of zeros of which the archive has nothing.
func TestSparseFilesTogetherAreNoMoreThanAnArchiveMayUnpackTo(t *testing.T) {
	archive := releasetest.Tar(t, func(a *tar.Writer) {
		for index := range 30 {
			sparse := map[string]string{"XNU.sparse.major": "1", "XNU.sparse.minor": "0", "XNU.sparse.realsize": "1000000"}
			name := releasetest.Named(fmt.Sprintf("file%d.js", index), nil)
			releasetest.PutEntry(t, a, &tar.Header{Name: name, PAXRecords: sparse}, append([]byte("0\n"), make([]byte, 510)...))
		}
	})
	// Package tar reads these records, and leaves them out of what it writes.
	archive = bytes.ReplaceAll(archive, []byte("XNU.sparse."), []byte("GNU.sparse."))
	above := t.TempDir()
	held := store.NewStore(filepath.Join(above, "store"))
	if _, err := receive(t, held, archive); err == nil || !strings.Contains(err.Error(), "more than 100 times its size") {
		t.Errorf("the error is %v", err)
	}
	onlyTheLock(t, above, held)
}

func TestWhatIsNoArchiveIsRefused(t *testing.T) {
	whole := releasetest.Archive(t, releasetest.Sport(releasetest.Football).Write(t))
	packed := releasetest.Gzip(t, whole)
	for sentence, test := range map[string]struct {
		archive []byte
		want    string
	}{
		"nothing at all":                {nil, "release.json: it is missing"},
		"a page":                        {[]byte(strings.Repeat("<html>", 200)), "it is no tar archive"},
		"a zip":                         {append([]byte("PK\x03\x04"), make([]byte, 1020)...), "it is no tar archive"},
		"the beginning of a gzip":       {packed[:2], "the archive"},
		"an archive that is cut":        {whole[:530], "ends in the middle"},
		"a gzipped archive that is cut": {packed[:len(packed)/2], "ends in the middle"},
	} {
		t.Run(sentence, func(t *testing.T) {
			above := t.TempDir()
			held := store.NewStore(filepath.Join(above, "store"))
			if _, err := receive(t, held, test.archive); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one that holds %q", err, test.want)
			}
			onlyTheLock(t, above, held)
		})
	}
}

func onlyTheLock(t *testing.T, above string, held *store.Store) {
	t.Helper()
	if found := names(t, above); !slices.Equal(found, []string{"store"}) {
		t.Errorf("beside the store stands %q", found)
	}
	if found := names(t, held.Folder()); !slices.Equal(found, []string{store.LockFile}) {
		t.Errorf("in the store stands %q", found)
	}
}
