package serve

import (
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/link/channel"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"
)

// maxFrame is how many bytes a frame of a listener may have: it only sends
// acknowledgements.
const maxFrame = 1 << 10

// socket is a WebSocket that listens on a channel.
//
// With `?v=2` a message is delivered when the listener's acknowledgement came.
// Without, it is when a pong came for the ping that follows each message: who
// answers a frame has received those before it (RFC 6455, section 5.5.3). Or
// when the listener closes the connection normally, as it does when it has what
// it waited for.
type socket struct {
	ws            *websocket.Conn
	listener      *channel.Listener
	acknowledging bool
	alive         atomic.Bool

	// writing is held until it is known whether a message was written whole.
	writing sync.Mutex

	mu      sync.Mutex
	pinger  *time.Timer
	over    bool
	last    uint64 // number of the last message
	written uint64 // number of the last message that was written whole
	sent    []sent // not acknowledged, the oldest first
}

// sent is a message with its number; the protocol has only its last byte.
type sent struct {
	number   uint64
	delivery *channel.Delivery
}

// listen takes a place on the channel, makes the connection a WebSocket and
// leaves it to goroutines of its own: the handler returns, and with it all that
// the HTTP server keeps for a request.
func (s *Server) listen(w http.ResponseWriter, r *http.Request, name, client string) {
	version, _ := strconv.Atoi(r.URL.Query().Get("v"))
	l := &socket{acknowledging: version == 2}
	leave, ok := s.enter(w, l, name, client, false, &l.listener)
	if !ok {
		return
	}
	ws, err := upgrader.Upgrade(bare{w}, r, nil)
	if err != nil {
		l.listener.Close()
		leave()
		return
	}
	l.ws = ws
	l.alive.Store(true)
	ws.SetReadLimit(maxFrame)
	ws.SetPongHandler(l.pong)
	l.pingLater()
	began, logger := time.Now(), s.logger()
	go func() {
		defer leave()
		l.read()
		logger.Debug("listener left", fingerprint(name), zap.String("client", client), zap.Duration("after", time.Since(began)))
	}()
	if err := l.listener.Start(); err != nil {
		l.End(channel.Closing)
	}
}

// enter takes a place for a listener of a client. What is refused is answered,
// and not ok.
func (s *Server) enter(w http.ResponseWriter, sink channel.Sink, name, client string, once bool, listener **channel.Listener) (leave func(), ok bool) {
	if !s.begin() {
		refuse(w, channel.ErrClosed)
		return nil, false
	}
	taken, err := s.hub.Listen(name, client, sink, once)
	if err != nil {
		if errors.Is(err, channel.ErrClientListens) {
			s.refusals.listeners.Add(1)
		}
		s.sockets.Done()
		refuse(w, err)
		return nil, false
	}
	*listener = taken
	s.logger().Debug("listener came", fingerprint(name), zap.String("client", client))
	return s.sockets.Done, true
}

// begin counts a listener that Close waits for; false after Close began.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ended:
		return false
	default:
		s.sockets.Add(1)
		return true
	}
}

// read hears the listener until the connection ends.
func (l *socket) read() {
	frame := make([]byte, frameHeader)
	for {
		_, message, err := l.ws.NextReader()
		if err != nil {
			if !l.acknowledging && websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseNoStatusReceived) {
				l.writing.Lock()
				l.acknowledge(func(s sent) bool { return s.number <= l.written })
				l.writing.Unlock()
			}
			break
		}
		l.alive.Store(true)
		if n, err := io.ReadFull(message, frame); err != nil && n < frameHeader {
			continue // too short for an acknowledgement
		}
		if number, ok := parseAcknowledgement(frame); ok && l.acknowledging {
			l.acknowledge(func(s sent) bool { return byte(s.number) == number })
		}
	}
	l.mu.Lock()
	l.over = true
	l.pinger.Stop()
	l.mu.Unlock()
	l.listener.Close()
	l.ws.Close()
}

// acknowledge passes on that the listener has some of the messages. It asks which
// with the lock held.
func (l *socket) acknowledge(which func(sent) bool) {
	l.mu.Lock()
	var got []*channel.Delivery
	l.sent = slices.DeleteFunc(l.sent, func(s sent) bool {
		if !which(s) {
			return false
		}
		got = append(got, s.delivery)
		return true
	})
	l.mu.Unlock()
	for _, delivery := range got {
		delivery.Acknowledge()
	}
}

// Deliver writes a message. It is a channel.Sink's.
func (l *socket) Deliver(delivery *channel.Delivery) {
	l.mu.Lock()
	l.last++
	number := l.last
	l.sent = append(l.sent, sent{number: number, delivery: delivery})
	l.mu.Unlock()
	payload := delivery.Payload()
	if l.acknowledging {
		payload = appendMessage(make([]byte, 0, frameHeader+len(payload)), byte(number), payload)
	}
	if err := l.write(payload, number); err != nil {
		l.terminate()
	}
}

func (l *socket) write(payload []byte, number uint64) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	deadline := time.Now().Add(AckTimeout)
	if err := l.ws.SetWriteDeadline(deadline); err != nil {
		return err
	}
	if err := l.ws.WriteMessage(websocket.BinaryMessage, payload); err != nil {
		return err
	}
	l.mu.Lock()
	l.written = number
	l.mu.Unlock()
	if l.acknowledging {
		return nil
	}
	return l.ws.WriteControl(websocket.PingMessage, pingOf(number), deadline)
}

// pingOf is what a ping says: the number of the last message before it.
func pingOf(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }

// ping asks whether the listener is there; one that did not answer since the
// last time is ended.
func (l *socket) ping() {
	if !l.alive.Swap(false) {
		l.terminate()
		return
	}
	l.mu.Lock()
	number := l.written
	l.mu.Unlock()
	// Not more than one ping is under way: it ends before the next one is due.
	err := l.ws.WriteControl(websocket.PingMessage, pingOf(number), time.Now().Add(pingInterval/2))
	if err != nil {
		l.terminate()
		return
	}
	l.pingLater()
}

func (l *socket) pingLater() {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.over:
	case l.pinger == nil:
		l.pinger = time.AfterFunc(pingInterval, l.ping)
	default:
		l.pinger.Reset(pingInterval)
	}
}

// pong hears that the listener is there, and what it has received.
func (l *socket) pong(data string) error {
	l.alive.Store(true)
	if !l.acknowledging && len(data) == 8 {
		number := binary.BigEndian.Uint64([]byte(data))
		l.acknowledge(func(s sent) bool { return s.number <= number })
	}
	return nil
}

// terminate ends the connection without a word. Its reader does the rest.
func (l *socket) terminate() { l.ws.NetConn().Close() }

// End ends the connection for the Hub. It is a channel.Sink's.
func (l *socket) End(reason channel.Reason) {
	if reason != channel.Closing {
		l.terminate()
		return
	}
	deadline := time.Now().Add(closing)
	message := websocket.FormatCloseMessage(websocket.CloseServiceRestart, "the link service restarts")
	if err := l.ws.WriteControl(websocket.CloseMessage, message, deadline); err != nil {
		l.terminate()
		return
	}
	// The reader waits for the listener's own closing frame (RFC 6455, section
	// 7.1.1), but not for long.
	if err := l.ws.NetConn().SetReadDeadline(deadline); err != nil {
		l.terminate()
	}
}

// The acknowledged form of the WebSocket protocol (`?v=2`): a message is
// `42 42 01 <number>` and its bytes, and the listener answers `42 42 02 <number>`.
const (
	frameMark         = 0x42
	frameMessage      = 0x01
	frameAcknowledged = 0x02
	frameHeader       = 4
)

// appendMessage appends a message with its number.
func appendMessage(to []byte, number byte, payload []byte) []byte {
	to = append(to, frameMark, frameMark, frameMessage, number)
	return append(to, payload...)
}

// parseAcknowledgement reads the number that a listener acknowledges. Whatever
// else listeners say means nothing.
func parseAcknowledgement(frame []byte) (number byte, ok bool) {
	if len(frame) < frameHeader || frame[0] != frameMark || frame[1] != frameMark || frame[2] != frameAcknowledged {
		return 0, false
	}
	return frame[3], true
}
