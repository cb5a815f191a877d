package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/table"

	"github.com/dunglas/httpsfv"
	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var site = table.Site{
	ChainID: chaintest.ChainID, GameContract: "gamecontract", Oracle: "delphioracle", OraclePair: "waxpusd", Token: "eosio.token",
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Move(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// setup is a server before a node, with a clock that stands.
type setup struct {
	*Server
	node  *chaintest.Node
	clock *clock
	logs  *observer.ObservedLogs
}

const (
	soft = time.Second
	hard = 10 * time.Minute
)

func newSetup(t testing.TB, rows func(chaintest.Request) string) *setup {
	t.Helper()
	node := chaintest.New(t, rows)
	nodes, err := pool.New(pool.Config{Nodes: []string{node.URL}, ChainID: chaintest.ChainID, Timeout: 2 * time.Second, Deadline: 3 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nodes.Close)
	now := &clock{now: time.Date(2024, 8, 13, 16, 1, 34, 0, time.UTC)}
	config := edgecache.Config{Now: now.Now, Prepare: Prepare}
	for _, name := range table.All {
		config.Classes = append(config.Classes, edgecache.ClassConfig{Name: edgecache.Class(name), Soft: soft, Hard: hard, Size: 4 << 20})
	}
	engine, err := edgecache.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Close)
	core, logs := observer.New(zap.WarnLevel)
	server, err := New(Config{Engine: engine, Chain: nodes, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}, Logger: zap.New(core), Now: now.Now})
	if err != nil {
		t.Fatal(err)
	}
	return &setup{Server: server, node: node, clock: now, logs: logs}
}

// game answers the tables of the game, the oracle and the token.
func game(r chaintest.Request) string {
	switch r.Table + " " + r.Scope {
	case "datapoints waxpusd":
		return `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"},{"id":6,"median":597,"timestamp":"2024-08-13T16:01:27.000"}],"more":false,"next_key":""}`
	case "accounts alice.wam":
		return `{"rows":[{"balance":"12.34560000 WAX"}],"more":false,"next_key":""}`
	case "drops gamecontract":
		return `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`
	case "partners gamecontract":
		return `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`
	case "claims gamecontract":
		return fmt.Sprintf(`{"rows":[{"claim_id":"4294967301","claimer":%q}],"more":false,"next_key":""}`, r.LowerBound)
	}
	return chaintest.Empty
}

func (s *setup) do(method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func (s *setup) get(target string, header ...string) *httptest.ResponseRecorder {
	return s.do(http.MethodGet, target, header...)
}

const drops = Prefix + "/drops?account=gamecontract"

func TestTheSpecificationsCallsAreAnswered(t *testing.T) {
	s := newSetup(t, game)
	for target, body := range map[string]string{
		"/datapoints?account=delphioracle&limit=1&isLimited=true&scope=waxpusd": `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"}],"more":true,"next_key":""}`,
		"/accounts?account=eosio.token&limit=10&isLimited=true&scope=alice.wam": `{"rows":[{"balance":"12.34560000 WAX"}],"more":false,"next_key":""}`,
		"/accounts?scope=nobody":                     chaintest.Empty,
		"/drops?account=gamecontract":                `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`,
		"/partners?account=gamecontract":             `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`,
		"/claims?scope=gamecontract&index=alice.wam": `{"rows":[{"claim_id":"4294967301","claimer":"alice.wam"}],"more":false,"next_key":""}`,
	} {
		for range 2 { // through the router, then from the recent questions
			w := s.get(Prefix + target)
			if w.Code != 200 || w.Body.String() != body {
				t.Errorf("%s: %d %s; want %s", target, w.Code, w.Body, body)
			}
		}
	}
	if asked := len(s.node.Requests()); asked != 6 {
		t.Errorf("the node was asked %d times, want 6", asked)
	}
}

func TestAnAnswerSaysWhatItIsAndHowOld(t *testing.T) {
	s := newSetup(t, game)
	first := s.get(drops)
	s.clock.Move(500 * time.Millisecond)
	second := s.get(drops)
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Content-Length": "74", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
		"Age": "0", "Cache-Status": "fieldhouse;fwd=miss;stored", "X-Chain-Head": "324182164", "X-Chain-Time": "2024-08-13T16:01:33.500Z",
	} {
		got := first.Header().Get(name)
		if name == "Content-Length" {
			want = fmt.Sprint(first.Body.Len())
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := second.Header().Get("Cache-Status"); got != "fieldhouse;hit;ttl=0" {
		t.Errorf("Cache-Status: %q", got)
	}
	s.node.Set(func(state *chaintest.State) { state.Fail = chaintest.Answer(503, "") })
	s.clock.Move(89500 * time.Millisecond)
	stale := s.get(drops)
	if stale.Code != 200 || stale.Header().Get("Age") != "90" || stale.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=-89" || stale.Body.String() != first.Body.String() {
		t.Errorf("stale: %d %v %s", stale.Code, stale.Header(), stale.Body)
	}
}

func TestEveryCacheStatusIsAStructuredField(t *testing.T) {
	s := newSetup(t, game)
	s.get(drops)
	lines := []string{missLine, unkeptLine, coalescedLine}
	entry := &edgecache.Entry{Soft: s.clock.Now()}
	for _, ago := range []time.Duration{0, time.Second, -time.Second, -1500 * time.Millisecond, time.Hour, -time.Hour} {
		entry.Soft = s.clock.Now().Add(ago)
		for _, status := range []edgecache.Status{edgecache.Hit, edgecache.Stale, edgecache.StaleError} {
			lines = append(lines, cacheStatus(status, entry, s.clock.Now()))
		}
	}
	for _, line := range lines {
		list, err := httpsfv.UnmarshalList([]string{line})
		if err != nil || len(list) != 1 || list[0].(httpsfv.Item).Value != httpsfv.Token("fieldhouse") {
			t.Errorf("%q: %v, %v", line, list, err)
		}
	}
	entry.Soft = s.clock.Now().Add(-1500 * time.Millisecond)
	if got := cacheStatus(edgecache.StaleError, entry, s.clock.Now()); got != "fieldhouse;hit;ttl=-2;detail=refresh-failed" {
		t.Errorf("stale on error: %q", got)
	}
}

func TestAClientThatHasTheAnswerGets304(t *testing.T) {
	s := newSetup(t, game)
	etag := s.get(drops).Header().Get("ETag")
	if !strings.HasPrefix(etag, `"`) {
		t.Fatalf("ETag %q is not a strong one", etag)
	}
	for _, match := range []string{etag, "W/" + etag, `"other", ` + etag, "*", ` "a" ,W/"b",` + etag} {
		w := s.get(drops, "If-None-Match", match)
		if w.Code != 304 || w.Body.Len() != 0 || w.Header().Get("ETag") != etag || w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Content-Type") != "" {
			t.Errorf("%s: %d %v %q", match, w.Code, w.Header(), w.Body)
		}
	}
	if w := s.get(drops, "If-None-Match", `"a"`, "If-None-Match", etag); w.Code != 304 {
		t.Errorf("two lines: %d", w.Code)
	}
	for _, match := range []string{`"other"`, strings.Trim(etag, `"`), "", `"` + etag} {
		if w := s.get(drops, "If-None-Match", match); w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("%q: %d", match, w.Code)
		}
	}
}

func TestTheETagChangesExactlyWhenTheBodyChanges(t *testing.T) {
	s := newSetup(t, game)
	etag := s.get(drops).Header().Get("ETag")
	s.node.Set(func(state *chaintest.State) { state.Head = 324182170 })
	s.clock.Move(soft)
	refreshed := func(what string, done func(*httptest.ResponseRecorder) bool) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); !done(s.get(drops)); {
			if time.Now().After(deadline) {
				t.Fatal(what)
			}
		}
	}
	refreshed("the entry was not refreshed", func(w *httptest.ResponseRecorder) bool {
		if w.Header().Get("ETag") != etag {
			t.Fatal("the same body got another ETag")
		}
		return w.Header().Get("Age") == "0"
	})
	s.node.Set(func(state *chaintest.State) {
		state.Rows = func(chaintest.Request) string { return `{"rows":[{"drop_id":2}],"more":false,"next_key":""}` }
	})
	s.clock.Move(soft)
	refreshed("the new body did not come", func(w *httptest.ResponseRecorder) bool {
		return strings.Contains(w.Body.String(), `"drop_id":2`) && w.Header().Get("ETag") != etag
	})
}

func TestHEADHasTheHeadersAndNoBody(t *testing.T) {
	s := newSetup(t, game)
	server := httptest.NewServer(s)
	defer server.Close()
	response, err := server.Client().Head(server.URL + drops)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != 200 || response.ContentLength != int64(len(`{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`)) || len(body) != 0 || response.Header.Get("ETag") == "" {
		t.Errorf("%v %q", response, body)
	}
	server.Client().CloseIdleConnections()
}

func TestOtherMethodsAreRefusedWithAllow(t *testing.T) {
	s := newSetup(t, game)
	s.get(drops)
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"} {
		w := s.do(method, drops)
		wantError(t, method, w, 405, "GET or HEAD")
		if w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: Allow %q", method, w.Header().Get("Allow"))
		}
	}
}

// wantError compares an answer with the data API's form of an error.
func wantError(t *testing.T, what string, w *httptest.ResponseRecorder, code int, naming string) {
	t.Helper()
	var answer struct {
		Code    int
		Message string
	}
	decoder := json.NewDecoder(w.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&answer); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if w.Code != code || answer.Code != code || !strings.Contains(answer.Message, naming) || w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %v %+v; want %d %s", what, w.Code, w.Header(), answer, code, naming)
	}
}

func TestABadParameterIs400AndNamedAndNeverReachesTheNode(t *testing.T) {
	s := newSetup(t, game)
	for target, naming := range map[string]string{
		"/drops?account=eosio":               `"account"`,
		"/drops?account=a&account=b":         `"account"`,
		"/drops?nonce=1":                     `"nonce"`,
		"/accounts":                          `"scope"`,
		"/accounts?scope=Alice":              `"scope"`,
		"/claims?scope=gamecontract":         `"index"`,
		"/datapoints?limit=0&isLimited=true": `"limit"`,
		"/datapoints?isLimited=yes":          `"isLimited"`,
		"/drops?a=%3Cscript%3E%3Cscript%3E":  `"a"`,
		"/drops?%3Cscript%3E":                `"<script>"`,
		"/drops?%zz":                         "query",
	} {
		w := s.get(Prefix + target)
		if strings.Contains(w.Body.String(), "<script>") {
			t.Errorf("%s: the body holds %s", target, w.Body)
		}
		wantError(t, target, w, 400, naming)
	}
	if len(s.node.Requests()) != 0 {
		t.Error("the node was asked")
	}
}

func TestAnUnknownTableIs404(t *testing.T) {
	s := newSetup(t, game)
	for _, target := range []string{"", "/", "/userres", "/drops/", "/drops/1", "/Drops", "/../rows/drops", "/%2e%2e/drops"} {
		wantError(t, target, s.get(Prefix+target), 404, "no such table")
	}
	for path, serves := range map[string]bool{Prefix: true, Prefix + "/x": true, Prefix + "x": false, "/api/v1/feed": false, "/": false} {
		if Serves(path) != serves {
			t.Errorf("Serves(%q) = %v", path, !serves)
		}
	}
}

func TestAChainThatDoesNotAnswerIs502Or504(t *testing.T) {
	for name, test := range map[string]struct {
		fail   http.HandlerFunc
		code   int
		naming string
	}{
		"refuses": {chaintest.Answer(500, `{"code":500,"error":{"code":3060003,"details":[{"message":"Table drops is not specified in the ABI"}]}}`), 502, "Table drops is not specified in the ABI"},
		"fails":   {chaintest.Answer(503, ""), 502, "could not be read"},
		"stalls":  {chaintest.Stall(nil), 504, "in time"},
		"is hex":  {chaintest.Answer(200, `{"rows":["00"],"more":false,"next_key":""}`), 502, "could not be read"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t, game)
			s.node.Set(func(state *chaintest.State) { state.FailRows = test.fail })
			w := s.get(drops)
			if strings.Contains(w.Body.String(), "127.0.0.1") {
				t.Errorf("the answer names the node: %s", w.Body)
			}
			wantError(t, name, w, test.code, test.naming)
			if s.logs.Len() == 0 {
				t.Error("nothing was logged")
			}
		})
	}
}

func TestWithTheChainGoneWhatWasAnsweredOnceIsAnsweredForItsHardLifetime(t *testing.T) {
	s := newSetup(t, game)
	body := s.get(drops).Body.String()
	s.node.Set(func(state *chaintest.State) { state.Fail = chaintest.Answer(503, "") })
	for age := time.Duration(0); age < hard-30*time.Second; age += 30 * time.Second {
		s.clock.Move(30 * time.Second)
		if w := s.get(drops); w.Code != 200 || w.Body.String() != body {
			t.Fatalf("after %s: %d %s", age, w.Code, w.Body)
		}
	}
	s.clock.Move(30 * time.Second)
	if w := s.get(drops); w.Code != 502 {
		t.Errorf("past its hard deadline: %d", w.Code)
	}
}

func TestAThousandClientsAtOnceMakeOneRequestToTheNode(t *testing.T) {
	release := make(chan struct{})
	s := newSetup(t, func(r chaintest.Request) string {
		<-release
		return game(r)
	})
	var done, begun sync.WaitGroup
	begun.Add(1000)
	for i := range 1000 {
		done.Go(func() {
			begun.Done()
			// However they write it, they ask for the same.
			if w := s.get(drops + []string{"", "&isLimited=false", "&limit=5"}[i%3]); w.Code != 200 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	begun.Wait()
	close(release)
	done.Wait()
	if asked := len(s.node.Requests()); asked != 1 {
		t.Errorf("the node was asked %d times", asked)
	}
}

func TestAClientThatLeavesDoesNotEndTheReadForOthers(t *testing.T) {
	release, asked := make(chan struct{}), make(chan struct{}, 1)
	s := newSetup(t, func(r chaintest.Request) string {
		asked <- struct{}{}
		<-release
		return game(r)
	})
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan int)
	go func() {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, drops, nil).WithContext(ctx))
		left <- w.Body.Len()
	}()
	<-asked
	leave()
	if written := <-left; written != 0 {
		t.Errorf("%d bytes were written to a client that left", written)
	}
	close(release)
	if w := s.get(drops); w.Code != 200 || len(s.node.Requests()) != 1 {
		t.Errorf("%d after %d requests", w.Code, len(s.node.Requests()))
	}
}

func TestNeedsAreTheTablesOfThePage(t *testing.T) {
	s := newSetup(t, game)
	for need, body := range map[string]string{
		"rowDrops":      `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`,
		"medianPrice":   `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"}],"more":true,"next_key":""}`,
		"partnersCodes": `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`,
	} {
		got, version, err := s.Need(context.Background(), need)
		if err != nil || string(got) != body || version == "" || strings.Contains(version, `"`) {
			t.Errorf("%s: %s, %q, %v", need, got, version, err)
		}
		_, again, _ := s.Need(context.Background(), need)
		if again != version {
			t.Errorf("%s: version %s became %s", need, version, again)
		}
	}
	if w := s.get(drops); w.Header().Get("Cache-Status") != "fieldhouse;hit;ttl=1" {
		t.Errorf("the page and the API do not share their entry: %s", w.Header().Get("Cache-Status"))
	}
	if _, _, err := s.Need(context.Background(), "PostsMedium"); err == nil {
		t.Error("a need that is not one of rows was answered")
	}
	ctx, leave := context.WithCancel(context.Background())
	leave()
	s.clock.Move(hard)
	s.node.Set(func(state *chaintest.State) { state.FailRows = chaintest.Stall(nil) })
	if _, _, err := s.Need(ctx, "rowDrops"); !errors.Is(err, context.Canceled) {
		t.Errorf("a need outlasted its context: %v", err)
	}
}

func TestWhatIsRememberedOfRequestsIsBounded(t *testing.T) {
	s := newSetup(t, game)
	s.recent.limit = 16
	s.get(drops)
	for i := range 500 {
		s.get(fmt.Sprintf("%s/drops?limit=%d", Prefix, i+1))
		if s.recent.get(address{Prefix + "/drops", "account=gamecontract"}) == nil {
			t.Fatalf("what is asked often was forgotten after %d others", i)
		}
	}
	if held := len(s.recent.young) + len(s.recent.old); held > 32 {
		t.Errorf("%d questions are remembered", held)
	}
	s.get(Prefix + "/drops?account=other")
	if s.recent.get(address{Prefix + "/drops", "account=other"}) != nil {
		t.Error("a bad query is remembered")
	}
	if len(s.node.Requests()) != 1 {
		t.Errorf("the node was asked %d times for one answer", len(s.node.Requests()))
	}
}

func TestALaterHandlerCannotChangeWhatOthersGet(t *testing.T) {
	s := newSetup(t, game)
	w := s.get(drops)
	for _, values := range w.Header() {
		values[0] = "changed"
		_ = append(values, "added")
	}
	for name, values := range s.get(drops).Header() {
		if len(values) != 1 || values[0] == "changed" || values[0] == "added" {
			t.Errorf("%s: %q", name, values)
		}
	}
}

func TestUnreadableAndCutRowsAreLogged(t *testing.T) {
	s := newSetup(t, func(chaintest.Request) string { return `{"rows":["00",{"drop_id":1}],"more":false,"next_key":""}` })
	if w := s.get(drops); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if entries := s.logs.FilterMessage("rows are missing from an answer").All(); len(entries) != 1 || entries[0].ContextMap()["unreadable"] != int64(1) {
		t.Errorf("logs: %v", s.logs.All())
	}
}

func FuzzRequest(f *testing.F) {
	s := newSetup(f, game)
	f.Add("/drops", "account=gamecontract")
	f.Add("/accounts", "scope=alice.wam&limit=10&isLimited=true")
	f.Add("/claims", "index=<script>")
	f.Fuzz(func(t *testing.T, path, query string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path, r.URL.RawQuery = Prefix+path, query
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if !json.Valid(w.Body.Bytes()) || (w.Code != 200 && w.Code != 400 && w.Code != 404) {
			t.Errorf("%q?%q: %d %q", path, query, w.Code, w.Body)
		}
	})
}
