package accesslog

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "log", map[string]string{
		":8080 {\nlog {\nformat access short\n}\n}":            `wrong argument count or unexpected line ending after 'short', at Caddyfile:3`,
		":8080 {\nlog {\nformat access {\ntime_local\n}\n}\n}": `unrecognized subdirective: time_local, at Caddyfile:4`,
		":8080 {\nlog {\nformat access {\nsample 0\n}\n}\n}":   `sample "0": write a number from 1 to 1000000, at Caddyfile:4`,
	})
}

// written is the line of a request, logged as Caddy's server does it.
func written(t *testing.T, r *http.Request, answer http.Header, more ...zap.Field) string {
	t.Helper()
	encoder := new(Encoder)
	must.Do(t, encoder.Provision(caddy.Context{}))
	var out bytes.Buffer
	logger := zap.New(zapcore.NewCore(encoder, zapcore.AddSync(&out), zap.InfoLevel)).
		WithLazy(zap.Object("request", caddyhttp.LoggableHTTPRequest{Request: r}))
	logger.Info("handled request", append([]zap.Field{
		zap.Int("bytes_read", 7), zap.String("user_id", ""), zap.Duration("duration", 1234567*time.Nanosecond),
		zap.Int("size", 2048), zap.Int("status", 200), zap.Object("resp_headers", caddyhttp.LoggableHTTPHeader{Header: answer}),
	}, more...)...)
	return out.String()
}

func request(client, host, uri string) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.Host, r.RequestURI = host, uri
	for name, value := range map[string]string{"Cookie": "session=secret", "Authorization": "secret", "User-Agent": "secret", "Referer": "https://secret.example"} {
		r.Header.Set(name, value)
	}
	return r.WithContext(context.WithValue(r.Context(), caddyhttp.VarsCtxKey, map[string]any{caddyhttp.ClientIPVarKey: client}))
}

// parsed is a line as a log's reader has it.
type parsed struct {
	Level    string
	TS       float64
	ClientIP string `json:"client_ip"`
	Method   string
	Proto    string
	Status   int
	Size     int
	Duration float64
	Cache    string
	Host     string
	URI      string
	Sample   int
	Trace    string
}

func parse(t *testing.T, line string) (p parsed) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return p
}

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

func TestOfAnswersThatPagesFollowOneOfSoManyHasALine(t *testing.T) {
	const rows = "/api/v1/rows/drops"
	hit := "fieldhouse;hit;ttl=1"
	for what, c := range map[string]struct {
		uri, cache string
		status     int
		want       int
		trace      string
	}{
		"unchanged":         {"/football", "", 304, 3, ""},
		"rows in the cache": {rows, hit, 200, 3, ""},
		"what pages follow": {"/_page/data?rowDrops=", "", 200, 3, ""},
		"a page to go to":   {"/_page?path=/football", "", 200, 25, ""},
		"rows of a node":    {rows, "fieldhouse;fwd=miss", 200, 25, ""},
		"a page":            {"/football", hit, 200, 25, ""},
		"an error":          {rows, hit, 502, 25, ""},
		"traced rows":       {rows, hit, 200, 25, traceID},
	} {
		encoder := &Encoder{Sample: 10}
		must.Do(t, encoder.Provision(caddy.Context{}))
		var out bytes.Buffer
		logger := zap.New(zapcore.NewCore(encoder, zapcore.AddSync(&out), zap.InfoLevel))
		for range 25 {
			request := caddyhttp.LoggableHTTPRequest{Request: request("192.0.2.1", "play.example", c.uri)}
			answer := caddyhttp.LoggableHTTPHeader{Header: http.Header{"Cache-Status": {c.cache}}}
			fields := []zap.Field{zap.Int("status", c.status), zap.Object("resp_headers", answer)}
			if c.trace != "" {
				fields = append(fields, zap.String(adapter.TraceField, c.trace))
			}
			logger.WithLazy(zap.Object("request", request)).Info("handled request", fields...)
		}
		lines := strings.SplitAfter(out.String(), "\n")
		if got := len(lines) - 1; got != c.want {
			t.Errorf("of 25 answers, %s, %d have a line, want %d", what, got, c.want)
		}
		for _, line := range lines[:len(lines)-1] {
			if got := parse(t, line).Trace; got != c.trace {
				t.Errorf("%s: the line has the trace %q: %s", what, got, line)
			}
			if sample := parse(t, line).Sample; sample != 0 && sample != 10 || (sample == 10) != (c.want == 3) {
				t.Errorf("%s: the line says that its sample is %d: %s", what, sample, line)
			}
		}
	}
}

func TestALineHasWhatOpsNeedAndNoHeaderOfTheRequest(t *testing.T) {
	line := written(t, request("192.0.2.1", "play.example", "/football?lang=es"),
		http.Header{"Cache-Status": {"fieldhouse;hit;ttl=1"}, "Set-Cookie": {"language=EN; secret"}})
	got := parse(t, line)
	if now := float64(time.Now().Unix()); got.TS < now-60 || got.TS > now+60 {
		t.Errorf("the time is %f", got.TS)
	}
	got.TS = 0
	if want := (parsed{"info", 0, "192.0.2.1", "GET", "HTTP/1.1", 200, 2048, 0.001234, "fieldhouse;hit;ttl=1", "play.example", "/football?lang=es", 0, ""}); got != want {
		t.Errorf("it has %+v, want %+v", got, want)
	}
	if strings.Contains(line, "secret") || strings.Count(line, "\n") != 1 {
		t.Errorf("it is %q", line)
	}
}

func TestALineHasNothingThatIsForThoseWhoKnowIt(t *testing.T) {
	for uri, want := range map[string]string{
		"/_preview/c2lnbmF0dXJl/football/0123/1795788000": "/_preview/-/football/0123/1795788000",
		"/_preview/c2lnbmF0dXJl":                          "/_preview/-/",
		"/_preview/leave":                                 "/_preview/leave",
		"/api/v1/pushes/dG9rZW4":                          "/api/v1/pushes/-",
		"/api/v1/places/dG9rZW4?x=1":                      "/api/v1/places/-",
		"/api/v1/places":                                  "/api/v1/places",
		"/link/channel?v=2":                               "/link/-",
		"/_page?path=%2F&lineup=football%3A0123%21football%2F0123%2F1795788000.c2lnbmF0dXJl": "/_page?path=%2F&lineup=football%3A0123%21football%2F0123%2F1795788000.-",
		"/_page?lineup=football%3A0123.c2lnbmF0dXJl&path=%2F":                                "/_page?lineup=football%3A0123.-&path=%2F",
		"/_page?path=%2F": "/_page?path=%2F",
	} {
		if got := parse(t, written(t, request("192.0.2.1", "play.example", uri), nil)).URI; got != want {
			t.Errorf("of %s it has %s, want %s", uri, got, want)
		}
	}
}

func TestALineIsAtMost400BytesWhateverIsAsked(t *testing.T) {
	for name, text := range map[string]string{
		"letters": "a", "quotes": `"`, "controls": "\x01", "two bytes": "é", "four bytes": "𝄞", "no UTF-8": "\xff", "mixed": "a\"\x7f𝄞\xc3",
	} {
		for _, length := range []int{0, 1, 40, 150, 160, 170, 200, 16_000} {
			long := strings.Repeat(text, length)
			for trace, fits := range map[string]int{"": 150, traceID: 40} {
				r := request("2001:db8:85a3:1234:5678:8a2e:370:7334", long+".example", "/"+long)
				r.Method, r.Proto = strings.Repeat("M", 32), "HTTP/2.0"
				line := written(t, r, http.Header{"Cache-Status": {"fieldhouse;hit;ttl=-172800;detail=refresh-failed" + long}}, zap.String(adapter.TraceField, trace))
				if len(line) > maxLine {
					t.Errorf("%d %s make %d bytes: %s", length, name, len(line), line)
				}
				got := parse(t, line)
				if whole := "/" + long; text == "a" && (length < fits) != (got.URI == whole) || text == "a" && length > fits && !strings.HasSuffix(got.URI, "...") {
					t.Errorf("of %d letters the line has %q", length, got.URI)
				}
			}
		}
	}
}

func TestWhatIsNoAccessIsWrittenAsCaddyWritesIt(t *testing.T) {
	encoder := new(Encoder)
	must.Do(t, encoder.Provision(caddy.Context{}))
	var out bytes.Buffer
	zap.New(zapcore.NewCore(encoder, zapcore.AddSync(&out), zap.InfoLevel)).With(zap.Int("seven", 7)).Warn("something else", zap.String("text", "x"))
	if got := out.String(); !strings.Contains(got, `"msg":"something else","seven":7,"text":"x"`) {
		t.Errorf("it is %s", got)
	}
}

func BenchmarkLine(b *testing.B) {
	r := request("192.0.2.1", "play.example", "/api/v1/rows/drops")
	answer := http.Header{"Cache-Status": {"fieldhouse;hit;ttl=1"}}
	short, long := new(Encoder), new(Encoder)
	for _, encoder := range []*Encoder{short, long} {
		must.Do(b, encoder.Provision(caddy.Context{}))
	}
	for name, encoder := range map[string]zapcore.Encoder{"access": short, "json": long.json} {
		b.Run(name, func(b *testing.B) {
			logger := zap.New(zapcore.NewCore(encoder, zapcore.AddSync(new(nothing)), zap.InfoLevel))
			b.ReportAllocs()
			for b.Loop() {
				logger.WithLazy(zap.Object("request", caddyhttp.LoggableHTTPRequest{Request: r})).Info("handled request",
					zap.Int("bytes_read", 0), zap.String("user_id", ""), zap.Duration("duration", time.Millisecond),
					zap.Int("size", 2048), zap.Int("status", 200), zap.Object("resp_headers", caddyhttp.LoggableHTTPHeader{Header: answer}))
			}
		})
	}
}

type nothing struct{}

func (*nothing) Write(p []byte) (int, error) { return len(p), nil }
