package answer

import (
	"math"
	"strconv"
	"strings"
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

// ttlLine is a Cache-Status around its ttl.
type ttlLine struct{ before, after string }

func newTTLLine(parameters ...any) ttlLine {
	line := statusLine(parameters...)
	before, after, _ := strings.Cut(line, "ttl=0")
	return ttlLine{before + "ttl=", after}
}

func (l ttlLine) with(ttl int64) string {
	return l.before + strconv.FormatInt(ttl, 10) + l.after
}

// A stale answer that is given while a refresh runs is a hit whose ttl is
// negative (RFC 9211, section 2.4): fwd would say that the request waited for
// the origin. That the last refresh failed is detail.
var (
	hitLine        = newTTLLine("hit", true, "ttl", 0)
	staleErrorLine = newTTLLine("hit", true, "ttl", 0, "detail", httpsfv.Token("refresh-failed"))
	rememberedLine = newTTLLine("hit", true, "ttl", 0, "detail", httpsfv.Token("remembered-failure"))

	missLine      = statusLine("fwd", httpsfv.Token("miss"), "stored", true)
	unkeptLine    = statusLine("fwd", httpsfv.Token("miss"))
	coalescedLine = statusLine("fwd", httpsfv.Token("miss"), "collapsed", true)
	failedLine    = statusLine("fwd", httpsfv.Token("miss"), "detail", httpsfv.Token("failed"))
	tooOldLine    = statusLine("fwd", httpsfv.Token("miss"), "detail", httpsfv.Token("too-old"))
	budgetLine    = statusLine("detail", httpsfv.Token("budget"))
	busyLine      = statusLine("detail", httpsfv.Token("busy"))
)

// minTTL to maxTTL are the lifetimes that remain in almost all answers.
const minTTL, maxTTL = -60, 60

var hitLines = func() (lines [maxTTL - minTTL + 1]string) {
	for i := range lines {
		lines[i] = hitLine.with(int64(i + minTTL))
	}
	return lines
}()

// cacheStatus says how an answer came about.
func cacheStatus(status edgecache.Status, entry *edgecache.Entry, now time.Time) string {
	switch status {
	case edgecache.Miss:
		if !entry.Kept {
			return unkeptLine
		}
		return missLine
	case edgecache.Coalesced:
		return coalescedLine
	}
	ttl := int64(math.Floor(entry.Soft.Sub(now).Seconds()))
	switch {
	case status == edgecache.StaleError:
		return staleErrorLine.with(ttl)
	case ttl >= minTTL && ttl <= maxTTL:
		return hitLines[ttl-minTTL]
	}
	return hitLine.with(ttl)
}
