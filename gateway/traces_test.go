package gateway

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/caddytest"

	"github.com/caddyserver/caddy/v2"
	collected "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector is an OpenTelemetry collector that takes traces by OTLP over HTTP.
type collector struct {
	t testing.TB
	*httptest.Server

	mu    sync.Mutex
	spans []*span
	whole bytes.Buffer // all that it was sent
}

// span is one, with its attributes as texts.
type span struct {
	*otlp.Span
	trace, id, parent string
	attributes        map[string]string
}

func newCollector(t testing.TB) *collector {
	// Spans are sent soon.
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
	c := &collector{t: t}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	request := new(collected.ExportTraceServiceRequest)
	if err == nil {
		err = proto.Unmarshal(body, request)
	}
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" {
		c.t.Errorf("the collector was sent %s %s: %v", r.Method, r.URL, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole.Write(body)
	for _, resource := range request.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, sent := range scope.Spans {
				s := &span{sent, hex.EncodeToString(sent.TraceId), hex.EncodeToString(sent.SpanId), hex.EncodeToString(sent.ParentSpanId), make(map[string]string)}
				for _, attribute := range sent.Attributes {
					switch value := attribute.Value.Value.(type) {
					case *common.AnyValue_StringValue:
						s.attributes[attribute.Key] = value.StringValue
					case *common.AnyValue_IntValue:
						s.attributes[attribute.Key] = fmt.Sprint(value.IntValue)
					case *common.AnyValue_BoolValue:
						s.attributes[attribute.Key] = fmt.Sprint(value.BoolValue)
					}
				}
				c.spans = append(c.spans, s)
			}
		}
	}
}

// all are the spans that came so far.
func (c *collector) all() []*span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}

// await waits for the first span of a name that holds.
func (c *collector) await(name string, holds func(*span) bool) (found *span) {
	c.t.Helper()
	plugintest.Eventually(c.t, "the collector has a span "+name, func() bool {
		for _, s := range c.all() {
			if s.Name == name && holds(s) {
				found = s
				return true
			}
		}
		return false
	})
	return found
}

// below waits for a span of a name below another one, with these attributes.
func (c *collector) below(parent *span, name string, attributes ...string) *span {
	c.t.Helper()
	found := c.await(name, func(s *span) bool {
		if s.trace != parent.trace || s.parent != parent.id {
			return false
		}
		for i := 0; i < len(attributes); i += 2 {
			if s.attributes[attributes[i]] != attributes[i+1] {
				return false
			}
		}
		return true
	})
	if found.StartTimeUnixNano < parent.StartTimeUnixNano {
		c.t.Errorf("%s begins before %s", name, parent.Name)
	}
	return found
}

func anySpan(*span) bool { return true }

// traced is the option that traces so many of the requests.
func (c *collector) traced(ratio string) options {
	return options{"traces": fmt.Sprintf("traces {\nendpoint %s\nratio %s\npushes 0\n}", c.URL, ratio), "rows": longLived}
}

func TestAPageAndTheReadsThatItWaitsForAreOneTrace(t *testing.T) {
	c, s := newCollector(t), newTestSite(t, ofRows)
	s.start(c.traced("1"))
	s.want(newClient(t, false), "/football?ref=alice.wam")

	request := c.await("GET /football/*", anySpan)
	if request.parent != "" || request.Kind != otlp.Span_SPAN_KIND_SERVER || request.attributes["http.response.status_code"] != "200" || request.attributes["http.route"] != "/football/*" {
		t.Errorf("the request's span is %v", request)
	}
	page := c.below(request, "page.refresh")
	c.below(page, "page.compose")
	c.below(page, "page.wait", "page.need", "rowDrops")
	read := c.below(page, "page.read", "page.need", "rowDrops")
	cache := c.below(read, "cache.get", "cache.class", "drops", "cache.status", "miss")
	fetch := c.below(cache, "cache.fetch", "cache.class", "drops")
	asked := c.below(fetch, "chain.request", "chain.attempt", "1", "chain.hedge", "false", "chain.kind", "read", "http.response.status_code", "200")
	if node := asked.attributes["chain.node"]; !slices.ContainsFunc(s.nodes, func(n *chaintest.Node) bool { return n.URL == node }) || asked.Kind != otlp.Span_SPAN_KIND_CLIENT {
		t.Errorf("the node's span is %v", asked)
	}
}

func TestAReadThatIsCachedAndOneThatFailsSaySo(t *testing.T) {
	c, s := newCollector(t), newTestSite(t, ofRows)
	s.start(c.traced("1"))
	client := newClient(t, false)
	s.want(client, drops)
	s.want(client, drops)
	first := c.await("cache.get", func(s *span) bool { return s.attributes["cache.status"] == "miss" })
	c.await("cache.get", func(s *span) bool { return s.attributes["cache.status"] == "hit" && s.trace != first.trace })

	for _, node := range s.nodes {
		node.Set(func(state *chaintest.State) { state.FailRows = chaintest.HTML(http.StatusBadGateway) })
	}
	if got, err := s.get(client, accounts("bob.wam")); err != nil || got.status < 500 {
		t.Fatalf("rows of nodes that fail: %d %v", got.status, err)
	}
	failed := c.await("GET /api/v1/rows", func(s *span) bool { return s.Status.GetCode() == otlp.Status_STATUS_CODE_ERROR })
	get := c.below(failed, "cache.get", "cache.class", "accounts", "error.type", "failed")
	fetch := c.below(get, "cache.fetch", "error.type", "failed")
	for attempt := range s.nodes {
		asked := c.below(fetch, "chain.request", "chain.attempt", strconv.Itoa(attempt+1), "http.response.status_code", "502")
		if asked.Status.GetCode() != otlp.Status_STATUS_CODE_ERROR || asked.attributes["error.type"] == "" {
			t.Errorf("a request that failed has the span %v", asked)
		}
	}
}

func TestARefreshThatNobodyWaitsForIsATraceOfItsOwnLinkedToItsCause(t *testing.T) {
	c, s := newCollector(t), newTestSite(t, ofRows)
	given := c.traced("1")
	given["rows"] = "rows {\nmisses 0\nlifetime drops 1ns 2h\n}"
	s.start(given)
	client := newClient(t, false)
	s.want(client, drops)
	s.want(client, drops)
	cause := c.await("cache.get", func(s *span) bool { return s.attributes["cache.status"] == "stale" })
	refresh := c.await("cache.refresh", func(s *span) bool { return s.attributes["cache.class"] == "drops" })
	if refresh.parent != "" || refresh.trace == cause.trace || len(refresh.Links) != 1 || hex.EncodeToString(refresh.Links[0].TraceId) != cause.trace {
		t.Errorf("the refresh is %v, and its cause %v", refresh, cause)
	}
	c.below(refresh, "chain.request")
}

func TestAPushIsTracedFromTheLineToItsNodeWhateverTheRatio(t *testing.T) {
	c, s := newCollector(t), newPushSite(t)
	s.load(options{
		"devchain": "devchain {\nlisten " + strings.TrimPrefix(s.chain, "http://") + "\nbuyers 0\n}",
		"chain":    fmt.Sprintf("chain {\nnode %[1]s %[1]s/node/2\nrate 2000 4000\n}", s.chain),
		"traces":   fmt.Sprintf("traces {\nendpoint %s\nratio 0\npushes 1\n}", c.URL),
	})
	body, id := s.signed(60e9)
	if got := s.push(body); got.ID != id {
		t.Fatalf("%d %s", got.status, got.body)
	}
	request := c.await("POST /v1/chain/", anySpan)
	if request.attributes["chain.call"] != "push_transaction" {
		t.Errorf("the push's span is %v", request)
	}
	c.below(request, "push.wait")
	c.below(c.below(request, "push.send", "push.verdict", "landed"), "chain.request", "chain.kind", "send", "chain.attempt", "1")
	for _, one := range c.all() {
		if one.trace != request.trace {
			t.Errorf("with ratio 0, %s was recorded besides", one.Name)
		}
	}
}

// fromElsewhere is a request with what a client that traces sends, and with secrets.
func (s *testSite) fromElsewhere(client *http.Client, path, traceparent string) {
	s.t.Helper()
	got, err := exchange(client, http.MethodGet, "http://"+s.address+path, "",
		"Traceparent", traceparent, "Tracestate", "stranger=state", "Baggage", "stranger=baggage",
		"Cookie", "session=stranger-cookie", "Authorization", "Bearer stranger-token", "User-Agent", "stranger-agent")
	if err != nil || got.status != http.StatusOK {
		s.t.Fatalf("%s: %d %v", path, got.status, err)
	}
}

const strangersTrace = "4bf92f3577b34da6a3ce929d0e0e4736"

func TestNoClientHasARequestTracedOrKeepsItFromBeingTraced(t *testing.T) {
	c, s := newCollector(t), newTestSite(t, ofRows)
	s.start(c.traced("0"))
	client := newClient(t, false)
	for _, path := range s.everyPath() {
		s.fromElsewhere(client, path, "00-"+strangersTrace+"-00f067aa0ba902b7-01")
	}
	s.load(c.traced("1"))
	s.fromElsewhere(client, "/football", "00-"+strangersTrace+"-00f067aa0ba902b7-00")
	c.await("GET /football/*", anySpan)
	requests := 0
	for _, one := range c.all() {
		if one.Kind == otlp.Span_SPAN_KIND_SERVER {
			requests++
		}
		if one.trace == strangersTrace || one.TraceState != "" {
			t.Errorf("%s is in the client's trace", one.Name)
		}
	}
	if requests != 1 {
		t.Errorf("%d requests are traced, want only the one with ratio 1", requests)
	}
}

func TestNodesHearOfATraceOnlyIfASettingSaysSo(t *testing.T) {
	for set, want := range map[string]bool{"": false, "traceparent\n": true} {
		t.Run(set, func(t *testing.T) {
			c, s := newCollector(t), newTestSite(t, ofRows)
			heard := make(chan http.Header, 100)
			s.nodes[0].Handle("/v1/chain/get_table_rows", func(w http.ResponseWriter, r *http.Request) {
				heard <- r.Header
				_, _ = io.WriteString(w, chaintest.Empty)
			})
			given := c.traced("1")
			given["chain"] = "chain {\nnode " + s.nodes[0].URL + "\n" + set + "}"
			s.start(given)
			s.fromElsewhere(newClient(t, false), accounts("alice.wam"), "00-"+strangersTrace+"-00f067aa0ba902b7-01")
			asked := c.await("chain.request", func(s *span) bool { return s.attributes["chain.kind"] == "read" })
			header := <-heard
			parent := ""
			if want {
				parent = "00-" + asked.trace + "-" + asked.id + "-01"
			}
			if got := header.Get("Traceparent"); got != parent {
				t.Errorf("the node hears of the trace %q, want %q", got, parent)
			}
			if header.Get("Tracestate") != "" || header.Get("Baggage") != "" {
				t.Errorf("the node hears what the client said: %v", header)
			}
		})
	}
}

func TestATraceHasNothingSecretAndNobodysName(t *testing.T) {
	c, s := newCollector(t), newTestSite(t, ofRows)
	s.start(c.traced("1"))
	client := newClient(t, false)
	for _, path := range append(s.everyPath(), "/football?ref=stranger-query", "/_page?path=/football") {
		s.fromElsewhere(client, path, "00-"+strangersTrace+"-00f067aa0ba902b7-01")
	}
	for _, path := range []string{"/football/wall/stranger.wam", "/_preview/stranger-signature/football", "/api/v1/pushes/stranger-token", "/api/v1/rows/stranger-table", "/v1/chain/stranger_call"} {
		if _, err := s.get(client, path); err != nil {
			t.Fatal(err)
		}
	}
	answered(t, http.MethodPost, "http://"+s.address+"/link/stranger-channel", "stranger-message")
	c.await("POST /link/", anySpan)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, secret := range []string{"stranger", "127.0.0.1:" + s.address[strings.LastIndex(s.address, ":")+1:], "alice", testOwner, "rss_url", strangersTrace} {
		if bytes.Contains(c.whole.Bytes(), []byte(secret)) {
			t.Errorf("the collector was told %q", secret)
		}
	}
}

// A collector that holds what it is sent, and one that is gone, hold up no request, however many
// spans wait.
func TestACollectorThatTakesNothingHoldsUpNobody(t *testing.T) {
	c, s := newCollector(t), newTestSite(t, ofRows)
	t.Setenv("OTEL_BSP_MAX_QUEUE_SIZE", "8")
	held, released := make(chan struct{}, 100), make(chan struct{})
	mute := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		held <- struct{}{}
		<-released
	}))
	defer mute.Close()
	defer close(released)
	given := c.traced("1")
	s.start(given)
	failed := func() float64 { return caddytest.Metrics(t)["fieldhouse_traces_spans_failed_total"] }
	before := failed()
	for _, endpoint := range []string{mute.URL, "http://" + freeAddress(t)} {
		given["traces"] = "traces {\nendpoint " + endpoint + "\nratio 1\n}"
		s.load(given)
		client := newClient(t, true)
		s.want(client, drops)
		if endpoint == mute.URL {
			<-held
		}
		for range 100 {
			s.want(client, drops)
		}
	}
	plugintest.Eventually(t, "the metrics tell of spans that were lost", func() bool { return failed() > before })
}

func TestAReloadKeepsOrReplacesTheCollectorAndLosesNoSpan(t *testing.T) {
	first, second, s := newCollector(t), newCollector(t), newTestSite(t, ofRows)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "3600000") // nothing is sent but at the end
	client := newClient(t, true)
	s.start(first.traced("1"))
	s.want(client, drops)
	s.load(first.traced("0.5"))
	s.load(first.traced("1"))
	if got := first.all(); len(got) != 0 {
		t.Errorf("with the same collector %d spans were sent at the reload", len(got))
	}
	s.load(second.traced("1"))
	first.await("GET /api/v1/rows", anySpan)
	s.want(client, drops)
	// It starts, and another app does not.
	refused := s.adapt(options{"traces": "traces {\nendpoint " + first.URL + "\n}", "link": "link"})
	refused = bytes.Replace(refused, []byte("shared/"+s.address), []byte("shared/192.0.2.1:1"), 1)
	if err := caddy.Load(refused, true); err == nil {
		t.Fatal("a configuration that cannot listen is not refused")
	}
	s.want(client, drops)
	s.load(options{"rows": longLived})
	plugintest.Eventually(t, "the second collector has the requests before and after the refused configuration", func() bool {
		requests := 0
		for _, one := range second.all() {
			if one.Name == "GET /api/v1/rows" {
				requests++
			}
		}
		return requests == 2
	})
	s.want(client, drops)
	if strings.Contains(s.want(client, "/metrics").body, "fieldhouse_traces_") {
		t.Error("without `traces` there are its metrics")
	}
}

func TestTheProcessSendsItsLastSpansAndItsLogNamesTheirTrace(t *testing.T) {
	c := newCollector(t)
	for name, value := range map[string]string{"TRACES": "traces", "OTEL_EXPORTER_OTLP_ENDPOINT": c.URL, "OTEL_BSP_SCHEDULE_DELAY": "3600000"} {
		t.Setenv(name, value)
	}
	p := newProcess(t, ofRows, func(config object) {
		traces := config["apps"].(object)["traces"].(object)
		traces["ratio"] = 1
	})
	p.want(newClient(t, false), "/football")
	p.terminate()
	request := c.await("GET /football/*", anySpan)
	if !strings.Contains(p.log.String(), `"trace":"`+request.trace+`"`) {
		t.Errorf("the access log does not have the trace %s", request.trace)
	}
}

func TestTheShippedCaddyfileTracesOnlyIfItIsTold(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", t.TempDir())
	for set, want := range map[string]bool{"": false, "traces": true, "traces {\nratio 0.5\n}": true} {
		t.Setenv("TRACES", set)
		if config, _ := adapt(t, "Caddyfile"); strings.Contains(string(config), `"traces":{`) != want {
			t.Errorf("TRACES=%q: %.300s", set, config)
		}
	}
}
