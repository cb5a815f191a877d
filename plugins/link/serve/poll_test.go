package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

// Behaviour 4.
func TestALongPollIsAnsweredWithAMessage(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		poll := s.polling(t.Context())
		time.Sleep(12 * time.Second)
		s.post(`{"sig":"SIG_K1_"}`).want(t, http.StatusOK, "buffered")
		got := <-poll
		got.wantAfter(t, 12*time.Second, http.StatusOK, "")
		if got.body != `{"sig":"SIG_K1_"}` {
			t.Errorf("answered %q", got.body)
		}
	})
}

// Behaviour 4.
func TestALongPollWithoutAMessageIsAnswered408(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		(<-s.polling(t.Context())).wantAfter(t, 30*time.Second, http.StatusRequestTimeout, "")
		if left := s.hub.Stats(); left.Channels != 0 {
			t.Errorf("it left %+v", left)
		}
	})
}

func TestALongPollThatGivesUpLeavesNothing(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		<-s.polling(ctx)
		synctest.Wait()
		if stats := s.hub.Stats(); stats.Channels != 0 || stats.Listeners != 0 {
			t.Errorf("there is still something: %+v", stats)
		}
		s.post("hello").want(t, http.StatusOK, "buffered")
	})
}

func TestShutdownEndsLongPollsAndSenders(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		poll := s.polling(t.Context())
		sender := make(chan answer, 1)
		go func() {
			sender <- s.do(t.Context(), http.MethodPost, Prefix+"another channel", "hello", "X-Buoy-Wait", "60")
		}()
		synctest.Wait()
		s.server.Close()
		for _, waiting := range []<-chan answer{poll, sender} {
			(<-waiting).wantAfter(t, 0, http.StatusServiceUnavailable, "")
		}
	})
}

// rawPoll begins a long poll on a connection of its own.
func rawPoll(t *testing.T, s *testSite) net.Conn {
	t.Helper()
	conn := must.Get(s.dial())(t)
	t.Cleanup(func() { conn.Close() })
	must.Do(t, conn.SetDeadline(time.Now().Add(20*time.Second)))
	must.Get(io.WriteString(conn, "GET "+Prefix+testChannel+" HTTP/1.1\r\nHost: x\r\n\r\n"))(t)
	s.awaitListeners(1)
	return conn
}

// awaitListeners waits until so many listen.
func (s *testSite) awaitListeners(count int) {
	s.t.Helper()
	plugintest.Eventually(s.t, fmt.Sprintf("%d listen", count), func() bool { return s.hub.Stats().Listeners == count })
}

// Behaviour 6: HTTP has no acknowledgement, but who has a message asks on.
func TestALongPollThatIsKilledBeforeItReadTheMessageLosesNothing(t *testing.T) {
	s := newTCPSite(t)
	killed := rawPoll(t, s)
	result := s.posting("hello")
	// The answer has come but nobody reads it: a killed process's system resets
	// the connection.
	must.Get(killed.Read(make([]byte, 1)))(t)
	killed.Close()
	(<-result).want(t, http.StatusOK, "buffered")
	s.nextPollHas("hello")
}

func TestALongPollThatIsKilledBeforeTheMessageComesLosesNothing(t *testing.T) {
	s := newTCPSite(t)
	for range 50 {
		rawPoll(t, s).Close()
		// The end of the connection and the message race on purpose.
		got := s.post("hello")
		if got.err != nil || got.status != http.StatusOK {
			t.Fatalf("answered %d (%v)", got.status, got.err)
		}
		if got.header.Get("X-Buoy-Delivery") == "delivered" {
			t.Fatal("delivered to nobody")
		}
		s.nextPollHas("hello")
		s.goesOn()
	}
}

// goesOn asks for the next message on the connection that had the last one, and
// leaves when that counts as delivered.
func (s *testSite) goesOn() {
	s.t.Helper()
	ctx, leave := context.WithCancel(s.t.Context())
	poll := s.polling(ctx)
	s.awaitKept(0)
	leave()
	<-poll
	s.awaitListeners(0)
}

func TestALongPollThatIsUnreachableLosesNothing(t *testing.T) {
	// It has the message in its buffers and never says another word.
	s := newTCPSite(t)
	rawPoll(t, s)
	s.post("hello").want(t, http.StatusOK, "buffered")
	s.nextPollHas("hello")
}

func TestALongPollThatAsksAgainHasItsMessage(t *testing.T) {
	s := newTCPSite(t)
	conn := rawPoll(t, s)
	result := s.posting("hello", "X-Buoy-Soft-Wait", "20")
	response := must.Get(http.ReadResponse(bufio.NewReader(conn), nil))(t)
	text, err := io.ReadAll(response.Body)
	if err != nil || string(text) != "hello" || response.Close {
		t.Errorf("it reads %q, close %t (%v)", text, response.Close, err)
	}
	if len(result) != 0 {
		t.Error("the sender is answered before it asked again")
	}
	must.Get(io.WriteString(conn, "GET "+Prefix+testChannel+" HTTP/1.1\r\nHost: x\r\n\r\n"))(t)
	(<-result).want(t, http.StatusOK, "delivered")
	if kept := s.hub.Stats().Kept; kept != 0 {
		t.Errorf("%d messages are kept", kept)
	}
}

// A client that opens a connection for each request would get it for ever.
func TestALongPollThatNeverAsksOnTheSameConnectionGetsAMessageAtMostThreeTimes(t *testing.T) {
	s := newTCPSite(t)
	s.client.Transport.(*http.Transport).DisableKeepAlives = true
	s.post("hello").want(t, http.StatusOK, "buffered")
	for range 3 {
		s.nextPollHas("hello")
	}
	s.awaitKept(0)
	if fetched := s.hub.Stats().Fetched; fetched != 1 {
		t.Errorf("%d messages were fetched", fetched)
	}
}

// A sender that wants its message kept for nobody is answered as soon as it went out.
func TestALongPollEndsAWaitForAListener(t *testing.T) {
	s := newTCPSite(t)
	rawPoll(t, s)
	s.post("hello", "X-Buoy-Wait", "20").want(t, http.StatusOK, "delivered")
}

func TestALongPollOverHTTP2GetsEachMessageOnceAndLeavesTheConnectionOpen(t *testing.T) {
	s := newHTTP2Site(t)
	// A client that finds its connection not ready for one moment opens no second one beside it.
	s.client.Transport.(*http.Transport).MaxConnsPerHost = 1
	for _, text := range []string{"first", "second", "third"} {
		poll := s.polling(t.Context())
		s.awaitListeners(1)
		if kept := s.hub.Stats().Kept; kept != 0 {
			t.Errorf("%d messages are kept after the connection asked again", kept)
		}
		s.post(text).want(t, http.StatusOK, "buffered")
		if got := <-poll; got.err != nil || got.body != text {
			t.Errorf("%q (%v), want %q", got.body, got.err, text)
		}
	}
	if s.dialed.Load() != 1 {
		t.Errorf("%d connections were opened, want one", s.dialed.Load())
	}
}

func TestALongPollOverHTTP2WhoseConnectionIsLostLosesNothing(t *testing.T) {
	s := newHTTP2Site(t)
	poll := s.polling(t.Context())
	s.awaitListeners(1)
	s.post("hello").want(t, http.StatusOK, "buffered")
	<-poll
	s.client.CloseIdleConnections()
	s.nextPollHas("hello")
	if s.dialed.Load() != 2 {
		t.Errorf("%d connections were opened, want two", s.dialed.Load())
	}
}

func TestAnUpgradeOverHTTP2IsALongPoll(t *testing.T) {
	request := must.Get(http.NewRequest(http.MethodGet, "https://link.test"+Prefix+testChannel, strings.NewReader("")))(t)
	request.Header.Set("Upgrade", "websocket")
	if !wantsWebSocket(request) {
		t.Error("an upgrade over HTTP/1.1 is none")
	}
	request.ProtoMajor = 2
	if wantsWebSocket(request) {
		t.Error("an upgrade over HTTP/2, which has none (RFC 9113, section 8.6), is one")
	}
}
