// Package load asks servers over HTTP/1.1 connections that are kept alive. It
// reads as little of the answers as it can: the machine belongs to who answers.
package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"
)

// answerTimeout bounds one question and its answer.
const answerTimeout = 10 * time.Second

// Request is a GET as it is sent.
func Request(host, path string, headers map[string]string) []byte {
	request := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\n", path, host)
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		request = fmt.Appendf(request, "%s: %s\r\n", name, headers[name])
	}
	return append(request, '\r', '\n')
}

// Conn is a connection that is kept alive.
type Conn struct {
	net.Conn
	reader *bufio.Reader
}

// Dial connects to host:port.
func Dial(address string) (*Conn, error) {
	dialed, err := net.DialTimeout("tcp", address, answerTimeout)
	if err != nil {
		return nil, err
	}
	return &Conn{dialed, bufio.NewReaderSize(dialed, 64<<10)}, nil
}

// Ask sends a request and reads past its answer, whose status it tells.
func (c *Conn) Ask(request []byte) (status int, err error) {
	if err := c.SetDeadline(time.Now().Add(answerTimeout)); err != nil {
		return 0, err
	}
	if _, err := c.Write(request); err != nil {
		return 0, err
	}
	return skipAnswer(c.reader)
}

// Run sends one request as often as times says, over so many connections at
// once, and fails with the first answer that is not whole or has another status.
func Run(address string, request []byte, status, connections, times int) error {
	var group errgroup.Group
	for i := range connections {
		share := times / connections
		if i < times%connections {
			share++
		}
		group.Go(func() error { return repeat(address, request, status, share) })
	}
	return group.Wait()
}

func repeat(address string, request []byte, status, times int) error {
	connection, err := Dial(address)
	if err != nil {
		return err
	}
	defer connection.Close()
	for range times {
		got, err := connection.Ask(request)
		if err != nil {
			return err
		}
		if got != status {
			return fmt.Errorf("the answer has status %d, want %d", got, status)
		}
	}
	return nil
}

// skipAnswer reads past one answer.
func skipAnswer(reader *bufio.Reader) (status int, err error) {
	line, err := reader.ReadSlice('\n')
	if err != nil {
		return 0, fmt.Errorf("reading the status: %w", err)
	}
	if status, err = parseStatus(line); err != nil {
		return 0, err
	}
	length, chunked := -1, false
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return 0, fmt.Errorf("reading the header: %w", err)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, fmt.Errorf("reading the header: %w", err)
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = bytes.EqualFold(value, []byte("chunked"))
		}
	}
	switch {
	case status == http.StatusNotModified: // has no body, whatever its header says
		return status, nil
	case chunked:
		return status, skipChunks(reader)
	case length < 0:
		return 0, errors.New("the answer has no Content-Length, so its end cannot be told")
	}
	return status, skip(reader, length)
}

// parseStatus reads a status line (RFC 9112, section 4).
func parseStatus(line []byte) (int, error) {
	rest, ok := bytes.CutPrefix(line, []byte("HTTP/1.1 "))
	if ok && len(rest) >= 3 {
		if status, err := strconv.Atoi(string(rest[:3])); err == nil {
			return status, nil
		}
	}
	return 0, fmt.Errorf("the answer begins with %q, which is no status line", bytes.TrimSpace(line))
}

// skipChunks reads past a chunked body without trailers (RFC 9112, section 7.1).
func skipChunks(reader *bufio.Reader) error {
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("reading a chunk: %w", err)
		}
		size, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 31)
		if err != nil {
			return fmt.Errorf("reading a chunk: %w", err)
		}
		if err := skip(reader, int(size)+len("\r\n")); err != nil || size == 0 {
			return err
		}
	}
}

func skip(reader *bufio.Reader, bytes int) error {
	if _, err := reader.Discard(bytes); err != nil {
		return fmt.Errorf("reading the body: %w", err)
	}
	return nil
}
