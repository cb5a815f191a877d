package anchor

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"

	"github.com/gorilla/websocket"
)

// listen hears a channel of the service until the test ends, and gives its messages.
func (l *linkService) listen(t *testing.T) <-chan string {
	t.Helper()
	messages := make(chan string, 8)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		listen(ctx, l.URL+"/channel-0001", func(message []byte) { messages <- string(message) })
	}()
	t.Cleanup(func() { stop(); await(t, done, "the listener's end") })
	return messages
}

func TestMessagesAreAcknowledgedByTheirNumber(t *testing.T) {
	link := newLinkService(t)
	messages := link.listen(t)
	socket := await(t, link.sockets, "the connection")
	defer func() { _ = socket.Close() }()
	if query := await(t, link.heard, "the address"); query != "/channel-0001?v=2" {
		t.Errorf("it listens on %s", query)
	}
	for _, sequence := range []byte{0, 7, 255} {
		must.Do(t, socket.WriteMessage(websocket.BinaryMessage, append([]byte{0x42, 0x42, 0x01, sequence}, "hello"...)))
		if got := await(t, messages, "the message"); got != "hello" {
			t.Errorf("received %q", got)
		}
		_ = socket.SetReadDeadline(time.Now().Add(patience))
		if _, ack, err := socket.ReadMessage(); err != nil || string(ack) != string([]byte{0x42, 0x42, 0x02, sequence}) {
			t.Errorf("acknowledged by %x (%v)", ack, err)
		}
	}
}

func TestMessagesWithoutFrameAreTakenAsTheyAre(t *testing.T) {
	link := newLinkService(t)
	messages := link.listen(t)
	socket := await(t, link.sockets, "the connection")
	defer func() { _ = socket.Close() }()
	for _, want := range []string{"plain", "BB", ""} {
		must.Do(t, socket.WriteMessage(websocket.BinaryMessage, []byte(want)))
		if got := await(t, messages, "the message"); got != want {
			t.Errorf("received %q, want %q", got, want)
		}
	}
}

func TestALostConnectionIsMadeAgain(t *testing.T) {
	link := newLinkService(t)
	messages := link.listen(t)
	for range 3 {
		socket := await(t, link.sockets, "the connection")
		_ = socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseServiceRestart, ""), time.Now().Add(patience))
		_ = socket.Close()
	}
	socket := await(t, link.sockets, "the last connection")
	defer func() { _ = socket.Close() }()
	must.Do(t, socket.WriteMessage(websocket.BinaryMessage, []byte{0x42, 0x42, 0x01, 1, 'x'}))
	if got := await(t, messages, "the message"); got != "x" {
		t.Errorf("received %q", got)
	}
}

func TestAMessageTooLargeEndsTheConnection(t *testing.T) {
	link := newLinkService(t)
	messages := link.listen(t)
	socket := await(t, link.sockets, "the connection")
	defer func() { _ = socket.Close() }()
	_ = socket.WriteMessage(websocket.BinaryMessage, make([]byte, maxMessage+1))
	again := await(t, link.sockets, "the connection anew")
	_ = again.Close()
	if len(messages) != 0 {
		t.Error("a message too large was received")
	}
}

func TestAnswersArePosted(t *testing.T) {
	for status, fails := range map[int]bool{200: false, 202: false, 400: true, 410: true, 503: true} {
		bodies := make(chan string, 1)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body := make([]byte, 64)
			n, _ := r.Body.Read(body)
			bodies <- r.Method + " " + r.Header.Get("Content-Type") + " " + string(body[:n])
			w.WriteHeader(status)
		}))
		err := post(context.Background(), server.Client(), server.URL+"/callback", []byte(`{"sig":"x"}`))
		if fails != (err != nil) {
			t.Errorf("an answer of %d: %v", status, err)
		}
		if got := await(t, bodies, "the answer"); got != `POST application/json {"sig":"x"}` {
			t.Errorf("sent %q", got)
		}
		server.Close()
	}
	if err := post(context.Background(), http.DefaultClient, "http://127.0.0.1:1/closed", nil); err == nil {
		t.Error("an answer to nobody succeeded")
	}
}
