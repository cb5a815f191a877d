// Package lineup says which releases are live and which of them a visitor gets.
package lineup

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
	return append([]string{e.Live}, without(e.Previous, e.Withdrawn...)...)
}

// setLive is the edition with another live release. Going back to an earlier one
// withdraws the one that it goes back from: it is nothing to fall back to.
func (e Edition) setLive(name string) Edition {
	if e.Live != "" && slices.Contains(e.Previous, name) {
		e = e.withdraw(e.Live)
	}
	e.Previous = without(e.Candidates(), name)
	e.Live, e.Withdrawn = name, without(e.Withdrawn, name)
	e.Previous = e.Previous[:min(len(e.Previous), maxPrevious)]
	return e
}

// withdraw is the edition without a release; the one before it is live then.
func (e Edition) withdraw(name string) Edition {
	e.Previous = without(e.Previous, name)
	if e.Live == name {
		e.Live = ""
		if len(e.Previous) > 0 {
			e.Live, e.Previous = e.Previous[0], e.Previous[1:]
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

// SetLive makes a release of the store the live one of its edition and keeps
// the ones before it. Making the live release live again is a change too: a
// running process reads the release again. A release that was live before
// withdraws the one that was live until now.
func SetLive(store, edition, name string) (File, error) {
	return change(store, edition, name, "setting %s/%s live: %w", Edition.setLive)
}

// Withdraw takes a release out of the lineup for good: it is neither shown nor
// fallen back to, and pages that were made with it load anew. The one before it is
// live then, if it was.
func Withdraw(store, edition, name string) (File, error) {
	return change(store, edition, name, "withdrawing %s/%s: %w", Edition.withdraw)
}

// change replaces the file in one step: a reader sees the old lineup or the new one.
func change(store, edition, name, doing string, apply func(Edition, string) Edition) (file File, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf(doing, edition, name, err)
		}
	}()
	if !paths.IsEdition(edition) || !release.IsName(name) {
		return File{}, errors.New("that is no edition with a release's name")
	}
	unlock, err := lock(store)
	if err != nil {
		return File{}, err
	}
	defer unlock()
	if file, err = Load(store); err != nil {
		return File{}, err
	}
	file.Editions[edition] = apply(file.Editions[edition], name)
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
