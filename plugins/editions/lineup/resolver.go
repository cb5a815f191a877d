// Package lineup makes of what the journal says the releases that a visitor gets.
package lineup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/paths"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"
)

// PollInterval is how often a running process looks for a new lineup.
const PollInterval = 500 * time.Millisecond

// retryInterval is how often a live release that could not be used is tried
// again: it may come later than the lineup that names it, or be mended. Each try
// reads a release whole.
const retryInterval = 5 * time.Second

// maxPastLineups is how many lineups that are no longer live are kept ready for the pages
// that were made with them. Others are resolved again when they are asked for.
const maxPastLineups = 32

// Each resolving of such a lineup may compile releases: this many a second, and at
// once. Who asks in vain loads the page anew.
const (
	resolvesPerSecond = 4
	resolvesAtOnce    = 8
)

// Lineup is the releases that one visitor gets.
type Lineup[R any] = release.Lineup[R]

// Preview is a release of one edition that is shown to those who were given its link.
type Preview = release.Preview

// Loader makes a release of the store ready for use. It is asked again for a
// release that it loaded before, so it keeps what it loads.
type Loader[R any] func(edition, name string) (R, error)

// Runs reports why a release does not run on a host's.
type Runs[R any] func(released, host R) error

// Observer is called by a resolver while it polls. Each function may be nil.
type Observer struct {
	// Problem gets the error of a lineup or a release that cannot be used.
	Problem func(error)
	// Changed gets the editions whose release has changed, and the status of all.
	Changed func(editions []string, status []Status)
	// Resolved gets the status of all editions after each resolve.
	Resolved func(status []Status)
	// Followed gets the previous and the new version of the journal; it is not called for the
	// first one.
	Followed func(before, now uint64)
}

// Resolver follows a journal: it resolves each edition to the first of its releases that
// can be used, and runs on the host.
type Resolver[R any] struct {
	journal  *journal.File
	store    *store.Store
	load     Loader[R]
	runs     Runs[R]
	observer Observer
	signer   signer
	current  atomic.Pointer[choice[R]]
	// withdrawn are the releases, as <edition>/<name>, that are shown to nobody.
	withdrawn atomic.Pointer[map[string]bool]
	status    atomic.Pointer[[]Status]
	// previousLineups are what visitors could get before, the latest first.
	previousLineups atomic.Pointer[[]previous[R]]
	suspected       atomic.Bool

	served    *lru.Cache[string, *Lineup[R]]
	previews  *lru.Cache[string, *Lineup[R]]
	resolving singleflight.Group
	resolves  *rate.Limiter
	// previewResolves are the resolves of previews: visitors' are not spent on them.
	previewResolves *rate.Limiter

	mutex sync.Mutex
	// state was resolved last; known says that one was.
	state journal.State
	known bool
	// retryAt is when to resolve the same lineup again; zero while every edition
	// has its live release.
	retryAt time.Time
	// reported is the last reported problem of each release, and of the journal
	// itself under "".
	reported map[string]string
}

// NewResolver is a resolver that has looked once. A journal that cannot be read is
// reported and counts as empty: the site starts, and answers when it is mended.
func NewResolver[R any](from *journal.File, releases *store.Store, load Loader[R], runs Runs[R], observer Observer) *Resolver[R] {
	resolver := &Resolver[R]{
		journal: from, store: releases, load: load, runs: runs, observer: observer, reported: map[string]string{},
		resolves: rate.NewLimiter(resolvesPerSecond, resolvesAtOnce), previewResolves: rate.NewLimiter(resolvesPerSecond, resolvesAtOnce),
	}
	// No error: the sizes are more than 0.
	resolver.served, _ = lru.New[string, *Lineup[R]](maxPastLineups)
	resolver.previews, _ = lru.New[string, *Lineup[R]](maxPreviews)
	var err error
	if resolver.signer, err = newSigner(releases.Folder()); err != nil {
		resolver.report("key", err)
	}
	resolver.withdrawn.Store(new(map[string]bool))
	resolver.status.Store(new([]Status))
	resolver.previousLineups.Store(new([]previous[R]))
	resolver.current.Store(resolver.choiceOf(journal.State{}, map[string]R{}, map[string]string{}))
	resolver.Poll()
	return resolver
}

// Follow polls until the context ends.
func (r *Resolver[R]) Follow(ctx context.Context) {
	changes, leave := r.journal.Changed()
	defer leave()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
		case <-beat.After(PollInterval):
		}
		r.Poll()
	}
}

// Suspect has the next Poll look at all releases in use again: one is not as it was.
func (r *Resolver[R]) Suspect() { r.suspected.Store(true) }

// Poll looks once whether the journal has another version, a release in use has
// vanished from the store or is suspected, or one that could not be used is due for
// another try, and resolves the lineup again if so.
func (r *Resolver[R]) Poll() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	state, err := r.journal.Read()
	if err != nil {
		// What it said before stays: a damaged journal does not take a running site down.
		r.report("", err)
		state = r.state
	}
	same := r.known && r.state.Same(state)
	due := r.suspected.Swap(false) || !r.retryAt.IsZero() && !time.Now().Before(r.retryAt)
	if same && r.allThere() && !due {
		return
	}
	if !same && err == nil {
		clear(r.reported)
	}
	followed := r.known && !same && r.observer.Followed != nil
	before := r.state.Version
	r.state, r.known = state, true
	r.resolve(state)
	if followed {
		r.observer.Followed(before, state.Version)
	}
}

func (r *Resolver[R]) resolve(state journal.State) {
	r.retryAt = time.Time{}
	releases, names := r.choose(state)
	withdrawn := map[string]bool{}
	for edition, wanted := range state.Editions {
		// Another gateway may know what this one cannot serve.
		if paths.IsEdition(edition) && names[edition] != wanted.Live {
			r.retryAt = time.Now().Add(retryInterval)
		}
		for _, name := range wanted.Withdrawn {
			withdrawn[edition+"/"+name] = true
		}
	}
	r.withdrawn.Store(&withdrawn)
	next := r.choiceOf(state, releases, names)
	r.status.Store(new(r.statusOf(state, next)))
	before := r.current.Swap(next)
	if !before.isSame(next) {
		r.remember(before)
	}
	for _, shown := range slices.Backward(before.lineups) {
		if len(shown.Names) > 0 {
			r.served.Add(shown.ID, shown)
		}
	}
	if r.observer.Resolved != nil {
		r.observer.Resolved(r.Status())
	}
	var changed []string
	both := maps.Clone(before.shown)
	maps.Copy(both, next.shown)
	for _, edition := range slices.Sorted(maps.Keys(both)) {
		if !slices.EqualFunc(before.shown[edition], next.shown[edition], func(a, b Shown[R]) bool { return a.Name == b.Name }) {
			changed = append(changed, edition)
		}
	}
	if len(changed) > 0 && r.observer.Changed != nil {
		r.observer.Changed(changed, r.Status())
	}
}

// Status is which release of an edition visitors get.
type Status struct {
	Edition string `json:"edition"`
	// Live is the one that the journal says, and Shown the one that can be used; empty for
	// none.
	Live  string `json:"live"`
	Shown string `json:"shown"`
	// Problem is why it is another one; empty where it is not.
	Problem string `json:"problem,omitempty"`
	// Canary is the one that can be used, and runs with what is live or another canary; nil for none.
	Canary *journal.Canary `json:"canary,omitempty"`
}

// Status is that of each edition that the journal names, by their names.
func (r *Resolver[R]) Status() []Status { return *r.status.Load() }

func (r *Resolver[R]) statusOf(state journal.State, shown *choice[R]) (all []Status) {
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		status := Status{Edition: edition, Live: state.Editions[edition].Live, Shown: shown.live.Names[edition]}
		if canary := state.Editions[edition].Canary; canary != nil && slices.ContainsFunc(shown.shown[edition], func(one Shown[R]) bool { return one.Name == canary.Release }) {
			status.Canary = canary
		}
		if status.Live != status.Shown {
			status.Problem = r.reported[edition+"/"+status.Live]
		}
		all = append(all, status)
	}
	return all
}

// choose is the first host that can be used and on which a shell runs, with the first
// release of each edition that can be used and runs on it. Where none has a shell it is
// the first host.
func (r *Resolver[R]) choose(state journal.State) (releases map[string]R, names map[string]string) {
	for _, name := range state.Editions[release.Host].Candidates() {
		host, usable := r.use(release.Host, name, nil)
		if !usable {
			continue
		}
		onHost, namesOnHost := r.chooseOn(state, &host)
		onHost[release.Host], namesOnHost[release.Host] = host, name
		if _, found := onHost[release.Shell]; found || state.Editions[release.Shell].Live == "" {
			return onHost, namesOnHost
		}
		if releases == nil {
			releases, names = onHost, namesOnHost
		}
	}
	if releases == nil {
		return r.chooseOn(state, nil)
	}
	return releases, names
}

// chooseOn is the first release of each edition that can be used, and runs on the host
// if there is one.
func (r *Resolver[R]) chooseOn(state journal.State, host *R) (releases map[string]R, names map[string]string) {
	releases, names = map[string]R{}, map[string]string{}
	for edition, wanted := range state.Editions {
		if edition == release.Host || !paths.IsEdition(edition) {
			continue
		}
		for _, name := range wanted.Candidates() {
			if loaded, usable := r.use(edition, name, host); usable {
				releases[edition], names[edition] = loaded, name
				break
			}
		}
	}
	return releases, names
}

func (r *Resolver[R]) use(edition, name string, host *R) (loaded R, usable bool) {
	loaded, err := r.load(edition, name)
	if err == nil && host != nil {
		err = r.runs(loaded, *host)
	}
	if err != nil {
		r.report(edition+"/"+name, fmt.Errorf("falling back to the release before: %w", err))
	}
	return loaded, err == nil
}

// lineup is the lineup of these releases, which is served from now on.
func (r *Resolver[R]) lineup(releases map[string]R, names map[string]string, preview *Preview) *Lineup[R] {
	id := idOf(names, preview)
	return &Lineup[R]{ID: id, Signed: r.signer.sign(id), Releases: releases, Names: names, Preview: preview}
}

// previewSeparator stands in an ID between the releases and the preview among them.
const previewSeparator = "!"

func idOf(names map[string]string, preview *Preview) string {
	var pairs []string
	for _, edition := range slices.Sorted(maps.Keys(names)) {
		pairs = append(pairs, edition+":"+names[edition])
	}
	id := strings.Join(pairs, ",")
	if preview != nil {
		id += previewSeparator + preview.String()
	}
	return id
}

// Served is the lineup that a page was made with, by its signature: whatever was
// served, until one of its releases is withdrawn or no longer stored, or its preview over.
// Where some editions are named, those are what is asked for besides host and shell: of
// another one such a release is left out.
func (r *Resolver[R]) Served(signed string, editions ...string) (served *Lineup[R], found bool) {
	if current, found := r.current.Load().signed[signed]; found {
		return current, true
	}
	id, known := r.signer.verify(signed)
	if !known {
		return nil, false
	}
	names := NamesOf(id)
	var preview *Preview
	if _, text, has := strings.Cut(id, previewSeparator); has {
		parsed, err := parsePreview(text)
		if err != nil || r.holds(parsed) != nil {
			return nil, false
		}
		preview = &parsed
	}
	for edition, name := range names {
		if !(*r.withdrawn.Load())[edition+"/"+name] && r.store.Has(edition, name) {
			continue
		}
		isPreview := preview != nil && edition == preview.Edition // every page says what it is a preview of
		if len(editions) == 0 || isPreview || edition == release.Host || edition == release.Shell || slices.Contains(editions, edition) {
			return nil, false
		}
		delete(names, edition)
	}
	served, err := r.ready(names, preview, func() (map[string]R, error) {
		releases := map[string]R{}
		for edition, name := range names {
			loaded, err := r.load(edition, name)
			if err != nil {
				return nil, err
			}
			releases[edition] = loaded
		}
		return releases, nil
	})
	return served, err == nil
}

// errTooMany is of a lineup that is not resolved now: so many are, a second.
var errTooMany = errors.New("too many lineups are resolved")

// ready is a lineup besides those that visitors get now, which is kept, or made of the releases that
// load brings.
func (r *Resolver[R]) ready(names map[string]string, preview *Preview, load func() (map[string]R, error)) (*Lineup[R], error) {
	id, kept, resolves, what := idOf(names, preview), r.served, r.resolves, "making a page of a lineup that was live before"
	if preview != nil {
		kept, resolves, what = r.previews, r.previewResolves, "showing the preview "+preview.Release+" of "+preview.Edition
	}
	if ready, is := kept.Get(id); is {
		return ready, nil
	}
	if !resolves.Allow() {
		return nil, errTooMany
	}
	resolved, err, _ := r.resolving.Do(id, func() (any, error) {
		releases, err := load()
		if err != nil {
			return nil, err
		}
		ready := r.lineup(releases, names, preview)
		kept.Add(id, ready)
		return ready, nil
	})
	if err != nil {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.report(id, fmt.Errorf("%s: %w", what, err))
		return nil, err
	}
	return resolved.(*Lineup[R]), nil
}

// NamesOf reads a lineup's ID back: <edition>:<release>, separated by commas.
func NamesOf(id string) map[string]string {
	names := map[string]string{}
	id, _, _ = strings.Cut(id, previewSeparator)
	for pair := range strings.SplitSeq(id, ",") {
		if edition, name, found := strings.Cut(pair, ":"); found {
			names[edition] = name
		}
	}
	return names
}

func (r *Resolver[R]) allThere() bool {
	for edition, all := range r.current.Load().shown {
		for _, shown := range all {
			if !r.store.Has(edition, shown.Name) {
				return false
			}
		}
	}
	return true
}

func (r *Resolver[R]) report(of string, err error) {
	if r.observer.Problem == nil || r.reported[of] == err.Error() {
		return
	}
	r.reported[of] = err.Error()
	r.observer.Problem(err)
}
