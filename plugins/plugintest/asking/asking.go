// Package asking asks handlers in memory and reads what they answer.
package asking

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
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

// SendFirst is what a handler on a connection answers to a request that is sent whole before the
// answer is looked for, as many HTTP clients do: with a body of so many bytes, and headers in
// pairs.
func SendFirst(t testing.TB, handler http.Handler, path string, size int64, header ...string) (status int, body string) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	return SendFirstTo(t, server.Listener.Addr().String(), path, size, header...)
}

// SendFirstTo is SendFirst to an address.
func SendFirstTo(t testing.TB, address, path string, size int64, header ...string) (status int, body string) {
	t.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n", path, size)
	for i := 0; i < len(header); i += 2 {
		head += header[i] + ": " + header[i+1] + "\r\n"
	}
	if _, err := io.WriteString(connection, head+"\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(connection, io.LimitReader(zeros{}, size)); err != nil {
		t.Fatalf("the body of %s is not taken: %v", path, err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatalf("the answer of %s: %v", path, err)
	}
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatalf("the answer of %s: %v", path, err)
	}
	return answer.StatusCode, string(read)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

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
