package visit

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/store"

	"go.uber.org/zap"
)

// countsFolder is where the processes of the store keep what browsers have reported to them: a
// canary that is watched goes on being watched after a restart.
const countsFolder = "reports.counts"

// shareInterval is how often the reports are kept and those of other processes read, and how
// often what became of a canary is tried again.
const shareInterval = 10 * time.Second

// byRule is who the journal says has withdrawn or promoted a canary.
const byRule = "the rule"

// openReports reads the reports that were kept. What cannot be read is begun anew.
func (r *Releases) openReports() {
	key, err := journal.Secret(r.Folder())
	r.reports = health.New(health.Config{Key: key, Now: time.Now})
	if err == nil {
		var folder *health.Folder
		if folder, err = health.OpenFolder(filepath.Join(r.Folder(), countsFolder)); err == nil {
			r.counts = health.NewCluster(folder, r.process)
		}
	}
	if err != nil {
		r.logger().Error("reports", zap.Error(err))
	}
	r.shareReports()
	r.measureSpace()
}

// measureSpace keeps what the store's disk has room for. Whoever asks for metrics must not wait
// for a disk that hangs.
func (r *Releases) measureSpace() {
	if space, err := store.SpaceAt(r.Folder()); err == nil {
		r.space.Store(&space)
	} else {
		r.space.Store(nil)
	}
}

// withdrawals counts the canaries of an edition that the rule has withdrawn in this process.
func (r *Releases) withdrawals(edition string) *atomic.Uint64 {
	count, _ := r.withdrawn.LoadOrStore(edition, new(atomic.Uint64))
	return count.(*atomic.Uint64)
}

// shareReports keeps the reports, and reads what other processes have counted.
func (r *Releases) shareReports() {
	if r.counts == nil {
		return
	}
	if err := r.reports.Share(r.counts); err != nil {
		r.logger().Error("sharing the reports", zap.Error(err))
	}
}

// followReports gives the reports what visitors get.
func (r *Releases) followReports(status []lineup.Status) {
	standing := map[string]health.Standing{}
	for _, now := range status {
		one := health.Standing{Live: now.Shown}
		if now.Canary != nil {
			one.Canary, one.Share = now.Canary.Release, now.Canary.Share
		}
		standing[now.Edition] = one
	}
	r.reports.Follow(standing)
}

// judge withdraws and promotes canaries as the reports decide, and keeps the reports.
func (r *Releases) judge(ctx context.Context) {
	ticker := time.NewTicker(shareInterval)
	defer ticker.Stop()
	defer func() {
		r.shareReports()
		if r.counts != nil {
			r.counts.Close()
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.reports.Decided():
		case <-ticker.C:
		}
		for _, decision := range r.reports.Decisions() {
			r.carryOut(decision)
		}
		r.shareReports()
		r.measureSpace()
	}
}

func (r *Releases) carryOut(decision health.Decision) {
	about := []zap.Field{zap.String("edition", decision.Edition), zap.String("release", decision.Release), zap.String("reason", decision.Reason)}
	state, err := r.journal.Read()
	if err == nil {
		canary := state.Editions[decision.Edition].Canary
		if canary == nil || canary.Release != decision.Release {
			return
		}
		change := journal.Change{If: state.Version, By: byRule, Reason: decision.Reason}
		if decision.Promote {
			if canary.Confirmed == "" {
				return
			}
			change.Reason += "; confirmed by " + canary.Confirmed
		}
		names, checks := map[string]string{decision.Edition: decision.Release}, journal.ChecksOf(r.store)
		if decision.Promote {
			_, err = r.journal.Promote(change, names, checks)
		} else {
			_, err = r.journal.Withdraw(change, names, checks)
		}
	}
	switch {
	// It is tried again.
	case errors.Is(err, journal.ErrConflict):
	case err != nil:
		// Such as a freeze, which may last for days.
		if stays := decision.Release + " " + err.Error(); r.stays[decision.Edition] != stays {
			r.stays[decision.Edition] = stays
			r.logger().Error("a canary that was decided on stays", append(about, zap.Bool("promote", decision.Promote), zap.Error(err))...)
		}
	case decision.Promote:
		r.logger().Info("a canary is live by the rule", about...)
	default:
		r.withdrawals(decision.Edition).Add(1)
		r.logger().Warn("a canary was withdrawn by the rule", about...)
	}
}

// Reports is what browsers have reported of the releases.
func (r *Releases) Reports() *health.Book { return r.reports }

// Report counts what a request reports of its page.
func (r *Releases) Report(request *http.Request, client string, view *health.View) {
	r.reports.AddView(view, health.Visitor{Network: clients.Widest(client), Gets: r.Gets(request, client)})
}
