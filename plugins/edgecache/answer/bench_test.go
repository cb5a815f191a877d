package answer

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
)

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

// discard is a ResponseWriter without a connection.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// kinds are the answers that are compared.
var kinds = []struct{ name, accept, match string }{
	{"200", "", ""},
	{"200 zstd", "gzip, deflate, br, zstd", ""},
	{"304", "", `"tag"`},
	{"304 zstd", "gzip, deflate, br, zstd", `"tag-zst"`},
}

func BenchmarkWrite(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			entry := newEntry(rows(2 << 10))
			ready := entry.Prepared.(*Prepared).With("X-Chain-Head", "324182164").With("X-Chain-Time", "2024-08-13T16:01:33.500Z")
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			setIfAny(r.Header, "Accept-Encoding", kind.accept)
			setIfAny(r.Header, "If-None-Match", kind.match)
			w := &discard{make(http.Header)}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				Write(w, r, entry, ready, edgecache.Hit, noon)
			}
		})
	}
}

func setIfAny(header http.Header, name, value string) {
	if value != "" {
		header.Set(name, value)
	}
}

// BenchmarkConnection measures the processor time of an answer over a
// connection that is kept alive, server and a bare client together: the median
// of rounds in which the kinds take turns. A 304 must be cheaper than a 200.
func BenchmarkConnection(b *testing.B) {
	const rounds, perRound = 7, 4000
	for _, size := range []int{2 << 10, 16 << 10} {
		b.Run(fmt.Sprintf("%d KiB", size>>10), func(b *testing.B) {
			entry := newEntry(rows(size))
			ready := entry.Prepared.(*Prepared).With("X-Chain-Head", "324182164").With("X-Chain-Time", "2024-08-13T16:01:33.500Z")
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				Write(w, r, entry, ready, edgecache.Hit, noon)
			}))
			defer server.Close()
			connection, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				b.Fatal(err)
			}
			defer connection.Close()
			reader := bufio.NewReaderSize(connection, 64<<10)
			costs := make([][]float64, len(kinds))
			for round := range rounds {
				for i := range kinds {
					kind := (i + round) % len(kinds)
					request := rawRequest(kinds[kind].accept, kinds[kind].match)
					before := processorTime()
					for range perRound {
						exchange(b, connection, reader, request)
					}
					costs[kind] = append(costs[kind], float64(processorTime()-before)/perRound)
				}
			}
			for kind, cost := range costs {
				slices.Sort(cost)
				b.ReportMetric(cost[rounds/2], "cpu-ns/"+kinds[kind].name[:3]+suffix(kinds[kind].accept))
			}
			b.ReportMetric(costs[2][rounds/2]/costs[0][rounds/2], "304-to-200")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func suffix(accept string) string {
	if accept == "" {
		return ""
	}
	return "-zstd"
}

func rawRequest(accept, match string) []byte {
	request := "GET / HTTP/1.1\r\nHost: localhost\r\n"
	if accept != "" {
		request += "Accept-Encoding: " + accept + "\r\n"
	}
	if match != "" {
		request += "If-None-Match: " + match + "\r\n"
	}
	return []byte(request + "\r\n")
}

// exchange sends a request and reads its answer.
func exchange(b *testing.B, connection net.Conn, reader *bufio.Reader, request []byte) {
	if _, err := connection.Write(request); err != nil {
		b.Fatal(err)
	}
	length := 0
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			b.Fatal(err)
		}
		if len(line) == 2 {
			break
		}
		const name = "Content-Length: "
		if len(line) > len(name) && string(line[:len(name)]) == name {
			length = 0
			for _, digit := range line[len(name) : len(line)-2] {
				length = length*10 + int(digit-'0')
			}
		}
	}
	if _, err := io.CopyN(io.Discard, reader, int64(length)); err != nil {
		b.Fatal(err)
	}
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
