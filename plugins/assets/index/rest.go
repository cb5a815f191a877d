package index

import (
	"net/http"
	"time"

	"fieldhouse/plugins/edgecache/retryafter"
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

// rest is how long an endpoint asks to be left alone; untold when it does not
// say.
func rest(header http.Header, untold time.Duration) time.Duration {
	wait, told := retryafter.Read(header, time.Now())
	if !told {
		return untold
	}
	return min(max(wait, minRest), maxRest)
}
