// Package before is how the gateway before the journal read and wrote a store's lineup, as
// it stood, for tests of upgrades and of the way back. It is not to be bettered.
package before

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/flock"
	"fieldhouse/plugins/paths"
)

// fileName is the lineup's file in the store.
const fileName = "lineup.json"

// Bounds of the file. Previous releases are what a broken one falls back to.
const (
	maxBytes     = 256 << 10
	maxPrevious  = 10
	maxWithdrawn = 1000
)

// File is lineup.json: which releases are live. Each change raises the version.
type File struct {
	Version  uint64             `json:"version"`
	Editions map[string]Edition `json:"editions"`

	others others
}

// Edition is one edition's part of the lineup, by names of releases.
type Edition struct {
	Live string `json:"live"`
	// Previous were live before, the latest first.
	Previous []string `json:"previous"`
	// Withdrawn are never shown again unless they are made live, the latest first.
	Withdrawn []string `json:"withdrawn,omitempty"`

	others others
}

// Candidates are the releases to try, the live one first.
func (e Edition) Candidates() []string {
	if e.Live == "" {
		return nil
	}
	return e.latest()
}

// latest are the live release, if there is one, and those before it.
func (e Edition) latest() []string {
	before := without(e.Previous, e.Withdrawn...)
	if e.Live == "" {
		return before
	}
	return append([]string{e.Live}, before...)
}

// setLive is the edition with another live release. Going back to an earlier one
// withdraws the one that it goes back from: it is nothing to fall back to.
func (e Edition) setLive(name string) Edition {
	if e.Live != "" && slices.Contains(e.Previous, name) {
		e = e.withdraw(e.Live, func(before string) bool { return before == name }, false)
	}
	e.Previous = without(e.latest(), name)
	e.Live, e.Withdrawn = name, without(e.Withdrawn, name)
	e.Previous = e.Previous[:min(len(e.Previous), maxPrevious)]
	return e
}

// withdraw is the edition without a release. If it was live, the latest before it that
// fits is; where none does there is none, or the latest of all.
func (e Edition) withdraw(name string, fits func(before string) bool, orLatest bool) Edition {
	e.Previous = without(e.Previous, name)
	if e.Live == name {
		next := slices.IndexFunc(e.Previous, fits)
		if next < 0 && orLatest && len(e.Previous) > 0 {
			next = 0
		}
		if e.Live = ""; next >= 0 {
			e.Live = e.Previous[next]
			e.Previous = without(e.Previous, e.Live)
		}
	}
	e.Withdrawn = append([]string{name}, without(e.Withdrawn, name)...)
	e.Withdrawn = e.Withdrawn[:min(len(e.Withdrawn), maxWithdrawn)]
	return e
}

func without(names []string, others ...string) []string {
	return slices.DeleteFunc(append([]string{}, names...), func(name string) bool { return slices.Contains(others, name) })
}

// others are the members of an object that another gateway has written: they are
// not looked at, and written again.
type others map[string]json.RawMessage

// read decodes an object into value and keeps all but the known members.
func (o *others) read(content []byte, value any, known ...string) error {
	if err := json.Unmarshal(content, value); err != nil {
		return err
	}
	if err := json.Unmarshal(content, o); err != nil {
		return err
	}
	for _, name := range known {
		delete(*o, name)
	}
	return nil
}

func (o others) write(value any) ([]byte, error) {
	content, err := json.Marshal(value)
	if err != nil || len(o) == 0 {
		return content, err
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(content, &members); err != nil {
		return nil, err
	}
	maps.Copy(members, o)
	return json.Marshal(members)
}

// UnmarshalJSON keeps what it does not know.
func (f *File) UnmarshalJSON(content []byte) error {
	type plain File
	return f.others.read(content, (*plain)(f), "version", "editions")
}

// MarshalJSON writes what was kept too.
func (f File) MarshalJSON() ([]byte, error) {
	type plain File
	return f.others.write(plain(f))
}

// UnmarshalJSON keeps what it does not know.
func (e *Edition) UnmarshalJSON(content []byte) error {
	type plain Edition
	return e.others.read(content, (*plain)(e), "live", "previous", "withdrawn")
}

// MarshalJSON writes what was kept too.
func (e Edition) MarshalJSON() ([]byte, error) {
	type plain Edition
	return e.others.write(plain(e))
}

// Load reads the lineup of a store. A store without one has an empty lineup.
func Load(store string) (File, error) {
	path := filepath.Join(store, fileName)
	opened, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return File{Editions: map[string]Edition{}}, nil
	}
	if err != nil {
		return File{}, fmt.Errorf("reading the lineup: %w", err)
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, maxBytes+1))
	if err != nil {
		return File{}, fmt.Errorf("reading the lineup %s: %w", path, err)
	}
	if len(content) > maxBytes {
		return File{}, fmt.Errorf("reading the lineup %s: it has more than %d bytes", path, maxBytes)
	}
	file, err := parse(content)
	if err != nil {
		return File{}, fmt.Errorf("reading the lineup %s: %w: make the releases live again with `fieldhouse take --live`", path, err)
	}
	return file, nil
}

func parse(content []byte) (File, error) {
	var file File
	if err := json.Unmarshal(content, &file); err != nil {
		return File{}, err
	}
	if file.Editions == nil {
		file.Editions = map[string]Edition{}
	}
	for name, edition := range file.Editions {
		for _, candidate := range edition.Candidates() {
			if !release.IsName(candidate) {
				return File{}, fmt.Errorf("edition %s: %q is no release's name", name, candidate)
			}
		}
	}
	return file, nil
}

// Fits reports why releases, by their editions, would not run together. Nil is not asked.
type Fits func(names map[string]string) error

func (f Fits) ask(names map[string]string) error {
	if f == nil {
		return nil
	}
	return f(names)
}

// SetLive makes releases of the store, by their editions, the live ones in one step
// and keeps the ones before them, unless what would be live does not fit. Making the
// live release live again is a change too: a running process reads the release again.
// A release that was live before withdraws the one that was live until now.
func SetLive(store string, names map[string]string, fits Fits) (File, error) {
	file, err := change(store, names, func(file *File) error {
		for edition, name := range names {
			file.Editions[edition] = file.Editions[edition].setLive(name)
		}
		return fits.ask(file.live())
	})
	if err != nil {
		return File{}, fmt.Errorf("going live: %w", err)
	}
	return file, nil
}

// Withdraw takes a release out of the lineup for good: it is neither shown nor
// fallen back to, and pages that were made with it load anew. If it was live, the
// latest of those before it that fits is live then: an edition has none where none runs
// on the host, and of hosts the latest stays, for those that run on it.
func Withdraw(store, edition, name string, fits Fits) (File, error) {
	file, err := change(store, map[string]string{edition: name}, func(file *File) error {
		file.Editions[edition] = file.Editions[edition].withdraw(name, func(before string) bool {
			beside := map[string]string{release.Host: file.Editions[release.Host].Live}
			if edition == release.Host {
				beside = file.live()
			}
			beside[edition] = before
			return fits.ask(beside) == nil
		}, edition == release.Host)
		return nil
	})
	if err != nil {
		return File{}, fmt.Errorf("withdrawing %s/%s: %w", edition, name, err)
	}
	return file, nil
}

// live are the live releases by their editions.
func (f File) live() map[string]string {
	names := map[string]string{}
	for edition, part := range f.Editions {
		if part.Live != "" {
			names[edition] = part.Live
		}
	}
	return names
}

// change replaces the file in one step: a reader sees the old lineup or the new one.
func change(store string, names map[string]string, apply func(*File) error) (File, error) {
	for edition, name := range names {
		if !paths.IsEdition(edition) || !release.IsName(name) {
			return File{}, fmt.Errorf("%s/%s: that is no edition with a release's name", edition, name)
		}
	}
	unlock, err := flock.Exclusive(filepath.Join(store, ".lineup.lock"))
	if err != nil {
		return File{}, err
	}
	defer unlock()
	file, err := Load(store)
	if err != nil {
		return File{}, err
	}
	if err := apply(&file); err != nil {
		return File{}, err
	}
	file.Version++
	return file, file.write(store)
}

func (f File) write(store string) error {
	content, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(store, fileName, append(content, '\n'), 0o644)
}

// writeFile writes a file of the store in one step.
func writeFile(store, name string, content []byte, mode fs.FileMode) (err error) {
	temporary, err := os.CreateTemp(store, ".lineup-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temporary.Name()))
		}
	}()
	_, err = temporary.Write(content)
	err = errors.Join(err, temporary.Chmod(mode), temporary.Sync(), temporary.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), filepath.Join(store, name)); err != nil {
		return err
	}
	folder, err := os.Open(store)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
