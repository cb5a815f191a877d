package faults

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"time"
)

const (
	// maxHeld is how many requests may wait in delays at once; what comes then is
	// dropped.
	maxHeld = 4096
	// maxBody is how much of a request's body is kept while it waits, in bytes:
	// somewhat more than a node takes, so that it is the node that refuses it.
	maxBody = 1<<20 + 1
)

// Wrap lets the faults of a target that are about connections and answers come
// before its handler. The function answers 429 in the target's own form; the
// header Retry-After is set before it is called.
func (s *Switches) Wrap(target Target, refuse http.HandlerFunc, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if limit := s.find(target, RateLimit); limit != nil && !limit.limiter.Allow() {
			if seconds := int(time.Duration(limit.RetryAfter) / time.Second); seconds > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(seconds))
			}
			refuse(w, r)
			return
		}
		if slow := s.find(target, Slow); slow != nil {
			s.hold(w, r, time.Duration(slow.Delay))
		}
		if s.isOn(target, Stalled) {
			s.hold(w, r, 0)
		}
		if s.isOn(target, Drop) {
			panic(http.ErrAbortHandler)
		}
		if html := s.find(target, HTML); html != nil {
			writePage(w, html.Status)
			return
		}
		if target.Node != 0 && isPush(r) {
			s.push(target, w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hold waits, without an end for a delay of 0, and ends the connection when the
// client has left or the chain ends.
func (s *Switches) hold(w http.ResponseWriter, r *http.Request, delay time.Duration) {
	defer s.held.Add(-1)
	if s.held.Add(1) > maxHeld {
		panic(http.ErrAbortHandler)
	}
	// The server notices that a client has left only after the body was read, and
	// its own time-outs would end the wait.
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	control := http.NewResponseController(w)
	for _, err := range []error{control.SetReadDeadline(time.Time{}), control.SetWriteDeadline(time.Time{})} {
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			panic(http.ErrAbortHandler)
		}
	}
	var due <-chan time.Time
	if delay > 0 {
		timer := time.NewTimer(delay)
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-due:
		_ = control.SetWriteDeadline(time.Now().Add(answerTimeout)) // a recorder has no deadline
	case <-r.Context().Done():
		panic(http.ErrAbortHandler)
	}
}

// answerTimeout is for the answer after a delay.
const answerTimeout = 10 * time.Second

func writePage(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	text := http.StatusText(status)
	_, _ = fmt.Fprintf(w, "<html>\r\n<head><title>%d %s</title></head>\r\n<body>\r\n<center><h1>%d %s</h1></center>\r\n"+
		"<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>\r\n", status, text, status, text)
}

// RefuseNode answers 429 as the gateway before a public node does.
func RefuseNode(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = io.WriteString(w, `{"statusCode":429,"error":"Too Many Requests","message":"Rate limit exceeded"}`)
}

// RefusePlain answers 429 in one line.
func RefusePlain(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "Too Many Requests", http.StatusTooManyRequests)
}

// pushCalls are the last parts of the addresses that transactions are pushed to.
var pushCalls = []string{"push_transaction", "send_transaction", "send_transaction2"}

func isPush(r *http.Request) bool {
	return r.Method == http.MethodPost && slices.Contains(pushCalls, path.Base(r.URL.Path))
}

// push answers a pushed transaction with the faults of pushes. Those that lose an
// answer differ in whether the transaction was taken: nobody outside can tell.
func (s *Switches) push(target Target, w http.ResponseWriter, r *http.Request, next http.Handler) {
	if s.isOn(target, PushDrop) {
		_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, maxBody)) // the client has sent all of it
		panic(http.ErrAbortHandler)
	}
	answer := late{w, func() {}}
	if s.isOn(target, PushLost) {
		answer.before = func() { panic(http.ErrAbortHandler) }
	} else if slow := s.find(target, PushSlow); slow != nil {
		answer.before = func() { s.hold(w, r, time.Duration(slow.Delay)) }
	}
	next.ServeHTTP(answer, r)
}

// late is an answer before which something else happens. Nodes always say their status.
type late struct {
	http.ResponseWriter
	before func()
}

func (l late) WriteHeader(status int) {
	l.before()
	l.ResponseWriter.WriteHeader(status)
}
