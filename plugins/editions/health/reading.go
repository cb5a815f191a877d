// Package health is what browsers report: which errors and vitals the releases of an
// edition have, and whether a canary is worse than the live release. It keeps nothing of a
// visitor, and knows nothing of Caddy.
package health

import (
	"slices"
	"time"
)

// Reading is what browsers have reported of an edition's releases: the answer of
// GET /releases/editions/{edition}/reports.
type Reading struct {
	Edition string `json:"edition"`
	// Releases are those that visitors get, the live one first and then the canary, and
	// those that they got lately, the latest first.
	Releases []Release `json:"releases"`
	// Verdict is that of the canary, or of the last one; nil for none.
	Verdict *Verdict `json:"verdict"`
}

// Release is what was reported of one.
type Release struct {
	Release string `json:"release"`
	// As is "live", "canary", or empty for one that visitors got lately.
	As string `json:"as,omitempty"`
	// Views are those that reported, Networks those that they came from (IPv4 /24, IPv6
	// /32; above 8192 about as many), and Erroneous the views in which something failed.
	Views     int `json:"views"`
	Networks  int `json:"networks"`
	Erroneous int `json:"erroneous"`
	// Errors are the views that had an error of each kind: recoverable, uncaught, remote,
	// hang.
	Errors map[Kind]int `json:"errors"`
	// ErrorSeries are its times in order, as those of a vital.
	ErrorSeries []ErrorPoint `json:"errorSeries"`
	// Vitals are lcp and inp, in milliseconds, and cls, without unit.
	Vitals map[string]Vital `json:"vitals"`
	// Groups are errors with one message, the latest first.
	Groups []Group `json:"groups"`
}

// Vital is a web vital of a release.
type Vital struct {
	// P75 is what three of four views have at most, within 4 %; 0 while no view has it.
	P75 float64 `json:"p75"`
	// Views are those that have it.
	Views int `json:"views"`
	// Series are its times in order: at most 64 of equal length, which grows with the time
	// that the release is shown.
	Series []Point `json:"series"`
}

// Point is a vital within some time.
type Point struct {
	// At is when that begins.
	At    time.Time `json:"at"`
	P75   float64   `json:"p75"`
	Views int       `json:"views"`
}

// ErrorPoint is the views within some time.
type ErrorPoint struct {
	// At is when that begins.
	At        time.Time `json:"at"`
	Views     int       `json:"views"`
	Erroneous int       `json:"erroneous"`
}

// Group is errors of one kind and message.
type Group struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	// Where is the place in the code: the first of the stack, as the browser has it or in
	// the sources; empty for unknown.
	Where string `json:"where,omitempty"`
	// Path is that of the page that had it last.
	Path  string    `json:"path"`
	Count int       `json:"count"`
	First time.Time `json:"first"`
	Last  time.Time `json:"last"`
}

// State is how far the judging of a canary is.
type State string

// States.
const (
	// Watching: nothing is known to be worse, and there are not enough views yet.
	Watching State = "watching"
	// Holds: after the number of views that is asked for nothing is known to be worse.
	Holds State = "holds"
	// Worse: it has more errors than live, and is withdrawn.
	Worse State = "worse"
)

// Verdict is what is known of a canary beside the live release.
type Verdict struct {
	State State `json:"state"`
	// Text is the verdict in a sentence.
	Text string `json:"text"`
	// Notes are what is no verdict, such as a vital that is worse.
	Notes []string `json:"notes,omitempty"`
	// Since is when the canary got its share of MaxShare beside this live release: what
	// was reported before is not compared.
	Since time.Time `json:"since"`
	Share int       `json:"share"`
	// Promotes says that it goes live by itself when it holds and somebody has confirmed it.
	Promotes bool `json:"promotes,omitempty"`
	// Needed is how many views of the canary are asked for, of which 50 at most are of one
	// network.
	Needed int  `json:"needed"`
	Canary Side `json:"canary"`
	Live   Side `json:"live"`
}

// Side is one of two releases that are compared, with what counts for that: views of
// visitors with a signed bucket, 50 of one network at most. Networks and Rate are of all.
type Side struct {
	Release   string       `json:"release"`
	Views     int          `json:"views"`
	Networks  int          `json:"networks"`
	Erroneous int          `json:"erroneous"`
	Errors    map[Kind]int `json:"errors"`
	// Rate is the networks' mean share of erroneous views, from 0 to 1.
	Rate float64 `json:"rate"`
}

// Kind is what went wrong: the contract's ErrorKind.
type Kind string

// Kinds of errors. Integrity is reported by itself, never by a view.
const (
	Recoverable Kind = "recoverable"
	Uncaught    Kind = "uncaught"
	Remote      Kind = "remote"
	Hang        Kind = "hang"
	Integrity   Kind = "integrity"
)

// Kinds are all; those of views are the first four.
var Kinds = []Kind{Remote, Uncaught, Hang, Recoverable, Integrity}

var viewKinds = Kinds[:4]

// Known reports whether there is such a kind.
func (k Kind) Known() bool { return slices.Contains(Kinds, k) }

var words = map[Kind]string{Remote: "load failures", Uncaught: "uncaught errors", Hang: "hangs", Recoverable: "hydration errors"}
