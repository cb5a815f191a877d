// Package answer is an HTTP answer in a file: what the measuring command takes
// down and the peer writes again.
package answer

import "net/http"

// Answer is one answer by its path. A query is not looked at.
type Answer struct {
	Path   string      `json:"path"`
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	// Body is base64 in JSON.
	Body []byte `json:"body"`
}
