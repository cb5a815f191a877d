package link

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"github.com/gorilla/websocket"
	"go.uber.org/zap"
)

func TestAWebSocketStaysOpenOverReloads(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	ws := p.listen(t, "?v=2")
	for reload := range 5 {
		p.exchange(t, ws, fmt.Sprint("before reload ", reload))
		p.Load(object{"max_channels": 100 + reload})
		p.exchange(t, ws, fmt.Sprint("after reload ", reload))
	}
}

func TestAKeptMessageOutlastsAReload(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	p.Post(testChannel, "hello")
	p.Load(object{"age": "5m"})
	p.Want(testChannel, http.StatusOK, "hello", "")
}

func TestALongPollGoesOnOverAReload(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	poll := make(chan string, 1)
	go func() {
		_, text, err := p.Get(testChannel)
		poll <- fmt.Sprint(text, err)
	}()
	awaitListener(t)
	p.Load(object{"age": "5m"})
	if response, _ := p.Post(testChannel, "hello"); response.Header.Get("X-Buoy-Delivery") != "buffered" {
		t.Errorf("the sender is answered %d, %q", response.StatusCode, response.Header.Get("X-Buoy-Delivery"))
	}
	if got := <-poll; got != "hello<nil>" {
		t.Errorf("the poll is answered %q", got)
	}
}

func TestNewSettingsHoldAfterAReload(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	ws := p.listen(t, "?v=2")
	p.Load(object{"max_message": 5, "channel_listeners": 1})
	if response, _ := p.Post(testChannel, "sixsix"); response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a message over the new bound is answered %d", response.StatusCode)
	}
	if _, response, err := websocket.DefaultDialer.Dial("ws://"+p.Address()+testChannel, nil); err == nil || response.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a listener over the new bound: %v", err)
	}
	p.exchange(t, ws, "hello")
}

func TestTheSettingsOfTheNewestRunningConfigurationHold(t *testing.T) {
	app := func(maxMessage int64) *App {
		a := &App{MaxMessage: maxMessage, logger: zap.NewNop()}
		must.Do(t, a.complete())
		return a
	}
	before, after := app(10), app(5)
	join := func(a *App) {
		a.state = states.JoinValue("link", a.newState)
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
		must.Do(t, step.take())
		if status := post("ten bytes."); status != step.status {
			t.Errorf("%s a message of ten bytes is answered %d, want %d", step.what, status, step.status)
		}
	}
}

func TestTheEndOfTheServiceClosesListenersWith1012(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	ws := p.listen(t, "?v=2")
	ended := make(chan error, 1)
	go func() {
		_, _, err := ws.ReadMessage()
		ended <- err
	}()
	must.Do(t, caddy.Stop())
	if err := <-ended; !websocket.IsCloseError(err, websocket.CloseServiceRestart) {
		t.Errorf("the listener reads %v, want close 1012", err)
	}
}
