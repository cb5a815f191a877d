// Package asking asks handlers in memory and reads what they answer.
package asking

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Request is one without a body, with headers in pairs of name and value.
func Request(method, target string, header ...string) *http.Request {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return r
}

// Ask is what a handler answers to a Request.
func Ask(handler http.Handler, method, target string, header ...string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, Request(method, target, header...))
	return w
}

// Benchmark has a handler answer a Request by GET over and over, without a connection.
func Benchmark(b *testing.B, handler http.Handler, target string, header ...string) {
	r, w := Request(http.MethodGet, target, header...), make(Discard)
	b.ReportAllocs()
	for b.Loop() {
		clear(w)
		handler.ServeHTTP(w, r)
	}
}

// Discard is a ResponseWriter without a connection; it is the answer's headers.
type Discard http.Header

// Header implements http.ResponseWriter.
func (d Discard) Header() http.Header { return http.Header(d) }

// WriteHeader implements http.ResponseWriter.
func (Discard) WriteHeader(int) {}

func (Discard) Write(p []byte) (int, error) { return len(p), nil }

// Decoded is a body without its content coding.
func Decoded(t testing.TB, encoding string, body []byte) []byte {
	t.Helper()
	var reader io.Reader = bytes.NewReader(body)
	switch encoding {
	case "br":
		reader = brotli.NewReader(reader)
	case "zstd":
		opened, err := zstd.NewReader(reader, zstd.WithDecoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close()
		reader = opened
	case "gzip":
		opened, err := gzip.NewReader(reader)
		if err != nil {
			t.Fatal(err)
		}
		reader = opened
	case "":
	default:
		t.Fatalf("unknown encoding %q", encoding)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}
