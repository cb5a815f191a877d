package serve

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/plugintest/must"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testChannel = "6a1e0b9c-channel"

// testSite is the service behind an HTTP server, on connections within the
// process: with them synctest's clock goes on when everybody waits.
type testSite struct {
	t      *testing.T
	hub    *channel.Hub
	server *Server
	logs   *observer.ObservedLogs
	http   *http.Server
	dial   func() (net.Conn, error)
	client *http.Client
	base   string
	dialed atomic.Int64 // connections by the HTTP client
}

// testSettings are the defaults, without bounds for a client.
func testSettings() (channel.Settings, Settings) {
	return channel.Settings{
			MaxChannels: 100, MaxListeners: 100, MaxChannelListeners: 16, MaxClientListeners: 100, MaxKept: 1 << 20,
			MaxClientMessages: 100, MaxClientKept: 1 << 20,
			Age: 30 * time.Minute, AckTimeout: AckTimeout,
		}, Settings{
			MaxMessage: 64 << 10, Poll: 30 * time.Second, Burst: 1,
		}
}

// newSite serves on connections within the process.
func newSite(t *testing.T, change ...func(*channel.Settings, *Settings)) *testSite {
	t.Helper()
	pipes := &pipeListener{dialed: make(chan net.Conn), closed: make(chan struct{})}
	// An HTTP server lets half a second pass before it closes a connection whose
	// request it did not read. Of synctest's time.
	t.Cleanup(func() { time.Sleep(time.Second) })
	return serveOn(t, pipes, pipes.dial, "http://link.test", change...)
}

// onSite runs a test with a new site, on synctest's clock.
func onSite(t *testing.T, test func(t *testing.T, s *testSite)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newSite(t)) })
}

// newTCPSite serves on loopback.
func newTCPSite(t *testing.T, change ...func(*channel.Settings, *Settings)) *testSite {
	t.Helper()
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().String()
	dial := func() (net.Conn, error) { return net.DialTimeout("tcp", address, 5*time.Second) }
	return serveOn(t, listener, dial, "http://"+address, change...)
}

// newHTTP2Site serves on loopback and is asked with HTTP/2, without TLS, which is
// the same to the service.
func newHTTP2Site(t *testing.T) *testSite {
	t.Helper()
	s := newTCPSite(t)
	two := new(http.Protocols)
	two.SetUnencryptedHTTP2(true)
	s.client.Transport.(*http.Transport).Protocols = two
	return s
}

func serveOn(t *testing.T, listener net.Listener, dial func() (net.Conn, error), base string, change ...func(*channel.Settings, *Settings)) *testSite {
	t.Helper()
	channels, settings := testSettings()
	core, logs := observer.New(zap.DebugLevel)
	settings.Logger = zap.New(core)
	for _, change := range change {
		change(&channels, &settings)
	}
	s := &testSite{t: t, hub: channel.New(channels), logs: logs, dial: dial, base: base}
	s.server = New(s.hub, func(r *http.Request) string { return r.Header.Get("Test-Client") }, settings)
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	s.http = &http.Server{Handler: s.server, Protocols: protocols}
	var serving sync.WaitGroup
	serving.Go(func() { _ = s.http.Serve(listener) })
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		s.dialed.Add(1)
		return s.dial()
	}}
	s.client = &http.Client{Transport: transport}
	t.Cleanup(func() {
		s.server.Close()
		transport.CloseIdleConnections()
		s.http.Close()
		serving.Wait()
	})
	return s
}

// setAckTimeout changes how long listeners have from now on.
func (s *testSite) setAckTimeout(timeout time.Duration) {
	channels, _ := testSettings()
	channels.AckTimeout = timeout
	s.hub.Update(channels)
}

// answer is an HTTP answer, with the time it took.
type answer struct {
	status int
	header http.Header
	body   string
	took   time.Duration
	err    error
}

// do makes a request. header are names and values in turn.
func (s *testSite) do(ctx context.Context, method, path, body string, header ...string) answer {
	s.t.Helper()
	request := must.Get(http.NewRequestWithContext(ctx, method, s.base+path, strings.NewReader(body)))(s.t)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	began := time.Now()
	response, err := s.client.Do(request)
	if err != nil {
		return answer{err: err, took: time.Since(began)}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, string(text), time.Since(began), err}
}

// post sends a message to the channel of tests.
func (s *testSite) post(body string, header ...string) answer {
	s.t.Helper()
	return s.do(s.t.Context(), http.MethodPost, Prefix+testChannel, body, header...)
}

// posting is post in a goroutine of its own.
func (s *testSite) posting(body string, header ...string) <-chan answer {
	result := make(chan answer, 1)
	go func() { result <- s.post(body, header...) }()
	return result
}

// polling waits for a message with a long poll, in a goroutine of its own.
func (s *testSite) polling(ctx context.Context) <-chan answer {
	result := make(chan answer, 1)
	go func() { result <- s.do(ctx, http.MethodGet, Prefix+testChannel, "") }()
	return result
}

// nextPollHas wants a message for who polls now.
func (s *testSite) nextPollHas(text string) {
	s.t.Helper()
	if got := <-s.polling(s.t.Context()); got.err != nil || got.body != text {
		s.t.Errorf("the next poll gets %q (%v), want %q", got.body, got.err, text)
	}
}

// want compares an answer with what it should be.
func (a answer) want(t *testing.T, status int, delivery string) {
	t.Helper()
	if a.err != nil || a.status != status || a.header.Get("X-Buoy-Delivery") != delivery {
		t.Errorf("answered %d, X-Buoy-Delivery %q (%v): %s; want %d, %q", a.status, a.header.Get("X-Buoy-Delivery"), a.err, a.body, status, delivery)
	}
}

// wantAfter is want, at a time of synctest's.
func (a answer) wantAfter(t *testing.T, took time.Duration, status int, delivery string) {
	t.Helper()
	if a.want(t, status, delivery); a.took != took {
		t.Errorf("answered after %s, want %s", a.took, took)
	}
}

// testSocket is a WebSocket client.
type testSocket struct {
	*websocket.Conn
	t *testing.T
}

// listen opens a WebSocket on the channel of tests; query is "?v=2" or nothing.
func (s *testSite) listen(query string) *testSocket {
	s.t.Helper()
	ws := must.Get(s.tryListen(query))(s.t)
	return &testSocket{ws, s.t}
}

func (s *testSite) tryListen(query string) (*websocket.Conn, error) {
	dialer := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return s.dial() }}
	ws, response, err := dialer.Dial("ws"+strings.TrimPrefix(s.base, "http")+Prefix+testChannel+query, nil)
	if err != nil {
		return nil, err
	}
	response.Body.Close()
	s.t.Cleanup(func() { ws.Close() })
	return ws, nil
}

// next reads the next frame, which must be binary.
func (w *testSocket) next() []byte {
	w.t.Helper()
	kind, frame, err := w.ReadMessage()
	if err != nil || kind != websocket.BinaryMessage {
		w.t.Errorf("reading a message: kind %d, %v; want a binary frame", kind, err)
	}
	return frame
}

// nextNumbered reads a message of `?v=2` and its number.
func (w *testSocket) nextNumbered() (number byte, payload string) {
	w.t.Helper()
	frame := w.next()
	if len(frame) < frameHeader || string(frame[:3]) != "\x42\x42\x01" {
		w.t.Fatalf("the frame % x does not begin with 42 42 01", frame)
	}
	return frame[3], string(frame[frameHeader:])
}

// acknowledge says that a message has come.
func (w *testSocket) acknowledge(number byte) {
	w.t.Helper()
	if err := w.WriteMessage(websocket.BinaryMessage, []byte{0x42, 0x42, 0x02, number}); err != nil {
		w.t.Error(err)
	}
}

// ends is told how the connection ends.
func (w *testSocket) ends() <-chan error {
	ended := make(chan error, 1)
	go func() {
		_, _, err := w.ReadMessage()
		ended <- err
	}()
	return ended
}

// kill ends the connection without a word, as the end of a process does.
func (w *testSocket) kill() { w.NetConn().Close() }

// pipeListener accepts connections within the process.
type pipeListener struct {
	dialed chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *pipeListener) dial() (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.dialed <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.dialed:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }
