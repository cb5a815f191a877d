package chaintest

import (
	"io"
	"net/http"
)

// Answer is a handler that answers with a status and a body.
func Answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// HTML is a handler that answers with a page, as a proxy in front of a node
// does.
func HTML(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "<!doctype html><title>Just a moment</title>")
	}
}

// Limit is a handler that answers 429 with that Retry-After; empty: without
// one.
func Limit(retryAfter string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"message":"API rate limit exceeded"}`)
	}
}

// Stall is a handler that answers nothing until the client leaves or released
// is closed.
func Stall(released <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-released:
		}
	}
}

// Slow is a handler that answers like next once released gives a value or is
// closed, and not at all when the client leaves before.
func Slow(released <-chan struct{}, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-released:
			next(w, r)
		}
	}
}

// Drop is a handler that closes the connection without an answer.
func Drop(w http.ResponseWriter, r *http.Request) {
	panic(http.ErrAbortHandler)
}

// Truncate is a handler that promises a whole body and closes the connection
// in the middle of it.
func Truncate(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		_, _ = io.WriteString(w, body)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}
