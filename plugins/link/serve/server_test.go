package serve

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/link/channel"
)

// Behaviour 5.
func TestAnyOriginMaySendAndListen(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for _, request := range [][]string{
			{http.MethodPost, Prefix + testChannel, "hello"},
			{http.MethodPost, Prefix + testChannel, ""},
			{http.MethodGet, Prefix + testChannel, ""},
			{http.MethodGet, Prefix + "short", ""},
			{http.MethodOptions, Prefix + testChannel, ""},
			{http.MethodDelete, Prefix + testChannel, ""},
		} {
			got := s.do(t.Context(), request[0], request[1], request[2], "Origin", "https://wallet.example")
			for name, value := range map[string]string{
				"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "X-Buoy-Delivery", "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "cross-origin",
			} {
				if got.header.Get(name) != value {
					t.Errorf("%s %s: %s is %q, want %q", request[0], request[1], name, got.header.Get(name), value)
				}
			}
		}
	})
}

// What anybody has sent comes from the site's origin.
func TestABrowserTakesNoMessageForAPageOrAScript(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		s.post("<script>top.location</script>").want(t, http.StatusOK, "buffered")
		for _, got := range []answer{
			<-s.polling(t.Context()),
			s.do(t.Context(), http.MethodGet, Prefix+"short", ""),
		} {
			if got.header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%d: X-Content-Type-Options is %q", got.status, got.header.Get("X-Content-Type-Options"))
			}
			if policy := got.header.Get("Content-Security-Policy"); policy != "default-src 'none'; sandbox" {
				t.Errorf("%d: Content-Security-Policy is %q", got.status, policy)
			}
		}
	})
}

// Behaviour 5.
func TestAPreflightAllowsTheWaitHeaders(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for _, header := range []string{"x-buoy-soft-wait", "x-buoy-wait", "content-type"} {
			got := s.do(t.Context(), http.MethodOptions, Prefix+testChannel, "", "Origin", "https://page.example",
				"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", header)
			got.want(t, http.StatusNoContent, "")
			if allowed := strings.ToLower(got.header.Get("Access-Control-Allow-Headers")); !strings.Contains(allowed, header) {
				t.Errorf("%s is not among %q", header, allowed)
			}
			if methods := got.header.Get("Access-Control-Allow-Methods"); !strings.Contains(methods, "POST") || !strings.Contains(methods, "GET") {
				t.Errorf("the methods are %q", methods)
			}
		}
	})
}

// Behaviour 5.
func TestOtherMethodsAreRefused(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodHead, "PURGE"} {
			got := s.do(t.Context(), method, Prefix+testChannel, "hello")
			if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != "GET, POST, OPTIONS" {
				t.Errorf("%s is answered %d, Allow %q", method, got.status, got.header.Get("Allow"))
			}
		}
	})
}

// Behaviour 6.
func TestEachClientHasARate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, func(_ *channel.Settings, settings *Settings) { settings.Rate, settings.Burst = 0.5, 3 })
		for range 3 {
			s.post("hello", "Test-Client", "192.0.2.1").want(t, http.StatusOK, "buffered")
		}
		refused := s.post("hello", "Test-Client", "192.0.2.1")
		refused.want(t, http.StatusTooManyRequests, "")
		if got := refused.header.Get("Retry-After"); got != "2" {
			t.Errorf("Retry-After is %q, want 2", got)
		}
		if got := s.do(t.Context(), http.MethodGet, Prefix+testChannel, "", "Test-Client", "192.0.2.1"); got.status != http.StatusTooManyRequests {
			t.Errorf("listening is answered %d, want 429 as well", got.status)
		}
		s.post("hello", "Test-Client", "192.0.2.2").want(t, http.StatusOK, "buffered")
		if refused := s.server.Refusals().Rate; refused != 2 {
			t.Errorf("%d refusals are counted, want 2", refused)
		}
		time.Sleep(2 * time.Second)
		s.post("hello", "Test-Client", "192.0.2.1").want(t, http.StatusOK, "buffered")
	})
}

func TestANewRateHoldsAtOnce(t *testing.T) {
	onSite(t, func(t *testing.T, s *testSite) {
		for range 10 {
			s.post("hello", "Test-Client", "192.0.2.1").want(t, http.StatusOK, "buffered")
		}
		_, settings := testSettings()
		settings.Rate, settings.Burst, settings.Logger = 1, 1, s.server.logger()
		s.server.Update(settings)
		s.post("hello", "Test-Client", "192.0.2.1").want(t, http.StatusOK, "buffered")
		s.post("hello", "Test-Client", "192.0.2.1").want(t, http.StatusTooManyRequests, "")
	})
}

// What a listener says acknowledges a message only in the one form that there
// is, and a message is never taken for an acknowledgement.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{
		"", "\x42", "\x42\x42\x02", "\x42\x42\x02\x00", "\x42\x42\x02\x01", "\x42\x42\x02\x07 more", "\x42\x42\x02\xffx",
		"\x42\x42\x01\x01", "\x42\x43\x02\x07", "\x00\x42\x42\x02\x07\x00", `{"sig":""}`,
	} {
		f.Add([]byte(seed), byte(1))
	}
	f.Fuzz(func(t *testing.T, frame []byte, number byte) {
		said, ok := parseAcknowledgement(frame)
		if want := len(frame) >= 4 && bytes.HasPrefix(frame, []byte{0x42, 0x42, 0x02}); ok != want || (ok && said != frame[3]) {
			t.Errorf("% x acknowledges %d, %t", frame, said, ok)
		}
		message := appendMessage(nil, number, frame)
		if !bytes.Equal(message, append([]byte{0x42, 0x42, 0x01, number}, frame...)) {
			t.Errorf("the message % x becomes % x", frame, message)
		}
		if _, ok := parseAcknowledgement(message); ok {
			t.Errorf("the message % x acknowledges something", message)
		}
	})
}
