package serve

import (
	"strconv"
	"strings"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
)

// prepared is what an entry's answers share.
type prepared struct {
	length      string // of the body, in bytes
	block, time string // of the newest block that the rows contain; empty when not known
}

// Prepare makes an entry ready to be answered; for the engine's Config.
func Prepare(entry, previous *edgecache.Entry) any {
	ready := new(prepared)
	if previous != nil {
		ready.length = previous.Prepared.(*prepared).length
	} else {
		ready.length = strconv.Itoa(len(entry.Body))
	}
	ready.block, ready.time, _ = strings.Cut(entry.Meta, " ")
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
