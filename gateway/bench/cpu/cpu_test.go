package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestTicksAreUserAndSystemTimeWhateverTheName(t *testing.T) {
	stat := "4242 (a) b (c) S 1 4242 4242 0 -1 4194560 100 0 0 0 123 45 7 8 20 0 9 0 100 200 300"
	ticks, err := parseTicks([]byte(stat))
	if err != nil || ticks != 168 {
		t.Errorf("read %d ticks and %v, want 168", ticks, err)
	}
}

func TestRefusesWhatIsNoStatus(t *testing.T) {
	for _, stat := range []string{"", "1 (a) S 1", "1 (a) S 1 1 1 0 -1 1 1 0 0 0 x 45 7"} {
		if ticks, err := parseTicks([]byte(stat)); err == nil {
			t.Errorf("read %d ticks from %q", ticks, stat)
		}
	}
}

func TestCPUTimeGrowsWithWork(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc")
	}
	before, err := cpuTime(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	// The unit is 10 ms: work until it shows, which ends with the test's own time limit.
	for work := bytes.Repeat([]byte("x"), 1<<20); ; {
		bytes.Count(work, []byte("y"))
		after, err := cpuTime(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if after >= before+20*time.Millisecond {
			return
		}
	}
}

func TestLoadAsksExactlySoOftenAndReadsWholeAnswers(t *testing.T) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Host != "localhost:1" || r.URL.RequestURI() != "/a?b=c" || r.Header.Get("Accept-Encoding") != acceptEncoding {
			t.Errorf("asked %s of %s with %v", r.URL, r.Host, r.Header)
		}
		w.Header().Set("Content-Length", "200000")
		_, _ = w.Write(bytes.Repeat([]byte("\n"), 200_000))
	}))
	defer server.Close()
	if err := newLoad(server.Listener.Addr().String(), "localhost:1", "/a?b=c").run(3, 32); err != nil {
		t.Fatal(err)
	}
	if asked.Load() != 32 {
		t.Errorf("asked %d times, want 32", asked.Load())
	}
}

func TestLoadFailsOnAnythingButAWhole200(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"another status": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"no length":      func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("a")); w.(http.Flusher).Flush() },
		"a body that is less": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			_, _ = io.WriteString(w, "a")
		},
	} {
		server := httptest.NewServer(handler)
		if err := newLoad(server.Listener.Addr().String(), "localhost", "/").run(1, 2); err == nil {
			t.Errorf("%s was taken for an answer", name)
		}
		server.Close()
	}
}

func TestRecordsAnAnswerAsItCame(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "br")
		w.Header().Set("Etag", `"1"`)
		_, _ = w.Write([]byte{1, 2, 3})
	}))
	defer server.Close()
	answer, err := record(strings.TrimPrefix(server.URL, "http://"), "localhost", "/a?b=c")
	if err != nil {
		t.Fatal(err)
	}
	if answer.Path != "/a" || answer.Status != 200 || !bytes.Equal(answer.Body, []byte{1, 2, 3}) {
		t.Errorf("recorded %+v", answer)
	}
	if h := answer.Header; h.Get("Etag") != `"1"` || h.Get("Content-Encoding") != "br" || h.Get("Content-Length") != "3" || h.Get("Date") != "" {
		t.Errorf("recorded the header %v", h)
	}
}
