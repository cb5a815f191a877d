package representation

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// text is a body that compresses well.
func text(bytes int) []byte {
	const line = `{"drop_id":1,"name":"Starter Pack","listing_price":"10.00 USD"},`
	return []byte(strings.Repeat(line, bytes/len(line)+1)[:bytes])
}

// sample is a body with its forms.
type sample struct {
	*Forms
	body []byte
	code int
}

func newSample(body []byte) *sample { return &sample{NewForms(body, `"tag"`), body, 200} }

// write answers a request by GET with headers in pairs.
func write(s *sample, header ...string) *httptest.ResponseRecorder {
	return writeTo(httptest.NewRecorder(), http.MethodGet, s, header...)
}

func writeTo(w *httptest.ResponseRecorder, method string, s *sample, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	answer, h := s.For(r, s.code, s.body, all), NewHeader(w, 0)
	answer.Write(w, r, &h, "application/json")
	return w
}

// decoded is a body without its content coding.
func decoded(t testing.TB, encoding string, body []byte) []byte {
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
