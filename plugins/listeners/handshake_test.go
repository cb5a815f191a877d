package listeners

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/handover"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// secured serves over TLS on a shared socket, with handshakes by themselves.
type secured struct {
	address string
	client  *http.Client
	logs    *observer.ObservedLogs
	// asked is called with the stack of each handshake.
	asked atomic.Pointer[func(stack string)]
}

func serveSecured(t *testing.T) *secured {
	lender := httptest.NewTLSServer(nil) // of a certificate that its client knows
	t.Cleanup(lender.Close)
	logged, logs := observer.New(zap.ErrorLevel)
	s := &secured{client: lender.Client(), logs: logs}
	config := &tls.Config{NextProtos: []string{"h2", "http/1.1"}, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		if asked := s.asked.Load(); asked != nil {
			(*asked)(string(debug.Stack()))
		}
		return &lender.TLS.Certificates[0], nil
	}}
	port := ports.Free(t)
	s.address = net.JoinHostPort("127.0.0.1", port)
	listener := (&Handshakes{logger: zap.New(logged)}).WrapListener(tls.NewListener(open(t, port), config))
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Asked(r.Context())
		_, _ = io.WriteString(w, r.Proto)
	}), ConnContext: Asks, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { must.Do(t, server.Close()) })
	return s
}

func (s *secured) ask(t *testing.T, protocol string) {
	t.Helper()
	transport := s.client.Transport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	transport.Protocols = new(http.Protocols)
	transport.Protocols.SetHTTP1(protocol == "HTTP/1.1")
	transport.Protocols.SetHTTP2(protocol == "HTTP/2.0")
	response := must.Get((&http.Client{Transport: transport, Timeout: time.Minute}).Get("https://" + s.address))(t)
	defer response.Body.Close()
	if body := must.Get(io.ReadAll(response.Body))(t); string(body) != protocol {
		t.Errorf("%s, want %s", body, protocol)
	}
}

func TestAHandshakeIsMadeByAGoroutineOfItsOwn(t *testing.T) {
	s := serveSecured(t)
	for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
		stacks := make(chan string, 1)
		note := func(stack string) { stacks <- stack }
		s.asked.Store(&note)
		s.ask(t, protocol)
		if stack := <-stacks; !strings.Contains(stack, "listeners.(*handshakes).shake") || strings.Contains(stack, "net/http.(*conn).serve(") {
			t.Errorf("%s by\n%s", protocol, stack)
		}
	}
}

func TestAHandshakeThatFailsIsTheServersToAnswer(t *testing.T) {
	s := serveSecured(t)
	plain := must.Get(net.Dial("tcp", s.address))(t)
	defer plain.Close()
	must.Get(io.WriteString(plain, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))(t)
	must.Do(t, plain.SetDeadline(time.Now().Add(time.Minute)))
	if answer := must.Get(io.ReadAll(plain))(t); !strings.HasPrefix(string(answer), "HTTP/1.0 400") {
		t.Errorf("HTTP without TLS is answered %q", answer)
	}
	s.ask(t, "HTTP/2.0")
}

func TestAHandshakeThatPanicsClosesItsConnectionAlone(t *testing.T) {
	s := serveSecured(t)
	fail := func(string) { panic(errors.New("no certificate")) }
	s.asked.Store(&fail)
	if _, err := s.client.Get("https://" + s.address); err == nil {
		t.Error("it was answered")
	}
	s.asked.Store(nil)
	s.ask(t, "HTTP/1.1")
	if logs := s.logs.All(); len(logs) != 1 || !strings.Contains(logs[0].Message, "panicked") {
		t.Errorf("logged: %v", logs)
	}
}

func TestWhoConnectedLatelyIsWaitedForUntilAServerIsAtWorkOnTheirRequest(t *testing.T) {
	s := serveSecured(t)
	_, port, _ := net.SplitHostPort(s.address)
	client, socket := dial(t, port), distinct()[0]
	var accepted *conn
	plugintest.Eventually(t, "the connection is accepted", func() bool {
		socket.watched.Lock()
		defer socket.watched.Unlock()
		for accepted = range socket.open {
		}
		return accepted != nil
	})
	waits := func(want bool, what string) {
		t.Helper()
		if got := !accepted.settled(accepted.accepted.Add(asksWithin - 1)); got != want || !accepted.settled(accepted.accepted.Add(asksWithin)) {
			t.Errorf("%s: its request is waited for: %v, want %v, and for no longer than %s", what, got, want, asksWithin)
		}
	}
	ends := func(want int, what string) {
		t.Helper()
		if got := len(socket.ending()); got != want {
			t.Errorf("%s: %d connections end with a server, want %d", what, got, want)
		}
	}
	waits(true, "a silent connection")
	ends(0, "a silent one at a reload")
	Rest()
	ends(1, "a silent one at the end of the process")
	Resume()

	config := s.client.Transport.(*http.Transport).TLSClientConfig.Clone()
	config.ServerName = "example.com"
	secured := tls.Client(client, config)
	must.Do(t, secured.Handshake())
	waits(true, "after the handshake")
	ends(0, "the newest configuration's")
	next := open(t, port)
	defer next.Close()
	ends(1, "the configuration's before")

	must.Get(io.WriteString(secured, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))(t)
	must.Get(secured.Read(make([]byte, 4<<10)))(t)
	waits(false, "after an answer")
	Settle(t.Context())
}

// slow is a listener at rest that takes its time to close.
type slow struct {
	net.Listener
	closed chan struct{}
}

func (l slow) Accept() (net.Conn, error) {
	select {
	case <-l.closed:
		return nil, net.ErrClosed
	default:
		return nil, os.ErrDeadlineExceeded
	}
}

func (l slow) Close() error {
	time.Sleep(time.Second)
	close(l.closed)
	return nil
}

// A panic would end the process before its line is given away.
func TestASocketThatRestsIsClosed(t *testing.T) {
	handover.Accept() // made once for all tests, and so in no bubble
	synctest.Test(t, func(*testing.T) {
		s := newSocket(slow{closed: make(chan struct{})}, 1)
		s.mu.Lock()
		s.resting = &rest{make(chan struct{}), make(chan struct{})}
		s.mu.Unlock()
		synctest.Wait()
		s.close()
	})
}
