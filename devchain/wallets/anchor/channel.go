package anchor

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Bounds of a connection to a link service.
const (
	// maxMessage is the largest message in bytes: what a link service takes, and
	// the four bytes before it.
	maxMessage = 64<<10 + headerSize
	// silence is how long a service may be silent, which pings every 10 s.
	silence = 25 * time.Second
	// writing bounds sending an acknowledgement, dialling and an answer.
	writing = 10 * time.Second
	// retryAfter is the pause before a lost connection is made again.
	retryAfter = 200 * time.Millisecond
)

// A message starts with these bytes and a sequence number; its acknowledgement
// is these bytes and the same number.
const (
	headerSize  = 4
	magic       = 0x42
	kindMessage = 0x01
	kindAck     = 0x02
)

// listen hears the channel at an http or https address until the context ends. The
// function is given each message, one after another; a message is acknowledged when it
// returns. It may come twice: when the acknowledgement was lost the service sends it
// again.
func listen(ctx context.Context, address string, received func(message []byte)) {
	for ctx.Err() == nil {
		listenOnce(ctx, address, received)
		select {
		case <-ctx.Done():
		case <-time.After(retryAfter):
		}
	}
}

// listenOnce hears the channel until the connection is lost.
func listenOnce(ctx context.Context, address string, received func(message []byte)) {
	dialer := websocket.Dialer{HandshakeTimeout: writing}
	socket, answer, err := dialer.DialContext(ctx, "ws"+strings.TrimPrefix(address, "http")+"?v=2", nil)
	if answer != nil && answer.Body != nil {
		_ = answer.Body.Close() // only its status mattered
	}
	if err != nil {
		return
	}
	defer func() { _ = socket.Close() }() // it may be closed already
	closed := context.AfterFunc(ctx, func() { _ = socket.Close() })
	defer closed()

	socket.SetReadLimit(maxMessage)
	alive := func() { _ = socket.SetReadDeadline(time.Now().Add(silence)) } // a closed socket fails at reading
	alive()
	answerPing := socket.PingHandler()
	socket.SetPingHandler(func(data string) error {
		alive()
		return answerPing(data)
	})
	for {
		_, data, err := socket.ReadMessage()
		if err != nil {
			return
		}
		alive()
		if len(data) < headerSize || !bytes.Equal(data[:3], []byte{magic, magic, kindMessage}) {
			received(data) // a service that knows no acknowledgements
			continue
		}
		received(data[headerSize:])
		_ = socket.SetWriteDeadline(time.Now().Add(writing)) // a closed socket fails at writing
		if socket.WriteMessage(websocket.BinaryMessage, []byte{magic, magic, kindAck, data[3]}) != nil {
			return
		}
	}
}

// post sends an answer to a callback's address once.
func post(ctx context.Context, client *http.Client, address string, body []byte) error {
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
