// Package live has the releases of a store that pages are made of, compiled: those
// of the lineup, and those of lineups that open pages were made with. It knows
// nothing of Caddy.
package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.uber.org/zap"
)

// maxReady bounds the compiled releases beside those that a lineup holds.
const maxReady = 32

// Releases are the releases of a store that are live or were, and the files of all
// that it has.
type Releases struct {
	store    *store.Store
	logger   func() *zap.Logger
	starting sync.Once
	started  atomic.Bool
	journal  journal.Journal
	resolver *lineup.Resolver[*page.Edition]
	stop     context.CancelFunc
	running  sync.WaitGroup

	// ready are the releases that pages asked for last, compiled.
	ready *lru.Cache[string, *page.Edition]
	// told are the releases of which the log has what is unknown.
	told     sync.Map
	webhooks *webhook.Sender
	reports  *health.Book
	// reportLimits are what browsers may report.
	reportLimits health.Limits
	// counts is nil where the store cannot be written.
	counts *health.Folder
	// changed tells of another lineup.
	changed journal.Bell
}

// Open opens the releases of the store in a folder and follows its lineup until
// Close. logger is that of the moment.
func Open(folder string, logger func() *zap.Logger) *Releases {
	r := New(folder, logger)
	r.Start()
	return r
}

// New has the releases of the store in a folder once they are started: nothing is read or
// written before.
func New(folder string, logger func() *zap.Logger) *Releases {
	return &Releases{store: store.NewStore(folder), logger: logger, reportLimits: health.NewLimits()}
}

// Started reports whether there is something to be known of the releases.
func (r *Releases) Started() bool { return r.started.Load() }

// Start opens the releases, and follows their lineup until Close. A second time it does
// nothing.
func (r *Releases) Start() { r.starting.Do(r.start) }

func (r *Releases) start() {
	ctx, stop := context.WithCancel(context.Background())
	folder, logger := r.Folder(), r.logger
	r.journal = journal.Open(folder, journal.Options{Report: func(err error) { logger().Error("lineup", zap.Error(err)) }, HoldsUnwritten: true})
	r.stop = stop
	// No error: the size is more than 0.
	r.ready, _ = lru.New[string, *page.Edition](maxReady)
	r.openReports(logger)
	r.webhooks = webhook.New(webhook.Options{Report: func(err error) { logger().Error("webhook", zap.Error(err)) }})
	r.resolver = lineup.NewResolver(r.journal, r.store, r.load, (*page.Edition).RunsOn, lineup.Reports{
		Problem: func(err error) { logger().Error("lineup", zap.Error(err)) },
		Changed: func(editions []string, status []lineup.Status) {
			releases, canaries := map[string]string{}, map[string]journal.Canary{}
			for _, now := range status {
				if now.Shown != "" {
					releases[now.Edition] = now.Shown
				}
				if now.Canary != nil {
					canaries[now.Edition] = *now.Canary
				}
			}
			logger().Info("the lineup has changed", zap.Strings("editions", editions), zap.Any("releases", releases), zap.Any("canaries", canaries))
			for _, now := range status {
				if slices.Contains(editions, now.Edition) && now.Shown != now.Live {
					logger().Warn("an edition is not on its live release", zap.String("edition", now.Edition), zap.String("live", now.Live), zap.String("shown", cmp.Or(now.Shown, "none")))
				}
			}
			r.changed.Ring()
		},
		Resolved: r.follow,
		Followed: func(before, now uint64) {
			if err := r.tell(before, now); err != nil {
				logger().Error("webhook", zap.Error(err))
			}
		},
	})
	r.running.Go(func() { r.resolver.Follow(ctx) })
	r.running.Go(func() { r.prune(ctx, logger) })
	r.running.Go(func() { r.judge(ctx, logger) })
	r.started.Store(true)
}

// pruneInterval is how often what is old is removed from the store.
const pruneInterval = time.Hour

func (r *Releases) prune(ctx context.Context, logger func() *zap.Logger) {
	ticker := time.NewTicker(pruneInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		pruned, err := r.Prune(journal.Change{By: "the gateway"}, false)
		switch {
		// Somebody else has changed the journal meanwhile: there is another hour.
		case errors.Is(err, journal.ErrConflict):
		case err != nil:
			logger().Error("pruning", zap.Error(err))
		case pruned.Files > 0 || len(pruned.Releases) > 0:
			logger().Info("the store was pruned", zap.Any("releases", pruned.Releases), zap.Int("files", pruned.Files), zap.Int64("bytes", pruned.Bytes))
		}
	}
}

// Prune removes what is old from the store (journal.Prune); a dry one only says what.
func (r *Releases) Prune(change journal.Change, dry bool) (store.Pruned, error) {
	return journal.Prune(r.Journal(), change, r.store, time.Now(), dry)
}

// Close ends what the releases do.
func (r *Releases) Close() {
	if !r.Started() {
		return
	}
	r.stop()
	r.running.Wait()
	r.webhooks.Close()
}

// SetWebhooks replaces those who are told of changes.
func (r *Releases) SetWebhooks(targets []webhook.Target) { r.webhooks.SetTargets(targets) }

// mostTold is how many changes are told that were made between two looks at the journal.
const mostTold = 100

// tell tells of the changes after a version.
func (r *Releases) tell(before, now uint64) error {
	entries, err := r.journal.Entries("", int(min(now-min(before, now), mostTold)))
	for _, entry := range slices.Backward(entries) {
		if entry.Version > before {
			r.webhooks.Tell(entry)
		}
	}
	return err
}

// Folder is where the store is.
func (r *Releases) Folder() string { return r.store.Folder() }

// Choose is the lineup that this request's visitor gets; without a request, the live one.
func (r *Releases) Choose(request *http.Request) *page.Lineup { return r.resolver.Choose(request) }

// Welcome is Choose for a page, with a cookie for a visitor that needs one, or why the
// visitor's preview is not shown (lineup.Resolver.Welcome).
func (r *Releases) Welcome(request *http.Request, address string, secure bool) (shown *page.Lineup, cookie string, err error) {
	return r.resolver.Welcome(request, address, secure)
}

// EnterPreview is the preview that a link leads to (lineup.Resolver.Enter).
func (r *Releases) EnterPreview(link string, secure bool) (preview lineup.Preview, cookie string, err error) {
	return r.resolver.Enter(link, secure)
}

// LinkPreview is the path that leads to a preview.
func (r *Releases) LinkPreview(preview lineup.Preview) string {
	return paths.Preview + r.resolver.Link(preview)
}

// Status is which release of each edition is shown (lineup.Resolver.Status).
func (r *Releases) Status() []lineup.Status { return r.resolver.Status() }

// Traffic is what was answered of the pages of each release of an edition that visitors may
// get, by its name.
func (r *Releases) Traffic(edition string) iter.Seq2[string, *page.Traffic] {
	return func(yield func(string, *page.Traffic) bool) {
		for _, shown := range r.resolver.Shown(edition) {
			if !yield(shown.Name, shown.Release.Traffic()) {
				return
			}
		}
	}
}

// Served is the lineup that a page was made with, by what the page calls it
// (lineup.Resolver.Served).
func (r *Releases) Served(signed string, editions ...string) (*page.Lineup, bool) {
	return r.resolver.Served(signed, editions...)
}

// Serve is a file of an edition, whatever release brought it (store.Store.Serve), and where
// it is counted: nil for one that no release has which visitors get. One that the live release
// lists and that is not as it lists it is an error of the gateway; any other that is not there
// does not exist.
func (r *Releases) Serve(edition, name string, choose func([]representation.Coding) representation.Coding) (served store.Served, of *page.Traffic, err error) {
	served, err = r.store.Serve(edition, name, choose)
	if !release.IsServed(name) {
		return served, nil, err
	}
	for _, shown := range r.resolver.Shown(edition) {
		file, listed := shown.Release.File(name)
		switch {
		case listed && errors.Is(err, fs.ErrNotExist):
			err = fmt.Errorf("serving %s of %s: release %s lists it and the store has it no more: take the release again", name, edition, shown.Name)
		case listed && err == nil && served.Original != file.Size:
			err = errors.Join(fmt.Errorf("serving %s of %s: it has not its %d bytes any more: take the release again", name, edition, file.Size), served.Content.Close())
		case listed:
			return served, shown.Release.Traffic(), err
		default:
			continue
		}
		// It is looked at again, and not shown while it is damaged.
		for _, damaged := range r.resolver.Shown(edition) {
			r.ready.Remove(edition + "/" + damaged.Name)
		}
		r.resolver.Suspect()
		break
	}
	return served, nil, err
}

// SourceMap is the source map of a script (store.Store.SourceMap).
func (r *Releases) SourceMap(edition, name, script string, most int64) ([]byte, error) {
	return r.store.SourceMap(edition, name, script, most)
}

// load is a release ready for pages.
func (r *Releases) load(edition, name string) (*page.Edition, error) {
	key := edition + "/" + name
	if ready, found := r.ready.Get(key); found && r.store.Has(edition, name) {
		return ready, nil
	}
	opened, err := r.store.Open(edition, name)
	if err != nil {
		return nil, err
	}
	compiled, err := items.Compile(opened)
	if err != nil {
		return nil, fmt.Errorf("compiling release %s: %w", key, err)
	}
	r.tellUnknown(compiled)
	r.ready.Add(key, compiled)
	return compiled, nil
}

// tellUnknown tells the log once what this gateway leaves empty of a release.
func (r *Releases) tellUnknown(released *page.Edition) {
	unknown := released.Unknown.Names()
	if len(unknown) == 0 {
		return
	}
	if _, told := r.told.LoadOrStore(released.Manifest.Edition+"/"+released.Name, true); !told {
		r.logger().Warn("a release is of a later contract than this gateway: what it does not know stays empty",
			zap.String("edition", released.Manifest.Edition), zap.String("release", released.Name),
			zap.String("contract", fmt.Sprintf("%d.%d", released.Manifest.Contract, released.Manifest.Minor)),
			zap.String("speaks", fmt.Sprintf("%d.%d", release.ContractVersion, release.ContractMinor)),
			zap.Strings("unknown", unknown))
	}
}

// Changes answers a channel that gets a value whenever the lineup changes, and
// what ends that.
func (r *Releases) Changes() (changes <-chan struct{}, leave func()) { return r.changed.Listen() }

// Journal is the store's. A change that is made through it is what the next request gets.
func (r *Releases) Journal() journal.Journal { return shown{r.journal, r.resolver} }

// shown is a journal of which a change is made when it is shown.
type shown struct {
	journal.Journal
	resolver *lineup.Resolver[*page.Edition]
}

func (s shown) Change(change journal.Change, apply func(*journal.State, time.Time) error) (journal.State, error) {
	state, err := s.Journal.Change(change, apply)
	if err == nil {
		s.resolver.Poll()
	}
	return state, err
}
