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
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
)

// load makes a configuration that answers with body the running one.
func load(t *testing.T, address, body string) {
	t.Helper()
	must.Do(t, tryLoad(t, body, address))
	t.Cleanup(func() { must.Do(t, caddy.Stop()) })
}

// tryLoad does it with a server on several addresses, which are opened in turn.
func tryLoad(t *testing.T, body string, addresses ...string) error {
	t.Helper()
	config, err := json.Marshal(map[string]any{
		"admin":   map[string]any{"disabled": true, "config": map[string]any{"persist": false}},
		"logging": map[string]any{"logs": map[string]any{"default": map[string]any{"level": "ERROR"}}},
		"apps": map[string]any{"http": map[string]any{"grace_period": "5s", "servers": map[string]any{"test": map[string]any{
			"listen":          addresses,
			"automatic_https": map[string]any{"disable": true},
			"routes":          []any{map[string]any{"handle": []any{map[string]any{"handler": "static_response", "body": body}}}},
		}}}},
	})
	must.Do(t, err)
	return caddy.Load(config, true)
}

// open listens on a port.
func open(t *testing.T, port string) *listener {
	t.Helper()
	opened := must.Get(listen(context.Background(), Network, "127.0.0.1", port, 0, net.ListenConfig{}))(t)
	return opened.(*listener)
}

// begin sends the first byte of a connection, which the listener gets for it.
func begin(t *testing.T, silent net.Conn, listener net.Listener) {
	t.Helper()
	must.Get(silent.Write([]byte("x")))(t)
	begun := must.Get(listener.Accept())(t)
	begun.Close()
}

// dial connects, for the length of a test.
func dial(t *testing.T, port string) net.Conn {
	t.Helper()
	dialed := must.Get(net.DialTimeout("tcp", "127.0.0.1:"+port, 5*time.Second))(t)
	t.Cleanup(func() { dialed.Close() })
	must.Do(t, dialed.SetDeadline(time.Now().Add(20*time.Second)))
	return dialed
}

// ask makes a connection's only request, which the configuration of that body is
// to answer.
func ask(t *testing.T, connection net.Conn, body string) {
	t.Helper()
	must.Get(io.WriteString(connection, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))(t)
	answer, err := io.ReadAll(connection)
	if err != nil || !strings.HasSuffix(string(answer), "\r\n\r\n"+body) {
		t.Errorf("answered %q (%v), want the configuration %q", answer, err, body)
	}
}

func TestNoConnectionIsLostOverReloads(t *testing.T) {
	plugintest.NoLeak(t)
	port := ports.Free(t)
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

// A server that gets no processor for long has taken a connection, but has not begun with
// its request: ended now, it would close it without an answer.
func TestARequestThatHasArrivedIsWaitedForUntilTheServerIsAtWorkOnIt(t *testing.T) {
	plugintest.NoLeak(t)
	port := ports.Free(t)
	l := open(t, port)
	defer l.Close()
	send := func(to net.Conn, text string) {
		t.Helper()
		must.Get(io.WriteString(to, text))(t)
	}
	accept := func(text string) (client, server net.Conn) {
		t.Helper()
		client = dial(t, port)
		send(client, text)
		return client, must.Get(l.Accept())(t)
	}
	read := func(from net.Conn) {
		t.Helper()
		must.Get(from.Read(make([]byte, 4<<10)))(t)
	}
	waits := func(want bool, after time.Duration, what string) {
		t.Helper()
		if got := !l.drained(time.Now().Add(after)); got != want {
			t.Errorf("%s: its end is waited for: %v, want %v", what, got, want)
		}
	}

	client, server := accept("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	waits(true, 2*patience, "a request that nobody read")
	read(server)
	waits(true, 2*patience, "a request that was read")
	waits(false, maxDrain, "a request that nobody begins with")
	send(client, "x")
	read(server)
	waits(false, 0, "a server that reads on after the header")
	server.Close()

	client, server = accept("GET / HTTP/1.1\r\nHost: x\r")
	waits(true, 0, "half a header")
	waits(false, 2*patience, "a header that does not go on")
	read(server)
	send(client, "\n\r\n")
	read(server)
	waits(true, 2*patience, "a header that came in two parts")
	send(client, "x")
	read(server)
	waits(false, 0, "a server that reads on after the second part")
	server.Close()

	_, server = accept("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	send(server, "HTTP/1.1 200 OK\r\n\r\n")
	waits(false, 0, "an answer without a further read")
	server.Close()
}

func TestAConnectionThatHasNotSpokenOutlivesItsConfiguration(t *testing.T) {
	plugintest.NoLeak(t)
	port := ports.Free(t)
	load(t, "shared/127.0.0.1:"+port, "old")
	early := dial(t, port)
	load(t, "shared/127.0.0.1:"+port, "new")
	ask(t, early, "new")
}

func TestAReloadThatFailsAfterItListenedChangesNothing(t *testing.T) {
	plugintest.NoLeak(t)
	port := ports.Free(t)
	load(t, "shared/127.0.0.1:"+port, "old")
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	for range 2 {
		if err := tryLoad(t, "new", "shared/127.0.0.1:"+port, "tcp/"+taken.Addr().String()); err == nil {
			t.Fatal("a configuration with a port that is in use is taken")
		}
		// Caddy does not wait for the end of its server.
		plugintest.Eventually(t, "the configuration that failed listens no more", func() bool { return len(sockets.All()) == 1 })
		ask(t, dial(t, port), "old")
	}
	load(t, "shared/127.0.0.1:"+port, "newest")
	ask(t, dial(t, port), "newest")
}

func TestAListenerThatDoesNotComeAboutLeavesTheTurnToTheOneBefore(t *testing.T) {
	plugintest.NoLeak(t)
	port := ports.Free(t)
	first := open(t, port)
	defer first.Close()
	accept := func() *conn {
		must.Get(dial(t, port).Write([]byte("x")))(t)
		begun := must.Get(first.Accept())(t)
		t.Cleanup(func() { begun.Close() })
		return begun.(*conn)
	}
	unanswered := accept()
	first.mu.Lock()
	first.open[unanswered] = time.Now().Add(time.Hour) // waited for until then
	first.mu.Unlock()
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := listen(ended, Network, "127.0.0.1", port, 0, net.ListenConfig{}); !errors.Is(err, context.Canceled) {
		t.Fatalf("listening with a context that has ended: %v", err)
	}
	accept()
}

func TestASilentConnectionIsClosedForANewerOneWhenThereAreTooMany(t *testing.T) {
	plugintest.NoLeak(t)
	opened := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	s := newSocket(opened, 2)
	_, port, _ := net.SplitHostPort(opened.Addr().String())
	first, second, third := dial(t, port), dial(t, port), dial(t, port)
	if n, err := first.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("with a third one the first reads %d bytes (%v), want that it is closed", n, err)
	}
	joined, _ := s.join(func() error { return nil })
	for _, silent := range []net.Conn{second, third} {
		begin(t, silent, joined)
	}
	s.close()
	must.Do(t, joined.Close())
	// One that was accepted at the moment of the end does not hold it up.
	ours, theirs := net.Pipe()
	defer ours.Close()
	late, _ := s.admit(theirs)
	s.await(late)
	if err := theirs.SetDeadline(time.Time{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a connection outlives its socket (%v)", err)
	}
}

// spoken is a connection whose first byte has arrived, even when it was closed since.
type spoken struct{ net.Conn }

func (spoken) Read(p []byte) (int, error)      { return copy(p, "x"), nil }
func (spoken) SetReadDeadline(time.Time) error { return nil }

func TestAConnectionThatSpokeAtTheMomentItWasClosedForANewerOneIsGivenToNobody(t *testing.T) {
	plugintest.NoLeak(t)
	opened := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	s := newSocket(opened, 1)
	joined, _ := s.join(func() error { return nil })
	ours, theirs := net.Pipe()
	late, _ := s.admit(spoken{ours})
	newer, _ := s.admit(spoken{theirs})
	waiting := s.await(late)
	s.await(newer)
	passed := make(chan struct{})
	go func() {
		s.listenTo(late, waiting)
		close(passed)
	}()
	select {
	case <-passed:
	case <-joined.ready:
		t.Error("a server is given what is closed, and its end waits for a request on it")
	}
	must.Do(t, joined.Close())
	s.close()
	<-passed
}

// full is a listener of a process that may open no more files.
type full struct {
	net.Listener
	asked chan struct{}
}

func (f full) Accept() (net.Conn, error) {
	select {
	case f.asked <- struct{}{}:
		return nil, syscall.EMFILE
	default:
		return f.Listener.Accept()
	}
}

func TestThatNoConnectionIsAcceptedIsSaidOnce(t *testing.T) {
	plugintest.NoLeak(t)
	opened := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	said, before := make(chan string, 3), report
	report = func(at net.Addr, err error) { said <- fmt.Sprint(at, ": ", err) }
	defer func() { report = before }()
	s := newSocket(full{opened, make(chan struct{}, 3)}, 2)
	joined, _ := s.join(func() error { return nil })
	_, port, _ := net.SplitHostPort(opened.Addr().String())
	begin(t, dial(t, port), joined) // after three that failed
	s.close()
	must.Do(t, joined.Close())
	if got := <-said; got != fmt.Sprint(opened.Addr(), ": too many open files") || len(said) > 0 {
		t.Errorf("the log has %q, and %d more", got, len(said))
	}
}

func TestTheSocketIsClosedWithItsLastListener(t *testing.T) {
	plugintest.NoLeak(t)
	port := ports.Free(t)
	reachable := func() bool {
		dialed, err := net.DialTimeout("tcp", "127.0.0.1:"+port, 5*time.Second)
		if err == nil {
			dialed.Close()
		}
		return err == nil
	}

	first, second := open(t, port), open(t, port)
	must.Do(t, first.Close())
	if err := first.Close(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a second Close says %v, want that it is closed", err)
	}
	if !reachable() {
		t.Error("the socket was closed with a listener still on it")
	}
	must.Do(t, second.Close())
	if reachable() {
		t.Error("the socket is open with no listener on it")
	}
	if again := open(t, port); again.Close() != nil || reachable() {
		t.Error("the address cannot be used a second time")
	}
}

func TestAnAddressThatCannotBeListenedOnIsNamed(t *testing.T) {
	plugintest.NoLeak(t)
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	refused := func(host, portRange string) {
		t.Helper()
		opened, err := listen(context.Background(), Network, host, portRange, 0, net.ListenConfig{})
		if err == nil {
			opened.(net.Listener).Close()
		}
		if err == nil || !strings.Contains(err.Error(), Network+"/"+host+":"+portRange) {
			t.Errorf("listening on port %q of %s: %v, want an error that names the address", portRange, host, err)
		}
	}
	for _, portRange := range []string{port, "80-90", "99999", ""} {
		refused("127.0.0.1", portRange)
	}
	refused("not a host", "443")
}
