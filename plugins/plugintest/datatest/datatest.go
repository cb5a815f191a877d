// Package datatest tests what all servers of the data API promise, whatever they serve.
package datatest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/clock"
)

// Server is a server before its source, with nothing in its cache.
type Server struct {
	http.Handler
	// Path is where something of the source is, and Same are other ways to write it.
	Path string
	Same []string
	// Clock stands still, and Hard is how long answers are served without the source.
	Clock *clock.Clock
	Hard  time.Duration
	// Requests is how many requests for data the source has had.
	Requests func() int
	// Before has the source call a function before each answer.
	Before func(func())
	// Fail has the source answer status 503 from now on, or well again.
	Fail func(bool)
	// WantError compares an answer with the form of errors.
	WantError func(t *testing.T, what string, w *httptest.ResponseRecorder, code int, naming string)
}

func (s *Server) get(t *testing.T, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	w := asking.Ask(s, http.MethodGet, s.Path, header...)
	if w.Code != http.StatusOK && w.Code != http.StatusNotModified {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return w
}

// Test runs the tests, each with a server that start makes.
func Test(t *testing.T, start func(t *testing.T) *Server) {
	for name, test := range map[string]func(*testing.T, *Server){
		"HEAD has the headers and no body":                              head,
		"a client that has the answer gets 304":                         notModified,
		"other methods are refused with Allow":                          methods,
		"a failure is remembered for a moment and then tried again":     remembered,
		"with the source gone answers are served for their lifetime":    sourceGone,
		"a thousand clients at once make one request to the source":     thousand,
		"a client that leaves does not end the read of other clients":   leaving,
		"an answer says how old it is, and may be used only when valid": age,
	} {
		t.Run(name, func(t *testing.T) { test(t, start(t)) })
	}
}

func head(t *testing.T, s *Server) {
	length := s.get(t).Body.Len()
	server := httptest.NewServer(s)
	defer server.Close()
	defer server.Client().CloseIdleConnections()
	response, err := server.Client().Head(server.URL + s.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != 200 || response.ContentLength != int64(length) || len(body) != 0 || response.Header.Get("ETag") == "" {
		t.Errorf("%v %q, want %d bytes", response, body, length)
	}
}

func notModified(t *testing.T, s *Server) {
	etag := s.get(t).Header().Get("ETag")
	if !strings.HasPrefix(etag, `"`) {
		t.Fatalf("ETag %q is not a strong one", etag)
	}
	for _, match := range []string{etag, "W/" + etag, `"other", ` + etag, "*", ` "a" ,W/"b",` + etag} {
		w := s.get(t, "If-None-Match", match)
		if w.Code != 304 || w.Body.Len() != 0 || w.Header().Get("ETag") != etag || w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Content-Type") != "" {
			t.Errorf("%s: %d %v %q", match, w.Code, w.Header(), w.Body)
		}
	}
	if w := s.get(t, "If-None-Match", `"a"`, "If-None-Match", etag); w.Code != 304 {
		t.Errorf("two lines: %d", w.Code)
	}
	for _, match := range []string{`"other"`, strings.Trim(etag, `"`), "", `"` + etag} {
		if w := s.get(t, "If-None-Match", match); w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("%q: %d", match, w.Code)
		}
	}
}

func methods(t *testing.T, s *Server) {
	s.get(t)
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"} {
		w := asking.Ask(s, method, s.Path)
		s.WantError(t, method, w, 405, "GET or HEAD")
		if w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: Allow %q", method, w.Header().Get("Allow"))
		}
	}
}

func age(t *testing.T, s *Server) {
	first := s.get(t).Header()
	s.Clock.Move(time.Second / 2)
	s.get(t)
	s.Clock.Move(time.Second / 2)
	second := s.get(t).Header()
	if got := first.Get("Age") + " " + first.Get("Cache-Status") + " " + second.Get("Age"); got != "0 fieldhouse;fwd=miss;stored 1" {
		t.Errorf("Age and Cache-Status, then Age: %s", got)
	}
	if got := second.Get("Cache-Status"); !strings.HasPrefix(got, "fieldhouse;hit;ttl=") {
		t.Errorf("Cache-Status: %s", got)
	}
	if got := second.Get("Cache-Control") + " " + second.Get("X-Content-Type-Options") + " " + second.Get("Vary"); got != "no-cache nosniff Accept-Encoding" {
		t.Errorf("Cache-Control, X-Content-Type-Options and Vary: %s", got)
	}
}

func remembered(t *testing.T, s *Server) {
	s.Fail(true)
	w := asking.Ask(s, http.MethodGet, s.Path)
	s.WantError(t, "at first", w, 502, "could not be read")
	if got := w.Header().Get("Cache-Status"); got != "fieldhouse;fwd=miss;detail=failed" {
		t.Errorf("Cache-Status: %s", got)
	}
	requests := s.Requests()
	for range 50 {
		w = asking.Ask(s, http.MethodGet, s.Path)
		s.WantError(t, "remembered", w, 502, "could not be read")
	}
	pause, err := strconv.Atoi(w.Header().Get("Retry-After"))
	if got := w.Header().Get("Cache-Status"); err != nil || got != "fieldhouse;hit;ttl="+strconv.Itoa(pause)+";detail=remembered-failure" {
		t.Errorf("Retry-After %d, %v, Cache-Status %s", pause, err, got)
	}
	if more := s.Requests() - requests; more != 0 {
		t.Errorf("the source had %d more requests", more)
	}
	s.Fail(false)
	s.Clock.Move(time.Duration(pause) * time.Second)
	s.get(t)
}

func sourceGone(t *testing.T, s *Server) {
	body := s.get(t).Body.String()
	s.Fail(true)
	const steps = 20
	for step := 1; step < steps; step++ {
		s.Clock.Move(s.Hard / steps)
		if w := s.get(t); w.Body.String() != body {
			t.Fatalf("after %d of %d parts of its lifetime: %s", step, steps, w.Body)
		}
	}
	plugintest.Eventually(t, "an answer says that its refresh failed", func() bool {
		return strings.Contains(s.get(t).Header().Get("Cache-Status"), "refresh-failed")
	})
	s.Clock.Move(s.Hard / steps)
	s.WantError(t, "past its lifetime", asking.Ask(s, http.MethodGet, s.Path), 502, "could not be read")
}

func thousand(t *testing.T, s *Server) {
	release := make(chan struct{})
	s.Before(func() { <-release })
	targets := append([]string{s.Path}, s.Same...)
	var done, begun sync.WaitGroup
	begun.Add(1000)
	for i := range 1000 {
		done.Go(func() {
			begun.Done()
			if w := asking.Ask(s, http.MethodGet, targets[i%len(targets)]); w.Code != 200 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	begun.Wait()
	close(release)
	done.Wait()
	if requests := s.Requests(); requests != 1 {
		t.Errorf("the source had %d requests", requests)
	}
}

func leaving(t *testing.T, s *Server) {
	release, requested := make(chan struct{}), make(chan struct{}, 1)
	s.Before(func() {
		requested <- struct{}{}
		<-release
	})
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan int)
	go func() {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, s.Path, nil).WithContext(ctx))
		left <- w.Body.Len()
	}()
	<-requested
	leave()
	if written := <-left; written != 0 {
		t.Errorf("%d bytes were written to a client that left", written)
	}
	close(release)
	s.get(t)
	if requests := s.Requests(); requests != 1 {
		t.Errorf("the source had %d requests", requests)
	}
}
