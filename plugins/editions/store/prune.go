package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/flock"
	"fieldhouse/plugins/paths"
)

// leftAfter is how old a file must be that no manifest lists, or that was never finished,
// to be one that nobody is about to list or finish: who copies a store back copies the
// files before the manifests, without the lock.
const leftAfter = time.Hour

// Stored is a release of the store.
type Stored struct {
	Edition string `json:"edition"`
	Name    string `json:"release"`
	// TakenAt is when it was taken in last.
	TakenAt time.Time `json:"takenAt"`
}

// Pruned is what was removed from a store, or would be.
type Pruned struct {
	Releases []Stored `json:"releases"`
	// Files are those that no release lists any more, with what takes that died have left.
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

// Prune removes the releases that choose has removed of all that are stored, then the
// files that no release lists any more, and what takes that died have left. No take stores
// anything meanwhile, so that none counts on a file that goes. A dry one removes nothing,
// and answers the same. Of an edition with a manifest that cannot be read all files stay.
func (s *Store) Prune(now time.Time, dry bool, choose func(stored []Stored, remove func(Stored) error) error) (pruned Pruned, err error) {
	unlock, err := flock.Exclusive(filepath.Join(s.folder, LockFile))
	if err != nil {
		return Pruned{}, fmt.Errorf("pruning the store: %w", err)
	}
	defer unlock()
	p := pruning{now: now, dry: dry, pruned: &pruned, gone: map[Stored]bool{}}
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return Pruned{}, fmt.Errorf("pruning the store: %w", err)
	}
	byEdition := map[string][]Stored{}
	var all []Stored
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, beingWritten) {
			err = errors.Join(err, p.removeReceived(filepath.Join(s.folder, name)))
		} else if paths.IsEdition(name) && entry.IsDir() {
			stored, failed := s.stored(name)
			if failed != nil {
				err = errors.Join(err, fmt.Errorf("pruning the files of %s: %w", name, failed))
				continue
			}
			byEdition[name] = stored
			all = append(all, stored...)
		}
	}
	if chosen := choose(all, p.removeRelease(s.folder)); chosen != nil {
		return pruned, errors.Join(err, chosen)
	}
	for edition, stored := range byEdition {
		if failed := s.pruneFiles(edition, stored, p); failed != nil {
			err = errors.Join(err, fmt.Errorf("pruning the files of %s: %w", edition, failed))
		}
	}
	return pruned, err
}

// stored are the releases of an edition, read by name only.
func (s *Store) stored(edition string) (found []Stored, err error) {
	entries, err := os.ReadDir(filepath.Join(s.folder, edition, releasesFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // an edition without the folder has none
	}
	for _, entry := range entries {
		name, isManifest := strings.CutSuffix(entry.Name(), ".json")
		// One that goes meanwhile is not listed.
		if info, err := entry.Info(); err == nil && isManifest && release.IsName(name) {
			found = append(found, Stored{edition, name, info.ModTime()})
		}
	}
	return found, err
}

// pruning is one Prune.
type pruning struct {
	now    time.Time
	dry    bool
	pruned *Pruned
	gone   map[Stored]bool
}

// removeRelease removes a release's manifest: it is a release no more.
func (p pruning) removeRelease(store string) func(Stored) error {
	return func(old Stored) error {
		folder := filepath.Join(store, old.Edition, releasesFolder)
		p.gone[old] = true
		p.pruned.Releases = append(p.pruned.Releases, old)
		if p.dry {
			return nil
		}
		if err := os.Remove(filepath.Join(folder, old.Name+".json")); err != nil {
			return err
		}
		if err := os.Remove(filepath.Join(folder, old.Name+"."+release.BuildFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
}

// pruneFiles removes what no manifest of an edition lists.
func (s *Store) pruneFiles(edition string, stored []Stored, p pruning) error {
	listed := map[string]bool{}
	for _, kept := range stored {
		if p.gone[kept] {
			continue
		}
		if err := s.in(edition, releasesFolder, func(root *os.Root) error {
			content, err := readBounded(root, kept.Name+".json", release.MaxManifest)
			if err != nil {
				return err
			}
			parsed, err := release.Parse(content)
			if err != nil {
				return fmt.Errorf("%s: %w", kept.Name, err)
			}
			for _, file := range parsed.Manifest.Files {
				listed[file.Path] = true
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return errors.Join(
		p.removeFiles(filepath.Join(s.folder, edition, filesFolder), func(name string) bool {
			original, _ := decode(name)
			return !listed[original]
		}),
		p.removeFiles(filepath.Join(s.folder, edition, releasesFolder), func(name string) bool { return strings.HasPrefix(name, beingWritten) }),
	)
}

// removeFiles removes the old files of a folder for which nobody has a use.
func (p pruning) removeFiles(folder string, useless func(name string) bool) (err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		info, gone := entry.Info()
		if gone == nil && info.Mode().IsRegular() && useless(entry.Name()) && p.now.Sub(info.ModTime()) >= leftAfter {
			err = errors.Join(err, p.remove(filepath.Join(folder, entry.Name()), info.Size(), os.Remove))
		}
	}
	return err
}

// removeReceived removes the folder of an archive whose taker has died: it holds its lock no
// more.
func (p pruning) removeReceived(folder string) error {
	unlock, free, err := flock.Try(filepath.Join(folder, heldFile))
	if err != nil || !free {
		return err
	}
	defer unlock()
	var size int64
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return err
	})
	return errors.Join(err, p.remove(folder, size, os.RemoveAll))
}

func (p pruning) remove(path string, size int64, remove func(string) error) error {
	p.pruned.Files++
	p.pruned.Bytes += size
	if p.dry {
		return nil
	}
	return remove(path)
}
