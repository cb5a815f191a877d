package index

import (
	"testing"

	"fieldhouse/plugins/assets/indextest"
)

// BenchmarkPage reads a page of a thousand assets of some 3 KB and writes them
// again: what a refresh costs besides the network.
func BenchmarkPage(b *testing.B) {
	written := make([]string, MaxLimit)
	for i := range written {
		written[i] = indextest.Asset{ID: uint64(2000 - i), Owner: alices.Owner, Updated: 5, Padding: 2750}.JSON()
	}
	body := []byte(indextest.Answer(written...))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		read, err := decodePage(body, alices)
		if err != nil {
			b.Fatal(err)
		}
		var listing Listing
		listing.add(read, maxInt)
		if len(listing.Body()) < len(body)/2 {
			b.Fatal("assets are missing")
		}
	}
}
