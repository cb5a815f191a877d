package link

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What the service asks the system about a connection reaches through the shared
// socket and TLS: that the end of a poll came is no sign that the message did.
func TestALongPollWhoseEndCrossesTheMessageLosesNothingBehindCaddy(t *testing.T) {
	// Room for a handshake, and not for the message.
	dialer := net.Dialer{Timeout: 5 * time.Second, Control: func(_, _ string, raw syscall.RawConn) error {
		var refused error
		err := raw.Control(func(descriptor uintptr) {
			refused = syscall.SetsockoptInt(int(descriptor), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 8<<10)
		})
		if err != nil {
			return err
		}
		return refused
	}}
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			verifyNoLeak(t)
			port, trusting := loadTLS(t)
			if scheme == "http" {
				load(t, port, "", "")
			}
			conn, err := dialer.Dial("tcp", "localhost:"+port)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
				t.Fatal(err)
			}
			poll, end := conn, conn.(*net.TCPConn).CloseWrite
			if scheme == "https" {
				poll = tls.Client(conn, trusting)
			}
			if _, err := io.WriteString(poll, "GET "+testChannel+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			awaitListener(t)
			hub, app := living().hub, new(App)
			if err := app.complete(); err != nil {
				t.Fatal(err)
			}
			impatient := app.settings()
			impatient.AckTimeout = 250 * time.Millisecond
			hub.Update(impatient)
			client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{TLSClientConfig: trusting, DisableKeepAlives: true}}
			delivery := make(chan string, 1)
			go func() {
				response, err := client.Post(scheme+"://localhost:"+port+testChannel, "", strings.NewReader(strings.Repeat("x", 64<<10)))
				if err != nil {
					delivery <- err.Error()
					return
				}
				response.Body.Close()
				delivery <- response.Header.Get("X-Buoy-Delivery")
			}()
			if _, err := io.ReadFull(poll, make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			if err := end(); err != nil {
				t.Fatal(err)
			}
			if got := <-delivery; got != "buffered" || hub.Stats().Kept != 1 {
				t.Errorf("the sender is told %q and %d messages are kept", got, hub.Stats().Kept)
			}
		})
	}
}
