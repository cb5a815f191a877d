package representation

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"fieldhouse/plugins/plugintest/asking"

	"go.uber.org/goleak"
)

func TestEachEncodingIsTheBodyAndHasItsOwnTag(t *testing.T) {
	for _, size := range []int{minCompressed, 5000, 300_000, maxCompressed} {
		entry := newSample(text(size))
		for encoding, tag := range map[string]string{"br": `"tag-br"`, "zstd": `"tag-zstd"`, "gzip": `"tag-gzip"`, "": `"tag"`} {
			w := write(entry, "Accept-Encoding", encoding)
			h := w.Header()
			if h.Get("Content-Encoding") != encoding || h.Get("ETag") != tag || h.Get("Content-Length") != fmt.Sprint(w.Body.Len()) {
				t.Fatalf("%d bytes, %s: %v with %d bytes", size, encoding, h, w.Body.Len())
			}
			if encoding != "" && w.Body.Len() >= size/2 {
				t.Errorf("%d bytes, %s: %d bytes", size, encoding, w.Body.Len())
			}
			if !bytes.Equal(asking.Decoded(t, encoding, w.Body.Bytes()), entry.body) {
				t.Errorf("%d bytes, %s: not the body", size, encoding)
			}
		}
	}
}

func TestSmallAndVeryLargeBodiesAreNotCompressed(t *testing.T) {
	for _, size := range []int{0, 1, minCompressed - 1, maxCompressed + 1} {
		w := write(newSample(text(size)), "Accept-Encoding", "gzip, br, zstd")
		if w.Header().Get("Content-Encoding") != "" || w.Body.Len() != size || w.Header().Get("ETag") != `"tag"` || w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%d bytes: %v", size, w.Header())
		}
	}
}

func TestAFormThatIsNotSmallerIsNotAnswered(t *testing.T) {
	random := make([]byte, 4000)
	_, _ = rand.Read(random)
	for _, encoding := range []string{"br", "zstd", "gzip"} {
		w := write(newSample(random), "Accept-Encoding", encoding)
		if w.Header().Get("Content-Encoding") != "" || w.Header().Get("ETag") != `"tag"` || !bytes.Equal(w.Body.Bytes(), random) {
			t.Errorf("%s: %v", encoding, w.Header())
		}
	}
}

func TestTheFormsOfAnEntryTakeAtMostAsMuchAsItsBody(t *testing.T) {
	random := make([]byte, 10_000)
	_, _ = rand.Read(random)
	body := []byte(hex.EncodeToString(random)) // to be had for half the size, so that only one form fits
	entry := newSample(body)
	plain := 0
	for _, encoding := range []string{"br", "zstd", "gzip"} {
		for range 2 {
			w := write(entry, "Accept-Encoding", encoding)
			if !bytes.Equal(asking.Decoded(t, w.Header().Get("Content-Encoding"), w.Body.Bytes()), body) {
				t.Errorf("%s: not the body", encoding)
			}
			if w.Header().Get("Content-Encoding") == "" {
				plain++
			}
		}
	}
	ready := entry.Forms
	kept := 0
	for i := range ready.made {
		kept += len(ready.made[i].body)
	}
	if kept > len(body) || kept != len(body)-ready.spare || plain == 0 || plain == 6 {
		t.Errorf("%d bytes of forms for a body of %d, %d spare, %d answers as they are", kept, len(body), ready.spare, plain)
	}
}

func TestAFormIsMadeOnceForAnyNumberOfReaders(t *testing.T) {
	entry := newSample(text(100_000))
	bodies := make([]*httptest.ResponseRecorder, 200)
	var readers sync.WaitGroup
	for i := range bodies {
		readers.Go(func() { bodies[i] = write(entry, "Accept-Encoding", "br") })
	}
	readers.Wait()
	made := entry.Forms.made[Brotli].body
	if len(made) == 0 || entry.Forms.spare != len(entry.body)-len(made) {
		t.Fatalf("%d bytes were kept, %d are spare", len(made), entry.Forms.spare)
	}
	for _, w := range bodies {
		if w.Header().Get("Content-Encoding") != "br" || !bytes.Equal(w.Body.Bytes(), made) {
			t.Fatalf("a reader got something else: %v", w.Header())
		}
	}
}

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
	r := asking.Request(method, "/", header...)
	answer, h := s.For(r, s.code, s.body, all), NewHeader(w, 0)
	answer.Write(w, r, &h, "application/json")
	return w
}

func BenchmarkCompress(b *testing.B) {
	for _, size := range []int{2 << 10, 16 << 10, 512 << 10} {
		for c := Identity + 1; c < codings; c++ {
			b.Run(fmt.Sprintf("%d KiB %s", size>>10, c), func(b *testing.B) {
				body := text(size)
				b.SetBytes(int64(size))
				b.ReportAllocs()
				var made []byte
				for b.Loop() {
					made = compress(c, body)
				}
				b.ReportMetric(float64(len(made)), "bytes")
			})
		}
	}
}
