// Package loopback keeps a server to the machine it runs on.
package loopback

import (
	"fmt"
	"net"
	"net/http"
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
