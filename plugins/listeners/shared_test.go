package listeners

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/goleak"
)

// free is a loopback port that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	opened, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	_, port, _ := net.SplitHostPort(opened.Addr().String())
	return port
}

// verifyNoLeak fails a test that leaves goroutines behind, but for the one that
// keeps a lock of Caddy's storage and sleeps for seconds.
func verifyNoLeak(t *testing.T) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction("github.com/caddyserver/certmagic.keepLockfileFresh"))
	})
}

// load makes a configuration that answers with body the running one.
func load(t *testing.T, address, body string) {
	t.Helper()
	config, err := json.Marshal(map[string]any{
		"admin":   map[string]any{"disabled": true, "config": map[string]any{"persist": false}},
		"logging": map[string]any{"logs": map[string]any{"default": map[string]any{"level": "ERROR"}}},
		"apps": map[string]any{"http": map[string]any{"grace_period": "5s", "servers": map[string]any{"test": map[string]any{
			"listen":          []string{address},
			"automatic_https": map[string]any{"disable": true},
			"routes":          []any{map[string]any{"handle": []any{map[string]any{"handler": "static_response", "body": body}}}},
		}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := caddy.Load(config, true); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
	})
}

// dial connects, for the length of a test.
func dial(t *testing.T, port string) net.Conn {
	t.Helper()
	dialed, err := net.DialTimeout("tcp", "127.0.0.1:"+port, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dialed.Close() })
	if err := dialed.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return dialed
}

func TestNoConnectionIsLostOverReloads(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, "shared/127.0.0.1:"+port, "0")
	const clients, reloads = 8, 60
	var answered atomic.Int64
	var failed atomic.Pointer[error]
	over := make(chan struct{})
	var working sync.WaitGroup
	for range clients {
		// A connection for each request: those that wait to be accepted are the
		// ones that a reload can lose.
		client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
		working.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				response, err := client.Get("http://127.0.0.1:" + port)
				if err == nil {
					_, err = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
				if err != nil {
					failed.CompareAndSwap(nil, &err)
					return
				}
				answered.Add(1)
			}
		})
	}
	for reload := range reloads {
		// At least one answer under each configuration, so that there is load.
		for before := answered.Load(); answered.Load() == before && failed.Load() == nil; {
			time.Sleep(time.Millisecond)
		}
		load(t, "shared/127.0.0.1:"+port, fmt.Sprint(reload+1))
	}
	close(over)
	working.Wait()
	if err := failed.Load(); err != nil {
		t.Fatalf("of %d reloads one lost a request: %v", reloads, *err)
	}
	if answered.Load() < reloads {
		t.Errorf("%d requests were answered over %d reloads: there was no load", answered.Load(), reloads)
	}
}

func TestAConnectionThatHasNotSpokenOutlivesItsConfiguration(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, "shared/127.0.0.1:"+port, "old")
	early := dial(t, port)
	load(t, "shared/127.0.0.1:"+port, "new")
	if _, err := io.WriteString(early, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(early)
	if err != nil || !strings.HasSuffix(string(answer), "\r\n\r\nnew") {
		t.Errorf("a connection from before the reload is answered with %q (%v), want the new configuration", answer, err)
	}
}

func TestConnectionsThatSayNothingAreBounded(t *testing.T) {
	verifyNoLeak(t)
	opened, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := newSocket(opened, 2)
	_, port, _ := net.SplitHostPort(opened.Addr().String())
	first, second := dial(t, port), dial(t, port)
	// The third is closed before it said anything; the others stay.
	if n, err := dial(t, port).Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("a third silent connection reads %d bytes (%v), want that it is closed", n, err)
	}
	joined, _ := s.join(func() error { return nil })
	for _, silent := range []net.Conn{first, second} {
		if _, err := silent.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		begun, err := joined.Accept()
		if err != nil {
			t.Fatal(err)
		}
		begun.Close()
	}
	if err := errors.Join(joined.Close(), s.Destruct()); err != nil {
		t.Error(err)
	}
}

func TestTheSocketIsClosedWithItsLastListener(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	open := func() net.Listener {
		opened, err := listen(context.Background(), Network, "127.0.0.1", port, 0, net.ListenConfig{})
		if err != nil {
			t.Fatal(err)
		}
		return opened.(net.Listener)
	}
	reachable := func() bool {
		dialed, err := net.DialTimeout("tcp", "127.0.0.1:"+port, 5*time.Second)
		if err == nil {
			dialed.Close()
		}
		return err == nil
	}

	first, second := open(), open()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a second Close says %v, want that it is closed", err)
	}
	if !reachable() {
		t.Error("the socket was closed with a listener still on it")
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if reachable() {
		t.Error("the socket is open with no listener on it")
	}
	if again := open(); again.Close() != nil || reachable() {
		t.Error("the address cannot be used a second time")
	}
}

func TestAnAddressThatCannotBeListenedOnIsNamed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for _, portRange := range []string{port, "80-90", "99999", ""} {
		opened, err := listen(context.Background(), Network, "127.0.0.1", portRange, 0, net.ListenConfig{})
		if err == nil {
			opened.(net.Listener).Close()
		}
		if err == nil || !strings.Contains(err.Error(), Network+"/127.0.0.1:"+portRange) {
			t.Errorf("listening on port %q: %v, want an error that names the address", portRange, err)
		}
	}
}
