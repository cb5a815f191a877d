package gateway

import (
	"os"
	"runtime/debug"
)

// The garbage collector runs when the heap has grown by a share of what was in use
// (https://go.dev/doc/gc-guide#GOGC). Go's default of 100% doubles what thousands of connections
// take when a sale opens. A small share alone would have it run all the time while hardly
// anything is in use, so that the share is also of a reserve, which takes address space but no
// memory, since nothing writes to it.
//
// It costs the processor where many connections are busy at once (4,000: about 15% for a cached
// row, for 30% less memory), and spares it where few are (16: a sixth).
const (
	heapGrowth  = 20 // percent
	heapReserve = 64 << 20
)

// reserve is in pieces: where the runtime had something before, it writes zeros, and does so into
// the whole of what it gives.
var reserve [heapReserve / len(piece{})]*piece

type piece [256 << 10]byte

// limitGarbage makes the collector run as above, unless the environment has a GOGC.
func limitGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	for i := range reserve {
		reserve[i] = new(piece)
	}
	debug.SetGCPercent(heapGrowth)
}
