package release

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Longest texts of a Build that are kept, in characters.
const (
	maxRevision = 40
	maxSubject  = 100
)

// Build is build.json: where a release came from, for people. It does not count for the name.
type Build struct {
	// Revision of the sources, and Dirty that they were not as it has them; empty for unknown.
	Revision string `json:"revision"`
	Dirty    bool   `json:"dirty,omitempty"`
	// CommittedAt is when the revision was made, RFC 3339, and Subject what it says that it does.
	CommittedAt string `json:"committedAt,omitempty"`
	Subject     string `json:"subject,omitempty"`
	// BuiltAt is RFC 3339.
	BuiltAt string `json:"builtAt"`
}

// String tells releases of one version apart, such as "1a2b3c4-dirty of 2026-11-24: Raise the
// odds"; empty where nothing is known.
func (b Build) String() string {
	if b.Revision == "" {
		return ""
	}
	text := b.Revision
	if b.Dirty {
		text += "-dirty"
	}
	if at, err := time.Parse(time.RFC3339, b.CommittedAt); err == nil {
		text += " of " + at.UTC().Format(time.DateOnly)
	}
	if b.Subject != "" {
		text += ": " + b.Subject
	}
	return text
}

// ParseBuild reads build.json. Its texts are shown on terminals and pages: what is no letter,
// mark, number, sign or space is left out, and what is too long is cut.
func ParseBuild(content []byte) (build Build, err error) {
	if err := json.NewDecoder(bytes.NewReader(content)).Decode(&build); err != nil {
		return Build{}, fmt.Errorf("%s: %w: it holds revision and builtAt", BuildFile, err)
	}
	if _, err := time.Parse(time.RFC3339, build.BuiltAt); err != nil {
		return Build{}, fmt.Errorf("%s: builtAt %q is no RFC 3339 time", BuildFile, build.BuiltAt)
	}
	if _, err := time.Parse(time.RFC3339, build.CommittedAt); err != nil {
		build.CommittedAt = ""
	}
	build.Revision, build.Subject = tidy(build.Revision, maxRevision), tidy(build.Subject, maxSubject)
	return build, nil
}

func tidy(text string, most int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}
