package releasetest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// Archive is a release folder as a tar archive, without the files that leave names.
func Archive(t testing.TB, folder string, leave ...string) []byte {
	t.Helper()
	entries := must.Get(os.ReadDir(folder))(t)
	left := map[string]bool{}
	for _, name := range leave {
		left[name] = true
	}
	return Tar(t, func(archive *tar.Writer) {
		for _, entry := range entries {
			if left[entry.Name()] {
				continue
			}
			content := must.Get(os.ReadFile(filepath.Join(folder, entry.Name())))(t)
			PutEntry(t, archive, &tar.Header{Name: entry.Name()}, content)
		}
	})
}

// Tar is the archive that write writes.
func Tar(t testing.TB, write func(*tar.Writer)) []byte {
	t.Helper()
	var written bytes.Buffer
	archive := tar.NewWriter(&written)
	write(archive)
	must.Do(t, archive.Close())
	return written.Bytes()
}

// PutEntry writes an entry of an archive; without a type it is a plain file.
func PutEntry(t testing.TB, archive *tar.Writer, header *tar.Header, content []byte) {
	t.Helper()
	if header.Typeflag == 0 {
		header.Typeflag = tar.TypeReg
	}
	header.Mode, header.Size = 0o644, int64(len(content))
	must.Do(t, archive.WriteHeader(header))
	must.Get(archive.Write(content))(t)
}

// Gzip packs content.
func Gzip(t testing.TB, content []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	to := must.Get(gzip.NewWriterLevel(&packed, gzip.BestSpeed))(t)
	must.Get(to.Write(content))(t)
	must.Do(t, to.Close())
	return packed.Bytes()
}
