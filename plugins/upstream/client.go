package upstream

import (
	"context"
	"net"
	"net/http"
	"time"
)

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
