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
	"fieldhouse/plugins/plugintest"
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

func TestAFailureIsRememberedForAMoment(t *testing.T) {
	s := newSetup(t)
	s.index.Set(func(state *indextest.State) { state.Fail = indextest.Say(500, "") })
	for range 50 {
		wantError(t, "down", s.get("?owner=alice.wam"), 502, "could not be read")
	}
	if asked := len(s.index.Requests()); asked != 1 {
		t.Errorf("the index was asked %d times", asked)
	}
	s.index.Set(func(state *indextest.State) { state.Fail = nil })
	s.clock.Move(2 * time.Second)
	listed(t, s.get("?owner=alice.wam"))
}

func TestWithTheIndexGoneWhatWasAnsweredOnceIsAnsweredForItsHardLifetime(t *testing.T) {
	s := newSetup(t)
	alices, all := s.get("?owner=alice.wam").Body.String(), s.get("").Body.String()
	s.index.Set(func(state *indextest.State) { state.Fail = indextest.Say(503, "") })
	s.clock.Move(time.Minute)
	plugintest.Eventually(t, "an answer says that its refresh failed", func() bool {
		return strings.Contains(s.get("?owner=alice.wam").Header().Get("Cache-Status"), "refresh-failed")
	})
	for age := 2 * time.Minute; age < hard; age += time.Minute {
		s.clock.Move(time.Minute)
		for query, body := range map[string]string{"?owner=alice.wam": alices, "?nonce=1": all} {
			w := s.get(query)
			if w.Code != 200 || w.Body.String() != body {
				t.Fatalf("%s after %s: %d %.200s", query, age, w.Code, w.Body)
			}
		}
	}
	s.clock.Move(time.Minute)
	wantError(t, "past its hard deadline", s.get("?owner=alice.wam"), 502, "could not be read")
}

func TestAClientThatInventsAccountsUsesUpItsOwnBudget(t *testing.T) {
	s := newSetup(t, func(caching *edgecache.Config, config *Config, _ *index.Config) {
		caching.Budget = &edgecache.Budget{Misses: 1, Burst: 5}
		config.Client = func(r *http.Request) string { return r.Header.Get("X-Test-Client") }
	})
	listed(t, s.get("?owner=alice.wam", "X-Test-Client", "192.0.2.1"))
	refused := 0
	for i := range 100 {
		if w := s.get("?owner=invented."+string(rune('a'+i%26))+string(rune('a'+i/26)), "X-Test-Client", "192.0.2.9"); w.Code == 429 {
			wantError(t, "the budget", w, 429, "from this address")
			if w.Header().Get("Retry-After") == "" {
				t.Error("without Retry-After")
			}
			refused++
		}
		if w := s.get("?owner=alice.wam", "X-Test-Client", "192.0.2.9"); !strings.HasPrefix(w.Header().Get("Cache-Status"), "fieldhouse;hit") {
			t.Fatalf("what is kept costs something: %d %v", w.Code, w.Header())
		}
	}
	if refused != 95 {
		t.Errorf("%d of 100 were refused, want 95", refused)
	}
	listed(t, s.get("?owner=bob.wam", "X-Test-Client", "192.0.2.1"))
}

func TestAClientThatLeftIsNotAnsweredAndTheEndOfTheCacheIsNoFailure(t *testing.T) {
	s := newSetup(t)
	ctx, leave := context.WithCancel(context.Background())
	s.index.Set(func(state *indextest.State) {
		state.Before = func(int) { leave() }
		state.Fail = indextest.Stall
	})
	s.ServeHTTP(&silent{t: t}, httptest.NewRequest(http.MethodGet, paths.Assets+"?owner=alice.wam", nil).WithContext(ctx))
	s.config.Engine.Close() // ends the fetch that goes on without the client
	if s.logs.Len() != 0 {
		t.Errorf("logged %v", s.logs.AllUntimed())
	}
}

// silent is a ResponseWriter that nothing may be written to.
type silent struct{ t *testing.T }

func (s *silent) Header() http.Header { return http.Header{} }
func (s *silent) WriteHeader(code int) {
	s.t.Errorf("answered with %d", code)
}
func (s *silent) Write(p []byte) (int, error) {
	s.t.Errorf("answered %q", p)
	return len(p), nil
}
