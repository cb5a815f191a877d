package release

import (
	"compress/gzip"
	"crypto/sha512"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Encoding is a content coding of HTTP with the ending its files have.
type Encoding struct {
	// Name is the coding's name in Accept-Encoding (RFC 9110, section 8.4.1;
	// RFC 7932; RFC 8878).
	Name string
	// Ending is what a compressed form's path has after the original's.
	Ending string
}

// Encodings are the compressed forms a release can have, the preferred first.
var Encodings = [...]Encoding{{"br", ".br"}, {"zstd", ".zst"}, {"gzip", ".gz"}}

// splitEncoding is the path of the file that a compressed form is made of, and
// the coding's name, empty for a file that is none.
func splitEncoding(path string) (original, encoding string) {
	for _, known := range Encodings {
		if original, found := strings.CutSuffix(path, known.Ending); found {
			return original, known.Name
		}
	}
	return path, ""
}

// IsEncoded reports whether a path names a compressed form of another file.
func IsEncoded(path string) bool {
	_, encoding := splitEncoding(path)
	return encoding != ""
}

// checkEncoding makes sure that a compressed form unpacks to its original: a
// browser that asks for another coding must not get another file. It reads one
// byte more than the original has at most, so a bomb stays small.
func checkEncoding(root *os.Root, path, encoding string, original File) error {
	packed, err := root.Open(path)
	if err != nil {
		return err
	}
	defer packed.Close()
	unpacked, err := unpack(packed, encoding)
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

func unpack(packed io.Reader, encoding string) (io.ReadCloser, error) {
	switch encoding {
	case "br":
		return io.NopCloser(brotli.NewReader(packed)), nil
	case "gzip":
		return gzip.NewReader(packed)
	case "zstd":
		reader, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(2*maxFileBytes))
		if err != nil {
			return nil, err
		}
		return reader.IOReadCloser(), nil
	}
	return nil, fmt.Errorf("content coding %q is unknown", encoding)
}
