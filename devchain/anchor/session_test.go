package anchor

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/anchor/sealed"
	"fieldhouse/plugins/antelope"

	"github.com/gorilla/websocket"
)

func (b *bench) state() (state StateView) {
	b.Helper()
	b.must(http.StatusOK, http.MethodGet, "/api/state", nil, &state)
	return state
}

// overSession is a request as a session sends it, good until two minutes from
// now.
func (b *bench) overSession() *esr.Request {
	request := b.transfer()
	request.SetInfo("link", antelope.AppendUint(nil, 4, uint64(start.Unix()+120)))
	return request
}

func TestRequestsOverASessionAreSignedByItsAccount(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	b.must(http.StatusOK, http.MethodPost, "/api/policy", map[string]string{"answer": "sign", "account": "bruno.wam"}, nil)
	a.send(t, socket, b.overSession())
	if payload := b.payload(); payload["sa"] != "alice.wam" {
		t.Errorf("answered %v", payload)
	}
	state := b.state()
	if view := state.Requests[0]; view.Session != state.Sessions[0].ID || view.App != "fieldhouse" || view.Expires != "2026-03-01T12:02:00" {
		t.Errorf("it shows %+v", view)
	}
}

func TestAMessageIsTakenOnce(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	b.policy(Sign)
	message := a.send(t, socket, b.overSession())
	b.payload()
	deliver(t, socket, message)
	if len(b.link.answers) > 0 || len(b.state().Requests) != 2 {
		t.Errorf("the login and the request became %d requests", len(b.state().Requests))
	}
}

func TestMessagesThatAreNotTheAppsAreLeft(t *testing.T) {
	b, a, stranger := newBench(t, nil), newApp(t), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	stranger.wallet = a.wallet
	stranger.send(t, socket, b.overSession())
	deliver(t, socket, []byte("no sealed message"))
	deliver(t, socket, nil)
	noRequest, err := sealed.Seal([]byte("hello"), a.key, a.wallet, 1)
	if err != nil {
		t.Fatal(err)
	}
	deliver(t, socket, noRequest.Pack())
	if state := b.state(); state.Sessions[0].Ignored != 4 || len(state.Requests) != 1 {
		t.Errorf("%d messages were left, and there are %d requests", state.Sessions[0].Ignored, len(state.Requests))
	}
}

func TestASessionIsHeardAgainAfterItsServiceRestarted(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	_ = socket.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseServiceRestart, ""))
	_ = socket.Close()
	again := await(t, b.link.sockets, "the wallet's channel anew")
	defer func() { _ = again.Close() }()
	a.send(t, again, b.overSession())
	if state := b.state(); len(state.Requests) != 2 {
		t.Errorf("there are %d requests", len(state.Requests))
	}
}

func TestAnAppThatLinksAgainKeepsOneSession(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	first, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	// An app whose device was not reached asks for a new channel with a request
	// that is no login.
	request := b.transfer()
	link, _ := b.login(a).InfoBytes("link")
	request.SetInfo("link", link)
	b.policy(Sign)
	b.hand(request)
	second := b.payload()
	other := await(t, b.link.sockets, "the new channel")
	defer func() { _ = other.Close() }()
	state := b.state()
	if second["link_ch"] == "" || second["link_ch"] == first["link_ch"] || len(state.Sessions) != 1 || state.Sessions[0].Channel != second["link_ch"] {
		t.Errorf("sessions %+v after %v", state.Sessions, second)
	}
}

func TestAnEndedSessionIsNotHeard(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	id := b.state().Sessions[0].ID
	b.must(http.StatusNoContent, http.MethodDelete, "/api/sessions/"+id, nil, nil)
	if _, _, err := socket.ReadMessage(); err == nil {
		t.Error("the wallet said something instead of going away")
	}
	if status, _ := b.call(http.MethodDelete, "/api/sessions/"+id, nil); status != http.StatusNotFound {
		t.Errorf("ending it again: %d", status)
	}
	if len(b.state().Sessions) != 0 {
		t.Error("it is still listed")
	}
}

func TestSessionsCanBeRenamed(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	id := b.state().Sessions[0].ID
	for name, fails := range map[string]bool{"": true, "  ": true, strings.Repeat("x", 65): true, " El móvil ": false} {
		if err := b.wallet.renameSession(id, name); (err != nil) != fails {
			t.Errorf("renamed to %q: %v", name, err)
		}
	}
	if name := b.state().Sessions[0].Name; name != "El móvil" {
		t.Errorf("it is called %q", name)
	}
}

func TestATriggerAddressBringsASealedMessage(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	message, err := sealed.Seal([]byte(b.overSession().String()), a.key, a.wallet, 7)
	if err != nil {
		t.Fatal(err)
	}
	payload := base64.RawURLEncoding.EncodeToString(message.Pack())
	var made struct{ ID string }
	b.must(http.StatusAccepted, http.MethodPost, "/api/sealed", map[string]string{"payload": payload}, &made)
	if view := b.view(made.ID); view.Session == "" {
		t.Errorf("it shows %+v", view)
	}
	request, err := http.NewRequest(http.MethodGet, b.server.URL+"/trigger?payload="+payload, nil)
	if err != nil {
		t.Fatal(err)
	}
	if status, to := b.do(request); status != http.StatusSeeOther || to != "/requests/"+made.ID {
		t.Errorf("the address gave %d and %s", status, to)
	}
	stranger := newApp(t)
	foreign, err := sealed.Seal([]byte("esr:"), stranger.key, a.wallet, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		payload string
		status  int
	}{{"!", http.StatusBadRequest}, {"AAAA", http.StatusBadRequest}, {base64.RawURLEncoding.EncodeToString(foreign.Pack()), http.StatusNotFound}} {
		if status, text := b.call(http.MethodPost, "/api/sealed", map[string]string{"payload": c.payload}); status != c.status {
			t.Errorf("%.20q: %d %s", c.payload, status, text)
		}
	}
}

func TestTheOldestSessionMakesRoomForANewOne(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	oldest := b.state().Sessions[0]
	// Nobody connects here, so that fifty more do not either.
	service := httptest.NewServer(http.NotFoundHandler())
	b.wallet.Link = service.URL
	service.Close()
	b.policy(Sign)
	for range maxSessions {
		b.hand(b.login(newApp(t)))
		if payload := b.payload(); payload["sa"] == "" {
			t.Fatalf("a login was answered by %v", payload)
		}
	}
	state := b.state()
	if len(state.Sessions) != maxSessions || slices.ContainsFunc(state.Sessions, func(s SessionView) bool { return s.ID == oldest.ID }) {
		t.Errorf("there are %d sessions, the oldest one first %+v", len(state.Sessions), state.Sessions[0])
	}
	if _, _, err := socket.ReadMessage(); err == nil {
		t.Error("the wallet said something on the oldest session's channel instead of going away")
	}
}

func TestADeafWalletComesBack(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	_, socket := b.signIn(a)
	b.breakAs(breakDeaf)
	if _, _, err := socket.ReadMessage(); err == nil {
		t.Error("the wallet still listens")
	}
	_ = socket.Close()
	eventually(t, "the lost connection", func() bool { return !b.state().Sessions[0].Connected })
	b.breakAs("")
	again := await(t, b.link.sockets, "the wallet's channel anew")
	defer func() { _ = again.Close() }()
	if message := a.send(t, again, b.overSession()); bytes.Equal(message, nil) || len(b.state().Requests) != 2 {
		t.Errorf("there are %d requests", len(b.state().Requests))
	}
}
