package gateway

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// soak multiplies a test's counts: 0 in `npm test`, 1 and more in `npm run soak`.
func soak(t testing.TB) int {
	text := os.Getenv("FIELDHOUSE_SOAK")
	if text == "" {
		return 0
	}
	times, err := strconv.Atoi(text)
	if err != nil || times < 1 {
		t.Fatalf("FIELDHOUSE_SOAK is %q: set it to a number of 1 or more", text)
	}
	return times
}

// load asks for paths in turn until it is told to stop.
type testLoad struct {
	answered atomic.Int64
	failed   atomic.Int64
	first    atomic.Pointer[string]
	over     chan struct{}
	end      sync.Once
	working  sync.WaitGroup
}

func newTestLoad() *testLoad { return &testLoad{over: make(chan struct{})} }

// fail notes a request that was not answered as it should be.
func (l *testLoad) fail(format string, args ...any) {
	l.failed.Add(1)
	text := fmt.Sprintf(format, args...)
	l.first.CompareAndSwap(nil, &text)
}

// run asks again and again in a goroutine of its own.
func (l *testLoad) run(ask func() error) {
	l.working.Go(func() {
		for {
			select {
			case <-l.over:
				return
			default:
			}
			if err := ask(); err != nil {
				l.fail("%v", err)
				continue
			}
			l.answered.Add(1)
		}
	})
}

// awaitMore waits until so many more answers came.
func (l *testLoad) awaitMore(more int64) {
	for before := l.answered.Load() + l.failed.Load(); l.answered.Load()+l.failed.Load() < before+more; {
		time.Sleep(time.Millisecond)
	}
}

func (l *testLoad) stop() {
	l.end.Do(func() { close(l.over) })
	l.working.Wait()
}

// check fails the test when a request failed.
func (l *testLoad) check(t *testing.T, what string) {
	t.Helper()
	if failed := l.failed.Load(); failed > 0 {
		t.Errorf("%s: %d of %d requests failed, the first: %s", what, failed, failed+l.answered.Load(), *l.first.Load())
	}
}

// rest is the number of goroutines once it no longer falls below most, or after
// a while whatever it is.
func rest(most int) int {
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if now := goroutines(); now <= most || time.Now().After(deadline) {
			return now
		}
	}
}

// TestReloadsLoseNoRequestLeakNothingAndKeepTheCachesWarm reloads the whole site
// under load: every request is answered 200, the first answer of each cache after
// each reload is a hit, and at the end there are as many goroutines as after the
// first reload.
func TestReloadsLoseNoRequestLeakNothingAndKeepTheCachesWarm(t *testing.T) {
	reloads := 30
	if times := soak(t); times > 0 {
		reloads = 1000 * times
	}
	s := newTestSite(t, ofRows)
	change := func(reload int) {
		s.load(options{"rows": strings.Replace(longLived, "misses 0", fmt.Sprintf("misses 0\nmax_pages %d", 10+reload%10), 1)})
	}
	s.start(options{"rows": longLived})
	paths := s.everyPath()
	look := newClient(t, false)
	change(0)
	for _, path := range paths {
		s.want(look, path)
	}
	after := quiet(t)

	kept, fresh := newTestLoad(), newTestLoad()
	var clients []*http.Client
	for i := range 3 {
		for load, client := range map[*testLoad]*http.Client{kept: newClient(t, true), fresh: newClient(t, false)} {
			clients = append(clients, client)
			next := i
			load.run(func() error {
				next++
				path := paths[next%len(paths)]
				got, err := s.get(client, path)
				if err == nil && got.status != http.StatusOK {
					err = fmt.Errorf("%s: %d %.200s", path, got.status, got.body)
				}
				return err
			})
		}
	}
	for reload := range reloads {
		// Some answers under each configuration, so that there is load.
		kept.awaitMore(4)
		fresh.awaitMore(4)
		change(reload + 1)
		for _, path := range paths[3:] {
			if got := s.want(look, path); !got.hit() {
				t.Errorf("reload %d: the first answer of %s has Cache-Status %q, want a hit", reload, path, got.header.Get("Cache-Status"))
			}
		}
	}
	kept.stop()
	fresh.stop()
	kept.check(t, "kept-alive connections")
	fresh.check(t, "a connection for each request")
	for _, client := range clients {
		client.CloseIdleConnections()
	}
	if now := rest(after); now > after {
		var stacks strings.Builder
		_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1)
		t.Errorf("%d goroutines after %d reloads, %d after the first:\n%s", now, reloads, after, stacks.String())
	}
	t.Logf("%d reloads, %d answers on kept-alive connections and %d on one each", reloads, kept.answered.Load(), fresh.answered.Load())
}

// A balancer repeats no POST, which may have arrived, on another connection.
func TestReloadsCloseNoConnectionOnWhichARequestComes(t *testing.T) {
	p := newProcess(t, ofRows)
	load := newTestLoad()
	for pause := range 4 {
		client := newClient(t, true)
		load.run(func() error {
			time.Sleep(time.Duration(pause) * time.Millisecond) // in which its connection is idle
			_, err := exchange(client, http.MethodPost, "http://"+p.address+"/v1/chain/get_info", "{}")
			return err
		})
	}
	for reload := range 10 {
		load.awaitMore(100)
		p.write(func(config object) { config["apps"].(object)["rows"] = object{"max_pages": 10 + reload} })
		p.reload()
	}
	load.stop()
	load.check(t, "10 reloads")
}

// goroutines are those of the process but for kept connections to nodes, of
// which the load decides how many there are: two at this end of each, and one at
// the node's, which is in this process.
func goroutines() int {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return bytes.Count(stacks, []byte("\ngoroutine ")) + 1 - 3*bytes.Count(stacks, []byte("net/http.(*persistConn).writeLoop("))
}

// quiet is the number of goroutines when it has been the same for a while.
func quiet(t *testing.T) int {
	t.Helper()
	last, since := goroutines(), time.Now()
	for deadline := time.Now().Add(30 * time.Second); time.Since(since) < 500*time.Millisecond; time.Sleep(10 * time.Millisecond) {
		if now := goroutines(); now != last {
			last, since = now, time.Now()
		}
		if time.Now().After(deadline) {
			t.Fatal("the number of goroutines does not settle")
		}
	}
	return last
}
