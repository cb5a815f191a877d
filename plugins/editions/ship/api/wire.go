package api

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/token"
)

// Path is the address below which the API answers.
const Path = "/releases"

// What a release can be shipped as.
const (
	Live    = "live"
	Canary  = "canary"
	Preview = "preview"
	// Stored is taken in and shown to nobody.
	Stored = "stored"
)

// The other actions of a Change.
const (
	Promote    = "promote"
	Confirm    = "confirm"
	Rollback   = "rollback"
	Withdraw   = "withdraw"
	EndPreview = "end-preview"
	Freeze     = "freeze"
	Thaw       = "thaw"
)

// Shipped is what became of an upload.
type Shipped struct {
	Edition string `json:"edition"`
	// Release is its name, and Version its app's own.
	Release string `json:"release"`
	Version string `json:"version"`
	// Build is where it came from.
	Build release.Build `json:"build,omitzero"`
	// As is what it is now: Live, Canary, Preview or Stored; in a dry run, what it would be.
	As     string `json:"as"`
	DryRun bool   `json:"dryRun,omitempty"`
	// New is false for a release that the store had already.
	New bool `json:"new"`
	// Lineup is the version of the lineup that it is in.
	Lineup uint64 `json:"lineup"`
	// Checked is what was looked at, a line each.
	Checked []string `json:"checked"`
	// Fits are the releases that it would be shown with.
	Fits []Fit `json:"fits"`
	// RemovedRoutes are the live release's that this one does not have.
	RemovedRoutes []string `json:"removedRoutes,omitempty"`
	Size          Size     `json:"size"`
	// EndsCanary is the edition's canary, which ends when this goes live; empty for none.
	EndsCanary string `json:"endsCanary,omitempty"`
	// LiveSize is that of the release that was live before it; nil for none.
	LiveSize *Size `json:"liveSize,omitempty"`
	// See is where it is to be seen; a preview until SeeUntil.
	See      string    `json:"see,omitempty"`
	SeeUntil time.Time `json:"seeUntil,omitzero"`
}

// Size is what a release weighs.
type Size struct {
	Files int `json:"files"`
	// Bytes are those of all files, uncompressed.
	Bytes int64 `json:"bytes"`
	// FirstPage are the bytes of script of a first page, as sent with brotli.
	FirstPage int64 `json:"firstPage"`
}

// Fit is how a release runs with another one.
type Fit struct {
	Edition string `json:"edition"`
	Release string `json:"release"`
	Version string `json:"version"`
	// As is what the other one is: Live, Canary or Preview.
	As   string `json:"as"`
	Fits bool   `json:"fits"`
	// Why it does not.
	Why string `json:"why,omitempty"`
}

// PreviewLink is what leads to a preview in the site.
type PreviewLink struct {
	Edition string `json:"edition"`
	Release string `json:"release"`
	// See is its address: whoever has it is shown the preview. A path where the site's
	// origin is unknown.
	See string `json:"see"`
	// Until is when it ends by itself.
	Until time.Time `json:"until"`
}

// LinkPreview asks for one to a release that is a preview.
type LinkPreview struct {
	Release string `json:"release"`
	// For is how long it leads there, such as "48h"; empty is 168h, a week. 720h is the most.
	For string `json:"for,omitempty"`
}

// Missing is what an upload has to bring.
type Missing struct {
	Release string `json:"release"`
	// Missing are the files that the store does not have: they are sent, with their
	// compressed forms, and release.json.
	Missing []string `json:"missing"`
}

// Change asks for a change of the lineup, in one step.
type Change struct {
	Action string `json:"action"`
	// Releases by edition. Empty for the edition's canary (promote, confirm), or the latest
	// before the live one (rollback).
	Releases map[string]string `json:"releases,omitempty"`
	// Share of the visitors that a canary has, in percent, such as "5%" or "0.5"; 0 ends it.
	Share string `json:"share,omitempty"`
	// Keep has a rollback not withdraw what it leaves.
	Keep bool `json:"keep,omitempty"`
	// Scope is what is frozen or thawed: an edition, or * for all.
	Scope string `json:"scope,omitempty"`
	// Until is when a freeze ends by itself; nil for never.
	Until *time.Time `json:"until,omitempty"`
	// Reason stands in the journal.
	Reason string `json:"reason,omitempty"`
	// BreakGlass ships in spite of a freeze.
	BreakGlass bool `json:"breakGlass,omitempty"`
	// AllowRemovedRoutes says yes to pages that go.
	AllowRemovedRoutes bool `json:"allowRemovedRoutes,omitempty"`
}

// StoredRelease is a release of the store.
type StoredRelease struct {
	Release string `json:"release"`
	Version string `json:"version"`
	// As is Live, Canary, Preview, `previous`, `withdrawn` or Stored.
	As string `json:"as"`
	// TakenAt is when it was shipped last.
	TakenAt time.Time `json:"takenAt"`
	// Build is where it came from.
	release.Build
	Size Size `json:"size"`
}

// MakeToken asks for a token.
type MakeToken struct {
	Name    string `json:"name"`
	Edition string `json:"edition"`
	// Days that it holds; 0 is 90.
	Days float64 `json:"days,omitempty"`
}

// MadeToken is a new one: Token is shown this once.
type MadeToken struct {
	Token string `json:"token"`
	token.Known
}

// Problem is why a request was refused, as its answer says it.
type Problem struct {
	// Code is one of the words below, for programs.
	Code string `json:"code"`
	// Message is a sentence for people, and Help what to do.
	Message string `json:"message"`
	Help    string `json:"help"`
	// Fits has, of one that does not fit, what it was compared with.
	Fits          []Fit    `json:"fits,omitempty"`
	RemovedRoutes []string `json:"removedRoutes,omitempty"`
	// Meanwhile are, of a conflict, the changes that came before this one, the latest first.
	Meanwhile []journal.Entry `json:"meanwhile,omitempty"`
	// Status is the answer's.
	Status     int           `json:"-"`
	RetryAfter time.Duration `json:"-"`

	// recorded says that the audit log has it.
	recorded bool
}

func (p *Problem) Error() string { return p.Message + ": " + p.Help }

// Codes of problems.
const (
	CodeRequest       = "request"        // 400: the request makes no sense
	CodeToken         = "token"          // 401: there is no token, or it is of no use
	CodeScope         = "scope"          // 403: it is for another edition, or this is for ops
	CodeNotFound      = "not_found"      // 404: there is no such address, or thing
	CodeMethod        = "method"         // 405
	CodeTime          = "time"           // 408: the upload took too long
	CodeConflict      = "conflict"       // 412: somebody else has changed the lineup
	CodeSize          = "size"           // 413: the request is too large
	CodeRefused       = "refused"        // 422: the release breaks the contract
	CodeUnfit         = "unfit"          // 422: it does not run with what is shown
	CodeRemovedRoutes = "removed_routes" // 422: pages would go, and nobody said yes
	CodeNothing       = "nothing"        // 422: there is nothing to do this with
	CodeFrozen        = "frozen"         // 423: shipping is frozen
	CodeRate          = "rate"           // 429: too much at once
	CodeStore         = "store"          // 500: the store cannot be read or written
	CodeQuorum        = "quorum"         // 503: too few processes of the cluster can agree
	CodeFull          = "full"           // 507: the store's disk is full
	CodeQuota         = "quota"          // 507: the edition's part of the store is full
)

// ParseShare reads a share of visitors in percent, such as 5%, 0.5 or 0, as one of 1000.
func ParseShare(text string) (share int, err error) {
	percent, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	thousandths := percent * 10
	if err != nil || !(thousandths >= 0 && thousandths <= 1000) || math.Abs(thousandths-math.Round(thousandths)) > 1e-9 {
		return 0, fmt.Errorf("share %q: it is from 0%% to 100%%, with one digit after the point at most", text)
	}
	return int(math.Round(thousandths)), nil
}
