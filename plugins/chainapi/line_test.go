package chainapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/plugintest/admintest"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/logging"
	"github.com/prometheus/client_golang/prometheus"
)

// request makes a request and answers it with its body.
func (p *process) request(method, path, body string, headers ...string) (*http.Response, string) {
	p.T.Helper()
	request := must.Get(http.NewRequest(method, "http://"+p.Address()+path, strings.NewReader(body)))(p.T)
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response := must.Get(p.Client.Do(request))(p.T)
	defer response.Body.Close()
	var content bytes.Buffer
	must.Get(content.ReadFrom(response.Body))(p.T)
	return response, content.String()
}

// Nodes that are far behind are asked for nothing: pushes wait until they are well.
func TestTheLineOutlastsAReload(t *testing.T) {
	p := newProcess(t, 1)
	p.nodes[0].Set(func(s *chaintest.State) { s.Lag = time.Hour })
	p.Load(object{})
	trx := chainapitest.Packed(time.Now().Add(3*time.Minute), chaintest.Head-3, "waits through a reload")
	submitted, body := p.request("POST", sendTransaction2, string(chainapitest.Body("send_transaction2", trx)), "Prefer", "respond-async")
	location := submitted.Header.Get("Location")
	if submitted.StatusCode != 202 || location == "" || !strings.Contains(body, `"state":"queued"`) {
		t.Fatalf("%d %s", submitted.StatusCode, body)
	}
	p.Load(object{"push_rate": 7})
	response, status := p.request("GET", location, "")
	if response.StatusCode != 200 || !strings.Contains(status, `"state":"queued"`) || !strings.Contains(status, chainapitest.ID(trx).String()) {
		t.Errorf("%d %s", response.StatusCode, status)
	}
	if all := living().broadcaster.Stats(); all.Waiting != 1 {
		t.Errorf("%+v", all)
	}
	p.nodes[0].Set(func(s *chaintest.State) { s.Lag = 0 })
	for tag, deadline := response.Header.Get("ETag"), time.Now().Add(20*time.Second); p.pushed() == 0; tag = response.Header.Get("ETag") {
		if time.Now().After(deadline) {
			t.Fatalf("it waits still: %s", status)
		}
		response, status = p.request("GET", location, "", "If-None-Match", tag, "Prefer", "wait=1")
	}
	if response, status := p.request("DELETE", location, ""); response.StatusCode != 409 || strings.Contains(status, "queued") || p.pushed() != 1 {
		t.Errorf("%d %s, pushed %d times", response.StatusCode, status, p.pushed())
	}
}

func TestThePlacesAreBehindTheirAddress(t *testing.T) {
	p := newProcess(t, 1)
	p.Load(object{})
	if response, body := p.request("POST", "/api/v1/places", `{"account":"alice.wam","drop":"5","life":180}`); response.StatusCode != 204 {
		t.Errorf("%d %s", response.StatusCode, body)
	}
	if response, body := p.request("GET", "/api/v1/placesless", ""); !strings.Contains(body, "next") {
		t.Errorf("%d %s", response.StatusCode, body)
	}
}

func TestTheAdminAPIAndTheMetricsShowTheLine(t *testing.T) {
	p := newProcess(t, 1)
	p.Load(object{})
	route := adminRoute(func() (*App, error) { return adapter.Running[*App]("chain_api") })
	if code, body := admintest.Ask(t, []caddy.AdminRoute{route}, http.MethodGet, "/chain/queue", ""); code != 200 || !strings.Contains(body, `"waiting":0`) || !strings.Contains(body, `"is_moving":true`) {
		t.Errorf("%d %s", code, body)
	}
	registry := prometheus.NewRegistry()
	must.Do(t, adapter.Register(registry, collected))
	families := must.Get(registry.Gather())(t)
	names := ""
	for _, family := range families {
		names += family.GetName() + " "
	}
	for _, want := range []string{"waiting", "oldest_seconds", "sent_total", "left_total", "forecast_seconds"} {
		if !strings.Contains(names, "fieldhouse_push_queue_"+want+" ") {
			t.Errorf("there is no %s among %s", want, names)
		}
	}
}

// kept are rows as they are kept for pages.
type kept struct {
	body, version string
	asked         int
	err           error
	hangs         bool
}

func (k *kept) Need(ctx context.Context, need string) (needs.Answer, error) {
	if need != "rowDrops" {
		return needs.Answer{}, fmt.Errorf("asked for %s", need)
	}
	k.asked++
	if k.hangs {
		<-ctx.Done()
	}
	return needs.Answer{Body: []byte(k.body), Version: k.version}, cmp.Or(k.err, ctx.Err())
}

func (*kept) UseBusy(func() bool) {}

func TestOpeningsAreThoseOfTheRowsThatAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const opens = 1700000000
		rows := &kept{body: `{"rows":[{"drop_id":"5","start_time":1700000000},{"drop_id":6,"start_time":0}]}`, version: "1"}
		var o openings
		want := func(what, drop string, seconds int64) {
			t.Helper()
			if at, known := o.of(drop); known != (seconds > 0) || known && at.Unix() != seconds {
				t.Errorf("%s: drop %q opens at %s, known %t, want %d", what, drop, at, known, seconds)
			}
		}
		asks := func() {
			before := time.Now()
			o.keep()
			if waited := time.Since(before); waited > 0 {
				t.Errorf("a request was held up for %s", waited)
			}
			synctest.Wait()
		}
		asks()
		want("without rows", "5", 0)
		o.use(rows)
		time.Sleep(openingsFor)
		for range 3 {
			asks()
			want("with rows", "5", opens)
		}
		for _, drop := range []string{"6", "7", ""} {
			want("with rows", drop, 0)
		}
		if rows.asked != 1 {
			t.Errorf("asked %d times", rows.asked)
		}
		later := func(what string, change func()) {
			change()
			time.Sleep(openingsFor)
			asks()
			want(what, "5", opens)
			time.Sleep(openingsWithin)
			synctest.Wait()
			want("after "+what, "5", opens)
		}
		later("a failure", func() { rows.err = errors.New("no node answers") })
		later("what is no JSON", func() { rows.body, rows.version, rows.err = "<html>", "2", nil })
		later("rows that hang", func() { rows.hangs = true })
		later("another opening", func() {
			rows.body, rows.version, rows.hangs = `{"rows":[{"drop_id":9,"start_time":true},"00ff",{"drop_id":7,"start_time":1800000000},{"drop_id":5,"start_time":1700000000}]}`, "3", false
		})
		want("after another opening", "7", 1800000000)
	})
}

func TestOpeningsAreThereForALineThatIsTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows := &kept{body: `{"rows":[{"drop_id":"5","start_time":1700000000}]}`, version: "1"}
		var o openings
		o.use(rows)
		for range 3 { // it comes in parts
			o.refresh()
		}
		if rows.asked != 1 {
			t.Errorf("asked %d times", rows.asked)
		}
		if at, known := o.of("5"); !known || at.Unix() != 1700000000 {
			t.Errorf("the drop opens at %s, known %t", at, known)
		}
		synctest.Wait()
		time.Sleep(openingsFor)
		rows.hangs = true
		before := time.Now()
		for range 3 {
			o.refresh()
		}
		if waited := time.Since(before); waited != openingsWithin {
			t.Errorf("what cannot be read held it up for %s", waited)
		}
	})
}

// A node that is asked before it is there counts as one that fails.
func TestNoRowsAreReadForOpeningsBeforeSomebodyAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows := &kept{body: `{"rows":[]}`, version: "1"}
		var o openings
		o.use(rows)
		synctest.Wait()
		if rows.asked != 0 {
			t.Errorf("asked %d times", rows.asked)
		}
	})
}

// Who knows a token can leave in its place.
func TestTheAccessLogHasNoToken(t *testing.T) {
	p := newProcess(t, 1)
	file := filepath.Join(t.TempDir(), "access.log")
	var config object
	must.Do(t, json.Unmarshal(p.Config(object{}), &config))
	config["apps"].(map[string]any)["http"].(map[string]any)["servers"].(map[string]any)["srv0"].(map[string]any)["logs"] = object{}
	config["logging"] = object{"logs": object{"default": object{"level": "INFO", "writer": object{"output": "file", "filename": file, "roll": false}}}}
	logged := must.Get(json.Marshal(config))(t)
	must.Do(t, caddy.Load(logged, true))
	p.Post(sendTransaction2, string(chainapitest.Body("send_transaction2", packed("logged"))))
	submitted, _ := p.request("POST", sendTransaction2, string(chainapitest.Body("send_transaction2", packed("left out"))), "Prefer", "respond-async")
	location := submitted.Header.Get("Location")
	p.request("GET", location, "")
	p.request("DELETE", location, "")
	p.request("GET", "/api/v1/places/AAAAAAAAAAAAAAAAAAAAAA", "")
	must.Do(t, caddy.Stop())
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), sendTransaction2) {
		t.Fatalf("the log has %s (%v)", text, err)
	}
	if token := path.Base(location); len(token) < 20 || strings.Contains(string(text), token) || strings.Contains(string(text), "AAAAAAAA") {
		t.Errorf("the log names a token: %s", text)
	}
}
