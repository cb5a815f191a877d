package unread

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// refusing answers each request before its body is read.
func refusing(t *testing.T, rest int64, during time.Duration) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer begin(w, r, rest, during)()
		http.Error(w, "not you", http.StatusUnauthorized)
	}))
	t.Cleanup(server.Close)
	return server
}

// dial is a connection to a server, which a test that hangs ends.
func dial(t *testing.T, server *httptest.Server) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return connection
}

// zeros are so many bytes.
func zeros(size int64) io.Reader { return io.LimitReader(endless{}, size) }

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestAClientThatSendsItsWholeBodyFirstReadsTheRefusal(t *testing.T) {
	const size = 24 << 20
	for name, send := range map[string]func(io.Writer) error{
		"of a known length": func(to io.Writer) error {
			fmt.Fprintf(to, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", size)
			_, err := io.Copy(to, zeros(size))
			return err
		},
		"in chunks": func(to io.Writer) error {
			fmt.Fprint(to, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
			chunk := fmt.Sprintf("%x\r\n%s\r\n", 1<<20, strings.Repeat("x", 1<<20))
			for range size >> 20 {
				if _, err := io.WriteString(to, chunk); err != nil {
					return err
				}
			}
			_, err := io.WriteString(to, "0\r\n\r\n")
			return err
		},
	} {
		connection := dial(t, refusing(t, maxRest, time.Minute))
		answers := bufio.NewReader(connection)
		// Its connection is as good as before: the second request is on it.
		for range 2 {
			if err := send(connection); err != nil {
				t.Fatalf("%s: sending: %v", name, err)
			}
			answer, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text, err := io.ReadAll(answer.Body)
			if answer.StatusCode != http.StatusUnauthorized || string(text) != "not you\n" || err != nil {
				t.Errorf("%s: %d %q, %v", name, answer.StatusCode, text, err)
			}
		}
	}
}

func TestAClientThatSendsNothingMoreHasItsAnswerAtOnceAndIsLeftInTime(t *testing.T) {
	connection := dial(t, refusing(t, maxRest, 50*time.Millisecond))
	fmt.Fprintf(connection, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\nx", 1<<30)
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil || answer.StatusCode != http.StatusUnauthorized {
		t.Fatal(answer, err)
	}
	if _, err := io.Copy(io.Discard, connection); err != nil {
		t.Errorf("the connection does not end: %v", err)
	}
}

func TestNoMoreIsReadThanTheBound(t *testing.T) {
	connection := dial(t, refusing(t, 1<<20, time.Minute))
	fmt.Fprint(connection, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n")
	if _, err := io.Copy(connection, endless{}); err == nil {
		t.Error("an endless body was read")
	}
}
