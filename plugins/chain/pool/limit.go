package pool

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// restUntold is for how long a node rests that limits without saying for how
// long.
const restUntold = 2 * time.Second

// retryAfter reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date,
// which is compared with the node's own Date when there is one, so that its
// clock may differ from ours. Negative when there is none that can be read.
func retryAfter(header http.Header) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return -1
	}
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return -1
	}
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(0, until.Sub(now))
}

// allow takes a token for one request, if there is one.
func (n *node) allow(now time.Time) bool {
	if n.tokens.AllowN(now, 1) {
		return true
	}
	n.count(func(c *Counts) { c.TokensRefused++ })
	return false
}

// soonest is how long it takes until there is a token.
func (n *node) soonest(now time.Time) time.Duration {
	missing := 1 - n.tokens.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return time.Duration(missing / float64(n.tokens.Limit()) * float64(time.Second))
}
