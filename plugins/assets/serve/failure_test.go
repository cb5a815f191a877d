package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
)

func TestAnIndexThatDoesNotAnswerIsAnErrorInItsOwnShape(t *testing.T) {
	for name, test := range map[string]struct {
		fail       http.HandlerFunc
		code       int
		naming     string
		retryAfter string
	}{
		"400 is passed on": {indextest.Say(400, `{"success":false,"message":"Invalid value for parameter page"}`), 400, "Invalid value for parameter page", ""},
		"416 is passed on": {indextest.Say(416, `{"success":false,"message":"Asset not found"}`), 416, "Asset not found", ""},
		"416 says nothing": {indextest.Say(416, `{"success":false}`), 416, "refused", ""},
		"429":              {indextest.Say(429, `{"success":false,"message":"Rate limit"}`, "Retry-After", "30"), 429, "Rate limit", "30"},
		"429 without when": {indextest.Say(429, `{"success":false,"message":"Rate limit"}`), 429, "Rate limit", "10"},
		"408 is 504":       {indextest.Say(408, `{"success":false,"message":"Query timeout"}`), 504, "in time", ""},
		"500 is 502":       {indextest.Say(500, `{"success":false,"message":"Internal Server Error at 10.0.0.1"}`), 502, "could not be read", ""},
		"HTML is 502":      {indextest.Say(200, "<html>"), 502, "could not be read", ""},
		"a drop is 502":    {indextest.Drop, 502, "could not be read", ""},
		"success false":    {indextest.Say(200, `{"success":false,"message":"secret"}`), 502, "could not be read", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t)
			s.index.Set(func(state *indextest.State) { state.Fail = test.fail })
			w := s.get("?owner=alice.wam")
			wantError(t, name, w, test.code, test.naming)
			if strings.Contains(w.Body.String(), "secret") || strings.Contains(w.Body.String(), "10.0.0.1") {
				t.Errorf("the answer holds the index's words: %s", w.Body)
			}
			if got := w.Header().Get("Retry-After"); got != test.retryAfter {
				t.Errorf("Retry-After %q, want %q", got, test.retryAfter)
			}
			if lines := s.logs.FilterMessage("assets could not be read").AllUntimed(); len(lines) != 1 || !strings.Contains(fmt.Sprint(lines[0].ContextMap()["error"]), s.index.URL) {
				t.Errorf("logged %v", lines)
			}
		})
	}
}

func TestAStallingIndexIs504(t *testing.T) {
	s := newSetup(t, func(_ *edgecache.Config, _ *Config, indexes *index.Config) {
		indexes.Settings.Timeout, indexes.Settings.Deadline = 50*time.Millisecond, 50*time.Millisecond
	})
	s.index.Set(func(state *indextest.State) { state.Fail = indextest.Stall })
	wantError(t, "stall", s.get(""), 504, "in time")
}

func TestAClientThatLeftIsNotAnsweredAndTheEndOfTheCacheIsNoFailure(t *testing.T) {
	s := newSetup(t)
	ctx, leave := context.WithCancel(context.Background())
	s.index.Set(func(state *indextest.State) {
		state.Before = func(int) { leave() }
		state.Fail = indextest.Stall
	})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, paths.Assets+"?owner=alice.wam", nil).WithContext(ctx))
	if w.Body.Len() != 0 || len(w.Header()) != 0 {
		t.Errorf("answered %v %q", w.Header(), w.Body)
	}
	s.config.Engine.Close() // ends the fetch that goes on without the client
	if s.logs.Len() != 0 {
		t.Errorf("logged %v", s.logs.AllUntimed())
	}
}
