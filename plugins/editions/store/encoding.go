package store

import (
	"crypto/sha512"
	"fmt"
	"io"
	"os"
	"strings"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/representation"
)

// Codings are those of the compressed forms that a release can have, the
// preferred first: what a build compresses is smallest with br. Pages are sent in
// the same order.
var Codings = []representation.Coding{representation.Brotli, representation.Zstd, representation.Gzip}

// endings are what a compressed form's path has after the original's.
var endings = map[representation.Coding]string{
	representation.Brotli: release.BrotliEnding, representation.Zstd: release.ZstdEnding, representation.Gzip: release.GzipEnding,
}

// Encoded is the path of a file's compressed form; its own for Identity.
func Encoded(path string, coding representation.Coding) string { return path + endings[coding] }

// decode is the path of the file that a compressed form is made of, and its
// coding, Identity for a file that is none.
func decode(path string) (original string, coding representation.Coding) {
	for _, known := range Codings {
		if original, found := strings.CutSuffix(path, endings[known]); found {
			return original, known
		}
	}
	return path, representation.Identity
}

// checkEncoding makes sure that a compressed form unpacks to its original: a
// browser that asks for another coding must not get another file. It reads one
// byte more than the original has at most, so a bomb stays small.
func checkEncoding(root *os.Root, path string, coding representation.Coding, original release.File) error {
	packed, err := openPlain(root, path)
	if err != nil {
		return err
	}
	defer packed.Close()
	return checkPacked(packed, path, coding, original)
}

func checkPacked(packed io.Reader, path string, coding representation.Coding, original release.File) error {
	unpacked, err := representation.Decompress(coding, packed, 2*release.MaxFileBytes)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer unpacked.Close()
	digest := sha512.New384()
	size, err := io.Copy(digest, io.LimitReader(unpacked, original.Size+1))
	if err != nil {
		return fmt.Errorf("%s: unpacking it: %w", path, err)
	}
	if size != original.Size || integrity(digest) != original.SHA384 {
		return fmt.Errorf("%s: it does not unpack to %s: build the release again", path, original.Path)
	}
	return nil
}
