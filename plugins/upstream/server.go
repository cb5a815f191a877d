// Package upstream is what clients of other people's servers need: a circuit breaker, the
// rest that a server asks for, and a rate that is divided into classes, so that no
// client's requests take the place of another's. It knows nothing of Caddy, nor of what
// is requested.
package upstream

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Rest is how long a server asked to be left alone. Its zero value is none. It
// is safe for use by many goroutines.
type Rest struct {
	mu    sync.Mutex
	until time.Time
	why   string
}

// Until leaves the server alone until a moment. A word for longer that came
// before holds on.
func (r *Rest) Until(moment time.Time, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if moment.After(r.until) {
		r.until, r.why = moment, why
	}
}

// Left is for how long it is still left alone, and why; 0 or less when it is
// not.
func (r *Rest) Left(now time.Time) (left time.Duration, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.until.Sub(now), r.why
}

// RetryAfter reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date,
// which is compared with the server's own Date when there is one, so that its
// clock may differ from ours; 0 for a date that is past. ok is false
// when there is none that can be read.
func RetryAfter(header http.Header, now time.Time) (wait time.Duration, ok bool) {
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

// maxHeader bounds the header of an answer, in bytes.
const maxHeader = 64 << 10

// Dial makes a connection.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// Transport makes connections by dial, with so much time for a TLS handshake.
func Transport(dial Dial, handshake time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dial,
		TLSHandshakeTimeout:    handshake,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// Client makes requests by a transport, or http.DefaultTransport for nil, and follows
// nothing: a server that sends elsewhere is none, and its answer a fault.
func Client(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
