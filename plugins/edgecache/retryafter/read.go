// Package retryafter reads what a source says of when it may be asked again.
package retryafter

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Read reads Retry-After (RFC 9110, section 10.2.3), seconds or a date; 0 for a
// date that is past. It is not told when there is none that can be read.
func Read(header http.Header, now time.Time) (wait time.Duration, told bool) {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(date.Sub(now), 0), true
	}
	return 0, false
}
