package page

import (
	"sync/atomic"
	"time"
)

// Traffic counts what was answered of one release. Counting allocates nothing, and waits for
// nobody. An edition's unknown addresses are its own; those of one without a release are the
// shell's, which answers them.
type Traffic struct {
	// Pages are whole ones, and Navigation is what /_page answered. Files are those of the
	// release; what live and canary both have is live's.
	Pages, Navigation, Files Answers
}

// notModified is the answer to who has the page already.
const notModified = 304

// Statuses are those that pages have.
var Statuses = [...]int{Found, notModified, NotFound, Unavailable}

// Answers are those of one kind.
type Answers struct {
	statuses [len(Statuses)]atomic.Uint64
	bytes    atomic.Uint64
	// composing counts how long it took to compose what is kept, and composed is all of that: an
	// answer of what is kept takes none.
	composing [11]atomic.Uint64
	composed  atomic.Int64
}

// Add counts an answer with one of Statuses, and the bytes of its body.
func (a *Answers) Add(status, bytes int) {
	for at := range Statuses {
		if Statuses[at] == status {
			a.statuses[at].Add(1)
		}
	}
	a.bytes.Add(uint64(bytes))
}

// Count is how many answers had a status.
func (a *Answers) Count(status int) uint64 {
	for at := range Statuses {
		if Statuses[at] == status {
			return a.statuses[at].Load()
		}
	}
	return 0
}

// Bytes are those of the bodies that were sent, in their content codings.
func (a *Answers) Bytes() uint64 { return a.bytes.Load() }

// ComposingBounds are the times up to which composing is counted, in seconds.
var ComposingBounds = []float64{0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25}

// Composed counts one that was composed.
func (a *Answers) Composed(took time.Duration) {
	at := 0
	for at < len(ComposingBounds) && took.Seconds() > ComposingBounds[at] {
		at++
	}
	a.composing[at].Add(1)
	a.composed.Add(int64(took))
}

// Composing are how many times composing took up to each of ComposingBounds and no less than
// the one before, at last those that took longer, and the seconds of all.
func (a *Answers) Composing() (counts []uint64, sum float64) {
	for at := range a.composing {
		counts = append(counts, a.composing[at].Load())
	}
	return counts, time.Duration(a.composed.Load()).Seconds()
}

// Traffic is what was answered of the release's pages.
func (e *Edition) Traffic() *Traffic { return &e.traffic }

// TrafficOf is that of the edition whose address it is; nil for a preview's, which are no
// visitors'.
func (c *Composer) TrafficOf(shown *Lineup, at Place) *Traffic {
	if shown.Preview != nil {
		return nil
	}
	if owner := shown.Releases[at.owner]; owner != nil {
		return &owner.traffic
	}
	return &at.edition.traffic
}
