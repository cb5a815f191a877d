package store

import (
	"errors"
	"os"
	"path/filepath"

	"fieldhouse/plugins/editions/release"
)

// StoreAs stores the files of a release of an edition that lists this one alone.
func (s *Store) StoreAs(edition string, listed release.File) error {
	root, err := os.OpenRoot(filepath.Join(s.folder, edition))
	if err != nil {
		return err
	}
	files := &release.Release{Manifest: &release.Manifest{Files: []release.File{listed}}}
	return errors.Join(s.storeFiles(root, &shipped{Folder: release.NewFolder(files, nil)}), root.Close())
}
