package link

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	"github.com/gorilla/websocket"
	"go.uber.org/zap"
)

func TestAWebSocketStaysOpenOverReloads(t *testing.T) {
	verifyNoLeak(t)
	port := ports.Free(t)
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
	port := ports.Free(t)
	load(t, port, "", "")
	do(t, http.MethodPost, "http://localhost:"+port+testChannel, "hello")
	load(t, port, "link {\n\t\tage 5m\n\t}", "")
	if _, _, got := do(t, http.MethodGet, "http://localhost:"+port+testChannel, ""); got != "hello" {
		t.Errorf("after the reload the channel has %q", got)
	}
}

func TestALongPollGoesOnOverAReload(t *testing.T) {
	verifyNoLeak(t)
	port := ports.Free(t)
	load(t, port, "", "")
	poll := make(chan string, 1)
	go func() {
		_, _, text := do(t, http.MethodGet, "http://localhost:"+port+testChannel, "")
		poll <- text
	}()
	awaitListener(t)
	load(t, port, "link {\n\t\tage 5m\n\t}", "")
	if status, header, _ := do(t, http.MethodPost, "http://localhost:"+port+testChannel, "hello"); header.Get("X-Buoy-Delivery") != "buffered" {
		t.Errorf("the sender is told %d, %q", status, header.Get("X-Buoy-Delivery"))
	}
	if got := <-poll; got != "hello" {
		t.Errorf("the poll is answered %q", got)
	}
}

func TestNewSettingsHoldAfterAReload(t *testing.T) {
	verifyNoLeak(t)
	port := ports.Free(t)
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

func TestTheSettingsOfTheNewestRunningConfigurationHold(t *testing.T) {
	app := func(maxMessage int64) *App {
		a := &App{MaxMessage: maxMessage, logger: zap.NewNop()}
		if err := a.complete(); err != nil {
			t.Fatal(err)
		}
		return a
	}
	before, after := app(10), app(5)
	join := func(a *App) {
		var err error
		if a.state, err = states.Join("link", a.newState); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Cleanup() })
	}
	join(before)
	join(after)
	s := before.state.Value
	post := func(body string) int {
		answer := httptest.NewRecorder()
		s.server.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, testChannel, strings.NewReader(body)))
		return answer.Code
	}
	for _, step := range []struct {
		what   string
		take   func() error
		status int
	}{
		{"at first", func() error { return before.Start() }, http.StatusOK},
		{"after a reload", func() error { return after.Start() }, http.StatusRequestEntityTooLarge},
		{"after it failed, when another app did not start", func() error { return after.Cleanup() }, http.StatusOK},
		{"after one that succeeds", func() error { join(after); return errors.Join(after.Start(), before.Cleanup()) }, http.StatusRequestEntityTooLarge},
	} {
		if err := step.take(); err != nil {
			t.Fatal(err)
		}
		if status := post("ten bytes."); status != step.status {
			t.Errorf("%s a message of ten bytes is answered %d, want %d", step.what, status, step.status)
		}
	}
}

func TestTheEndOfTheServiceClosesListenersWith1012(t *testing.T) {
	verifyNoLeak(t)
	port := ports.Free(t)
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
