package release

import (
	"fmt"
	"slices"
	"strings"

	"fieldhouse/plugins/paths"
)

// IsName reports whether name has the form of a release's name: 20 lowercase hex digits.
func IsName(name string) bool {
	return len(name) == HashLength && strings.Trim(name, "0123456789abcdef") == ""
}

// Encodings are what the compressed forms of a file have after its name: they stand beside
// it and are not listed.
var Encodings = [...]string{BrotliEnding, ZstdEnding, GzipEnding}

// The endings of compressed forms.
const (
	BrotliEnding = ".br"
	ZstdEnding   = ".zst"
	GzipEnding   = ".gz"
)

func isEncoded(name string) bool {
	return slices.ContainsFunc(Encodings[:], func(ending string) bool { return strings.HasSuffix(name, ending) })
}

// maxFileName leaves room for the ending of a compressed form.
const maxFileName = maxPath - 4

// HashInName is the hash in a file's name, `<name>.<hash>.<extension>`; empty for none.
func HashInName(name string) string {
	parts := strings.Split(name, ".")
	if len(parts) < 3 || !IsName(parts[len(parts)-2]) {
		return ""
	}
	return parts[len(parts)-2]
}

// NameProblem is what is wrong with a file's name, or empty. It is limited to what
// is the same in a file system, a URL and HTML, so that it needs no escaping anywhere.
func NameProblem(name string) string {
	switch {
	case len(name) > maxFileName:
		return fmt.Sprintf("it is longer than %d bytes", maxFileName)
	case strings.ContainsFunc(name, notPathLetter):
		return "it has a character other than letters, digits and -._~+"
	case strings.HasPrefix(name, ".") || strings.Contains(name, ".."):
		return "it begins with a dot, or has two in a row"
	case HashInName(name) == "":
		return "it is not <name>.<hash>.<extension>, with 20 hex digits"
	case isEncoded(name):
		return "it is a compressed form: those stand beside their files and are not listed"
	}
	return ""
}

func segmentsProblem(path string) string {
	for segment := range strings.SplitSeq(path, "/") {
		switch {
		case segment == "":
			return "it has an empty segment"
		case segment[0] == '.':
			return "it has a segment that begins with a dot"
		case strings.ContainsFunc(segment, notPathLetter):
			return "it has a character other than letters, digits and -._~+"
		}
	}
	return ""
}

func routeProblem(path, edition string) string {
	if len(path) > maxPath {
		return "it is longer than 255 bytes"
	}
	if path != "/" {
		if !strings.HasPrefix(path, "/") {
			return "it does not start with /"
		}
		if strings.HasSuffix(path, "/") {
			return "it ends with /"
		}
		// A parameter is checked with its item's.
		if problem := segmentsProblem(strings.ReplaceAll(path, "/:", "/")[1:]); problem != "" {
			return problem
		}
	}
	if reserved := paths.ReservedFor(path); reserved != "" {
		return "it is reserved for the gateway: " + reserved
	}
	if edition != Shell && !paths.Under(path, "/"+edition) {
		return "it does not belong to " + edition + ", which has /" + edition + " and what is below it"
	}
	return ""
}

func notPathLetter(letter rune) bool {
	switch {
	case letter >= 'a' && letter <= 'z', letter >= 'A' && letter <= 'Z', letter >= '0' && letter <= '9':
		return false
	}
	return !strings.ContainsRune("-._~+", letter)
}

// IsServed reports whether a name can be that of a file which is served: fragments
// are no pages, source maps are for the gateway, and compressed forms are chosen, not
// named.
func IsServed(name string) bool {
	return !strings.HasSuffix(name, ".html") && !IsSourceMap(name) && NameProblem(name) == ""
}

// mapEnding is that of a source map's name, `<script>.<hash>.map`: what it maps is in the
// name, and the hash is its own.
const mapEnding = ".map"

// IsSourceMap reports whether a file is a source map: it leads from errors back to the
// sources, and is served to nobody.
func IsSourceMap(name string) bool { return strings.HasSuffix(name, mapEnding) }

// IsMapOf reports whether a file is the source map of a script.
func IsMapOf(name, script string) bool {
	return IsSourceMap(name) && strings.TrimSuffix(name, "."+HashInName(name)+mapEnding) == script
}
