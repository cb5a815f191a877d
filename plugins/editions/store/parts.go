package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"fieldhouse/plugins/editions/release"
)

// Part is a file of a stored release as an archive has it.
type Part struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Original is the file of which this one is a compressed form, or itself.
func Original(name string) string {
	original, _ := decode(name)
	return original
}

// Parts are the files of a stored release with their compressed forms, and what stands beside
// them: all that Receive takes.
func (s *Store) Parts(edition, name string) (parts []Part, err error) {
	opened, err := s.Open(edition, name)
	if err != nil {
		return nil, err
	}
	names := []string{release.ManifestFile, release.BuildFile}
	for _, file := range opened.Manifest.Files {
		names = append(names, file.Path)
		for _, coding := range Codings {
			names = append(names, Encoded(file.Path, coding))
		}
	}
	for _, part := range names {
		_, size, err := s.ReadPart(edition, name, part, 0, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		parts = append(parts, Part{part, size})
	}
	return parts, nil
}

// placeOf is where a part of a release is in the folder of its edition.
func placeOf(name, part string) string {
	switch part {
	case release.ManifestFile:
		return releasesFolder + "/" + name + ".json"
	case release.BuildFile:
		return releasesFolder + "/" + name + "." + release.BuildFile
	}
	return filesFolder + "/" + part
}

// ReadPart reads at most so many bytes of a part of a stored release from an offset, and returns
// the part's size.
func (s *Store) ReadPart(edition, name, part string, offset int64, most int) (content []byte, size int64, err error) {
	if part != release.ManifestFile && part != release.BuildFile {
		if problem := release.NameProblem(Original(part)); problem != "" {
			return nil, 0, fmt.Errorf("%.100q: %s", part, problem)
		}
	}
	if !release.IsName(name) {
		return nil, 0, fmt.Errorf("%.40q is no release's name", name)
	}
	place := placeOf(name, part)
	err = s.in(edition, "", func(root *os.Root) error {
		if size, err = sizeOf(root, place); err != nil || most == 0 {
			return err
		}
		opened, err := openPlain(root, place)
		if err != nil {
			return err
		}
		defer opened.Close()
		content, err = io.ReadAll(io.NewSectionReader(opened, offset, int64(most)))
		return err
	})
	return content, size, err
}
