package release

import "strings"

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
