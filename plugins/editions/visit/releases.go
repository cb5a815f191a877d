package visit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/lineup/share"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/representation"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.uber.org/zap"
)

// maxReady bounds the compiled releases beside those that a lineup holds.
const maxReady = 32

// Releases are the releases of a store that are live or were, and the files of all
// that it has.
type Releases struct {
	// Resolver finds what a visitor gets; nil until the start.
	*lineup.Resolver[*page.Edition]

	store    *store.Store
	logger   func() *zap.Logger
	notify   func(journal.Entry)
	process  *peers.Process
	starting sync.Once
	started  atomic.Bool
	journal  *journal.File
	// shared is this process's part in a cluster; nil for none.
	shared  atomic.Pointer[share.Share]
	stop    context.CancelFunc
	running sync.WaitGroup

	// ready are the releases that pages used last, compiled.
	ready *lru.Cache[string, *page.Edition]
	// unknownLogged are the releases whose unknown parts were logged.
	unknownLogged sync.Map
	reports       *health.Book
	// reportLimits are what browsers may report.
	reportLimits health.Limits
	// counts is nil where the store cannot be written.
	counts *health.Cluster
	// withdrawn are the canaries that this process has withdrawn, by edition.
	withdrawn sync.Map // string to *atomic.Uint64
	// stays is, by edition, which canary stays that was decided on, and why, as it was told last.
	stays map[string]string
	// space is nil while it is not known.
	space atomic.Pointer[store.Space]
	// changed notifies of another lineup.
	changed journal.Notifier
}

// NewReleases has the releases of the store in a folder once they are started: nothing is read
// or written before. logger is that of the moment, and notify, if it is not nil, gets the
// journal's entries as they are found, in their order. process is this one in its cluster, if there
// is one.
func NewReleases(folder string, logger func() *zap.Logger, notify func(journal.Entry), process *peers.Process) *Releases {
	return &Releases{store: store.NewStore(folder), logger: logger, notify: notify, process: process, reportLimits: health.NewLimits(), stays: map[string]string{}}
}

// Started reports whether there is something to be known of the releases.
func (r *Releases) Started() bool { return r.started.Load() }

// Start opens the releases, and follows their lineup until Close. A second time it does
// nothing.
func (r *Releases) Start() { r.starting.Do(r.start) }

func (r *Releases) start() {
	ctx, stop := context.WithCancel(context.Background())
	logLineup := func(err error) { r.logger().Error("lineup", zap.Error(err)) }
	r.journal = journal.Open(r.Folder(), journal.Options{Report: logLineup, HoldsUnwritten: true, Made: func() { r.Poll() }})
	r.stop = stop
	// No error: the size is more than 0.
	r.ready, _ = lru.New[string, *page.Edition](maxReady)
	r.openReports()
	r.Resolver = lineup.NewResolver(r.journal, r.store, r.load, (*page.Edition).RunsOn, lineup.Observer{
		Problem: logLineup, Changed: r.logChange, Resolved: r.followReports, Followed: r.notifyOf,
	})
	r.running.Go(func() { r.Follow(ctx) })
	r.running.Go(func() { r.pruneHourly(ctx) })
	r.running.Go(func() { r.judge(ctx) })
	r.started.Store(true)
}

// logChange logs what visitors get now, and notifies open pages.
func (r *Releases) logChange(editions []string, status []lineup.Status) {
	releases, canaries := map[string]string{}, map[string]journal.Canary{}
	for _, now := range status {
		if now.Shown != "" {
			releases[now.Edition] = now.Shown
		}
		if now.Canary != nil {
			canaries[now.Edition] = *now.Canary
		}
	}
	r.logger().Info("the lineup has changed", zap.Strings("editions", editions), zap.Any("releases", releases), zap.Any("canaries", canaries))
	for _, now := range status {
		if slices.Contains(editions, now.Edition) && now.Shown != now.Live {
			r.logger().Warn("an edition is not on its live release", zap.String("edition", now.Edition), zap.String("live", now.Live), zap.String("shown", cmp.Or(now.Shown, "none")))
		}
	}
	r.changed.Notify()
}

const pruneInterval = time.Hour

func (r *Releases) pruneHourly(ctx context.Context) {
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
			r.logger().Error("pruning", zap.Error(err))
		case pruned.Files > 0 || len(pruned.Releases) > 0:
			r.logger().Info("the store was pruned", zap.Any("releases", pruned.Releases), zap.Int("files", pruned.Files), zap.Int64("bytes", pruned.Bytes))
		}
	}
}

// Journal is the store's. A change that is made through it is what the next request gets.
func (r *Releases) Journal() *journal.File { return r.journal }

// Prune removes what is old from the store (journal.File.Prune); a dry one only says what.
func (r *Releases) Prune(change journal.Change, dry bool) (store.Pruned, error) {
	return r.journal.Prune(change, r.store, time.Now(), dry)
}

// Close ends what the releases do.
func (r *Releases) Close() {
	if !r.Started() {
		return
	}
	r.Share(nil, nil)
	r.stop()
	r.running.Wait()
}

// mostNotified is how many changes are passed on that were made between two looks at the journal.
const mostNotified = 100

// newsFor is how long after it was made a change is passed on: a process that joins a cluster with an
// empty store finds all that was ever made there.
const newsFor = time.Hour

// notifyOf passes on the changes after a version up to another one, but old ones, and none that was made
// since: the next look finds it.
func (r *Releases) notifyOf(before, now uint64) {
	if r.notify == nil || now <= before {
		return
	}
	for version := now - min(now-before, mostNotified) + 1; version <= now; version++ {
		entry, err := r.journal.Entry(version)
		switch {
		// It was pruned, or is not written yet.
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			r.logger().Error("webhook", zap.Error(err))
		case time.Since(entry.At) > newsFor:
		default:
			r.notify(entry)
		}
	}
}

// Share has the store's journal and releases be those of a cluster, or its own for nil. taking is
// the store that takes in what others have, by its checks. It is called after Start.
func (r *Releases) Share(mesh peers.Mesh, taking *store.Store) {
	if before := r.shared.Swap(nil); before != nil {
		before.Close()
	}
	if mesh == nil {
		return
	}
	r.shared.Store(share.Start(share.Config{
		Mesh: mesh, Journal: r.journal, Store: taking, Report: func(err error) { r.logger().Warn("cluster", zap.Error(err)) },
		Fetched: func() {
			r.Suspect()
			r.Poll()
		},
	}))
}

// Lacking are the live releases, as <edition>/<name>, that others of the cluster have and this
// process has still to fetch.
func (r *Releases) Lacking() []string {
	if shared := r.shared.Load(); shared != nil {
		return shared.Lacking()
	}
	return nil
}

// Folder is where the store is.
func (r *Releases) Folder() string { return r.store.Folder() }

// LinkPreview is the path that leads to a preview.
func (r *Releases) LinkPreview(preview lineup.Preview) string {
	return paths.Preview + r.Link(preview)
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
	for _, shown := range r.Shown(edition) {
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
		for _, damaged := range r.Shown(edition) {
			r.ready.Remove(edition + "/" + damaged.Name)
		}
		r.Suspect()
		break
	}
	return served, nil, err
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
	r.logUnknown(compiled)
	r.ready.Add(key, compiled)
	return compiled, nil
}

// logUnknown logs once what this gateway leaves empty of a release.
func (r *Releases) logUnknown(released *page.Edition) {
	unknown := released.Unknown.Names()
	if len(unknown) == 0 {
		return
	}
	if _, logged := r.unknownLogged.LoadOrStore(released.Manifest.Edition+"/"+released.Name, true); !logged {
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
