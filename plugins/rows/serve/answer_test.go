package serve

import (
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest"
)

func TestAnAnswerSaysWhatItIsAndHowOld(t *testing.T) {
	s := newSetup(t, game)
	const chainTime = "2006-01-02T15:04:05.000"
	head := time.Now().UTC().Format(chainTime)
	s.node.Set(func(state *chaintest.State) { state.HeadTime = head })
	first := s.get(drops)
	s.clock.Move(500 * time.Millisecond)
	second := s.get(drops)
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Content-Length": "74", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
		"Age": "0", "Cache-Status": "fieldhouse;fwd=miss;stored", "X-Chain-Head": "324182164", "X-Chain-Time": head + "Z",
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
		plugintest.Eventually(t, what, func() bool { return done(s.get(drops)) })
	}
	refreshed("the entry was refreshed", func(w *httptest.ResponseRecorder) bool {
		if w.Header().Get("ETag") != etag {
			t.Fatal("the same body got another ETag")
		}
		return w.Header().Get("Age") == "0"
	})
	s.node.Set(func(state *chaintest.State) {
		state.Rows = func(chaintest.Request) string { return `{"rows":[{"drop_id":2}],"more":false,"next_key":""}` }
	})
	s.clock.Move(soft)
	refreshed("the new body came", func(w *httptest.ResponseRecorder) bool {
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
