package editions

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/client"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest/admintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
)

// loadReleases runs the API of a store, with routes of two servers, and answers the
// address of the second.
func loadReleases(t *testing.T, store, first, second string) (address string, err error) {
	t.Helper()
	address = "127.0.0.1:" + ports.Free(t)
	config := fmt.Sprintf(`{
		"admin": {"disabled": true, "config": {"persist": false}}, "logging": {"logs": {"default": {"level": "ERROR", "writer": {"output": "discard"}}}},
		"apps": {"rows": {}, "feed": {}, "site": {}, "releases": {"store": %q},
			"tls": {"disable_storage_check": true, "disable_storage_clean": true},
			"http": {"servers": {
				"pages": {"listen": ["127.0.0.1:%s"], "automatic_https": {"disable": true}, "routes": %s},
				"teams": {"listen": [%q], "automatic_https": {"disable": true}, "routes": %s}}}}}`, store, ports.Free(t), first, address, second)
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
	})
	return address, caddy.Load([]byte(config), true)
}

const (
	pagesRoute    = `{"handle": [{"handler": "editions", "origin": "https://play.example"}]}`
	releasesRoute = `{"handle": [{"handler": "releases"}]}`
)

// on is a route for hosts, as a Caddyfile's site is one.
func on(route string, hosts ...string) string {
	names, _ := json.Marshal(hosts)
	return fmt.Sprintf(`{"match": [{"host": %s}], "handle": [{"handler": "subroute", "routes": [%s]}], "terminal": true}`, names, route)
}

func TestPagesAndTheAPIOfReleasesHaveNotOneOrigin(t *testing.T) {
	list := func(routes ...string) string { return "[" + strings.Join(routes, ",") + "]" }
	for name, test := range map[string]struct {
		first, second string
		refused       bool
	}{
		"one route":                       {list(pagesRoute, releasesRoute), "[]", true},
		"one site":                        {list(on(releasesRoute+","+pagesRoute, "play.example")), "[]", true},
		"two blocks of one host":          {list(on(pagesRoute, "play.example"), on(releasesRoute, "PLAY.example")), "[]", true},
		"one of several hosts":            {list(on(pagesRoute, "play.example", "www.example"), on(releasesRoute, "teams.example", "www.example")), "[]", true},
		"a wildcard":                      {list(on(pagesRoute, "*.example"), on(releasesRoute, "teams.example")), "[]", true},
		"pages of any host":               {list(on(releasesRoute, "teams.example"), pagesRoute), "[]", true},
		"hosts of their own":              {list(on(pagesRoute, "play.example"), on(releasesRoute, "teams.example")), "[]", false},
		"a port of its own":               {list(pagesRoute), list(releasesRoute), false},
		"a host deeper than the wildcard": {list(on(pagesRoute, "*.example"), on(releasesRoute, "a.teams.example")), "[]", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("FIELDHOUSE_STORE", t.TempDir())
			_, err := loadReleases(t, os.Getenv("FIELDHOUSE_STORE"), test.first, test.second)
			if refused := err != nil && strings.Contains(err.Error(), "have the directives `releases` and `editions`, and one origin"); refused != test.refused || !refused && err != nil {
				t.Errorf("%v", err)
			}
		})
	}
}

// What is shipped into another store than the pages' is shown to nobody, whatever was said.
func TestPagesAndTheAPIOfReleasesHaveOneStore(t *testing.T) {
	shipped, shown := t.TempDir(), t.TempDir()
	of := func(store string) string {
		return fmt.Sprintf(`[{"handle": [{"handler": "editions", "store": %q}]}]`, store)
	}
	_, err := loadReleases(t, shipped, of(shown), "[]")
	if err == nil || !strings.Contains(err.Error(), "pages are of the store "+shown+", and `releases` ships into "+shipped+": give both the same") {
		t.Errorf("two stores are answered %v", err)
	}
	if _, err := loadReleases(t, shipped, of(shipped+"/."), "[]"); err != nil {
		t.Errorf("one store: %v", err)
	}
}

// A team ships by a site of its own, and the next request has the release.
func TestWhatIsShippedIsInTheNextAnswer(t *testing.T) {
	s := run(t, "")
	address := must.Get(loadReleases(t, s.store, `[`+strings.Replace(pagesRoute, `"origin"`, fmt.Sprintf(`"store": %q, "origin"`, s.store), 1)+`]`, `[`+releasesRoute+`]`))(t)
	secret := releasetest.Secret(t, token.New(s.store, time.Now), "ci", "football", 0)
	asking := must.Get(client.New("http://"+address, secret))(t)
	for number := range 5 {
		shipped := must.Get(asking.Ship(t.Context(), "football", changedFootball(t, number), client.Options{As: api.Live}))(t)
		if shipped.See != "https://play.example/football" {
			t.Errorf("it is to be seen at %q", shipped.See)
		}
		for _, releases := range stores.All() {
			if releases.Folder() == s.store && releases.Choose(nil).Names["football"] != shipped.Release {
				t.Errorf("shipped is %s, and visitors get %s", shipped.Release, releases.Choose(nil).Names["football"])
			}
		}
	}
}

func TestARefusedReloadLeavesTheWebhooksOfTheRunningConfiguration(t *testing.T) {
	told := make(chan struct{}, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { told <- struct{}{} }))
	defer receiver.Close()
	s := newTestSite(t, "")
	s.take(releasetest.Host(), releasetest.Shell())
	pages := func(webhook string) string {
		return fmt.Sprintf(`{"handle": [{"handler": "editions", "store": %q, "webhooks": [{"edition": "football", "url": %q, "secret": "0123456789abcdef"}]}]}`, s.store, webhook)
	}
	must.Get(loadReleases(t, s.store, "["+pages(receiver.URL)+"]", "["+releasesRoute+"]"))(t)
	if _, err := loadReleases(t, s.store, "[]", "["+releasesRoute+","+pages("http://127.0.0.1:1")+"]"); err == nil {
		t.Fatal("pages and API of one origin are taken")
	}
	s.take(releasetest.Sport(releasetest.Football))
	select {
	case <-told:
	case <-time.After(20 * time.Second):
		t.Error("the webhook of the running configuration is told nothing")
	}
}

// A disk that refuses it brings no token back, and nor does a reload.
func TestATokenThatWasRevokedInMemoryStaysSoOverAReload(t *testing.T) {
	store := t.TempDir()
	made := func(name, edition string) string {
		return releasetest.Secret(t, token.New(store, time.Now), name, edition, 0)
	}
	ops, stolen := made("ops", token.All), made("ci", "football")
	load := func(secret string) *client.Client {
		address := must.Get(loadReleases(t, store, "[]", "["+releasesRoute+"]"))(t)
		return must.Get(client.New("http://"+address, secret))(t)
	}
	asking := load(ops)
	lock := filepath.Join(store, ".tokens.lock")
	must.Do(t, errors.Join(os.Remove(lock), os.MkdirAll(filepath.Join(lock, "in the way"), 0o755)))
	if revoked, err := asking.RevokeToken(t.Context(), "ci"); err != nil || revoked.RevokedAt.IsZero() {
		t.Fatalf("%+v, %v", revoked, err)
	}
	var refused *api.Problem
	if _, err := load(stolen).Lineup(t.Context()); !errors.As(err, &refused) || refused.Code != api.CodeToken {
		t.Errorf("after a reload the token is answered %v", err)
	}
}

func TestARefusedReloadLeavesTheTokensSharedWithTheCluster(t *testing.T) {
	store := t.TempDir()
	t.Setenv("FIELDHOUSE_STORE", store)
	must.Get(loadReleases(t, store, "[]", "["+releasesRoute+"]"))(t)
	room := peerstest.NewRoom(3)
	own, other := room.Mesh("a"), room.Mesh("b")
	adapter.Peers.Join(own)
	defer adapter.Peers.Leave(own)
	own.Connect(true)
	other.Connect(true)
	must.Get(other.Ask(t.Context(), "a", tokensQuestion, nil))(t)
	if _, err := loadReleases(t, store, "[]", "["+releasesRoute+","+pagesRoute+"]"); err == nil {
		t.Fatal("pages and API of one origin are taken")
	}
	if _, err := other.Ask(t.Context(), "a", tokensQuestion, nil); err != nil {
		t.Errorf("after a refused reload another process is answered %v", err)
	}
}

// clusterApp is the app of that name: one process of a room.
type clusterApp struct{}

var clusterMesh peers.Mesh

func init() { caddy.RegisterModule(clusterApp{}) }

func (clusterApp) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "cluster", New: func() caddy.Module { return new(clusterApp) }}
}

func (clusterApp) Start() error     { return nil }
func (clusterApp) Stop() error      { return nil }
func (clusterApp) Mesh() peers.Mesh { return clusterMesh }

// Caddy starts apps in any order: sites may answer before this one starts.
func TestNothingIsShippedWithoutTheClusterWhicheverAppStartsFirst(t *testing.T) {
	store := t.TempDir()
	_, err := journal.Open(store, journal.Options{}).SetFreeze(journal.Change{Reason: "a sale"}, "football", nil)
	secret, _, made := token.New(store, time.Now).Make("ops", token.All, 0)
	must.Do(t, errors.Join(err, made))
	clusterMesh = peerstest.NewRoom(3).Mesh("a") // and the others are not there yet
	ctx := must.Get(caddy.ProvisionContext(&caddy.Config{
		Admin:   &caddy.AdminConfig{Disabled: true},
		Logging: &caddy.Logging{Logs: map[string]*caddy.CustomLog{"default": {BaseLog: caddy.BaseLog{Level: "PANIC"}}}},
		AppsRaw: caddy.ModuleMap{"cluster": json.RawMessage(`{}`), "releases": json.RawMessage(fmt.Sprintf(`{"store": %q}`, store))},
	}))(t)
	found := must.Get(ctx.App("releases"))(t)
	app := found.(*App)
	defer app.Cleanup()
	_, server := app.Serves()
	thaw := httptest.NewRequest(http.MethodPost, "/releases/lineup", strings.NewReader(`{"action": "thaw", "scope": "football"}`))
	thaw.Header.Set("Authorization", "Bearer "+secret)
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, thaw)
	if said := answer.Body.String(); answer.Code != http.StatusServiceUnavailable || !strings.Contains(said, `"code":"`+api.CodeQuorum+`"`) {
		t.Errorf("it is answered %d %s", answer.Code, said)
	}
}

func TestTheAdminEndpointHasTheAPI(t *testing.T) {
	store := t.TempDir()
	must.Get(loadReleases(t, store, "[]", "[]"))(t)
	running := func() (*App, error) {
		found, err := caddy.ActiveContext().AppIfConfigured("releases")
		if err != nil {
			return nil, err
		}
		return found.(*App), nil
	}
	routes := []caddy.AdminRoute{adminRoute(running)}
	if status, said := admintest.Ask(t, routes, http.MethodPost, "/releases/tokens", `{"name":"ops","edition":"*"}`); status != http.StatusCreated || !strings.Contains(said, token.Prefix) {
		t.Errorf("the first token: %d %s", status, said)
	}
	if status, said := admintest.Ask(t, routes, http.MethodGet, "/releases/lineup", ""); status != http.StatusUnauthorized || !strings.Contains(said, `"code":"token"`) {
		t.Errorf("without one: %d %s", status, said)
	}
}
