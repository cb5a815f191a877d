package link

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	_ "fieldhouse/plugins/listeners"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	_ "github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	_ "github.com/caddyserver/caddy/v2/modules/logging"
	"github.com/gorilla/websocket"
)

const testChannel = "/link/6a1e0b9c-channel"

type object = caddytest.Object

// process is Caddy with the link service, which leaves no goroutines behind.
type process struct{ *caddytest.Process }

func newProcess(t *testing.T) process {
	t.Helper()
	plugintest.NoLeak(t)
	return process{caddytest.New(t, "link", func(link object) object { return object{"link": link} })}
}

// loadCaddyfile makes a Caddyfile the running configuration.
func loadCaddyfile(t *testing.T, format string, values ...any) {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	config, _, err := caddyconfig.GetAdapter("caddyfile").Adapt(fmt.Appendf(nil, format, values...), map[string]any{"filename": "Caddyfile"})
	must.Do(t, err)
	must.Do(t, caddy.Load(config, true))
	t.Cleanup(func() { must.Do(t, caddy.Stop()) })
}

// listen opens a WebSocket.
func (p process) listen(t *testing.T, query string) *websocket.Conn {
	t.Helper()
	ws, response, err := websocket.DefaultDialer.Dial("ws://"+p.Address()+testChannel+query, nil)
	must.Do(t, err)
	response.Body.Close()
	t.Cleanup(func() { ws.Close() })
	must.Do(t, ws.SetReadDeadline(time.Now().Add(20*time.Second)))
	return ws
}

// awaitListener waits until somebody listens.
func awaitListener(t *testing.T) {
	t.Helper()
	plugintest.Eventually(t, "somebody listens", func() bool { return living().numbers().Stats.Listeners > 0 })
}

// acknowledging reads the next message of a WebSocket, and acknowledges it.
func acknowledging(ws *websocket.Conn) <-chan string {
	read := make(chan string, 1)
	go func() {
		_, frame, err := ws.ReadMessage()
		if err != nil || len(frame) < 4 {
			read <- fmt.Sprint(err)
			return
		}
		_ = ws.WriteMessage(websocket.BinaryMessage, []byte{0x42, 0x42, 0x02, frame[3]})
		read <- string(frame[4:])
	}()
	return read
}

// exchange sends a message to a WebSocket that listens, and has it acknowledged.
func (p process) exchange(t *testing.T, ws *websocket.Conn, message string) {
	t.Helper()
	read := acknowledging(ws)
	response, _ := p.Post(testChannel, message)
	if response.StatusCode != http.StatusOK || response.Header.Get("X-Buoy-Delivery") != "delivered" {
		t.Errorf("the sender is answered %d, %q", response.StatusCode, response.Header.Get("X-Buoy-Delivery"))
	}
	if got := <-read; got != message {
		t.Errorf("the listener reads %q, want %q", got, message)
	}
}

func TestOtherPathsAreLeftToTheNextHandler(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	for _, path := range []string{"/", "/link", "/linker/1234567890"} {
		p.Want(path, http.StatusOK, "next", "")
	}
	p.Want("/link/short", http.StatusBadRequest, "", "")
}

// loadTLS makes a site with a certificate of its own the running configuration,
// and trusts it.
func loadTLS(t *testing.T) (port string, trusting *tls.Config) {
	t.Helper()
	port = ports.Free(t)
	loadCaddyfile(t, `{
	admin off
	persist_config off
	auto_https disable_redirects
	skip_install_trust
	local_certs
}
https://localhost:%s {
	bind shared/127.0.0.1
	log
	link
}
`, port)
	trusting = &tls.Config{InsecureSkipVerify: true, ServerName: "localhost"}
	// The certificate is made in the background.
	plugintest.Eventually(t, "there is a certificate", func() bool {
		conn, err := tls.DialWithDialer(&net.Dialer{Timeout: 5 * time.Second}, "tcp", "localhost:"+port, trusting)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return port, trusting
}

func TestAWebSocketOverTLS(t *testing.T) {
	plugintest.NoLeak(t)
	port, trusting := loadTLS(t)
	dialer := websocket.Dialer{TLSClientConfig: trusting}
	ws, _, err := dialer.Dial("wss://localhost:"+port+testChannel+"?v=2", nil)
	must.Do(t, err)
	defer ws.Close()
	read := acknowledging(ws)
	// The sender comes by HTTP/2, as browsers do.
	transport := &http.Transport{TLSClientConfig: trusting.Clone(), ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	response := must.Get((&http.Client{Transport: transport, Timeout: 20 * time.Second}).Post("https://localhost:"+port+testChannel, "", strings.NewReader("hello")))(t)
	response.Body.Close()
	if response.ProtoMajor != 2 || response.Header.Get("X-Buoy-Delivery") != "delivered" {
		t.Errorf("%s, %q; want HTTP/2 and delivered", response.Proto, response.Header.Get("X-Buoy-Delivery"))
	}
	if got := <-read; got != "hello" {
		t.Errorf("the listener reads %q", got)
	}
}

func TestALongPollOverTLSHasItsMessage(t *testing.T) {
	plugintest.NoLeak(t)
	port, trusting := loadTLS(t)
	transport := &http.Transport{TLSClientConfig: trusting}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: 20 * time.Second}
	poll := make(chan string, 1)
	go func() {
		response, err := client.Get("https://localhost:" + port + testChannel)
		if err != nil {
			poll <- err.Error()
			return
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		poll <- fmt.Sprint(response.Proto, " ", string(text), " ", err)
	}()
	awaitListener(t)
	response := must.Get(client.Post("https://localhost:"+port+testChannel, "", strings.NewReader("hello")))(t)
	response.Body.Close()
	if delivery := response.Header.Get("X-Buoy-Delivery"); delivery != "buffered" {
		t.Errorf("the sender is answered %q", delivery)
	}
	if got := <-poll; got != "HTTP/1.1 hello <nil>" {
		t.Errorf("the poll gets %s", got)
	}
}

func TestOneClientHasASixteenthOfWhatWaitsAndAtLeastAMessage(t *testing.T) {
	for _, test := range []struct {
		app      App
		bytes    int64
		messages int
	}{
		{App{}, 4 << 20, 3125},
		{App{MaxKept: 100 << 10, MaxChannels: 10}, 64 << 10, 1},
	} {
		must.Do(t, test.app.complete())
		if got := test.app.settings(); got.MaxClientKept != test.bytes || got.MaxClientMessages != test.messages {
			t.Errorf("%d bytes and %d messages, want %d and %d", got.MaxClientKept, got.MaxClientMessages, test.bytes, test.messages)
		}
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	negative := -1.0
	for want, app := range map[string]*App{
		"max_channels -1 must be from 1":      {MaxChannels: -1},
		"client_listeners 10000001 must be":   {ClientListeners: mostPlaces + 1},
		"max_message -5 must be from 1":       {MaxMessage: -5},
		"max_message 16777217 must be from 1": {MaxMessage: largestMessage + 1},
		"max_kept 5 must be at least":         {MaxKept: 5},
		"age must be more than nothing":       {Age: -1},
		"poll 3m0s must be":                   {Poll: caddy.Duration(3 * time.Minute)},
		"rate -1 must be from 0":              {Rate: &negative},
		"burst at least 1":                    {Burst: -1},
	} {
		if err := app.complete(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
	if err := new(App).complete(); err != nil {
		t.Errorf("the defaults are refused: %v", err)
	}
}
