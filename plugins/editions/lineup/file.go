// Package lineup says which releases are live and which of them a visitor gets.
package lineup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fieldhouse/plugins/editions/release"
)

// fileName is the lineup's file in the store.
const fileName = "lineup.json"

// Bounds of the file. Previous releases are what a broken one falls back to.
const (
	maxBytes    = 256 << 10
	maxPrevious = 10
)

// File is lineup.json: which releases are live. Each change raises the version.
type File struct {
	Version  uint64             `json:"version"`
	Editions map[string]Edition `json:"editions"`
}

// Edition is one edition's part of the lineup, by names of releases.
type Edition struct {
	Live string `json:"live"`
	// Previous were live before, the latest first.
	Previous []string `json:"previous"`
}

// Candidates are the releases to try, the live one first.
func (e Edition) Candidates() []string {
	if e.Live == "" {
		return nil
	}
	return append([]string{e.Live}, e.Previous...)
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
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return File{}, err
	}
	if file.Editions == nil {
		file.Editions = map[string]Edition{}
	}
	for name, edition := range file.Editions {
		if !release.IsEdition(name) {
			return File{}, fmt.Errorf("edition %q is unknown", name)
		}
		for _, candidate := range edition.Candidates() {
			if !release.IsName(candidate) {
				return File{}, fmt.Errorf("edition %s: %q is no release's name", name, candidate)
			}
		}
	}
	return file, nil
}

// SetLive makes a release of the store the live one of its edition and keeps
// the ones before it. The file is replaced in one step: a reader sees the old
// lineup or the new one. Making the live release live again is a change too: a
// running process reads the release again.
func SetLive(store, edition, name string) (File, error) {
	if !release.IsEdition(edition) || !release.IsName(name) {
		return File{}, fmt.Errorf("setting %s/%s live: that is no edition with a release's name", edition, name)
	}
	unlock, err := lock(store)
	if err != nil {
		return File{}, fmt.Errorf("setting %s/%s live: %w", edition, name, err)
	}
	defer unlock()
	file, err := Load(store)
	if err != nil {
		return File{}, fmt.Errorf("setting %s/%s live: %w", edition, name, err)
	}
	before := file.Editions[edition]
	after := Edition{Live: name, Previous: []string{}}
	for _, candidate := range before.Candidates() {
		if candidate != name && len(after.Previous) < maxPrevious {
			after.Previous = append(after.Previous, candidate)
		}
	}
	file.Editions[edition] = after
	file.Version++
	if err := file.write(store); err != nil {
		return File{}, fmt.Errorf("setting %s/%s live: %w", edition, name, err)
	}
	return file, nil
}

func (f File) write(store string) (err error) {
	content, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(store, ".lineup-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temporary.Name()))
		}
	}()
	_, err = temporary.Write(append(content, '\n'))
	err = errors.Join(err, temporary.Chmod(0o644), temporary.Sync(), temporary.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), filepath.Join(store, fileName)); err != nil {
		return err
	}
	folder, err := os.Open(store)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
