// Package answer is HTTP answers in a file: what the measuring commands take down and the peers write again.
package answer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

// Answer is one answer by its path. A query is not looked at.
type Answer struct {
	Path   string      `json:"path"`
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	// Body is base64 in JSON.
	Body []byte `json:"body"`
}

// All are answers by their paths.
type All map[string]*Answer

// Read reads a JSON array of answers from a file.
func Read(file string) (All, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the answers: %w", err)
	}
	var answers []*Answer
	if err := json.Unmarshal(text, &answers); err != nil {
		return nil, fmt.Errorf("reading the answers in %s: %w", file, err)
	}
	all := make(All, len(answers))
	for _, one := range answers {
		all[one.Path] = one
	}
	return all, nil
}

// Write writes the answer as it is.
func (a *Answer) Write(w http.ResponseWriter) error {
	header := w.Header()
	for name, values := range a.Header {
		header[name] = values
	}
	w.WriteHeader(a.Status)
	_, err := w.Write(a.Body)
	return err
}

// ServeHTTP writes the answer of the path with net/http and nothing else: what no server in Go can go below.
func (all All) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if ready := all[r.URL.Path]; ready != nil {
		_ = ready.Write(w) // the load's end is no error
		return
	}
	http.NotFound(w, r)
}
