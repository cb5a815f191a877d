package serve

import (
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The poll ends before the whole message has come: its end and the message cross
// on their way. Here the message cannot come, because its receiver has no room.
func TestALongPollWhoseEndCrossesTheMessageLosesNothing(t *testing.T) {
	s := newTCPSite(t)
	s.settleAckTimeout(50 * time.Millisecond)
	direct := s.dial
	s.dial = func() (net.Conn, error) {
		dialer := net.Dialer{Timeout: 5 * time.Second, Control: func(_, _ string, raw syscall.RawConn) error {
			var refused error
			err := raw.Control(func(descriptor uintptr) {
				refused = syscall.SetsockoptInt(int(descriptor), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 1)
			})
			if err != nil {
				return err
			}
			return refused
		}}
		return dialer.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	}
	poll := rawPoll(t, s)
	s.dial = direct
	message := string(make([]byte, 64<<10))
	result := s.posting(message)
	if _, err := io.ReadFull(poll, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := poll.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	(<-result).want(t, http.StatusOK, "buffered")
	s.settleAckTimeout(AckTimeout)
	poll.Close()
	if got := <-s.polling(t.Context()); got.body != message {
		t.Errorf("the next poll gets %d bytes (%v)", len(got.body), got.err)
	}
}
