package serve

import (
	"math"
	"time"

	"fieldhouse/plugins/edgecache"

	"github.com/dunglas/httpsfv"
)

// cacheName is what this cache calls itself in Cache-Status.
const cacheName = httpsfv.Token("fieldhouse")

// statusLine writes a Cache-Status of this cache alone (RFC 9211, section 2).
func statusLine(parameters ...any) string {
	item := httpsfv.NewItem(cacheName)
	for i := 0; i < len(parameters); i += 2 {
		item.Params.Add(parameters[i].(string), parameters[i+1])
	}
	line, err := httpsfv.Marshal(httpsfv.List{item})
	if err != nil {
		panic(err) // a constant that cannot be written
	}
	return line
}

func hitLine(ttl int64) string { return statusLine("hit", true, "ttl", ttl) }

// minTTL to maxTTL are the lifetimes that remain in almost all answers.
const minTTL, maxTTL = -60, 60

var (
	missLine      = statusLine("fwd", httpsfv.Token("miss"), "stored", true)
	unkeptLine    = statusLine("fwd", httpsfv.Token("miss"))
	coalescedLine = statusLine("fwd", httpsfv.Token("miss"), "collapsed", true)

	hitLines = func() (lines [maxTTL - minTTL + 1]string) {
		for i := range lines {
			lines[i] = hitLine(int64(i + minTTL))
		}
		return lines
	}()
)

// cacheStatus says how an answer came about. A stale answer is a hit whose ttl
// is negative (RFC 9211, section 2.1).
func cacheStatus(status edgecache.Status, entry *edgecache.Entry, now time.Time) string {
	ttl := int64(math.Floor(entry.Soft.Sub(now).Seconds()))
	switch status {
	case edgecache.Miss:
		if !entry.Kept {
			return unkeptLine
		}
		return missLine
	case edgecache.Coalesced:
		return coalescedLine
	case edgecache.StaleError:
		return statusLine("hit", true, "ttl", ttl, "detail", httpsfv.Token("refresh-failed"))
	default:
		if ttl >= minTTL && ttl <= maxTTL {
			return hitLines[ttl-minTTL]
		}
		return hitLine(ttl)
	}
}
