package anchor

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"

	"github.com/gorilla/websocket"
)

// linkUntil says how many seconds from now the app waits for an answer.
func linkUntil(seconds int64) []esr.Pair {
	return []esr.Pair{{Key: "link", Value: antelope.AppendUint(nil, 4, uint64(start.Unix()+seconds))}}
}

// overSession is a request as a session sends it, good until two minutes from
// now.
func (b *bench) overSession() *esr.Request {
	request := b.transfer()
	request.Info = linkUntil(120)
	return request
}

func TestRequestsOverASessionAreSignedByItsAccount(t *testing.T) {
	b, a := newBench(t), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	b.must(http.StatusOK, http.MethodPost, "/api/policy", map[string]string{"answer": "sign", "account": "bruno.wam"}, nil)
	a.send(t, socket, b.overSession())
	if payload := b.payload(); payload["sa"] != "alice.wam" {
		t.Errorf("answered %v", payload)
	}
	if view := b.view("2"); !view.IsLinked || view.App != "fieldhouse" {
		t.Errorf("it shows %+v", view)
	}
}

func TestAMessageIsTakenOnce(t *testing.T) {
	b, a := newBench(t), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	b.policy(standin.AnswerSign)
	message := a.send(t, socket, b.overSession())
	b.payload()
	deliver(t, socket, message)
	if len(b.link.answers) > 0 || len(b.requests()) != 2 {
		t.Errorf("the login and the request became %d requests", len(b.requests()))
	}
}

func TestMessagesThatAreNotTheAppsAreLeft(t *testing.T) {
	b, a, stranger := newBench(t), newApp(t), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	stranger.wallet = a.wallet
	stranger.send(t, socket, b.overSession())
	deliver(t, socket, []byte("no sealed message"))
	deliver(t, socket, nil)
	deliver(t, socket, a.seal(t, "hello"))
	if found := b.requests(); len(found) != 1 {
		t.Errorf("there are %d requests", len(found))
	}
}

func TestASessionIsHeardAgainAfterItsServiceRestarted(t *testing.T) {
	b, a := newBench(t), newApp(t)
	_, socket := b.signIn(a)
	_ = socket.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseServiceRestart, ""))
	_ = socket.Close()
	again := await(t, b.link.sockets, "the wallet's channel anew")
	defer func() { _ = again.Close() }()
	a.send(t, again, b.overSession())
	if found := b.requests(); len(found) != 2 {
		t.Errorf("there are %d requests", len(found))
	}
}

func TestAnAppThatLinksAgainKeepsOneSession(t *testing.T) {
	b, a := newBench(t), newApp(t)
	first, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	// An app whose device was not reached asks for a new channel with a request
	// that is no login.
	request := b.transfer()
	request.Info = b.login(a).Info
	b.policy(standin.AnswerSign)
	b.hand(request)
	second := b.payload()
	other := await(t, b.link.sockets, "the new channel")
	defer func() { _ = other.Close() }()
	if second["link_ch"] == "" || second["link_ch"] == first["link_ch"] || len(b.wallet.sessions) != 1 {
		t.Errorf("%d sessions after %v", len(b.wallet.sessions), second)
	}
}

func TestTheOldestSessionMakesRoomForANewOne(t *testing.T) {
	b, a := newBench(t), newApp(t)
	_, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	oldest := b.wallet.sessions[0]
	b.policy(standin.AnswerSign)
	for range maxSessions {
		b.hand(b.login(newApp(t)))
		if payload := b.payload(); payload["sa"] == "" {
			t.Fatalf("a login was answered by %v", payload)
		}
	}
	if found := b.wallet.sessions; len(found) != maxSessions || slices.Contains(found, oldest) {
		t.Errorf("there are %d sessions, the oldest one among them: %t", len(found), slices.Contains(found, oldest))
	}
	if _, _, err := socket.ReadMessage(); err == nil {
		t.Error("the wallet said something on the oldest session's channel instead of going away")
	}
}

func TestALoginGivesAChannelThatTakesNoMessageAsOftenAsItWasTold(t *testing.T) {
	b := newBench(t)
	b.policy(standin.AnswerSign)
	b.must(http.StatusOK, http.MethodPost, "/api/break", map[string]any{"as": "unreachable-channel", "times": 1}, nil)
	for _, broken := range []bool{true, false} {
		b.hand(b.login(newApp(t)))
		if payload := b.payload(); strings.HasSuffix(payload["link_ch"], "/gone") != broken {
			t.Errorf("answered %v", payload)
		}
	}
	for _, body := range []map[string]any{{"as": "wrong-cid"}, {"as": "unreachable-channel", "times": -1}, {"is": ""}} {
		if status, text := b.call(http.MethodPost, "/api/break", body); status != http.StatusBadRequest {
			t.Errorf("%v: %d %s", body, status, text)
		}
	}
}
