package rows

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() { caddy.RegisterModule(trivialHandler{}) }

// trivial is what the trivial handler writes: the same as rows.
var trivial struct {
	header http.Header
	body   []byte
}

// trivialHandler is the peer: a Caddy handler that writes constant headers and
// a constant body.
type trivialHandler struct{}

func (trivialHandler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.rows_test_trivial", New: func() caddy.Module { return new(trivialHandler) }}
}

func (trivialHandler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if r.URL.Path != "/trivial" {
		return next.ServeHTTP(w, r)
	}
	header := w.Header()
	for name, values := range trivial.header {
		header.Set(name, values[0])
	}
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(trivial.body)
	return err
}

// BenchmarkCachedRow compares the processor time of a cached row with that of a
// trivial Caddy handler that writes the same bytes and headers: the median of 7
// alternating rounds.
//
// "server" calls Caddy's server without a connection and so exaggerates the
// difference; "connection" includes a bare client in the same process and so
// plays it down. The true ratio lies between them.
func BenchmarkCachedRow(b *testing.B) {
	for _, size := range []int{2 << 10, 16 << 10} {
		b.Run(fmt.Sprintf("%d KiB", size>>10), func(b *testing.B) {
			p := newProcess(b)
			p.node.Set(func(s *chaintest.State) {
				s.Rows = func(chaintest.Request) string {
					return `{"rows":[{"padding":"` + strings.Repeat("x", size) + `"}],"more":false,"next_key":""}`
				}
			})
			p.Load(object{"lifetimes": object{"drops": object{"soft": "1h", "hard": "1h"}}}, func(apps object) {
				server := apps["http"].(object)["servers"].(object)["srv0"].(object)
				server["routes"] = []object{{"handle": []object{{"handler": "rows_test_trivial"}, {"handler": "rows"}}}}
			})
			p.Want(drops, 200, "padding", miss)
			for _, encoding := range []string{"", "zstd"} {
				response, body := p.getIn(encoding, drops)
				if response.Header.Get("X-Chain-Head") == "" || response.Header.Get("Content-Encoding") != encoding {
					b.Fatal(response)
				}
				response.Header.Del("Date")
				response.Header.Del("Server")
				response.Header.Set("Content-Length", fmt.Sprint(len(body)))
				trivial.header, trivial.body = response.Header, body

				b.Run("server "+encoding, func(b *testing.B) {
					compare(b, 30_000, inProcess(b, drops, encoding), inProcess(b, "/trivial", encoding))
				})
				b.Run("connection "+encoding, func(b *testing.B) {
					compare(b, 5_000, p.overTCP(b, drops, encoding), p.overTCP(b, "/trivial", encoding))
				})
			}
		})
	}
}

// getIn gets a path in an encoding, as it comes.
func (p *process) getIn(encoding, path string) (*http.Response, []byte) {
	request, err := http.NewRequest(http.MethodGet, "http://"+p.Address()+path, nil)
	if err != nil {
		p.T.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", encoding)
	response, err := p.Client.Do(request)
	if err != nil {
		p.T.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		p.T.Fatal(err)
	}
	return response, body
}

const rounds = 7

// compare runs both in turn and reports the processor time of each and their
// ratio. The calls of a round take some 300 ms, because the kernel counts
// processor time in ticks.
func compare(b *testing.B, perRound int, ours, peer func(n int)) {
	ours(perRound/10 + 1)
	peer(perRound/10 + 1)
	var our, their, ratios []float64
	b.ResetTimer()
	for range rounds {
		their = append(their, cost(peer, perRound))
		our = append(our, cost(ours, perRound))
		ratios = append(ratios, our[len(our)-1]/their[len(their)-1])
	}
	for _, figures := range [][]float64{our, their, ratios} {
		slices.Sort(figures)
	}
	b.ReportMetric(our[rounds/2], "cpu-ns/row")
	b.ReportMetric(their[rounds/2], "cpu-ns/trivial")
	b.ReportMetric(ratios[rounds/2], "ratio")
	b.ReportMetric(ratios[rounds-1]-ratios[0], "spread")
	b.ReportMetric(0, "ns/op")
}

// cost is the process's processor time of one call, in nanoseconds.
func cost(call func(int), n int) float64 {
	runtime.GC() // so that no round pays for the one before
	before := processorTime()
	call(n)
	return float64(processorTime()-before) / float64(n)
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// discard is a ResponseWriter without a connection.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

func inProcess(b *testing.B, path, encoding string) func(int) {
	app, err := caddy.ActiveContext().App("http")
	if err != nil {
		b.Fatal(err)
	}
	server := app.(*caddyhttp.App).Servers["srv0"]
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Accept-Encoding", encoding)
	return func(n int) {
		for range n {
			server.ServeHTTP(&discard{make(http.Header)}, request)
		}
	}
}

func (p *process) overTCP(b *testing.B, path, encoding string) func(int) {
	connection, err := net.Dial("tcp", p.Address())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = connection.Close() })
	reader := bufio.NewReaderSize(connection, 64<<10)
	request := []byte("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: " + encoding + "\r\n\r\n")
	return func(n int) {
		for range n {
			if _, err := connection.Write(request); err != nil {
				b.Error(err)
				return
			}
			for { // the header, then the body, whose length is known
				line, err := reader.ReadSlice('\n')
				if err != nil {
					b.Error(err)
					return
				}
				if len(line) == 2 {
					break
				}
			}
			if _, err := reader.Discard(len(trivial.body)); err != nil {
				b.Error(err)
				return
			}
		}
	}
}
