// Package ports finds loopback ports for tests that must know a port before
// anybody listens on it.
package ports

import (
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"testing"
)

// lowest and count are where ports are taken from: below the range from which
// systems take ports for connections and for port 0, where other programs and
// tests of this machine come and go.
const lowest, count = 20_000, 10_000

// given has the ports that this process has had: nobody may listen on one yet.
var given sync.Map

// Free is a loopback port that nobody listens on, and a new one each time.
func Free(t testing.TB) string {
	t.Helper()
	var refused error
	for range 100 {
		port := strconv.Itoa(lowest + rand.IntN(count))
		if _, known := given.LoadOrStore(port, true); known {
			continue
		}
		opened, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			refused = err
			continue
		}
		if err := opened.Close(); err != nil {
			t.Fatal(err)
		}
		return port
	}
	t.Fatalf("no port is free: %v", refused)
	return ""
}
