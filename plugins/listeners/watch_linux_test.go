package listeners

import (
	"bytes"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"

	"golang.org/x/sys/unix"
)

// accepted is a connection of a socket of its own, and its other end. Only the test looks at
// it: a look is a second, and a busy machine lets real ones go by between two steps of a test.
func accepted(t *testing.T) (s *socket, ours net.Conn, theirs net.Conn) {
	t.Helper()
	opened := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	s = newUnwatched(opened, 10)
	joined, _ := s.join(func() error { return nil })
	// Little room from the start: what a system has no room for that it offered comes again seconds later.
	little := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) (err error) {
		_ = raw.Control(func(descriptor uintptr) {
			err = unix.SetsockoptInt(int(descriptor), unix.SOL_SOCKET, unix.SO_RCVBUF, 4<<10)
		})
		return err
	}}
	theirs = must.Get(little.Dial("tcp", opened.Addr().String()))(t)
	must.Get(theirs.Write([]byte("x")))(t)
	ours = must.Get(joined.Accept())(t)
	t.Cleanup(func() {
		theirs.Close()
		ours.Close() // a test may have done so
		if err := joined.Close(); err != nil {
			t.Error(err)
		}
		s.close()
	})
	return s, ours, theirs
}

// writes writes much more than the systems' buffers take, and tells how it ended.
// It returns when the write waits.
func writes(t *testing.T, ours net.Conn) <-chan error {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		_, err := ours.Write(make([]byte, 64<<20))
		ended <- err
	}()
	raw := must.Get(ours.(*conn).Conn.(syscall.Conn).SyscallConn())(t)
	plugintest.Eventually(t, "the client's system has what it has room for", func() (full bool) {
		must.Do(t, raw.Control(func(descriptor uintptr) {
			info := must.Get(unix.GetsockoptTCPInfo(int(descriptor), unix.IPPROTO_TCP, unix.TCP_INFO))(t)
			full = info.Notsent_bytes > 0 && info.Unacked == 0 && info.Snd_wnd < leastTaken
		}))
		return full
	})
	return ended
}

// seconds are looks without the time between them.
func seconds(s *socket, n int) {
	for range n {
		s.look()
	}
}

func TestAConnectionWhoseClientReadsNothingIsReset(t *testing.T) {
	plugintest.NoLeak(t)
	s, ours, theirs := accepted(t)
	ended := writes(t, ours)
	seconds(s, 5)
	select {
	case err := <-ended:
		t.Fatalf("it ended after five seconds: %v", err)
	default:
	}
	seconds(s, 7)
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the write succeeded")
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it is still open")
	}
	if _, err := io.Copy(io.Discard, theirs); err == nil {
		t.Error("the client learns that it has everything")
	}
}

func TestAConnectionWhoseClientReadsSlowlyStays(t *testing.T) {
	plugintest.NoLeak(t)
	s, ours, theirs := accepted(t)
	ended := writes(t, ours)
	for range 20 {
		before, _ := taken(ours.(*conn).Conn)
		// What the client's system tells of the room that it has again.
		for now := before; now < before+leastTaken; now, _ = taken(ours.(*conn).Conn) {
			must.Get(io.ReadFull(theirs, make([]byte, leastTaken)))(t)
		}
		seconds(s, 9)
	}
	select {
	case err := <-ended:
		t.Fatalf("a client that reads is cut off: %v", err)
	default:
	}
	reset(ours.(*conn).Conn)
	<-ended
}

func TestAConnectionOnWhichNothingIsWrittenMayBeSilent(t *testing.T) {
	plugintest.NoLeak(t)
	s, ours, theirs := accepted(t)
	seconds(s, 3600)
	must.Get(ours.Write([]byte("late")))(t)
	got := make([]byte, 4)
	if _, err := io.ReadFull(theirs, got); err != nil || !bytes.Equal(got, []byte("late")) {
		t.Errorf("after an hour it reads %q (%v)", got, err)
	}
	if ours.Close(); len(s.open) != 0 {
		t.Errorf("%d connections are looked at after the last one ended", len(s.open))
	}
}
