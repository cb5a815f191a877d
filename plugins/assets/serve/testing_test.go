package serve

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var site = Site{ChainID: strings.Repeat("ab", 32), Collection: indextest.Collection, MaxAssets: 100_000}

// setup is a server before an index, with a clock that stands.
type setup struct {
	*Server
	index *indextest.Index
	clock *clock.Clock
	logs  *observer.ObservedLogs
}

const hard = time.Hour

func newSetup(t testing.TB, change ...func(*edgecache.Config, *Config, *index.Config)) *setup {
	t.Helper()
	x := indextest.New(t, append(indextest.Owned("alice.wam", 100, 25), indextest.Owned("bob.wam", 500, 3)...)...)
	core, logs := observer.New(zap.WarnLevel)
	now := clock.New(time.Date(2023, 11, 27, 14, 0, 0, 0, time.UTC))
	indexes := index.Config{Endpoints: []string{x.URL}, Settings: index.Settings{Rate: 1e6, Burst: 1e6, Timeout: 30 * time.Second, Deadline: time.Minute}}
	caching := edgecache.Config{Now: now.Now, Prepare: Prepare, Classes: []edgecache.ClassConfig{
		{Name: Owners, Soft: 2 * time.Second, Hard: hard, Size: 256 << 20, Timeout: time.Minute},
		{Name: Collections, Soft: 30 * time.Second, Hard: hard, Size: 128 << 20, Timeout: time.Minute},
	}}
	config := Config{
		Site: site, Bounds: index.Bounds{MaxPages: 100, MaxBytes: 8 << 20}, Client: func(*http.Request) string { return "" },
		Logger: zap.New(core), Now: now.Now,
	}
	for _, apply := range change {
		apply(&caching, &config, &indexes)
	}
	engine := must.Get(edgecache.New(caching))(t)
	client := must.Get(index.New(indexes))(t)
	t.Cleanup(client.Close)
	t.Cleanup(engine.Close)
	config.Engine, config.Index = engine, client
	return &setup{Server: New(config), index: x, clock: now, logs: logs}
}

func (s *setup) do(method, target string, header ...string) *httptest.ResponseRecorder {
	return asking.Ask(s, method, target, header...)
}

func (s *setup) get(query string, header ...string) *httptest.ResponseRecorder {
	return s.do(http.MethodGet, paths.Assets+query, header...)
}

// listed are the ids of an answer, which must be a good one.
func listed(t testing.TB, w *httptest.ResponseRecorder) []string {
	t.Helper()
	var body struct {
		Success   bool
		Data      []struct{ Asset_id string }
		QueryTime *int64 `json:"query_time"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != 200 || !body.Success || body.QueryTime == nil {
		t.Fatalf("%d %.300s: %v", w.Code, w.Body, err)
	}
	ids := make([]string, 0, len(body.Data))
	for _, one := range body.Data {
		ids = append(ids, one.Asset_id)
	}
	return ids
}

// wantError compares an answer with the AtomicAssets API's shape of an error.
func wantError(t *testing.T, what string, w *httptest.ResponseRecorder, code int, naming string) {
	t.Helper()
	var said struct {
		Success *bool
		Message string
	}
	decoder := json.NewDecoder(strings.NewReader(w.Body.String()))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&said); err != nil || said.Success == nil || *said.Success {
		t.Errorf("%s: %s: %v", what, w.Body, err)
	}
	if w.Code != code || !strings.Contains(said.Message, naming) || !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %v %s; want %d %s", what, w.Code, w.Header(), said.Message, code, naming)
	}
	if strings.Contains(w.Body.String(), "127.0.0.1") {
		t.Errorf("%s: the answer names the index: %s", what, w.Body)
	}
}
