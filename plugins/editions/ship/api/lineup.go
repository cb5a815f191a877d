package api

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/parameter"
	"fieldhouse/plugins/representation"
)

func (s *Server) lineup(w http.ResponseWriter, r *http.Request) error {
	state, err := s.config.Journal.Read()
	if err != nil {
		return err
	}
	if !representation.NotModified(w, r, http.StatusOK, etag(state.Version)) {
		answer(w, http.StatusOK, state)
	}
	return nil
}

// change changes the lineup in one step, and answers what is shown then.
func (s *Server) change(w http.ResponseWriter, r *http.Request) error {
	var wanted Change
	if err := decode(w, r, &wanted); err != nil {
		return err
	}
	version, err := ifMatch(r)
	if err != nil {
		return err
	}
	after, err := s.Change(r, user(r), version, wanted)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", etag(after.Version))
	answer(w, http.StatusOK, after)
	return nil
}

// Change makes a change that somebody's token allows, of the lineup's version; 0 is any. It
// comes by a request.
// AsProblem says why it did not.
func (s *Server) Change(r *http.Request, who token.Token, version uint64, wanted Change) (after journal.State, err error) {
	wanted.Reason = lineOf(wanted.Reason)
	editions := slices.Sorted(maps.Keys(wanted.Releases))
	entry := audit.Entry{Action: wanted.Action, By: who.Name, From: s.config.Client(r), On: cmp.Or(strings.Join(editions, " "), wanted.Scope), Reason: wanted.Reason}
	defer func() { _ = s.record(entry, err) }()
	if wanted.Action == Freeze || wanted.Action == Thaw || wanted.BreakGlass {
		err = mayOperate(who)
	} else {
		err = mayShip(who, editions...)
	}
	if err != nil {
		return journal.State{}, err
	}
	after, err = s.make(wanted, journal.Change{If: version, By: who.Name, Reason: wanted.Reason, BreakGlass: wanted.BreakGlass})
	if err != nil {
		return journal.State{}, s.meanwhile(err, version, editions...)
	}
	entry.After = map[string]any{"lineup": after.Version, "releases": wanted.Releases}
	return after, nil
}

// lineOf is a text as a line of what can be read. It stands in the journal, which others print on
// their terminals: a control character could hide there what was done.
func lineOf(text string) string {
	read := strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(letter rune) bool { return !unicode.IsGraphic(letter) })
	return strings.TrimSpace(strings.Join(read, " "))
}

func (s *Server) make(wanted Change, change journal.Change) (journal.State, error) {
	j, checks, of := s.config.Journal, s.config.Checks, wanted.Releases
	switch wanted.Action {
	case Freeze, Thaw:
		if wanted.Scope == "" {
			return journal.State{}, badRequest("name an edition, or * for all", "it has no scope")
		}
	case Live, Promote, Confirm, Rollback, Withdraw, Canary, Preview, EndPreview:
		if len(of) == 0 {
			return journal.State{}, badRequest(`name the releases, such as {"rugby": "0123456789abcdef0123"}`, "it has no releases")
		}
	default:
		return journal.State{}, badRequest("do one of live, promote, confirm, rollback, withdraw, canary, preview, end-preview, freeze and thaw", "action %.40q is unknown", wanted.Action)
	}
	if err := hasShare(wanted.Action, wanted.Share); err != nil {
		return journal.State{}, err
	}
	switch wanted.Action {
	case Live, Promote, Preview:
		change.Check = func(before journal.State) error { return s.mayBeShown(before, wanted) }
	case Freeze:
		change.Check = func(before journal.State) error { return s.isScope(before, wanted.Scope) }
	}
	switch wanted.Action {
	case Freeze:
		return j.SetFreeze(change, wanted.Scope, wanted.Until)
	case Thaw:
		return j.Thaw(change, wanted.Scope)
	case Live:
		return j.SetLive(change, of, checks)
	case Promote:
		return j.Promote(change, of, checks)
	case Confirm:
		return j.Confirm(change, of)
	case Rollback:
		return j.Rollback(change, of, wanted.Keep, checks)
	case Withdraw:
		return j.Withdraw(change, of, checks)
	}
	if len(of) != 1 {
		return journal.State{}, badRequest("name one release", "%s is of one edition at a time", wanted.Action)
	}
	edition := slices.Collect(maps.Keys(of))[0]
	switch wanted.Action {
	case Preview:
		return j.SetPreview(change, edition, of[edition], checks)
	case EndPreview:
		return j.EndPreview(change, edition, of[edition])
	}
	share, err := ParseShare(wanted.Share)
	if err != nil {
		return journal.State{}, badRequest(`say which share, such as "5%", or "0" to end the canary`, "%v", err)
	}
	change.Check = func(before journal.State) error {
		if is := before.Editions[edition].Canary; share == 0 || is != nil && is.Release == of[edition] {
			return nil
		}
		return s.mayBeShown(before, wanted)
	}
	return j.SetCanary(change, edition, journal.Canary{Release: of[edition], Share: share}, checks)
}

// hasShare refuses a share of what is no canary: all visitors would get what was meant for some.
func hasShare(action, share string) error {
	if share == "" || action == Canary {
		return nil
	}
	return badRequest("a canary has one: say canary, or leave the share out", "%s has no share of the visitors", action)
}

// isScope refuses to freeze what is no edition: a name that is misspelled would freeze nothing, in silence.
func (s *Server) isScope(state journal.State, scope string) error {
	known := slices.Collect(maps.Keys(state.Editions))
	if s.config.Editions != nil {
		for _, edition := range s.config.Editions() {
			known = append(known, edition.Name)
		}
	}
	slices.Sort(known)
	if scope == journal.All || slices.Contains(known, scope) {
		return nil
	}
	if stored, err := s.config.Store.List(scope, 1); err == nil && len(stored) > 0 {
		return nil
	}
	return problem(http.StatusUnprocessableEntity, CodeNothing, "name one of these, or * for all", "there is no edition %.40q: there are %s", scope, strings.Join(slices.Compact(known), ", "))
}

// meanwhile has a conflict say what was done to the editions since the version that the change
// was for, by whom and when.
func (s *Server) meanwhile(err error, version uint64, editions ...string) error {
	if !errors.Is(err, journal.ErrConflict) {
		return err
	}
	refused := AsProblem(err)
	for _, edition := range editions {
		entries, err := s.config.Journal.Entries(edition, meanwhileListed)
		if err != nil {
			continue // What the conflict says stands.
		}
		for _, entry := range entries {
			if move := entry.Editions[edition]; entry.Version > version && !move.Before.Equal(move.After) {
				refused.Meanwhile = append(refused.Meanwhile, entry)
				refused.Message += "; " + described(entry, edition)
			}
		}
	}
	return refused
}

// described is a change of an edition in a line.
func described(entry journal.Entry, edition string) string {
	name := cmp.Or(entry.Editions[edition].Release, entry.Editions[edition].After.Live)
	text := fmt.Sprintf("%s %s: %s, by %s at %s", edition, name, entry.Action, entry.By, entry.At.UTC().Format(time.RFC3339))
	if build := entry.Editions[edition].Build; build != nil {
		text += ", " + build.String()
	}
	if entry.Reason != "" {
		text += " (" + entry.Reason + ")"
	}
	return text
}

// mayBeShown refuses what does not run with all that is shown, and pages that go live, or are
// a canary's, without some without a yes. A release that cannot be read is for the journal's
// checks.
func (s *Server) mayBeShown(state journal.State, wanted Change) error {
	coming, removed := map[string]*release.Manifest{}, []string{}
	for edition, name := range wanted.Releases {
		if canary := state.Editions[edition].Canary; name == "" && canary != nil {
			name = canary.Release
		}
		held, err := s.config.Store.Open(edition, name)
		if err != nil {
			continue
		}
		coming[edition] = held.Manifest
		if live, err := s.config.Store.Open(edition, state.Editions[edition].Live); err == nil {
			removed = append(removed, live.Manifest.RoutesWithout(held.Manifest)...)
		}
	}
	if err := unfit(s.fits(state, coming)); err != nil {
		return err
	}
	return goesWithout(removed, wanted.AllowRemovedRoutes || wanted.Action == Preview)
}

func (s *Server) journal(w http.ResponseWriter, r *http.Request) error {
	given, err := parameter.Read(r.URL.RawQuery, "the journal has", "edition", "limit")
	limit := defaultEntries
	if err == nil && given.Has("limit") {
		limit, err = parameter.WholeNumber("limit", given.Get("limit"), maxListed)
	}
	if err != nil {
		return badRequest("such as ?edition=rugby&limit=20", "%v", err)
	}
	entries, err := s.config.Journal.Entries(given.Get("edition"), limit)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, map[string]any{"entries": entries})
	return nil
}

// shownIn are the releases that somebody is shown: Fits without their versions, in a
// fixed order.
func shownIn(state journal.State) (shown []Fit) {
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		part := state.Editions[edition]
		if part.Live != "" {
			shown = append(shown, Fit{Edition: edition, Release: part.Live, As: Live})
		}
		if part.Canary != nil {
			shown = append(shown, Fit{Edition: edition, Release: part.Canary.Release, As: Canary})
		}
		for _, name := range part.Previews {
			shown = append(shown, Fit{Edition: edition, Release: name, As: Preview})
		}
	}
	return shown
}

// list answers the releases of an edition that the store has, the one that was shipped
// last first.
func (s *Server) list(w http.ResponseWriter, r *http.Request) error {
	edition, err := editionOf(r)
	if err != nil {
		return err
	}
	state, err := s.config.Journal.Read()
	if err != nil {
		return err
	}
	stored, err := s.config.Store.List(edition, maxListed)
	if err != nil {
		return err
	}
	releases := []StoredRelease{}
	for _, one := range stored {
		listed := StoredRelease{Release: one.Name, TakenAt: one.TakenAt.UTC(), As: stateOf(state.Editions[edition], one.Name)}
		if held, err := s.config.Store.Open(edition, one.Name); err == nil {
			listed.Version, listed.Size = held.Manifest.Version, sizeOf(held)
			listed.Build = s.config.Store.Build(edition, one.Name)
		} else {
			listed.As += ", damaged"
		}
		releases = append(releases, listed)
	}
	w.Header().Set("ETag", etag(state.Version))
	answer(w, http.StatusOK, map[string]any{"releases": releases})
	return nil
}

func (s *Server) reports(w http.ResponseWriter, r *http.Request) error {
	edition, err := editionOf(r)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, s.config.Reports(edition))
	return nil
}

func stateOf(part journal.Edition, name string) string {
	var states []string
	for _, is := range []struct {
		as string
		is bool
	}{
		{Live, part.Live == name}, {Canary, part.Canary != nil && part.Canary.Release == name}, {Preview, slices.Contains(part.Previews, name)},
		{"previous", slices.Contains(part.Previous, name)}, {"withdrawn", slices.Contains(part.Withdrawn, name)},
	} {
		if is.is {
			states = append(states, is.as)
		}
	}
	if len(states) == 0 {
		return Stored
	}
	return strings.Join(states, ", ")
}

func (s *Server) prune(w http.ResponseWriter, r *http.Request) (err error) {
	entry := s.entry(r, "prune", "")
	defer func() { _ = s.record(entry, err) }()
	if err := mayOperate(user(r)); err != nil {
		return err
	}
	var wanted struct {
		DryRun bool `json:"dryRun"`
	}
	if err := decode(w, r, &wanted); err != nil {
		return err
	}
	pruned, err := s.config.Prune(journal.Change{By: user(r).Name}, wanted.DryRun)
	if err != nil {
		return err
	}
	entry.After = map[string]any{"files": pruned.Files, "bytes": pruned.Bytes, "dry": wanted.DryRun}
	answer(w, http.StatusOK, pruned)
	return nil
}

// How long a link leads to its preview, and at most.
const (
	defaultPreview = 7 * 24 * time.Hour
	MaxPreview     = 30 * 24 * time.Hour
)

// linkPreview answers what leads to a release that is a preview. It changes nothing: a link
// ends with the preview, or by itself.
func (s *Server) linkPreview(w http.ResponseWriter, r *http.Request) error {
	edition, err := shippedOf(r)
	if err != nil {
		return err
	}
	var wanted LinkPreview
	if err := decode(w, r, &wanted); err != nil {
		return err
	}
	within := defaultPreview
	if wanted.For != "" {
		if within, err = time.ParseDuration(wanted.For); err != nil || within <= 0 || within > MaxPreview {
			return badRequest("write a duration from 1s to 720h, such as 48h", "for %.40q is none", wanted.For)
		}
	}
	link, err := s.Link(user(r), edition, wanted.Release, within)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, link)
	return nil
}

// Link leads to a release that is a preview, for who ships the edition.
func (s *Server) Link(who token.Token, edition, name string, within time.Duration) (PreviewLink, error) {
	if err := mayShip(who, edition); err != nil {
		return PreviewLink{}, err
	}
	state, err := s.config.Journal.Read()
	if err != nil {
		return PreviewLink{}, err
	}
	if !slices.Contains(state.Editions[edition].Previews, name) {
		return PreviewLink{}, problem(http.StatusUnprocessableEntity, CodeNothing, "make it one first: the action preview, or fieldhouse preview", "%.40q is no preview of %s", name, edition)
	}
	return s.linkOf(edition, name, within), nil
}

func (s *Server) linkOf(edition, name string, within time.Duration) PreviewLink {
	until := s.config.Now().Add(within).UTC().Truncate(time.Second)
	path := s.config.LinkPreview(lineup.Preview{Edition: edition, Release: name, Until: until})
	return PreviewLink{Edition: edition, Release: name, See: s.config.Origin() + path, Until: until}
}
