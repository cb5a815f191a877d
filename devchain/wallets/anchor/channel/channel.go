// Package channel is the wallet's end of a link service: it listens on a channel
// by WebSocket, acknowledges what arrives, and posts answers.
package channel

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Bounds of a connection.
const (
	// maxMessage is the largest message in bytes: what a link service takes, and
	// the four bytes before it.
	maxMessage = 64<<10 + headerSize
	// silence is how long a service may be silent, which pings every 10 s.
	silence = 25 * time.Second
	// writing bounds sending an acknowledgement, dialling and an answer.
	writing = 10 * time.Second
	// maxRetryDelay is the longest pause before a lost connection is tried anew
	// (specification, section 9).
	maxRetryDelay = 10 * time.Second
)

// A message starts with these bytes and a sequence number; its acknowledgement
// is these bytes and the same number.
const (
	headerSize  = 4
	magic       = 0x42
	kindMessage = 0x01
	kindAck     = 0x02
)

// Listener hears a channel.
type Listener struct {
	// URL is the channel's address, http or https.
	URL string
	// Received is given each message, one after another. The message is
	// acknowledged when it returns. It may come twice: when the acknowledgement
	// was lost the service sends it again.
	Received func(message []byte)

	// pause waits or ends with the context; nil for a timer.
	pause func(ctx context.Context, length time.Duration)
}

// Listen hears the channel until the context ends. Lost connections are made
// again after pauses that grow until something was heard.
func (l *Listener) Listen(ctx context.Context) {
	pause := l.pause
	if pause == nil {
		pause = wait
	}
	for tries := 0; ctx.Err() == nil; tries++ {
		if l.connect(ctx) {
			tries = 0
		}
		pause(ctx, retryDelay(tries))
	}
}

func wait(ctx context.Context, length time.Duration) {
	pause := time.NewTimer(length)
	defer pause.Stop()
	select {
	case <-ctx.Done():
	case <-pause.C:
	}
}

// retryDelay is that of the libraries: hundredths of a second, squared.
func retryDelay(tries int) time.Duration {
	tries = min(tries, 10) // more would overflow one day
	return min(time.Duration(tries*10*tries*10)*time.Millisecond, maxRetryDelay)
}

// connect hears the channel until the connection is lost and tells whether
// anything came over it, a ping at least.
func (l *Listener) connect(ctx context.Context) bool {
	address, err := socketURL(l.URL)
	if err != nil {
		return false
	}
	dialer := websocket.Dialer{HandshakeTimeout: writing}
	socket, answer, err := dialer.DialContext(ctx, address, nil)
	if answer != nil && answer.Body != nil {
		_ = answer.Body.Close() // only its status mattered
	}
	if err != nil {
		return false
	}
	defer func() { _ = socket.Close() }() // it may be closed already
	closed := context.AfterFunc(ctx, func() { _ = socket.Close() })
	defer closed()
	return l.hear(socket)
}

func (l *Listener) hear(socket *websocket.Conn) (heard bool) {
	socket.SetReadLimit(maxMessage)
	alive := func() { _ = socket.SetReadDeadline(time.Now().Add(silence)) } // a closed socket fails at reading
	alive()
	answerPing := socket.PingHandler()
	socket.SetPingHandler(func(data string) error {
		heard = true
		alive()
		return answerPing(data)
	})
	for {
		kind, data, err := socket.ReadMessage()
		if err != nil {
			return heard
		}
		if kind != websocket.BinaryMessage && kind != websocket.TextMessage {
			continue
		}
		heard = true
		alive()
		message, sequence, framed := unframe(data)
		l.Received(message)
		if !framed {
			continue
		}
		_ = socket.SetWriteDeadline(time.Now().Add(writing)) // a closed socket fails at writing
		if socket.WriteMessage(websocket.BinaryMessage, []byte{magic, magic, kindAck, sequence}) != nil {
			return heard
		}
	}
}

// unframe takes the header off a message. A service that knows no
// acknowledgements sends none.
func unframe(data []byte) (message []byte, sequence byte, framed bool) {
	if len(data) < headerSize || !bytes.Equal(data[:3], []byte{magic, magic, kindMessage}) {
		return data, 0, false
	}
	return data[headerSize:], data[3], true
}

// socketURL is the WebSocket of a channel's address, with acknowledgements.
func socketURL(address string) (string, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("listening on the channel %q: %w", address, err)
	}
	parsed.Scheme = strings.Replace(parsed.Scheme, "http", "ws", 1)
	query := parsed.Query()
	query.Set("v", "2")
	parsed.RawQuery = query.Encode()
	return parsed.String(), nil
}

// Post sends an answer to a callback's address once.
func Post(ctx context.Context, client *http.Client, address string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writing)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("answering to the app: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("answering to the app: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was read as far as it matters
	_, _ = io.CopyN(io.Discard, answer.Body, 1<<10)
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("answering to the app: %s answered %d", address, answer.StatusCode)
	}
	return nil
}
