package serve

import (
	"strconv"
	"strings"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/edgecache/answer"
)

// prepared is what an entry's answers share.
type prepared struct {
	*answer.Prepared
	// head is the newest block that the rows are known to contain; 0 when none
	// is known.
	head uint64
}

// Prepare makes an entry ready to be answered; for the engine's Config.
func Prepare(entry, previous *edgecache.Entry) any {
	ready := &prepared{Prepared: answer.Prepare(entry, previous, "application/json")}
	block, time, known := strings.Cut(entry.Meta, " ")
	if !known {
		return ready
	}
	ready.head, _ = strconv.ParseUint(block, 10, 64) // formatHead wrote it
	ready.With("X-Chain-Head", block).With("X-Chain-Time", time)
	return ready
}

// chainTime is RFC 3339 with the half seconds of the chain's blocks. Nodes
// leave the zone out; we say it.
const chainTime = "2006-01-02T15:04:05.000Z07:00"

// formatHead writes a head as an entry's Meta.
func formatHead(head pool.Head) string {
	if head.Block == 0 {
		return ""
	}
	return strconv.FormatUint(head.Block, 10) + " " + head.Time.UTC().Format(chainTime)
}
