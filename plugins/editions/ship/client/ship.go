package client

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/store"
)

const (
	pollInterval = time.Second
	// patience is for how long the gateway may not answer who waits, as it may be starting anew, or
	// have no place for an upload.
	patience = time.Minute
)

// journalDepth is among how many of an edition's last changes it is looked for the one that
// ended a canary.
const journalDepth = 20

// Options is how a release is shipped.
type Options struct {
	// As is api.Live, api.Canary with a Share, api.Preview or api.Stored.
	As, Share          string
	DryRun             bool
	AllowRemovedRoutes bool
	Reason             string
	BreakGlass         bool
	// IfMatch is the version of the lineup that it is for. 0 is the one before anything is
	// sent, so that of two that ship an edition at once the second is refused; with Force any.
	IfMatch uint64
	Force   bool
	// Progress gets how many bytes of all are sent. It may be nil.
	Progress func(sent, all int64)
}

func (o Options) query() url.Values {
	query := url.Values{"as": {o.As}}
	for name, value := range map[string]string{"share": o.Share, "reason": o.Reason} {
		if value != "" {
			query.Set(name, value)
		}
	}
	for name, is := range map[string]bool{"dry_run": o.DryRun, "allow_removed_routes": o.AllowRemovedRoutes, "break_glass": o.BreakGlass} {
		if is {
			query.Set(name, "true")
		}
	}
	return query
}

// Ship sends of a built release what the store does not have.
func (c *Client) Ship(ctx context.Context, edition, folder string, options Options) (shipped api.Shipped, err error) {
	manifest, err := os.ReadFile(filepath.Join(folder, release.ManifestFile))
	if err != nil {
		return shipped, fmt.Errorf("%s holds no built release: build it first: %w", folder, err)
	}
	if isShown := options.As == api.Live || options.As == api.Canary; isShown && options.IfMatch == 0 && !options.Force {
		state, err := c.Lineup(ctx)
		if err != nil {
			return shipped, err
		}
		options.IfMatch = state.Version
	}
	path := ofEdition(edition)
	needs, err := patiently(ctx, c, func() (api.Missing, error) {
		return ask[api.Missing](ctx, c, request{method: http.MethodPost, path: path + "/missing", body: bytes.NewReader(manifest)}, timeout)
	})
	if err != nil {
		return shipped, err
	}
	names, all, err := toSend(folder, needs.Missing)
	if err != nil {
		return shipped, err
	}
	return patiently(ctx, c, func() (api.Shipped, error) {
		reader, writer := io.Pipe()
		packed := make(chan struct{})
		go func() {
			defer close(packed)
			writer.CloseWithError(pack(writer, folder, names, all, options.Progress))
		}()
		// The request may end before all of it was sent.
		defer func() { reader.Close(); <-packed }()
		return ask[api.Shipped](ctx, c, request{method: http.MethodPost, path: path, query: options.query(), ifMatch: options.IfMatch, body: reader}, uploadTimeout)
	})
}

// toSend are the missing files of a folder with their compressed forms, the manifest
// first, and their bytes.
func toSend(folder string, missing []string) (names []string, bytes int64, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, 0, err
	}
	for _, entry := range entries {
		name := entry.Name()
		if name != release.ManifestFile && name != release.BuildFile && !slices.Contains(missing, store.Original(name)) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return nil, 0, err
		}
		if bytes += info.Size(); name == release.ManifestFile {
			names = slices.Insert(names, 0, name)
		} else {
			names = append(names, name)
		}
	}
	return names, bytes, nil
}

func pack(to io.Writer, folder string, names []string, all int64, progress func(sent, all int64)) error {
	archive := tar.NewWriter(to)
	var sent int64
	for _, name := range names {
		if err := packFile(archive, folder, name); err != nil {
			return err
		}
		if info, err := os.Stat(filepath.Join(folder, name)); err == nil && progress != nil {
			sent += info.Size()
			progress(sent, all)
		}
	}
	return archive.Close()
}

func packFile(archive *tar.Writer, folder, name string) error {
	opened, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return err
	}
	if err := archive.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o644}); err != nil {
		return err
	}
	_, err = io.Copy(archive, opened)
	return err
}

// ErrVerdict is that a canary was taken back.
var ErrVerdict = errors.New("the canary was taken back")

// Outcome is what became of a canary that was waited for.
type Outcome struct {
	Edition string `json:"edition"`
	Release string `json:"release"`
	// Outcome is "live", "holds", or "withdrawn" for one that was taken back.
	Outcome string `json:"outcome"`
	// Reason is why, as the journal or the verdict says it.
	Reason  string          `json:"reason,omitempty"`
	Verdict *health.Verdict `json:"verdict,omitempty"`
}

// Wait waits until a canary is live, holds, or was taken back, which is ErrVerdict.
func (c *Client) Wait(ctx context.Context, edition, name string) (Outcome, error) {
	outcome, answered := Outcome{Edition: edition, Release: name}, time.Now()
	for {
		done, err := c.look(ctx, &outcome)
		if ctx.Err() != nil {
			return outcome, undecided(ctx, edition, name)
		}
		if err == nil {
			answered = time.Now()
		}
		if done || err != nil && !(errors.Is(err, ErrUnreachable) && time.Since(answered) < c.patience) {
			return outcome, err
		}
		beat.Pause(ctx, pollInterval)
	}
}

// undecided is why a canary is not waited for any more.
func undecided(ctx context.Context, edition, name string) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("%s/%s is still a canary, and nobody waits for its verdict: `fieldhouse releases %s` says what becomes of it", edition, name, edition)
	}
	return fmt.Errorf("%s/%s is still a canary, without a verdict in the time that was waited: wait longer with --wait-for, or look with `fieldhouse releases %s`", edition, name, edition)
}

// look looks once what became of a canary.
func (c *Client) look(ctx context.Context, outcome *Outcome) (done bool, err error) {
	// The reports first: what the lineup says after them is at least as new.
	reading, err := c.Reports(ctx, outcome.Edition)
	var problem *api.Problem
	if errors.As(err, &problem) && problem.Status == http.StatusNotFound {
		err = nil // A gateway before there were any: its canaries never hold.
	}
	if err != nil {
		return false, err
	}
	state, err := c.Lineup(ctx)
	if err != nil {
		return false, err
	}
	if reading.Verdict != nil && reading.Verdict.Canary.Release == outcome.Release {
		outcome.Verdict, outcome.Reason = reading.Verdict, reading.Verdict.Text
	}
	part := state.Editions[outcome.Edition]
	switch {
	case part.Live == outcome.Release:
		outcome.Outcome = "live"
		return true, nil
	case part.Canary != nil && part.Canary.Release == outcome.Release:
		if outcome.Verdict == nil || outcome.Verdict.State != health.Holds {
			return false, nil
		}
		outcome.Outcome = "holds"
		return true, nil
	}
	entries, err := c.Journal(ctx, outcome.Edition, journalDepth)
	if err != nil {
		return false, err
	}
	outcome.Outcome = "withdrawn"
	for _, entry := range entries {
		before, after := entry.Editions[outcome.Edition].Before.Canary, entry.Editions[outcome.Edition].After.Canary
		if before != nil && before.Release == outcome.Release && (after == nil || after.Release != outcome.Release) {
			outcome.Reason = entry.Reason
			break
		}
	}
	return true, fmt.Errorf("%s/%s: %w: %s", outcome.Edition, outcome.Release, ErrVerdict, cmp.Or(outcome.Reason, "nobody said why"))
}
