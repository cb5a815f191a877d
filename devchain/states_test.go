package devchain

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

const composed = `<!doctype html><head></head><template><script type="module" src="/_r/host/host.js" integrity="sha384-x"></script></template>`

// visitState asks the handler, before one that answers a page and notes what it was asked.
func visitState(t *testing.T, method, address string) (*httptest.ResponseRecorder, *http.Request) {
	t.Helper()
	var seen *http.Request
	next := caddyhttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		seen = r
		w.Header().Set("Etag", `"1"`)
		_, err := w.Write([]byte(composed))
		return err
	})
	r := httptest.NewRequest(method, address, nil)
	r.Header.Set("Accept-Encoding", "br")
	r.Header.Set("If-None-Match", `"1"`)
	w := httptest.NewRecorder()
	must.Do(t, new(States).ServeHTTP(w, r, next))
	return w, seen
}

func TestAStateIsAPageWhoseModuleIsFetchedByItsWorld(t *testing.T) {
	w, asked := visitState(t, http.MethodGet, "/football/drops/1?lang=es&_state=football-slip-soon")
	want := strings.Replace(composed, `src="/_r/host/host.js" integrity=`,
		`src="/_dev/states/world.js" data-host="/_r/host/host.js" data-integrity=`, 1)
	if got := w.Body.String(); got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
	if asked.URL.RawQuery != "lang=es" || asked.Header.Get("Accept-Encoding") != "" || asked.Header.Get("If-None-Match") != "" {
		t.Errorf("the page was asked for as %s with %v", asked.URL, asked.Header)
	}
	if w.Header().Get("Etag") != "" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("it is answered with %v", w.Header())
	}
}

func TestOtherRequestsPassTheStates(t *testing.T) {
	for _, sent := range []struct{ method, address string }{
		{http.MethodGet, "/football?lang=es"},
		{http.MethodGet, "/api/v1/assets/sales?state=listed"},
		{http.MethodGet, "/_dev/statesman"},
		{http.MethodPost, "/v1/chain/get_info?_state=football-slip-soon"},
	} {
		w, asked := visitState(t, sent.method, sent.address)
		if asked == nil || asked.URL.String() != sent.address || w.Body.String() != composed {
			t.Errorf("%s %s became %v with %s", sent.method, sent.address, asked, w.Body)
		}
	}
}

func TestTheListOfStatesAndItsFilesAreServed(t *testing.T) {
	for address, status := range map[string]int{
		"/_dev/states": 200, "/_dev/states/world.js": 200, "/_dev/states/list.css": 200, "/_dev/states/nothing.js": 404,
	} {
		w, asked := visitState(t, http.MethodGet, address)
		if w.Code != status || asked != nil {
			t.Errorf("%s is answered with %d, want %d", address, w.Code, status)
		}
		if got := w.Header().Get("Content-Security-Policy"); status == 200 && got != statesPolicy {
			t.Errorf("%s may do %q", address, got)
		}
	}
}

func TestTheDirectiveOfStatesHasNoArguments(t *testing.T) {
	if err := new(States).UnmarshalCaddyfile(caddyfile.NewTestDispenser("states")); err != nil {
		t.Error(err)
	}
	if new(States).UnmarshalCaddyfile(caddyfile.NewTestDispenser("states all")) == nil {
		t.Error("an argument is taken")
	}
}
