package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/parameter"
	"fieldhouse/plugins/paths"

	"github.com/dustin/go-humanize"
	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"
)

// errTime ends an upload that took too long.
var errTime = fmt.Errorf("the upload took longer than %s", maxUpload)

// editionOf is the one that the address names.
func editionOf(r *http.Request) (string, error) {
	name := chi.URLParam(r, "edition")
	if !paths.IsEdition(name) {
		return "", badRequest("name an edition, host or shell", "%.40q is no edition's name", name)
	}
	return name, nil
}

// shippedOf is editionOf, for which the request's token must be.
func shippedOf(r *http.Request) (string, error) {
	name, err := editionOf(r)
	if err == nil {
		err = mayShip(user(r), name)
	}
	return name, err
}

// missing answers which files of a release an upload has to bring.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) error {
	edition, err := shippedOf(r)
	if err != nil {
		return err
	}
	// It reads all that an upload would leave out.
	leave, err := s.config.Usage.begin(user(r).Name)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeoutCause(r.Context(), s.most, errTime)
	defer cancel()
	body := s.patient(ctx, w, r)
	manifest, err := io.ReadAll(http.MaxBytesReader(w, body, maxManifest))
	body.over()
	if err != nil {
		return err
	}
	name, missing, err := s.config.Store.Missing(edition, manifest)
	if err != nil {
		return asRefusal(err)
	}
	answer(w, http.StatusOK, Missing{name, missing})
	return nil
}

type shipping struct {
	as            string
	share         int
	dry           bool
	removedRoutes bool
	change        journal.Change
}

func shippingOf(r *http.Request) (shipping, error) {
	given, err := parameter.Read(r.URL.RawQuery, "an upload has", "as", "share", "dry_run", "allow_removed_routes", "reason", "break_glass")
	if err != nil {
		return shipping{}, badRequest("docs/edition-contract.md shows an upload", "%v", err)
	}
	want := shipping{as: Live, change: journal.Change{By: user(r).Name, Reason: lineOf(given.Get("reason"))}}
	if given.Has("as") {
		want.as = given.Get("as")
	}
	if !slices.Contains([]string{Live, Canary, Preview, Stored}, want.as) {
		return shipping{}, badRequest("ship it as live, canary, preview or stored", "as %.40q is unknown", want.as)
	}
	if want.as == Canary {
		if want.share, err = ParseShare(given.Get("share")); err != nil || want.share == 0 {
			return shipping{}, badRequest("say which share of visitors the canary gets, such as share=5%25", "%v", errors.Join(err, errors.New("a canary needs a share above 0")))
		}
	}
	if err := hasShare(want.as, given.Get("share")); err != nil {
		return shipping{}, err
	}
	for name, into := range map[string]*bool{"dry_run": &want.dry, "allow_removed_routes": &want.removedRoutes, "break_glass": &want.change.BreakGlass} {
		if !given.Has(name) {
			continue
		}
		if *into, err = strconv.ParseBool(given.Get(name)); err != nil {
			return shipping{}, badRequest("write true or false", "%s %.40q is neither true nor false", name, given.Get(name))
		}
	}
	if want.change.BreakGlass {
		if err := mayOperate(user(r)); err != nil {
			return shipping{}, err
		}
	}
	want.change.If, err = ifMatch(r)
	return want, err
}

// upload takes a release in and shows it as wanted. What is refused of it is noted.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) error {
	edition, err := shippedOf(r)
	if err != nil {
		return err
	}
	if err = s.receive(w, r, edition); err != nil {
		if failed := s.note(r, edition, AsProblem(err)); failed != nil {
			s.config.Logger().Error("noting a refused upload", zap.Error(failed))
		}
	}
	return err
}

func (s *Server) receive(w http.ResponseWriter, r *http.Request, edition string) (err error) {
	entry := s.entry(r, "ship", edition)
	dry := false
	defer func() {
		if err != nil || !dry {
			_ = s.record(entry, err)
		}
	}()
	want, err := shippingOf(r)
	if err != nil {
		return err
	}
	leave, err := s.config.Usage.begin(user(r).Name)
	if err != nil {
		return err
	}
	defer leave()
	// What cannot go live is said before all of it was sent.
	state, err := s.config.Journal.Read()
	if err == nil {
		err = s.early(state, edition, want)
	}
	if err != nil {
		return s.meanwhile(err, want.change.If, edition)
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), s.most, errTime)
	defer cancel()
	body := s.patient(ctx, w, r)
	incoming, err := s.config.Store.Receive(ctx, edition, body)
	body.over()
	if err != nil {
		return asRefusal(err)
	}
	defer func() {
		if err := incoming.Close(); err != nil {
			s.config.Logger().Error("removing an upload", zap.Error(err))
		}
	}()
	// The lineup may be another one now.
	if state, err = s.config.Journal.Read(); err != nil {
		return err
	}
	report, err := s.report(state, incoming, want)
	if err == nil {
		err = s.hasRoom(edition, incoming)
	}
	if err != nil {
		return err
	}
	if dry = want.dry; dry {
		report.DryRun, report.Lineup = true, state.Version
		answer(w, http.StatusOK, report)
		return nil
	}
	if err := incoming.Keep(); err != nil {
		return asRefusal(err)
	}
	want.change.Check = func(before journal.State) error {
		isNew, size := report.New, report.Size // it is in the store by now
		var err error
		if report, err = s.report(before, incoming, want); err == nil {
			report.New, report.Size = isNew, size
		}
		return err
	}
	after, err := s.show(edition, incoming.Name, want)
	if err != nil {
		return s.meanwhile(err, want.change.If, edition)
	}
	report.Lineup = after.Version
	if want.as == Preview {
		link := s.linkOf(edition, incoming.Name, defaultPreview)
		report.See, report.SeeUntil = link.See, link.Until
	}
	entry.Reason = want.change.Reason
	entry.Before = map[string]any{"lineup": state.Version}
	entry.After = map[string]any{"lineup": after.Version, "release": incoming.Name, "as": want.as}
	w.Header().Set("ETag", etag(after.Version))
	status := http.StatusOK
	if report.New {
		status = http.StatusCreated
	}
	answer(w, status, report)
	return nil
}

// begin counts an upload, until leave.
func (u *Usage) begin(who string) (leave func(), err error) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	all := 0
	for _, under := range u.uploads {
		all += under
	}
	if u.uploads[who] >= maxUploadsOfToken || all >= maxUploads {
		refused := problem(http.StatusTooManyRequests, CodeRate, "wait until one is over", "%d uploads are under way, %d of them by %s", all, u.uploads[who], who)
		refused.RetryAfter = time.Second
		return nil, refused
	}
	u.uploads[who]++
	return func() {
		u.mutex.Lock()
		defer u.mutex.Unlock()
		if u.uploads[who]--; u.uploads[who] == 0 {
			delete(u.uploads, who)
		}
	}, nil
}

func (s *Server) early(state journal.State, edition string, want shipping) error {
	if want.as == Stored {
		return nil
	}
	if want.change.If != 0 {
		if err := state.ChangedSince(want.change.If, edition); err != nil {
			return err
		}
	}
	if want.change.BreakGlass {
		return nil
	}
	return state.RefuseFrozen(edition, s.config.Now())
}

// hasRoom refuses what would have the store hold too much of an edition. What is there already
// can always be shipped again.
func (s *Server) hasRoom(edition string, incoming *store.Incoming) error {
	if s.config.Quota == 0 {
		return nil
	}
	adds, err := incoming.Adds()
	if err != nil || adds == 0 {
		return err
	}
	holds, err := s.config.Store.Size(edition)
	if err != nil || holds+adds <= s.config.Quota {
		return err
	}
	return problem(http.StatusInsufficientStorage, CodeQuota,
		"releases stay for 7 days after they were shown, and the last 10 always: ship less often or less, take large files out of the release, or ask ops to prune, or to raise `quota` of the Caddyfile's `releases`",
		"the store has %s of %s, this release brings %s, and an edition may have %s", humanize.IBytes(uint64(holds)), edition, humanize.IBytes(uint64(adds)), humanize.IBytes(uint64(s.config.Quota)))
}

func (s *Server) show(edition, name string, want shipping) (journal.State, error) {
	switch want.as {
	case Live:
		return s.config.Journal.SetLive(want.change, map[string]string{edition: name}, s.config.Checks)
	case Canary:
		return s.config.Journal.SetCanary(want.change, edition, journal.Canary{Release: name, Share: want.share}, s.config.Checks)
	case Preview:
		return s.config.Journal.SetPreview(want.change, edition, name, s.config.Checks)
	}
	return s.config.Journal.Read()
}

// patientBody is a request's body that is waited for as long as something of it comes, until its context
// ends, whatever the server's own time for a whole request is.
type patientBody struct {
	io.ReadCloser
	ctx        context.Context
	connection *http.ResponseController
	pause      time.Duration
}

func (s *Server) patient(ctx context.Context, w http.ResponseWriter, r *http.Request) *patientBody {
	return &patientBody{r.Body, ctx, http.NewResponseController(w), s.pause}
}

func (b *patientBody) Read(p []byte) (int, error) {
	if err := context.Cause(b.ctx); err != nil {
		return 0, err
	}
	// A connection that has no deadline is bounded by the server it is of.
	_ = b.connection.SetReadDeadline(time.Now().Add(b.pause))
	return b.ReadCloser.Read(p)
}

// over takes the time back: what follows may take longer.
func (b *patientBody) over() { _ = b.connection.SetReadDeadline(time.Time{}) }
