package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// answerTimeout bounds one question and its answer.
	answerTimeout = 10 * time.Second
	// acceptEncoding is what browsers say.
	acceptEncoding = "gzip, deflate, br, zstd"
)

// load asks for one path over HTTP/1.1 connections that are kept alive. It reads
// as little of the answers as it can: the machine belongs to who answers.
type load struct {
	address string
	request []byte
}

func newLoad(address, host, path string) *load {
	return &load{
		address: address,
		request: fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: %s\r\nAccept-Language: en\r\n\r\n", path, host, acceptEncoding),
	}
}

// run asks as often as requests says, over so many connections at once, and
// fails with the first answer that is not a whole 200.
func (l *load) run(connections, requests int) error {
	var group errgroup.Group
	for i := range connections {
		share := requests / connections
		if i < requests%connections {
			share++
		}
		group.Go(func() error { return l.ask(share) })
	}
	return group.Wait()
}

func (l *load) ask(times int) error {
	connection, err := net.DialTimeout("tcp", l.address, answerTimeout)
	if err != nil {
		return err
	}
	defer connection.Close()
	reader := bufio.NewReaderSize(connection, 64<<10)
	for range times {
		if err := connection.SetDeadline(time.Now().Add(answerTimeout)); err != nil {
			return err
		}
		if _, err := connection.Write(l.request); err != nil {
			return err
		}
		if err := skipAnswer(reader); err != nil {
			return err
		}
	}
	return nil
}

// skipAnswer reads past one answer that has a Content-Length.
func skipAnswer(reader *bufio.Reader) error {
	line, err := reader.ReadSlice('\n')
	if err != nil {
		return fmt.Errorf("reading the status: %w", err)
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
		return fmt.Errorf("the answer is %q, want 200", bytes.TrimSpace(line))
	}
	length := -1
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("reading the header: %w", err)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return fmt.Errorf("reading the header: %w", err)
			}
		}
	}
	if length < 0 {
		return errors.New("the answer has no Content-Length, so its end cannot be told")
	}
	if _, err := reader.Discard(length); err != nil {
		return fmt.Errorf("reading the body: %w", err)
	}
	return nil
}
