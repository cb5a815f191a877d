package handover

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// asSuccessor has the tests' binary be the other process, which behaves so.
const asSuccessor = "HANDOVER_TEST_SUCCESSOR"

// known is what a process of these tests knows by itself alone, and later what comes once it has given
// that.
var known, later []string

func TestMain(m *testing.M) {
	Register(Part{
		Name: "known",
		Give: func(giveLater func(any) error) (any, error) {
			given := known
			known = nil
			for _, one := range later {
				if err := giveLater([]string{one}); err != nil {
					return given, err
				}
			}
			return given, nil
		},
		Take: func(given json.RawMessage) error {
			var more []string
			err := json.Unmarshal(given, &more)
			known = append(known, more...)
			return err
		},
	})
	switch behaviour := os.Getenv(asSuccessor); behaviour {
	case "":
		os.Exit(m.Run())
	case "fails":
		os.Exit(3)
	case "dies": // once it serves
		_, before := start()
		_ = before.say(message{Serves: true})
		os.Exit(4)
	case "dies later": // once it was given something
		_, before := start()
		_ = before.say(message{Serves: true})
		_, _ = before.hear()
		os.Exit(4)
	default:
		succeedOn(behaviour)
	}
}

// succeedOn answers one connection on an address with what the process before knew.
func succeedOn(address string) {
	listener, err := Listener(address)
	if err == nil && listener != nil {
		go func() {
			<-Accept()
			connection, err := listener.Accept()
			if err == nil {
				fmt.Fprint(connection, known)
				connection.Close()
			}
		}()
		_, err = Succeed("2", func() {})
	}
	if listener == nil || err != nil {
		fmt.Fprintln(os.Stderr, listener, err)
		os.Exit(5)
	}
}

// begin starts a successor with a socket.
func begin(t *testing.T, behaviour func(address string) string) (*Successor, net.Listener) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.Do(t, err)
	t.Cleanup(func() { listener.Close() })
	file, err := listener.(*net.TCPListener).File()
	must.Do(t, err)
	defer file.Close()
	known = []string{"this", "and that"}
	command := exec.Command(os.Args[0])
	command.Env, command.Stderr = append(os.Environ(), asSuccessor+"="+behaviour(listener.Addr().String()), "LISTEN_FDS=7", "LISTEN_PID=1"), os.Stderr
	successor, err := Start(command, []*os.File{file})
	must.Do(t, err)
	return successor, listener
}

func TestASuccessorHasTheSocketAndWhatTheProcessKnew(t *testing.T) {
	successor, listener := begin(t, func(address string) string { return address })
	early, err := net.Dial("tcp", listener.Addr().String())
	must.Do(t, err)
	defer early.Close()
	if err := successor.Serves(t.Context()); err != nil || successor.Version != "2" {
		t.Fatalf("version %q serves: %v", successor.Version, err)
	}
	must.Do(t, successor.HandOver())
	if answer, err := io.ReadAll(early); err != nil || string(answer) != "[this and that]" {
		t.Errorf("it answers %q, %v", answer, err)
	}
	if known != nil || !IsOver() {
		t.Errorf("this process knows %q still; is over: %v", known, IsOver())
	}
	successor.connection.Close() // as at this process's end
	<-successor.exited
	if successor.ended != nil {
		t.Error(successor.ended)
	}
}

func TestWhatASuccessorDoesNotTakeIsThisProcessesAgain(t *testing.T) {
	for _, behaviour := range []string{"fails", "dies"} {
		successor, _ := begin(t, func(string) string { return behaviour })
		err := successor.Serves(t.Context())
		if behaviour == "dies" {
			must.Do(t, err)
			err = successor.HandOver()
		}
		if want := map[string]string{"fails": "it ended: exit status 3", "dies": "it ended: exit status 4"}[behaviour]; err == nil || err.Error() != want {
			t.Errorf("one that %s: %v; want %s", behaviour, err, want)
		}
		if !slices.Equal(known, []string{"this", "and that"}) {
			t.Errorf("after one that %s this process knows %q", behaviour, known)
		}
	}
}

// Whoever sent it was told that it is kept.
func TestWhatCameLaterIsThisProcessesAgainAsWell(t *testing.T) {
	later = []string{"and what came"}
	defer func() { later = nil }()
	successor, _ := begin(t, func(string) string { return "dies later" })
	must.Do(t, successor.Serves(t.Context()))
	if err := successor.HandOver(); err == nil || err.Error() != "it ended: exit status 4" {
		t.Errorf("the upgrade: %v", err)
	}
	if want := []string{"this", "and that", "and what came"}; !slices.Equal(known, want) {
		t.Errorf("this process knows %q, want %q", known, want)
	}
}

func TestAddressesAreTheSameWhateverTheyAreCalled(t *testing.T) {
	for address, same := range map[string]bool{":443": true, "0.0.0.0:443": true, "[::]:443": true, ":444": false, "127.0.0.1:443": false} {
		wanted, err := net.ResolveTCPAddr("tcp", address)
		must.Do(t, err)
		if isSame(net.IPv6unspecified, 443, wanted.IP, wanted.Port) != same {
			t.Errorf("[::]:443 is %s: %v", address, !same)
		}
	}
}
