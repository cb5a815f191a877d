package serve

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/plugintest/must"

	"github.com/gorilla/websocket"
)

// Behaviour 4: `?v=2`.
func TestAMessageOfVersion2IsAcknowledged(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		seen := map[byte]bool{}
		for _, text := range []string{"first", "second", strings.Repeat("x", 64<<10)} {
			result := s.posting(text)
			number, payload := ws.nextNumbered()
			if payload != text || seen[number] {
				t.Errorf("message %d: %d bytes, want %d under a new number", number, len(payload), len(text))
			}
			seen[number] = true
			if synctest.Wait(); len(result) != 0 {
				t.Error("the sender is answered before the acknowledgement")
			}
			ws.acknowledge(number)
			(<-result).want(t, http.StatusOK, "delivered")
		}
	})
}

// Behaviour 4.
func TestAListenerOfVersion2HasFiveSecondsToAcknowledge(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		result := s.posting("hello")
		ws.nextNumbered()
		(<-result).wantAfter(t, 5*time.Second, http.StatusOK, "buffered")
		if _, _, err := ws.ReadMessage(); err == nil || websocket.IsCloseError(err, websocket.CloseServiceRestart) {
			t.Errorf("the listener reads %v, want that it was terminated", err)
		}
	})
}

// Behaviour 4: what is not an acknowledgement means nothing.
func TestOtherWordsOfAListenerAreIgnored(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		result := s.posting("hello")
		number, _ := ws.nextNumbered()
		for _, frame := range []string{"", "hello", "\x42", "\x42\x42\x02", "\x42\x42\x01" + string(number), "\x42\x42\x02" + string(number+1)} {
			must.Do(t, ws.WriteMessage(websocket.BinaryMessage, []byte(frame)))
		}
		synctest.Wait()
		if len(result) != 0 {
			t.Error("the message is gone before it was acknowledged")
		}
		// Original listeners may say it in a text frame.
		must.Do(t, ws.WriteMessage(websocket.TextMessage, []byte{0x42, 0x42, 0x02, number}))
		(<-result).want(t, http.StatusOK, "delivered")
	})
}

// Behaviour 4: without a version the message is bare.
func TestAMessageOfVersion1IsBareAndAPongAcknowledgesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, query := range []string{"", "?v=1", "?v=x"} {
			s := newSite(t)
			ws := s.listen(query)
			pinged := make(chan string, 2)
			ws.SetPingHandler(func(data string) error {
				pinged <- data
				return nil
			})
			sending := map[string]<-chan answer{}
			for _, text := range []string{"first", "second"} {
				sending[text] = s.posting(text)
				if got := string(ws.next()); got != text {
					t.Errorf("the listener gets %q", got)
				}
			}
			ws.ends()
			<-pinged
			last := <-pinged
			synctest.Wait()
			if len(sending["first"]) != 0 || len(sending["second"]) != 0 {
				t.Error("a sender is answered before anything was acknowledged")
			}
			// One pong for the last ping stands for those before (RFC 6455, section
			// 5.5.3).
			must.Do(t, ws.WriteControl(websocket.PongMessage, []byte(last), time.Now().Add(time.Second)))
			for _, result := range sending {
				(<-result).want(t, http.StatusOK, "delivered")
			}
			ws.kill()
		}
	})
}

// anchor-link closes the WebSocket as soon as it has its message, and some
// WebSocket libraries answer no ping after that.
func TestAListenerOfVersion1ThatClosesNormallyHasItsMessageAndOneThatGoesAwayDoesNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for code, delivery := range map[int]string{
			websocket.CloseNormalClosure: "delivered", websocket.CloseNoStatusReceived: "delivered", websocket.CloseGoingAway: "buffered",
		} {
			s := newSite(t)
			ws := s.listen("")
			result := s.posting("hello")
			ws.next()
			ws.SetPingHandler(func(string) error { return nil })
			ws.ends()
			message := websocket.FormatCloseMessage(code, "")
			must.Do(t, ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(time.Second)))
			(<-result).want(t, http.StatusOK, delivery)
			ws.kill()
		}
	})
}

// Behaviour 4.
func TestAListenerIsPingedEveryTenSeconds(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		began := time.Now()
		var at []time.Duration
		answering := ws.PingHandler()
		ws.SetPingHandler(func(data string) error {
			at = append(at, time.Since(began))
			return answering(data)
		})
		over := ws.ends()
		time.Sleep(45 * time.Second)
		ws.kill()
		<-over
		if len(at) != 4 || at[0] != 10*time.Second || at[3] != 40*time.Second {
			t.Errorf("pinged at %v, want 10s, 20s, 30s and 40s", at)
		}
	})
}

// Behaviour 4.
func TestAListenerWithoutAPongIsTerminated(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		ws.SetPingHandler(func(string) error { return nil })
		began := time.Now()
		_, _, err := ws.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure {
			t.Errorf("closed with %d, want no word", closed.Code)
		}
		if took := time.Since(began); took != 20*time.Second {
			t.Errorf("terminated after %s, want 20s", took)
		}
		s.awaitListeners(0)
	})
}

// A connection that a network dropped without a word takes what is written until
// its buffers are full.
func TestAListenerThatReadsNothingIsTerminated(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		s.listen("?v=2") // nobody reads: the first byte blocks
		s.post("hello", "X-Buoy-Wait", "0").wantAfter(t, 5*time.Second, http.StatusRequestTimeout, "")
		if listeners := s.hub.Stats().Listeners; listeners != 0 {
			t.Errorf("%d still listen", listeners)
		}
	})
}

// Behaviour 4.
func TestShutdownClosesListenersWith1012(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		var over []<-chan error
		for range 5 {
			over = append(over, s.listen("?v=2").ends())
		}
		s.server.Close()
		for _, ended := range over {
			if err := <-ended; !websocket.IsCloseError(err, websocket.CloseServiceRestart) {
				t.Errorf("a listener reads %v, want close 1012", err)
			}
		}
		if _, err := s.tryListen(""); err == nil {
			t.Error("one could listen after the end")
		}
		s.post("hello").want(t, http.StatusServiceUnavailable, "")
	})
}

func TestShutdownLetsWhatWasDeliveredBeAcknowledged(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		result := s.posting("hello")
		number, _ := ws.nextNumbered()
		go s.server.Close()
		synctest.Wait()
		ws.acknowledge(number)
		(<-result).want(t, http.StatusOK, "delivered")
		if _, _, err := ws.ReadMessage(); !websocket.IsCloseError(err, websocket.CloseServiceRestart) {
			t.Errorf("the listener reads %v, want close 1012", err)
		}
	})
}

func TestShutdownDoesNotWaitForAListenerThatIsGone(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		s.listen("?v=2") // it neither reads nor answers
		began := time.Now()
		s.server.Close()
		if took := time.Since(began); took > closing {
			t.Errorf("the end took %s, want at most %s", took, closing)
		}
	})
}

func TestAListenerThatSaysTooMuchIsEnded(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		go func() { _ = ws.WriteMessage(websocket.BinaryMessage, make([]byte, maxFrame+1)) }()
		if _, _, err := ws.ReadMessage(); err == nil {
			t.Error("it reads a message")
		}
		s.awaitListeners(0)
	})
}

func TestListenersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, bound := range map[string]struct {
			change func(*channel.Settings, *Settings)
			status int
		}{
			"on one channel": {func(c *channel.Settings, _ *Settings) { c.MaxChannelListeners = 1 }, http.StatusTooManyRequests},
			"in all":         {func(c *channel.Settings, _ *Settings) { c.MaxListeners = 1 }, http.StatusServiceUnavailable},
			"of one client":  {func(c *channel.Settings, _ *Settings) { c.MaxClientListeners = 1 }, http.StatusTooManyRequests},
		} {
			s := newSite(t, bound.change)
			ws := s.listen("")
			refused := <-s.polling(t.Context())
			refused.want(t, bound.status, "")
			if refused.header.Get("Retry-After") == "" || refused.took != 0 {
				t.Errorf("%s: refused after %s with Retry-After %q", name, refused.took, refused.header.Get("Retry-After"))
			}
			if _, err := s.tryListen(""); err == nil {
				t.Errorf("%s: a second WebSocket is let in", name)
			}
			// The place is free again when its listener went.
			ws.kill()
			synctest.Wait()
			s.listen("?v=2").kill()
		}
	})
}

func TestAHandshakeThatIsNoneIsRefusedAndLeavesNothing(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for name, header := range map[string][]string{
			"no connection": {"Upgrade", "websocket", "Connection", "keep-alive"},
			"no key":        {"Upgrade", "websocket", "Connection", "Upgrade", "Sec-WebSocket-Version", "13"},
			"old version":   {"Upgrade", "websocket", "Connection", "Upgrade", "Sec-WebSocket-Version", "8", "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="},
		} {
			got := s.do(t.Context(), http.MethodGet, Prefix+testChannel, "", header...)
			if got.status != http.StatusBadRequest || got.header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s: answered %d, CORS %q; want 400 and *", name, got.status, got.header.Get("Access-Control-Allow-Origin"))
			}
		}
		if stats := s.hub.Stats(); stats.Listeners != 0 || stats.Channels != 0 {
			t.Errorf("there is still something: %+v", stats)
		}
	})
}
