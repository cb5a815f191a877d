package upstream

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date,
// which is compared with the server's own Date when there is one, so that its
// clock may differ from ours; 0 for a date that is past. It is not told when
// there is none that can be read.
func RetryAfter(header http.Header, now time.Time) (wait time.Duration, told bool) {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if theirs, err := http.ParseTime(header.Get("Date")); err == nil {
		now = theirs
	}
	return max(until.Sub(now), 0), true
}
