package upstream

import "net/http"

// Client makes requests by a transport and follows nothing: a server that sends
// elsewhere is none, and its answer a fault.
func Client(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
