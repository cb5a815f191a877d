// Package plugintest has what tests of all rooms do in the same way.
package plugintest

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Eventually fails a test in which a condition does not come true that others bring about.
// The bound is far above what that takes.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it did not come about that %s", what)
		}
	}
}

// NoLeak fails a test that leaves goroutines behind, but for the one that keeps a lock of Caddy's
// storage and sleeps for seconds.
func NoLeak(t *testing.T) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction("github.com/caddyserver/certmagic.keepLockfileFresh"))
	})
}
