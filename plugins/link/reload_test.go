package link

import (
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/gorilla/websocket"
)

func TestAWebSocketStaysOpenOverReloads(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, port, "", "")
	ws := dial(t, port, "?v=2")
	for reload := range 5 {
		exchange(t, ws, port, fmt.Sprint("before reload ", reload))
		load(t, port, fmt.Sprintf("link {\n\t\tmax_channels %d\n\t}", 100+reload), "")
		exchange(t, ws, port, fmt.Sprint("after reload ", reload))
	}
}

func TestAKeptMessageOutlastsAReload(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, port, "", "")
	do(t, http.MethodPost, "http://localhost:"+port+testChannel, "hello")
	load(t, port, "link {\n\t\tage 5m\n\t}", "")
	if _, _, got := do(t, http.MethodGet, "http://localhost:"+port+testChannel, ""); got != "hello" {
		t.Errorf("after the reload the channel has %q", got)
	}
}

func TestALongPollGoesOnOverAReload(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, port, "", "")
	poll := make(chan string, 1)
	go func() {
		_, _, text := do(t, http.MethodGet, "http://localhost:"+port+testChannel, "")
		poll <- text
	}()
	for deadline := time.Now().Add(20 * time.Second); living().numbers().Stats.Listeners == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the poll does not listen")
		}
	}
	load(t, port, "link {\n\t\tage 5m\n\t}", "")
	if status, header, _ := do(t, http.MethodPost, "http://localhost:"+port+testChannel, "hello"); header.Get("X-Buoy-Delivery") != "delivered" {
		t.Errorf("the sender is told %d, %q", status, header.Get("X-Buoy-Delivery"))
	}
	if got := <-poll; got != "hello" {
		t.Errorf("the poll is answered %q", got)
	}
}

func TestNewSettingsHoldAfterAReload(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, port, "", "")
	ws := dial(t, port, "?v=2")
	load(t, port, "link {\n\t\tmax_message 5\n\t\tchannel_listeners 1\n\t}", "")
	if status, _, _ := do(t, http.MethodPost, "http://localhost:"+port+testChannel, "sixsix"); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a message over the new bound is answered %d", status)
	}
	if _, response, err := websocket.DefaultDialer.Dial("ws://localhost:"+port+testChannel, nil); err == nil || response.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a listener over the new bound: %v", err)
	}
	exchange(t, ws, port, "hello")
}

func TestAReloadThatFailsChangesNothing(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, port, "link {\n\t\tmax_message 10\n\t}", "")
	ws := dial(t, port, "?v=2")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, other, _ := net.SplitHostPort(taken.Addr().String())
	// The second port is in use: this fails when all is provisioned.
	if err := tryLoad(t, other, "link {\n\t\tmax_message 5\n\t}", ""); err == nil {
		t.Fatal("a configuration with a port that is in use is taken")
	}
	exchange(t, ws, port, "ten bytes.")
}

func TestTheEndOfTheServiceClosesListenersWith1012(t *testing.T) {
	verifyNoLeak(t)
	port := free(t)
	load(t, port, "", "")
	ws := dial(t, port, "?v=2")
	ended := make(chan error, 1)
	go func() {
		_, _, err := ws.ReadMessage()
		ended <- err
	}()
	if err := caddy.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !websocket.IsCloseError(err, websocket.CloseServiceRestart) {
		t.Errorf("the listener reads %v, want close 1012", err)
	}
}
