package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fieldhouse/plugins/editions/release"
)

// Size is how many bytes the store has of an edition.
func (s *Store) Size(edition string) (size int64, err error) {
	for _, part := range []string{filesFolder, releasesFolder} {
		entries, err := os.ReadDir(filepath.Join(s.folder, edition, part))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
		for _, entry := range entries {
			// One that is gone meanwhile has none.
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
	}
	return size, nil
}

// Adds is how many bytes the store has more of the edition once what was received is kept.
func (i *Incoming) Adds() (size int64, err error) {
	entries, err := fs.ReadDir(i.found.root.FS(), ".")
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		place := filepath.Join(i.store.folder, i.Manifest.Edition, filesFolder, entry.Name())
		switch entry.Name() {
		case release.ManifestFile:
			place = filepath.Join(i.store.folder, i.Manifest.Edition, releasesFolder, i.Name+".json")
		case release.BuildFile:
			place = filepath.Join(i.store.folder, i.Manifest.Edition, releasesFolder, i.Name+"."+release.BuildFile)
		}
		if _, err := os.Lstat(place); err == nil || entry.Name() == heldFile {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return 0, err
		}
		size += info.Size()
	}
	return size, nil
}
