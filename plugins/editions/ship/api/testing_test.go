package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// gateway is the API of a site.
type gateway struct {
	*api.Server
	*releasetest.Site
	Clock   *clock.Clock
	usage   *api.Usage
	audit   *audit.Log
	audited *observer.ObservedLogs
}

func newGateway(t *testing.T) *gateway {
	t.Helper()
	now := clock.New(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
	g := &gateway{Site: releasetest.NewSite(t, now.Now, items.Check, release.WithinBudget), Clock: now, usage: api.NewUsage()}
	core, written := observer.New(zap.InfoLevel)
	g.audit, g.audited = audit.New(func() *zap.Logger { return zap.New(core) }, now.Now), written
	g.Server = g.serving(0)
	return g
}

// reload puts another server in the place of the one before, as a reload of the configuration does.
func (g *gateway) reload() { g.Server = g.serving(0) }

// serving is the API with a quota.
func (g *gateway) serving(quota int64) *api.Server {
	return api.New(api.Config{
		Store: g.Store, Journal: g.Journal, Checks: g.Checks(), Tokens: g.Tokens, Origin: func() string { return "https://play.example" },
		Usage: g.usage, Quota: quota, Editions: func() []settings.Edition { return []settings.Edition{{Name: "rugby"}} },
		Reports: func(edition string) health.Reading {
			return health.Reading{Edition: edition, Releases: []health.Release{{Release: edition + "'s", As: "live", Views: 7, Erroneous: 2, Errors: map[health.Kind]int{health.Hang: 2}}}}
		},
		Prune: func(change journal.Change, dry bool) (store.Pruned, error) {
			return g.Journal.Prune(change, g.Store, g.Clock.Now(), dry)
		},
		LinkPreview: func(preview lineup.Preview) string { return "/_preview/signed/" + preview.String() },
		Client:      func(r *http.Request) string { return r.RemoteAddr }, Logger: zap.NewNop, Audit: g.audit, Now: g.Clock.Now,
	})
}

// question is a request; the token's name is ops when it has none, and nobody's for "-".
type question struct {
	method, path, token string
	body                any
	header              map[string]string
	admin               bool
}

// ask answers the status, the header and the decoded answer.
func ask[T any](g *gateway, asked question) (status int, header http.Header, answer T) {
	g.T.Helper()
	var body io.Reader = http.NoBody
	switch given := asked.body.(type) {
	case nil:
	case []byte:
		body = bytes.NewReader(given)
	case string:
		body = strings.NewReader(given)
	case io.Reader:
		body = given
	default:
		content := must.Get(json.Marshal(given))(g.T)
		body = bytes.NewReader(content)
	}
	r := httptest.NewRequest(asked.method, asked.path, body)
	if asked.token != "-" {
		name := asked.token
		if name == "" {
			name = "ops"
		}
		secret, known := g.Secrets[name]
		if !known {
			secret = name
		}
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	for name, value := range asked.header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	if asked.admin {
		g.ServeAdmin(w, r)
	} else {
		g.ServeHTTP(w, r)
	}
	if w.Code != http.StatusNotModified {
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			g.T.Fatalf("%s %s: %d %q: %v", asked.method, asked.path, w.Code, w.Body, err)
		}
	}
	return w.Code, w.Header(), answer
}

// refused asks what must be answered with a problem.
func (g *gateway) refused(status int, code, saying string, asked question) api.Problem {
	g.T.Helper()
	got, _, problem := ask[api.Problem](g, asked)
	if got != status || problem.Code != code || !strings.Contains(problem.Message, saying) || problem.Help == "" {
		g.T.Errorf("%s %s: %d %+v, want %d %s that says %q", asked.method, asked.path, got, problem, status, code, saying)
	}
	return problem
}

// ship asks for an upload that must be taken.
func (g *gateway) ship(draft *releasetest.Draft, query, token string) api.Shipped {
	g.T.Helper()
	status, header, shipped := ask[api.Shipped](g, g.upload(draft, query, token))
	if status != http.StatusCreated && status != http.StatusOK {
		_, _, problem := ask[api.Problem](g, g.upload(draft, query, token))
		g.T.Fatalf("%d %+v", status, problem)
	}
	if want := fmt.Sprintf("%q", fmt.Sprint(shipped.Lineup)); !shipped.DryRun && header.Get("ETag") != want {
		g.T.Errorf("the ETag is %s, want %s", header.Get("ETag"), want)
	}
	return shipped
}

func (g *gateway) upload(draft *releasetest.Draft, query, token string) question {
	g.T.Helper()
	return question{method: "POST", path: "/releases/editions/" + draft.Manifest.Edition + query, token: token, body: releasetest.Archive(g.T, draft.Write(g.T))}
}

// change asks for a change that must be made.
func (g *gateway) change(change api.Change, token string) journal.State {
	g.T.Helper()
	status, _, state := ask[journal.State](g, question{method: "POST", path: "/releases/lineup", token: token, body: change})
	if status != http.StatusOK {
		g.refused(http.StatusOK, "", "", question{method: "POST", path: "/releases/lineup", token: token, body: change})
	}
	return state
}

// football is a release of it with another text.
func football(text string) *releasetest.Draft {
	return releasetest.Next(text)
}

// inStore is all that the store's folder has but tokens and the journal.
func (g *gateway) inStore() map[string]int64 {
	g.T.Helper()
	found := map[string]int64{}
	for _, edition := range []string{"host", "shell", "football", "basketball"} {
		must.Do(g.T, filepath.WalkDir(filepath.Join(g.Store.Folder(), edition), func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			info, err := entry.Info()
			if err == nil {
				found[path] = info.Size()
			}
			return err
		}))
	}
	left, err := filepath.Glob(filepath.Join(g.Store.Folder(), ".taking-*"))
	if err != nil || len(left) > 0 {
		g.T.Errorf("%q is left (%v)", left, err)
	}
	return found
}

// unchanged fails when something changes the store or the lineup.
func (g *gateway) unchanged(do func()) {
	g.T.Helper()
	store, version := g.inStore(), g.State().Version
	do()
	if after := g.inStore(); !maps.Equal(store, after) || g.State().Version != version {
		g.T.Errorf("the lineup went from %d to %d, and the store from %d files to %d", version, g.State().Version, len(store), len(after))
	}
}
