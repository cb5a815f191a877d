// Package httpjson is JSON in the requests and answers of the development chain.
package httpjson

import (
	"bytes"
	"encoding/json"
	"net/http"

	"fieldhouse/plugins/strictjson"
)

// Write answers a value. Like nodes it leaves <, > and & as they are.
func Write(w http.ResponseWriter, status int, value any) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = w.Write(bytes.TrimSuffix(body.Bytes(), []byte("\n"))) // a client that went away needs no answer
}

// maxBody bounds what is read, in bytes.
const maxBody = 1 << 20

// Read reads a body that is one JSON object with known members and nothing else.
func Read(r *http.Request, into any) error {
	return strictjson.Read(http.MaxBytesReader(nil, r.Body, maxBody), into)
}
