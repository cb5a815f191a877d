package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"fieldhouse/plugins/paths"
)

// mapEnding is that of a source map's name, `<script>.<hash>.map`: what it maps is in the
// name, and the hash is its own.
const mapEnding = ".map"

// IsSourceMap reports whether a file is a source map: it leads from errors back to the
// sources, and is served to nobody.
func IsSourceMap(name string) bool { return strings.HasSuffix(name, mapEnding) }

// isMapOf reports whether a file is the source map of a script.
func isMapOf(name, script string) bool {
	return IsSourceMap(name) && strings.TrimSuffix(name, "."+hashInName(name)+mapEnding) == script
}

// SourceMap is the source map of an edition's script: that of the named release, or of any
// other that brought the same script. fs.ErrNotExist when none did.
func (s *Store) SourceMap(edition, release, script string, most int64) (content []byte, err error) {
	if !paths.IsEdition(edition) || !IsServed(script) {
		return nil, fs.ErrNotExist
	}
	name := ""
	if opened, err := s.Open(edition, release); err == nil {
		for _, file := range opened.Manifest.Files {
			if isMapOf(file.Path, script) {
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
				if isMapOf(entry.Name(), script) {
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
