// Package loopback keeps a server to the machine it runs on.
package loopback

import (
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Address checks that host:port names this machine's loopback and nothing else.
// The name localhost is accepted; no other name is looked up.
func Address(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil || port == "" {
		return fmt.Errorf("the address %q must be a loopback host and a port, such as 127.0.0.1:8081", address)
	}
	if !Host(host) {
		return fmt.Errorf("the address %q is not on loopback: the development chain answers this machine only, use 127.0.0.1, [::1] or localhost", address)
	}
	return nil
}

// Host tells whether a host, with or without port, is a loopback name.
func Host(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address := net.ParseIP(host)
	return address != nil && address.IsLoopback()
}

// Guard refuses requests that did not come to a loopback name from a loopback
// address, so that a page of a foreign name that resolves to this machine (DNS
// rebinding) reaches nothing.
func Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !Host(r.Host) || !Host(r.RemoteAddr) {
			http.Error(w, "the development chain answers loopback names only, such as 127.0.0.1", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Pages tells whether a page may ask what it asks. The address is its origin.
type Pages func(r *http.Request, page *url.URL) bool

// OwnPages are those of the address that is asked.
func OwnPages(r *http.Request, page *url.URL) bool { return page.Host == r.Host }

// AnyPages are those of all addresses on loopback, such as the site's and those
// of tests.
func AnyPages(_ *http.Request, page *url.URL) bool { return Host(page.Host) }

// From refuses what other pages ask. Whoever is not a browser sends no Origin,
// and a browser sends none when it opens a page.
func From(pages Pages, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" {
			if page, err := url.Parse(origin); err != nil || !pages(r, page) {
				http.Error(w, "a page of "+origin+" may not ask this", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// Shared lets the pages of AnyPages call by these methods and read the answers.
func Shared(methods string, next http.Handler) http.Handler {
	return From(AnyPages, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Add("Vary", "Origin")
		if origin := r.Header.Get("Origin"); origin != "" {
			header.Set("Access-Control-Allow-Origin", origin)
		}
		if r.Method == http.MethodOptions {
			header.Set("Access-Control-Allow-Methods", methods)
			header.Set("Access-Control-Allow-Headers", "Content-Type")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	}))
}

// JSON refuses a POST that is not application/json: a foreign page can send that
// only after asking, a plain form never.
func JSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); r.Method == http.MethodPost && (err != nil || kind != "application/json") {
			http.Error(w, "send it with Content-Type: application/json", http.StatusUnsupportedMediaType)
			return
		}
		next.ServeHTTP(w, r)
	})
}
