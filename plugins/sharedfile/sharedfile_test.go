package sharedfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/sharedfile"
)

var errBroken = errors.New("broken")

// process is one of those that share a file of a text.
type process struct {
	*sharedfile.File[string]
	clock    *clock.Clock
	took     []string
	reported []error
}

func open(folder string, remembers bool) *process {
	p := &process{clock: clock.New(time.Unix(1_800_000_000, 0))}
	p.File = sharedfile.Open(sharedfile.Config[string]{
		Folder: folder, Name: "file.json", MaxBytes: 10, Mode: 0o640, Remembers: remembers,
		Parse: func(content []byte) (string, error) {
			if string(content) == "broken" {
				return "", errBroken
			}
			return string(content), nil
		},
		Format: func(value string) ([]byte, error) { return []byte(value), nil },
		Now:    p.clock.Now,
		Took:   func(before, after string) { p.took = append(p.took, before+">"+after) },
		Report: func(err error) { p.reported = append(p.reported, err) },
	})
	return p
}

// put changes the value.
func (p *process) put(t *testing.T, value string) {
	t.Helper()
	must.Do(t, p.Change(func(string, error) (string, error) { return value, nil }))
}

func write(t *testing.T, folder, content string) {
	t.Helper()
	must.Do(t, os.WriteFile(filepath.Join(folder, "new"), []byte(content), 0o600))
	must.Do(t, os.Rename(filepath.Join(folder, "new"), filepath.Join(folder, "file.json")))
}

// The process that serves a store is no root's, as a rule: what a command of root's makes in it must not be its own.
func TestWhatRootMakesInAStoreBelongsToWhoTheStoreBelongsTo(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	const owner = 65534
	store := t.TempDir()
	must.Do(t, os.Chown(store, owner, owner))
	open(filepath.Join(store, "folder"), false).put(t, "one")
	var made []string
	err := filepath.WalkDir(store, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Sys().(*syscall.Stat_t).Uid != owner {
			t.Errorf("%s is another one's", path)
		}
		made = append(made, entry.Name())
		return err
	})
	if err != nil || !slices.Equal(made[1:], []string{"folder", ".file.lock", "file.json"}) {
		t.Errorf("it has %v; %v", made, err)
	}
}

func TestAFileIsTakenOverOncePerChange(t *testing.T) {
	folder := t.TempDir()
	p := open(folder, false)
	expect := func(step, value string, problem error, took ...string) {
		t.Helper()
		p.took = nil
		got, err := p.Read()
		if got != value || !errors.Is(err, problem) || !slices.Equal(p.took, took) {
			t.Errorf("%s: %q, %v, took over %q", step, got, err, p.took)
		}
	}
	expect("none at first", "", nil)
	write(t, folder, "one")
	expect("one", "one", nil, ">one")
	expect("one again", "one", nil)
	write(t, folder, "two")
	expect("as long, another", "two", nil, "one>two")
	must.Do(t, os.Chtimes(filepath.Join(folder, "file.json"), time.Time{}, time.Unix(1, 0)))
	expect("touched", "two", nil, "two>two")
	write(t, folder, "broken")
	expect("broken", "two", errBroken)
	expect("still broken", "two", errBroken)
	if len(p.reported) != 1 {
		t.Errorf("told %v, want it once", p.reported)
	}
	write(t, folder, "mended")
	expect("mended", "mended", nil, "two>mended")
	write(t, folder, "broken")
	expect("broken anew", "mended", errBroken)
	if len(p.reported) != 2 {
		t.Errorf("told %v, want it anew", p.reported)
	}
	must.Do(t, os.Remove(filepath.Join(folder, "file.json")))
	expect("gone", "", nil, "mended>")
	write(t, folder, "far too long")
	if _, err := p.Read(); err == nil {
		t.Error("a file beyond its bound is read")
	}
}

func TestCurrentLooksOnceASecond(t *testing.T) {
	folder := t.TempDir()
	p, other := open(folder, false), open(folder, false)
	p.Current()
	other.put(t, "one")
	p.clock.Move(time.Second - 1)
	if got := p.Current(); got != "" {
		t.Errorf("%q before a second has passed", got)
	}
	p.clock.Move(1)
	if got := p.Current(); got != "one" || p.Known() != got {
		t.Errorf("%q a second later", got)
	}
}

func TestProcessesThatChangeAtOnceLoseNothing(t *testing.T) {
	folder := t.TempDir()
	done := make(chan error)
	for range 8 {
		go func() {
			done <- open(folder, false).Change(func(known string, err error) (string, error) { return known + "x", err })
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if got, err := open(folder, false).Read(); got != strings.Repeat("x", 8) || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	names := []string{}
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if err != nil || !slices.Equal(names, []string{".file.lock", "file.json"}) {
		t.Errorf("in the folder: %q, %v", names, err)
	}
	if info, err := os.Stat(filepath.Join(folder, "file.json")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestARefusedChangeChangesNothingAndWhatIsSameIsNotWritten(t *testing.T) {
	folder := t.TempDir()
	p := open(folder, false)
	p.put(t, "one")
	before, _ := os.Stat(p.Path())
	for want, answer := range map[error]error{errBroken: errBroken, nil: sharedfile.ErrSame} {
		if err := p.Change(func(string, error) (string, error) { return "two", answer }); !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if after, err := os.Stat(p.Path()); err != nil || !os.SameFile(before, after) || p.Known() != "one" {
		t.Errorf("%q, %v", p.Known(), err)
	}
	// A change is told of a file that cannot be read, and may replace it by what was known.
	write(t, folder, "broken")
	if err := p.Change(func(known string, problem error) (string, error) { return known, problem }); !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
	if err := p.Change(func(known string, _ error) (string, error) { return known, nil }); err != nil {
		t.Error(err)
	}
	if got, err := p.Read(); got != "one" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWhatIsRememberedOutlastsItsFile(t *testing.T) {
	none := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(none, nil, 0o600))
	for _, remembers := range []bool{true, false} {
		p, want := open(t.TempDir(), remembers), map[bool]string{true: "one"}[remembers]
		p.put(t, "one")
		must.Do(t, os.Remove(p.Path()))
		if got, err := p.Read(); got != want || err != nil {
			t.Errorf("removed: %q, %v", got, err)
		}
		p = open(none, remembers) // a folder that is none
		if err := p.Change(func(string, error) (string, error) { return "one", nil }); err == nil || p.Known() != want {
			t.Errorf("not written: %q, %v", p.Known(), err)
		}
	}
	p := open("", true)
	p.put(t, "one")
	if got, err := p.Read(); got != "one" || err != nil || p.Current() != "one" {
		t.Errorf("in memory: %q, %v", got, err)
	}
}

func TestWhoAsksFirstHasWhatIsInTheFileHoweverManyAskAtOnce(t *testing.T) {
	const asking = 50
	folder := t.TempDir()
	write(t, folder, "one")
	asked, all := make(chan struct{}, asking), make(chan string, asking)
	f := sharedfile.Open(sharedfile.Config[string]{
		Folder: folder, Name: "file.json", MaxBytes: 10,
		Parse: func(content []byte) (string, error) {
			for range asking {
				<-asked // on a slow disk all have asked meanwhile
			}
			return string(content), nil
		},
		Now: func() time.Time {
			asked <- struct{}{}
			return time.Now()
		},
	})
	for range asking {
		go func() { all <- f.Current() }()
	}
	for range asking {
		if got := <-all; got != "one" {
			t.Fatalf("somebody has %q", got)
		}
	}
}
