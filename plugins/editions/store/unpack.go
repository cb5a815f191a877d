package store

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"fieldhouse/plugins/editions/release"
)

// Bounds of an archive beside those of what is in it.
const (
	// maxUnpacked is what it may unpack to: the files, their compressed forms, which are
	// smaller, and a header for each.
	maxUnpacked = 2*release.MaxTotalBytes + 2*512*maxEntries
	// maxRatio is how many times as large as itself that may be, once it is larger than
	// freeOfRatio. Text of releases packs to a tenth at best.
	maxRatio    = 100
	freeOfRatio = 1 << 20
)

// unpack writes the files of a tar archive, gzipped or not, into a folder. It writes
// plain files with the names of a release's alone, none twice, and reads no further than
// the first that is anything else.
func unpack(ctx context.Context, archive io.Reader, into *os.Root) error {
	meter := &meter{ctx: ctx, from: archive}
	stream := io.Reader(bufio.NewReaderSize(meter, 64<<10))
	if magic, _ := stream.(*bufio.Reader).Peek(2); string(magic) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(stream)
		if err != nil {
			return unreadable(err)
		}
		stream = unzipped
	}
	entries := tar.NewReader(&unpacked{from: stream, meter: meter})
	// Sparse files are larger than what the archive has of them.
	files := &unpacked{from: entries, meter: meter}
	seen := map[string]string{}
	for number := 1; ; number++ {
		header, err := entries.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return unreadable(err)
		}
		if number > maxEntries {
			return fmt.Errorf("the archive holds more than %d entries", maxEntries)
		}
		name := strings.TrimPrefix(header.Name, "./")
		if header.Typeflag == tar.TypeDir && (name == "" || name == ".") {
			continue
		}
		most, err := mayUnpack(name, header)
		if err != nil {
			return err
		}
		// On a file system that ignores case one of the two would win.
		if other, twice := seen[strings.ToLower(name)]; twice {
			return fmt.Errorf("%q and %q are the same but for case, or in the archive twice", other, name)
		}
		seen[strings.ToLower(name)] = name
		if header.Size > most {
			return fmt.Errorf("%s: it has %d bytes, at most %d are taken", name, header.Size, most)
		}
		if err := create(into, name, name, func(to *output) error {
			_, err := io.Copy(to, files)
			var disk *DiskError
			if err != nil && !errors.As(err, &disk) {
				err = unreadable(err)
			}
			return err
		}); err != nil {
			return err
		}
	}
}

// mayUnpack refuses an entry that is no plain file of a release, and answers how many
// bytes it may have.
func mayUnpack(name string, header *tar.Header) (most int64, err error) {
	if header.Typeflag != tar.TypeReg {
		return 0, fmt.Errorf("%.300q: it is a %s, a release holds plain files only", header.Name, kind(header.FileInfo().Mode()))
	}
	switch name {
	case release.ManifestFile:
		return release.MaxManifest, nil
	case release.BuildFile:
		return maxBuild, nil
	}
	original, _ := decode(name)
	if problem := release.NameProblem(original); problem != "" {
		return 0, fmt.Errorf("%.300q: %s: a release holds %s, %s and the files that the first lists", header.Name, problem, release.ManifestFile, release.BuildFile)
	}
	return release.MaxFileBytes, nil
}

func unreadable(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the archive ends in the middle: %w", err)
	case errors.Is(err, tar.ErrHeader), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum):
		return fmt.Errorf("it is no tar archive, nor a gzipped one: %w", err)
	}
	return fmt.Errorf("reading the archive: %w", err)
}

// meter reads an archive and counts what it is unpacked to, until its context ends.
type meter struct {
	ctx    context.Context
	from   io.Reader
	packed int64
}

func (m *meter) Read(p []byte) (n int, err error) {
	if err := context.Cause(m.ctx); err != nil {
		return 0, err
	}
	n, err = m.from.Read(p)
	m.packed += int64(n)
	return n, err
}

// unpacked is one of the things that an archive unpacks to.
type unpacked struct {
	from  io.Reader
	meter *meter
	size  int64
}

func (u *unpacked) Read(p []byte) (n int, err error) {
	n, err = u.from.Read(p)
	u.size += int64(n)
	switch {
	case u.size > maxUnpacked:
		return n, fmt.Errorf("it unpacks to more than %d bytes", maxUnpacked)
	case u.size > freeOfRatio && u.size > maxRatio*u.meter.packed:
		return n, fmt.Errorf("it unpacks to more than %d times its size", maxRatio)
	}
	return n, err
}
