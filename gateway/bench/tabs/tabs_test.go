package tabs

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/representation"
)

// gateway answers as one does: two changes to who asks, and three events to who is told.
func gateway(t *testing.T) (plan *Plan, asked *atomic.Int64) {
	asked = new(atomic.Int64)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/football":
			fmt.Fprint(w, "<!doctype html>")
		case r.Header.Get("Accept") == "text/event-stream":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(representation.GzipHead)
			for range 3 {
				// An event in parts, as the gateway compresses it.
				for _, part := range []string{"data: ", `{"rowDrops":`, strings.Repeat(" ", 2000), "{}}", "\n\n"} {
					_, _ = w.Write(representation.Segment([]byte(part)))
				}
				w.(http.Flusher).Flush()
				time.Sleep(50 * time.Millisecond)
			}
			<-r.Context().Done()
		case r.URL.Path != "/_page/data":
			http.NotFound(w, r)
		default:
			if asked.Add(1) > 1 && !strings.Contains(r.URL.RawQuery, "rowDrops=v1") {
				t.Errorf("it asks again with %q", r.URL.RawQuery)
			}
			fmt.Fprint(w, `{"rowDrops":{"version":"v1","value":{}}}`)
		}
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	address := server.Listener.Addr().String()
	return &Plan{
		Address: address, Host: address, PID: os.Getpid(), Page: "/football", PagesPerSecond: 20,
		Followed: []string{"rowDrops"}, Tabs: []int{1}, Lasts: 500,
	}, asked
}

func TestATabThatAsksDoesSoAtItsPaceWithWhatItHas(t *testing.T) {
	plan, asked := gateway(t)
	plan.Every = 20
	results := must.Get(plan.Run())(t)
	if got := results[0]; got.Answers < 5 || asked.Load() < got.Answers || got.Bytes == 0 || got.Page.Count != 10 || got.Held == 0 || got.Seconds < 0.4 {
		t.Errorf("%+v of %d", got, asked.Load())
	}
}

func TestATabThatIsToldAsksOnceAndCountsEvents(t *testing.T) {
	plan, asked := gateway(t)
	results := must.Get(plan.Run())(t)
	// The first may have come before it counts.
	if got := results[0]; got.Answers < 1 || got.Answers > 3 || asked.Load() != 1 {
		t.Errorf("%+v of %d", got, asked.Load())
	}
}

func TestAPlanThatCannotBeMeasuredSaysWhy(t *testing.T) {
	if _, err := new(Plan).Run(); err == nil || !strings.Contains(err.Error(), "tabs") {
		t.Error(err)
	}
	for part, change := range map[string]func(*Plan){
		"tab 0":  func(p *Plan) { p.Address = "127.0.0.1:1" },
		"a page": func(p *Plan) { p.Page = "/missing" },
		"999999": func(p *Plan) { p.PID = 999_999_999 },
	} {
		plan, _ := gateway(t)
		change(plan)
		if _, err := plan.Run(); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v, want %q in it", err, part)
		}
	}
}
