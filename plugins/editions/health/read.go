package health

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

// MaxBody bounds a report, in bytes.
const MaxBody = 8 << 10

// Longest fields of an error, in bytes; what is longer is cut.
const (
	maxMessage = 1000
	maxName    = 64
	maxPath    = 300
	maxStack   = 4000
)

// maxReleases is how many releases a view names: host, shell and its edition, with room.
const maxReleases = 8

// Largest vitals that are believed: beyond them a clock has jumped.
var vitalMost = map[string]float64{LCP: 120_000, INP: 60_000, CLS: 100}

// Error is the contract's Report.
type Error struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	Edition string `json:"edition"`
	Release string `json:"release"`
	Path    string `json:"path"`
	Stack   string `json:"stack"`
}

// View is the contract's View, as far as it is looked at.
type View struct {
	Releases map[string]string          `json:"releases"`
	Errors   map[string]map[Kind]int    `json:"errors"`
	Vitals   map[string]json.RawMessage `json:"vitals"`
}

type seen struct {
	kinds  []Kind
	vitals map[string]float64
}

// ErrReport is that a report is none of the contract's.
var ErrReport = errors.New("the report is no JSON of the contract's Report or View")

// Read reads a report: an Error, cut to size, or a View.
func Read(body []byte) (*Error, *View, error) {
	var kind struct {
		Kind Kind `json:"kind"`
	}
	if err := json.Unmarshal(body, &kind); err != nil {
		return nil, nil, ErrReport
	}
	switch {
	case kind.Kind == "view":
		view := new(View)
		if err := json.Unmarshal(body, view); err != nil {
			return nil, nil, ErrReport
		}
		return nil, view, view.check()
	case kind.Kind.Known():
		read := new(Error)
		if err := json.Unmarshal(body, read); err != nil {
			return nil, nil, ErrReport
		}
		for field, most := range map[*string]int{&read.Message: maxMessage, &read.Edition: maxName, &read.Release: maxName, &read.Path: maxPath, &read.Stack: maxStack} {
			*field = cut(*field, most)
		}
		return read, nil, nil
	}
	return nil, nil, errors.New("kind: it is view, recoverable, uncaught, remote, hang or integrity")
}

func (v *View) check() error {
	if len(v.Releases) == 0 || len(v.Releases) > maxReleases {
		return errors.New("releases: name those of the page, by their editions")
	}
	for edition, name := range v.Releases {
		if !paths.IsEdition(edition) || !release.IsName(name) {
			return errors.New("releases: each is an edition with a release's name")
		}
	}
	for edition, kinds := range v.Errors {
		if v.Releases[edition] == "" {
			return errors.New("errors: each is of an edition of the page")
		}
		for kind, count := range kinds {
			if !slices.Contains(viewKinds, kind) || count < 0 {
				return errors.New("errors: count uncaught, recoverable, remote and hang")
			}
		}
	}
	_, err := v.vitals()
	return err
}

func (v *View) vitals() (map[string]float64, error) {
	vitals := map[string]float64{}
	for name, raw := range v.Vitals {
		var value float64
		if !slices.Contains(Vitals, name) || json.Unmarshal(raw, &value) != nil || value < 0 || math.IsNaN(value) {
			return nil, errors.New("vitals: lcp and inp are milliseconds and cls is a number, from 0 on")
		}
		if value <= vitalMost[name] {
			vitals[name] = value
		}
	}
	return vitals, nil
}

// of is what the view says of an edition's release. The host's libraries run all that is on
// a page, so what fails in any edition counts for the host as well.
func (v *View) of(edition string) seen {
	vitals, _ := v.vitals()
	said := seen{vitals: vitals}
	for _, kind := range viewKinds {
		failed := v.Errors[edition][kind] > 0
		for other := range v.Errors {
			failed = failed || edition == release.Host && v.Errors[other][kind] > 0
		}
		if failed {
			said.kinds = append(said.kinds, kind)
		}
	}
	return said
}

// cut shortens a text to so many bytes, at a character's boundary.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// Bounds of what browsers report. Errors are written to the log, which is not to be filled
// by one or by all; views are counted. A client has its share of both, and no network takes
// what others report with (clients.Shared).
const (
	errorsPerSecond = 10
	ErrorsAtOnce    = 100
	viewsPerSecond  = 500
	viewsAtOnce     = 1000

	clientPerSecond = 1
	clientAtOnce    = 30
)

// Limits bounds how often browsers report. It is safe for use by many goroutines.
type Limits struct {
	// Clients are what each may send, errors and views alike.
	Clients *clients.Limits
	// Errors and Views are what all may together.
	Errors, Views *clients.Shared
}

// NewLimits are those of a store.
func NewLimits() Limits {
	return Limits{
		clients.NewLimits(clientPerSecond, clientAtOnce),
		clients.NewShared(errorsPerSecond, ErrorsAtOnce), clients.NewShared(viewsPerSecond, viewsAtOnce),
	}
}
