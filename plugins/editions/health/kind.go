// Package health is what browsers report: which errors and vitals the releases of an
// edition have, and whether a canary is worse than the live release. It keeps nothing of a
// visitor, and knows nothing of Caddy.
package health

import "slices"

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

// words are the kinds as people call them.
var words = map[Kind]string{Remote: "load failures", Uncaught: "uncaught errors", Hang: "hangs", Recoverable: "hydration errors"}
