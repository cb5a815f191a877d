package answer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/asking"
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
