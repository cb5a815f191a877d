package release

import (
	"strconv"
	"time"
)

// Lineup is the releases that one visitor gets, each usable. It never changes.
type Lineup[R any] struct {
	// ID names the releases: two lineups with the same ID show the same pages.
	ID string
	// Signed is the ID with the gateway's signature, by which a page asks for more
	// of the same lineup.
	Signed string
	// Releases by edition; an edition without a usable release is absent.
	Releases map[string]R
	// Names of the releases by edition.
	Names map[string]string
	// Preview is the one that is in it; nil in what visitors get.
	Preview *Preview
	// Watched says that an edition has a canary: how pages fare is asked of all visitors.
	Watched bool
}

// Preview is a release of one edition that is shown to those who were given its link.
type Preview struct {
	Edition, Release string
	// Until is when the link ends by itself, in whole seconds.
	Until time.Time
}

// String is the preview without a signature.
func (p Preview) String() string {
	return p.Edition + "/" + p.Release + "/" + strconv.FormatInt(p.Until.Unix(), 10)
}
