package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

// SourceMap is the source map of an edition's script: that of the named release, or of any
// other that brought the same script. fs.ErrNotExist when none did.
func (s *Store) SourceMap(edition, of, script string, most int64) (content []byte, err error) {
	if !paths.IsEdition(edition) || !release.IsServed(script) {
		return nil, fs.ErrNotExist
	}
	name := ""
	if opened, err := s.Open(edition, of); err == nil {
		for _, file := range opened.Manifest.Files {
			if release.IsMapOf(file.Path, script) {
				name = file.Path
			}
		}
	}
	err = s.in(edition, filesFolder, func(root *os.Root) error {
		if name == "" {
			entries, err := fs.ReadDir(root.FS(), ".")
			if err != nil {
				return err
			}
			for _, entry := range entries {
				if release.IsMapOf(entry.Name(), script) {
					name = entry.Name()
				}
			}
		}
		if name == "" {
			return fs.ErrNotExist
		}
		content, err = readBounded(root, name, most)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the source map of %s/%s: %w", edition, script, err)
	}
	return content, err
}
