package index

import (
	"net/http"
	"strconv"
	"time"
)

const (
	// defaultRest is how long an endpoint that limits is left alone when it does
	// not say how long: at 240 requests a minute the budget of some 40 requests
	// has come back.
	defaultRest = 10 * time.Second
	// minRest and maxRest bound what an endpoint can ask for: a mistyped one
	// must not be gone for a day.
	minRest = time.Second
	maxRest = 5 * time.Minute
)

// retryAfter reads Retry-After (RFC 9110, section 10.2.3), seconds or a date;
// fallback when there is none that can be read.
func retryAfter(header http.Header, now time.Time, fallback time.Duration) time.Duration {
	value := header.Get("Retry-After")
	if value == "" {
		return fallback
	}
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return min(max(time.Duration(seconds)*time.Second, minRest), maxRest)
	}
	if until, err := http.ParseTime(value); err == nil {
		return min(max(until.Sub(now), minRest), maxRest)
	}
	return fallback
}
