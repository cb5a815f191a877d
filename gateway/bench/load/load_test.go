package load

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

func TestLoadAsksExactlySoOftenAndReadsWholeAnswers(t *testing.T) {
	for name, write := range map[string]func(http.ResponseWriter){
		"with a length": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "200000")
			_, _ = w.Write(bytes.Repeat([]byte("\n"), 200_000))
		},
		"in chunks": func(w http.ResponseWriter) {
			for range 3 {
				_, _ = w.Write(bytes.Repeat([]byte("\n"), 100_000))
				w.(http.Flusher).Flush()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				if r.Host != "localhost:1" || r.URL.RequestURI() != "/a?b=c" || r.Header.Get("Accept-Encoding") != "br" {
					t.Errorf("asked %s of %s with %v", r.URL, r.Host, r.Header)
				}
				write(w)
			}))
			defer server.Close()
			request := Request("localhost:1", "/a?b=c", map[string]string{"Accept-Encoding": "br"})
			if err := Run(server.Listener.Addr().String(), request, 200, 3, 32); err != nil {
				t.Fatal(err)
			}
			if asked.Load() != 32 {
				t.Errorf("asked %d times, want 32", asked.Load())
			}
		})
	}
}

func TestLoadReadsAnswersWithoutABody(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
		}
	}))
	defer server.Close()
	request := Request("localhost", "/", map[string]string{"If-None-Match": `"1"`})
	if err := Run(server.Listener.Addr().String(), request, http.StatusNotModified, 2, 8); err != nil {
		t.Error(err)
	}
}

func TestLoadFailsOnAnythingButAWholeAnswerOfItsStatus(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"another status": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"a body that is less": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			_, _ = io.WriteString(w, "a")
		},
		"chunks that end early": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "a")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		},
	} {
		server := httptest.NewServer(handler)
		if err := Run(server.Listener.Addr().String(), Request("localhost", "/", nil), 200, 1, 2); err == nil {
			t.Errorf("%s was taken for an answer", name)
		}
		server.Close()
	}
}
