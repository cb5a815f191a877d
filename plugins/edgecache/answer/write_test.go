package answer

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
)

func TestAnAnswerSaysWhatItIsAndHowOld(t *testing.T) {
	w := write(newEntry(text(100)))
	for name, want := range map[string]string{
		"Content-Type": contentType, "Content-Length": "100", "Etag": `"tag"`, "Age": "3", "Cache-Status": "fieldhouse;hit;ttl=2",
		"Cache-Control": "no-cache", "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
	} {
		if got := w.Header()[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		w.Header().Del(name)
	}
	if w.Code != 200 || len(w.Header()) != 0 {
		t.Errorf("%d, and more headers: %v", w.Code, w.Header())
	}
}

func TestAnAgeIsWholeSecondsAndNeverNegative(t *testing.T) {
	for ago, want := range map[time.Duration]string{
		0: "0", 999 * time.Millisecond: "0", time.Second: "1", 599 * time.Second: "599", 600 * time.Second: "600", 48 * time.Hour: "172800", -time.Minute: "0",
	} {
		entry := newEntry(nil)
		entry.Stored = noon.Add(-ago)
		if got := write(entry).Header().Get("Age"); got != want {
			t.Errorf("%s: %s", ago, got)
		}
	}
}

func TestAStatusThatIsKeptIsAnswered(t *testing.T) {
	entry := newEntry([]byte(`{"error":{"code":3060003}}`))
	entry.Code = 500
	if w := write(entry); w.Code != 500 || w.Body.String() != string(entry.Body) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestHeadersThatWereSetBeforeStay(t *testing.T) {
	for _, test := range []struct{ name, before, want string }{
		{"Cache-Control", "private, max-age=5", "[private, max-age=5]"},
		{"Content-Type", "application/problem+json", "[application/problem+json]"},
		{"X-Content-Type-Options", "nosniff", "[nosniff]"},
		{"Server", "Caddy", "[Caddy]"},
		{"Vary", "Origin", "[Origin Accept-Encoding]"},
		{"Vary", "Origin, accept-encoding", "[Origin, accept-encoding]"},
		{"Vary", "*", "[*]"},
	} {
		w := httptest.NewRecorder()
		w.Header().Set(test.name, test.before)
		if got := fmt.Sprint(writeTo(w, http.MethodGet, newEntry(text(10))).Header()[test.name]); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestALaterHandlerCannotChangeWhatOthersGet(t *testing.T) {
	entry := newEntry(text(1000))
	entry.Prepared.(*Prepared).With("X-Chain-Head", "5")
	for _, header := range [][]string{nil, {"Accept-Encoding", "br"}, {"If-None-Match", "*"}} {
		for _, values := range write(entry, header...).Header() {
			values[0] = "changed"
			_ = append(values, "added")
		}
		for name, values := range write(entry, header...).Header() {
			if len(values) != 1 || values[0] == "changed" || values[0] == "added" {
				t.Errorf("%s: %q", name, values)
			}
		}
	}
}

// By a real server and client, whose view of an answer is what counts.
func TestOverAConnectionEveryMethodAndEncodingHasItsHeaders(t *testing.T) {
	entry := newEntry(text(20_000))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Write(w, r, entry, entry.Prepared.(*Prepared), edgecache.Hit, noon)
	}))
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		for encoding, tag := range map[string]string{"": `"tag"`, "br": `"tag-br"`, "zstd": `"tag-zstd"`, "gzip": `"tag-gzip"`} {
			for _, match := range []string{"", tag} {
				r, _ := http.NewRequest(method, server.URL, nil)
				r.Header.Set("Accept-Encoding", encoding)
				r.Header.Set("If-None-Match", match)
				response := must.Get(client.Do(r))(t)
				body, err := io.ReadAll(response.Body)
				_ = response.Body.Close()
				if err != nil || response.Header.Get("ETag") != tag {
					t.Fatalf("%s %s: %v, %v", method, encoding, response.Header, err)
				}
				if match != "" {
					if response.StatusCode != 304 || len(body) != 0 || response.Header.Get("Content-Length") != "" || response.Header.Get("Content-Encoding") != "" {
						t.Errorf("%s %s: %d %v", method, encoding, response.StatusCode, response.Header)
					}
					continue
				}
				made := write(entry, "Accept-Encoding", encoding).Body.Bytes()
				if response.StatusCode != 200 || response.ContentLength != int64(len(made)) || response.Header.Get("Content-Encoding") != encoding {
					t.Errorf("%s %s: %d %v", method, encoding, response.StatusCode, response.Header)
				}
				if method == http.MethodGet && !bytes.Equal(asking.Decoded(t, encoding, body), entry.Body) || method == http.MethodHead && len(body) != 0 {
					t.Errorf("%s %s: %d bytes", method, encoding, len(body))
				}
			}
		}
	}
}

// The hot path: a hit, its compressed form, and a 304.
func TestAnAnswerTakesOneAllocation(t *testing.T) {
	for _, kind := range kinds {
		entry := newEntry(text(2 << 10))
		ready := entry.Prepared.(*Prepared).With("X-Chain-Head", "324182164")
		r, w := asking.Request(http.MethodGet, "/", kind.header...), make(asking.Discard)
		Write(w, r, entry, ready, edgecache.Hit, noon)
		if count := testing.AllocsPerRun(100, func() {
			clear(w)
			Write(w, r, entry, ready, edgecache.Hit, noon)
		}); count > 1 {
			t.Errorf("%s: %v allocations", kind.name, count)
		}
	}
}

// RFC 9110, section 15.4.5.
func TestA304RepeatsTheHeadersThatItMustAndNoOthers(t *testing.T) {
	entry := newEntry(text(1000))
	entry.Prepared.(*Prepared).With("X-Chain-Head", "5")
	full, not := write(entry), write(entry, "If-None-Match", `"tag"`)
	for _, name := range []string{"Etag", "Age", "Cache-Status", "Cache-Control", "Vary", "X-Chain-Head"} {
		if got := not.Header()[name]; len(got) != 1 || got[0] != full.Header().Get(name) {
			t.Errorf("%s: %q, and with the body %q", name, got, full.Header()[name])
		}
		not.Header().Del(name)
	}
	if len(not.Header()) != 0 {
		t.Errorf("it also has %v", not.Header())
	}
}

// embedded is how a plugin adds its own to what is prepared.
type embedded struct {
	*Prepared
	more int
}

func TestTheFormsOfAnUnchangedBodyAreTakenOver(t *testing.T) {
	for name, wrap := range map[string]func(*Prepared) any{
		"as it is": func(p *Prepared) any { return p },
		"embedded": func(p *Prepared) any { return &embedded{p, 1} },
		"by value": func(p *Prepared) any { return embedded{p, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			before := newEntry(text(1000))
			first := write(before, "Accept-Encoding", "zstd")
			made := before.Prepared.(*Prepared).forms
			before.Prepared = wrap(before.Prepared.(*Prepared))
			confirmed := *before
			ready := Prepare(&confirmed, before, contentType)
			if ready.forms != made {
				t.Error("the form was not taken over")
			}
			confirmed.Prepared = ready
			if second := write(&confirmed, "Accept-Encoding", "zstd"); !bytes.Equal(first.Body.Bytes(), second.Body.Bytes()) {
				t.Error("the form differs")
			}
		})
	}
	foreign := newEntry(text(1000))
	foreign.Prepared = 5
	if ready := Prepare(foreign, foreign, contentType); ready.forms == nil {
		t.Error("what another Prepare made was taken over")
	}
}

func TestFieldsOfAConfirmedEntryAreItsOwn(t *testing.T) {
	before := newEntry(text(10))
	before.Prepared.(*Prepared).With("X-Chain-Head", "1")
	confirmed := *before
	confirmed.Prepared = Prepare(&confirmed, before, contentType).With("X-Chain-Head", "2")
	for entry, want := range map[*edgecache.Entry]string{before: "1", &confirmed: "2"} {
		if got := write(entry).Header()["X-Chain-Head"]; len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %s", got, want)
		}
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const contentType = "application/json"

// noon is the tests' moment.
var noon = time.Date(2024, 8, 13, 12, 0, 0, 0, time.UTC)

// text is a body that compresses well.
func text(bytes int) []byte {
	const line = `{"drop_id":1,"name":"Starter Pack","listing_price":"10.00 USD"},`
	return []byte(strings.Repeat(line, bytes/len(line)+1)[:bytes])
}

// newEntry is a fresh entry as an engine makes it, prepared.
func newEntry(body []byte) *edgecache.Entry {
	entry := &edgecache.Entry{
		Code: 200, Body: body, ETag: `"tag"`, Cacheable: true,
		Stored: noon.Add(-3 * time.Second), Soft: noon.Add(2 * time.Second), Hard: noon.Add(time.Hour),
	}
	entry.Prepared = Prepare(entry, nil, contentType)
	return entry
}

// write answers a request by GET with headers in pairs.
func write(entry *edgecache.Entry, header ...string) *httptest.ResponseRecorder {
	return writeTo(httptest.NewRecorder(), http.MethodGet, entry, header...)
}

func writeTo(w *httptest.ResponseRecorder, method string, entry *edgecache.Entry, header ...string) *httptest.ResponseRecorder {
	r := asking.Request(method, "/", header...)
	Write(w, r, entry, entry.Prepared.(*Prepared), edgecache.Hit, noon)
	return w
}

// rows is a body as varied as a table of drops.
func rows(size int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for b.Len() < size {
		fmt.Fprintf(&b, `{"drop_id":%d,"edition":"football","display_data":"{\"name\":\"%x\",\"img\":\"Qm%x%x\"}","listing_price":"%d.00 USD","max_claimable":%d,"current_claimed":%d,"start_time":%d},`,
			random.IntN(10_000), random.Int32(), random.Int64(), random.Int64(), random.IntN(100), random.IntN(1000), random.IntN(1000), 1_700_000_000+random.IntN(1_000_000))
	}
	return b.Bytes()[:size]
}

// kinds are the answers that are compared.
var kinds = []struct {
	name   string
	header []string
}{
	{"200", nil},
	{"200 zstd", []string{"Accept-Encoding", "gzip, deflate, br, zstd"}},
	{"304", []string{"If-None-Match", `"tag"`}},
	{"304 zstd", []string{"Accept-Encoding", "gzip, deflate, br, zstd", "If-None-Match", `"tag-zstd"`}},
}

func BenchmarkWrite(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			entry := newEntry(rows(2 << 10))
			ready := entry.Prepared.(*Prepared).With("X-Chain-Head", "324182164").With("X-Chain-Time", "2024-08-13T16:01:33.500Z")
			asking.Benchmark(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				Write(w, r, entry, ready, edgecache.Hit, noon)
			}), "/", kind.header...)
		})
	}
}
