package gateway

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "fieldhouse/devchain" // for the network and the app devchain
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"go.uber.org/goleak"
)

// testSite is the whole site in this process, as Caddyfile.common has it, with
// access log and metrics on: before three nodes, an asset index and a blog, and
// with a small release of each edition.
type testSite struct {
	t       testing.TB
	address string // host:port
	store   string
	nodes   []*chaintest.Node
	index   *indextest.Index
	blog    *httptest.Server
	// environment keeps what runs the site out of the user's folders.
	environment map[string]string
}

// newTestSite starts what is around the site. load starts the site.
func newTestSite(t testing.TB, rows func(chaintest.Request) string) *testSite {
	t.Helper()
	s := &testSite{
		t: t, address: freeAddress(t), store: t.TempDir(),
		index: indextest.New(t, indextest.Owned(testOwner, 100, 25)...),
		blog: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `<rss version="2.0"><channel><title>Blog</title><item><title>Kick-off</title></item></channel></rss>`)
		})),
	}
	t.Cleanup(s.blog.Close)
	for range 3 {
		node := chaintest.New(t, rows)
		node.Set(func(state *chaintest.State) { state.ChainID = genesis.ChainID })
		s.nodes = append(s.nodes, node)
	}
	store := store.NewStore(s.store, items.Check)
	for _, draft := range []*releasetest.Draft{releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football), releasetest.Sport(releasetest.Basketball)} {
		taken, err := store.Take(draft.Write(t))
		if err != nil {
			t.Fatal(err)
		}
		releasetest.SetLive(t, s.store, map[string]string{taken.Manifest.Edition: taken.Name})
	}
	s.environment = map[string]string{"XDG_DATA_HOME": t.TempDir(), "XDG_CONFIG_HOME": t.TempDir()}
	return s
}

// testOwner owns the assets of the index.
const testOwner = "alice.wam"

// option is a global option of the site's Caddyfile by its name, such as
// `rows {\n max_pages 3\n}`.
type options map[string]string

// caddyfile is the site's, with the global options that are given in place of
// its own.
func (s *testSite) caddyfile(given options) string {
	common, err := filepath.Abs("../Caddyfile.common")
	if err != nil {
		s.t.Fatal(err)
	}
	urls := make([]string, len(s.nodes))
	for i, node := range s.nodes {
		urls[i] = node.URL
	}
	all := options{
		"site":   "site {\nnetwork devchain\n}",
		"chain":  "chain {\nnode " + strings.Join(urls, " ") + "\nrate 2000 4000\n}",
		"rows":   "",
		"feed":   fmt.Sprintf("feed {\nfeed %s\nprivate_addresses %s\n}", s.feed(), strings.TrimPrefix(s.blog.URL, "http://")),
		"assets": fmt.Sprintf("assets {\nendpoint %s\n}", s.index.URL),
	}
	for name, option := range given {
		all[name] = option
	}
	var text strings.Builder
	text.WriteString("{\nadmin off\npersist_config off\nmetrics\nlog {\noutput discard\n}\ngrace_period 30s\n")
	for _, option := range all {
		text.WriteString(option + "\n")
	}
	fmt.Fprintf(&text, "}\nimport %s\nhttp://%s {\nbind shared/127.0.0.1\nlog\nmetrics /metrics\nimport fieldhouse http://%s %s https://blog.example\n}\n",
		common, s.address, s.address, s.store)
	return text.String()
}

// feed is the address of the blog's feed.
func (s *testSite) feed() string { return s.blog.URL + "/feed/fieldhouse" }

// adapt is the configuration with these options.
func (s *testSite) adapt(given options) []byte {
	s.t.Helper()
	config, warnings, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(s.caddyfile(given)), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, warning := range warnings {
		if !strings.Contains(warning.Message, "not formatted") {
			s.t.Errorf("warning: %+v", warning)
		}
	}
	return config
}

// load makes the configuration with these options the running one.
func (s *testSite) load(given options) {
	s.t.Helper()
	for name, value := range s.environment {
		s.t.Setenv(name, value)
	}
	if err := caddy.Load(s.adapt(given), true); err != nil {
		s.t.Fatal(err)
	}
}

// start loads the configuration, and stops it when the test ends.
func (s *testSite) start(given options) {
	s.t.Helper()
	s.load(given)
	s.t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			s.t.Error(err)
		}
	})
}

// answer is a whole answer.
type answer struct {
	status int
	header http.Header
	body   string
}

// hit tells whether the answer came out of a cache, fresh or stale.
func (a answer) hit() bool {
	return strings.HasPrefix(a.header.Get("Cache-Status"), "fieldhouse;hit")
}

// newClient is a client with connections of its own, kept alive or not.
func newClient(t testing.TB, keepAlive bool) *http.Client {
	transport := &http.Transport{DisableKeepAlives: !keepAlive, MaxIdleConnsPerHost: 2000}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 30 * time.Second}
}

// exchange sends a request with headers, each a name and its value, and reads the answer.
func exchange(client *http.Client, method, address, body string, headers ...string) (answer, error) {
	request, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		return answer{}, err
	}
	content, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, string(content)}, errors.Join(err, response.Body.Close())
}

// answered is exchange over connections that all share, which must come to an answer.
func answered(t testing.TB, method, address, body string, headers ...string) answer {
	t.Helper()
	got, err := exchange(&http.Client{Timeout: 2 * time.Minute}, method, address, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// get asks for a path of the site.
func (s *testSite) get(client *http.Client, path string) (answer, error) {
	return exchange(client, http.MethodGet, "http://"+s.address+path, "")
}

// want gets a path and fails the test unless it is answered 200.
func (s *testSite) want(client *http.Client, path string) answer {
	s.t.Helper()
	got, err := s.get(client, path)
	if err != nil {
		s.t.Fatal(err)
	}
	if got.status != http.StatusOK {
		s.t.Fatalf("%s: %d %.300s", path, got.status, got.body)
	}
	return got
}

const (
	drops = "/api/v1/rows/drops"
	// longLived makes rows that are kept for the length of a test.
	longLived = "rows {\nmisses 0\nlifetime drops 1h 2h\nlifetime accounts 1h 2h\nlifetime datapoints 1h 2h\n}"
)

// accounts are a user's rows.
func accounts(user string) string { return "/api/v1/rows/accounts?scope=" + user }

// user is the nth of many account names.
func user(n int) string {
	name := []byte("user.")
	for ; n > 0; n /= 26 {
		name = append(name, 'a'+byte(n%26))
	}
	return string(append(name, 'z'))
}

// everyPath is a path of each plugin that answers requests.
func (s *testSite) everyPath() []string {
	return []string{
		"/", "/football", "/healthz", drops, accounts("alice.wam"),
		"/api/v1/feed?rss_url=" + url.QueryEscape(s.feed()),
		"/api/v1/assets?collection_name=" + indextest.Collection + "&owner=" + testOwner + "&page=1&limit=10",
		"/v1/chain/get_info",
	}
}

// ofRows are the answer's rows of a table, with what tells them apart.
func ofRows(r chaintest.Request) string {
	return fmt.Sprintf(`{"rows":[{"table":%q,"scope":%q}],"more":false,"next_key":""}`, r.Table, r.Scope)
}

func TestTheWholeSiteAnswers(t *testing.T) {
	s := newTestSite(t, ofRows)
	s.start(options{"rows": longLived})
	client := newClient(t, true)
	for _, path := range s.everyPath() {
		s.want(client, path)
	}
	for _, path := range s.everyPath()[3:] {
		if got := s.want(client, path); !got.hit() {
			t.Errorf("%s a second time: Cache-Status %q, want a hit", path, got.header.Get("Cache-Status"))
		}
	}
	if metrics := s.want(client, "/metrics").body; !strings.Contains(metrics, "fieldhouse_cache_") {
		t.Errorf("the metrics have no cache: %.300s", metrics)
	}
}

// Pages of other sites embed what wallets of their own ask for, and nothing else.
func TestOtherSitesEmbedNoPageAndNoData(t *testing.T) {
	s := newTestSite(t, ofRows)
	s.start(nil)
	client := newClient(t, true)
	for _, path := range append(s.everyPath(), "/nowhere", "/_page?path=/football", "/_report", "/readyz", "/robots.txt", "/sitemap.xml", "/link/short", "/v1/chain/unknown", "/api/v1/rows/unknown", "/_r/football/unknown.js") {
		want := "same-origin"
		if strings.HasPrefix(path, "/v1/chain/") || strings.HasPrefix(path, "/link/") {
			want = "cross-origin"
		}
		got, err := s.get(client, path)
		if err != nil {
			t.Fatal(err)
		}
		if policies := got.header.Values("Cross-Origin-Resource-Policy"); len(policies) != 1 || policies[0] != want {
			t.Errorf("%s answers %d with the policy %q, want %s", path, got.status, policies, want)
		}
	}
}

func TestASiteThatStoppedLeavesNothingBehind(t *testing.T) {
	// Caddy keeps a few goroutines of its own once it ran.
	run := func(t *testing.T) {
		s := newTestSite(t, ofRows)
		s.start(options{"rows": longLived})
		client := newClient(t, true)
		for _, path := range s.everyPath() {
			s.want(client, path)
		}
		s.load(newCollector(t).traced("1"))
		s.want(client, drops)
		s.load(nil)
	}
	t.Run("once", run)
	before := goleak.IgnoreCurrent()
	t.Run("again", run)
	// One that keeps a lock of Caddy's storage sleeps for seconds before it ends.
	goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction("github.com/caddyserver/certmagic.keepLockfileFresh"))
}
