package editions

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/listeners"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"
	_ "fieldhouse/plugins/site"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	// The file that a test reads the log from.
	_ "github.com/caddyserver/caddy/v2/modules/logging"
)

func init() {
	caddy.RegisterModule(testRows{})
	caddy.RegisterModule(testFeed{})
	caddy.RegisterModule(elsewhere{})
}

// testRows stands for the app rows.
type testRows struct{}

var testNeeds sync.Map

func (testRows) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "rows", New: func() caddy.Module { return new(testRows) }}
}
func (*testRows) Start() error { return nil }
func (*testRows) Stop() error  { return nil }
func (*testRows) Need(_ context.Context, need string) (needs.Answer, error) {
	body, known := testNeeds.Load(need)
	if !known {
		return needs.Answer{}, errors.New("no such need")
	}
	return needs.Answer{Body: []byte(body.(string)), Version: body.(string)}, nil
}

// testFeed stands for the app feed.
type testFeed struct{ testRows }

func (testFeed) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "feed", New: func() caddy.Module { return new(testFeed) }}
}

// elsewhere stands for another plugin's handler, behind the editions.
type elsewhere struct{}

func (elsewhere) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.elsewhere", New: func() caddy.Module { return new(elsewhere) }}
}

func (elsewhere) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if r.URL.Path != "/api/v1/rows/drops" {
		return next.ServeHTTP(w, r)
	}
	_, err := io.WriteString(w, "rows")
	return err
}

// testSite is a Caddy that runs the handler on a port of its own.
type testSite struct {
	t       testing.TB
	store   string
	address string
	// editions are those that the settings name.
	editions []settings.Edition
	// options are the handler's as JSON members, such as `,"dev":true`.
	options string
	// log is a file for the log; empty for none.
	log string
	// names and manifests are those of the releases that were taken last, by edition.
	names     map[string]string
	manifests map[string]*release.Manifest
}

func newTestSite(t testing.TB, options string) *testSite {
	t.Helper()
	s := &testSite{t: t, store: t.TempDir(), address: "127.0.0.1:" + ports.Free(t), editions: releasetest.Editions, options: options, names: map[string]string{}, manifests: map[string]*release.Manifest{}}
	return s
}

// run takes all three editions and starts Caddy.
func run(t testing.TB, options string) *testSite {
	t.Helper()
	s := newTestSite(t, options)
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football), releasetest.Sport(releasetest.Basketball))
	s.load()
	return s
}

func (s *testSite) take(drafts ...*releasetest.Draft) {
	s.t.Helper()
	store := store.NewStore(s.store, items.Check)
	for _, draft := range drafts {
		taken := must.Get(store.Take(draft.Write(s.t)))(s.t)
		releasetest.SetLive(s.t, s.store, map[string]string{taken.Manifest.Edition: taken.Name})
		s.names[taken.Manifest.Edition], s.manifests[taken.Manifest.Edition] = taken.Name, taken.Manifest
	}
}

// load loads the configuration, also over one that runs.
func (s *testSite) load() {
	s.t.Helper()
	logs := `{"level": "ERROR", "writer": {"output": "discard"}}`
	if s.log != "" {
		logs = fmt.Sprintf(`{"writer": {"output": "file", "filename": %q}}`, s.log)
	}
	editions := must.Get(json.Marshal(s.editions))(s.t)
	config := fmt.Sprintf(`{
		"admin": {"disabled": true, "config": {"persist": false}},
		"logging": {"logs": {"default": %s}},
		"apps": {"rows": {}, "feed": {}, "site": {"product": "Fieldhouse"}, "http": {"servers": {"test": {
			"listen": [%q],
			"automatic_https": {"disable": true},
			"trusted_proxies": {"source": "static", "ranges": ["127.0.0.1/32"]},
			"routes": [{"handle": [{"handler": "editions", "store": %q, "editions": %s%s}, {"handler": "elsewhere"}]}]
		}}}}
	}`, logs, listeners.Network+"/"+s.address, s.store, editions, s.options)
	must.Do(s.t, caddy.Load([]byte(config), true))
	s.t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			s.t.Error(err)
		}
	})
}

type answer struct {
	*http.Response
	body string
}

// ask sends a request whose path is sent as it is written.
func (s *testSite) ask(method, target string, headers ...string) answer {
	s.t.Helper()
	return s.send(method, target, "", headers...)
}

func (s *testSite) send(method, target, body string, headers ...string) answer {
	s.t.Helper()
	got, err := s.trySend(method, target, body, headers...)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, target, err)
	}
	return got
}

func (s *testSite) trySend(method, target, body string, headers ...string) (answer, error) {
	connection, err := net.DialTimeout("tcp", s.address, 5*time.Second)
	if err != nil {
		return answer{}, err
	}
	defer connection.Close()
	connection.SetDeadline(time.Now().Add(10 * time.Second))
	var request strings.Builder
	fmt.Fprintf(&request, "%s %s HTTP/1.1\r\nHost: fieldhouse.example\r\nConnection: close\r\n", method, target)
	for index := 0; index < len(headers); index += 2 {
		fmt.Fprintf(&request, "%s: %s\r\n", headers[index], headers[index+1])
	}
	if body != "" {
		fmt.Fprintf(&request, "Content-Length: %d\r\n", len(body))
	}
	if _, err := io.WriteString(connection, request.String()+"\r\n"+body); err != nil {
		return answer{}, err
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), &http.Request{Method: method})
	if err != nil {
		return answer{}, err
	}
	content, err := io.ReadAll(response.Body)
	return answer{response, string(content)}, err
}

// fileAddress is where a file of the edition's release is served.
func (s *testSite) fileAddress(edition, path string) string {
	return releasetest.Address(s.manifests[edition], path)
}

// signedLineup is what a page that is opened now calls its lineup.
func (s *testSite) signedLineup() string {
	s.t.Helper()
	return signedLineupOf(s.t, s.ask("GET", "/football").body)
}

// signedLineupOf is what a page calls its lineup.
func signedLineupOf(t testing.TB, page string) string {
	t.Helper()
	_, rest, _ := strings.Cut(page, `"signedLineup":"`)
	signed, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatal("the page does not name its lineup")
	}
	return signed
}

// stored is where the store has what is served at an address.
func (s *testSite) stored(address string) string {
	edition, name, _ := strings.Cut(strings.TrimPrefix(address, "/_r/"), "/")
	return filepath.Join(s.store, edition, "files", name)
}

func decode[Value any](t testing.TB, text string) Value {
	t.Helper()
	var value Value
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func appendTo(t testing.TB, path, text string) {
	t.Helper()
	file := must.Get(os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0))(t)
	defer file.Close()
	must.Get(file.WriteString(text))(t)
}
