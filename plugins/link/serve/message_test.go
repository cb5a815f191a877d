package serve

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/must"
)

// Behaviour 1: the channel is the path after the prefix.
func TestAChannelsNameHasAtLeastTenCharacters(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			// Of the third and fourth each character has several bytes.
			for _, path := range []string{"", "123456789", "ñññññññññ", "%61%61%61", strings.Repeat("x", 257)} {
				if got := s.do(t.Context(), method, Prefix+path, "hello"); got.status != http.StatusBadRequest {
					t.Errorf("%s %q is answered %d, want 400", method, path, got.status)
				}
			}
		}
		for _, path := range []string{"1234567890", strings.Repeat("x", 256), "a/path/of/segments"} {
			s.do(t.Context(), http.MethodPost, Prefix+path, "hello").want(t, http.StatusOK, "buffered")
		}
	})
}

func TestTheQueryIsNoPartOfAChannelsName(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		s.do(t.Context(), http.MethodPost, Prefix+testChannel+"?v=2", "hello").want(t, http.StatusOK, "buffered")
		s.nextPollHas("hello")
	})
}

// Behaviour 1.
func TestAnEmptyMessageIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		newSite(t).post("").want(t, http.StatusBadRequest, "")
	})
}

// Behaviour 2.
func TestASenderIsToldWhetherItsMessageWasDeliveredOrBuffered(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		s.post("hello").want(t, http.StatusOK, "buffered")
		ws := s.listen("?v=2")
		number, _ := ws.nextNumbered()
		ws.acknowledge(number)
		result := s.posting("again")
		number, _ = ws.nextNumbered()
		ws.acknowledge(number)
		(<-result).want(t, http.StatusOK, "delivered")
	})
}

// Behaviour 2.
func TestSoftWaitIsAnswered202AndKeepsTheMessage(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		s.post("hello", "X-Buoy-Soft-Wait", "10").wantAfter(t, 10*time.Second, http.StatusAccepted, "buffered")
		s.nextPollHas("hello")
	})
}

// Behaviour 2.
func TestAListenerThatComesInTimeEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, header := range []string{"X-Buoy-Wait", "X-Buoy-Soft-Wait"} {
			s := newSite(t)
			result := s.posting("hello", header, "60")
			time.Sleep(7 * time.Second)
			poll := <-s.polling(t.Context())
			s.polling(t.Context()) // as who listens on does
			(<-result).wantAfter(t, 7*time.Second, http.StatusOK, "delivered")
			if poll.body != "hello" {
				t.Errorf("%s: delivered %q", header, poll.body)
			}
		}
	})
}

// Behaviour 2.
func TestAWaitIsATimeOfAtMostTwoMinutesIsAnswered408AndKeepsNothing(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for text, took := range map[string]time.Duration{
			"121": 120 * time.Second, "1e9": 120 * time.Second, "2.5": 2500 * time.Millisecond, "0": 0, "-1": 0, " 3 ": 3 * time.Second,
		} {
			got := s.post("hello", "X-Buoy-Wait", text)
			if got.status != http.StatusRequestTimeout || got.header.Get("X-Buoy-Delivery") != "" || got.took != took {
				t.Errorf("%q is answered %d after %s, want 408 after %s", text, got.status, got.took, took)
			}
		}
		for _, text := range []string{"soon", "NaN", "Inf", "-infinity", "10s", "1,5"} {
			for _, header := range []string{"X-Buoy-Wait", "X-Buoy-Soft-Wait"} {
				if got := s.post("hello", header, text); got.status != http.StatusBadRequest || got.took != 0 {
					t.Errorf("%s: %q is answered %d after %s, want 400 at once", header, text, got.status, got.took)
				}
			}
		}
		if kept := s.hub.Stats().Kept; kept != 0 {
			t.Errorf("%d messages are kept", kept)
		}
	})
}

// Behaviour 2.
func TestTheSenderOfAnOlderWaitingMessageIsTold410(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, header := range []string{"X-Buoy-Wait", "X-Buoy-Soft-Wait"} {
			s := newSite(t)
			older := s.posting("older", header, "60")
			time.Sleep(time.Second)
			s.post("newer").want(t, http.StatusOK, "buffered")
			(<-older).wantAfter(t, time.Second, http.StatusGone, "")
			s.nextPollHas("newer")
		}
	})
}

// Behaviour 3.
func TestTheLatestMessageIsKeptForItsAge(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for _, text := range []string{"first", "second", "third"} {
			s.post(text).want(t, http.StatusOK, "buffered")
		}
		time.Sleep(29 * time.Minute)
		s.nextPollHas("third")
		s.post("fourth").want(t, http.StatusOK, "buffered")
		time.Sleep(31 * time.Minute)
		(<-s.polling(t.Context())).want(t, http.StatusRequestTimeout, "")
	})
}

func TestASenderThatGivesUpLeavesItsMessage(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s.do(ctx, http.MethodPost, Prefix+testChannel, "hello", "X-Buoy-Soft-Wait", "60")
		s.nextPollHas("hello")
	})
}

// Behaviour 6.
func TestAMessageIsBounded(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		largest := strings.Repeat("x", 64<<10)
		s.post(largest).want(t, http.StatusOK, "buffered")
		if got := <-s.polling(t.Context()); got.body != largest {
			t.Errorf("%d bytes arrived of %d", len(got.body), len(largest))
		}
		s.post(largest+"x").want(t, http.StatusRequestEntityTooLarge, "")
		if s.server.Refusals().Size != 1 {
			t.Errorf("refused: %+v", s.server.Refusals())
		}
	})
}

func TestAMessageThatDoesNotArriveIsGivenUp(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		conn := must.Get(s.dial())(t)
		defer conn.Close()
		began := time.Now()
		must.Get(conn.Write([]byte("POST " + Prefix + testChannel + " HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhel")))(t)
		first := make([]byte, 12)
		if _, err := conn.Read(first); err != nil || string(first) != "HTTP/1.1 400" || time.Since(began) != bodyTimeout {
			t.Errorf("answered %q after %s (%v), want 400 after %s", first, time.Since(began), err, bodyTimeout)
		}
	})
}

// Behaviour 6.
func TestNoLogHasAMessageOrAChannelsName(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		ws := s.listen("?v=2")
		result := s.posting("a secret")
		number, _ := ws.nextNumbered()
		ws.acknowledge(number)
		(<-result).want(t, http.StatusOK, "delivered")
		if s.logs.Len() == 0 {
			t.Fatal("nothing is logged")
		}
		for _, entry := range s.logs.All() {
			text := entry.Message
			for name, value := range entry.ContextMap() {
				text += name
				if value, ok := value.(string); ok {
					text += value
				}
			}
			if strings.Contains(text, "secret") || strings.Contains(text, testChannel) {
				t.Errorf("the log has %q", text)
			}
		}
	})
}

func TestWhoseMessageHasNoRoomIsToldWhenToTryAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, full := range []struct {
			change     func(*channel.Settings, *Settings)
			status     int
			retryAfter string
		}{
			{func(channels *channel.Settings, _ *Settings) { channels.MaxChannels = 1 }, http.StatusServiceUnavailable, "1"},
			// One client cannot fill the service.
			{func(channels *channel.Settings, _ *Settings) { channels.MaxClientMessages = 1 }, http.StatusTooManyRequests, "10"},
		} {
			s := newSite(t, full.change)
			s.do(t.Context(), http.MethodPost, Prefix+"another channel", "x", "Test-Client", "192.0.2.1").want(t, http.StatusOK, "buffered")
			refused := s.post("hello", "Test-Client", "192.0.2.1")
			refused.want(t, full.status, "")
			if got := refused.header.Get("Retry-After"); got != full.retryAfter {
				t.Errorf("Retry-After is %q, want %s", got, full.retryAfter)
			}
			if full.status == http.StatusTooManyRequests {
				s.post("hello", "Test-Client", "192.0.2.2").want(t, http.StatusOK, "buffered")
			}
		}
	})
}

func TestASenderOfTooLargeAMessageReadsThatItIs(t *testing.T) {
	s := newTCPSite(t)
	if status, body := asking.SendFirst(t, s.server, Prefix+testChannel, 16<<20); status != http.StatusRequestEntityTooLarge || !strings.Contains(body, "at most 65536 bytes") {
		t.Errorf("%d %s", status, body)
	}
}
