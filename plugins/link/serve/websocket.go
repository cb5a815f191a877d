package serve

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"fieldhouse/plugins/link/channel"

	"github.com/coder/websocket"
	"go.uber.org/zap"
)

// mostSaid is how many bytes a listener may say at once. All it has to say are
// acknowledgements.
const mostSaid = 1 << 10

// socket is a WebSocket that listens on a channel.
//
// With `?v=2` a message is delivered when the listener's acknowledgement came.
// Without, it is when a pong came for the ping that follows each message: who
// answers a frame has received those before it (RFC 6455, section 5.5.3). Or
// when the listener closes the connection normally, as it does when it has what
// it waited for.
type socket struct {
	ws            *websocket.Conn
	conn          net.Conn // below ws
	listener      *channel.Listener
	acknowledging bool

	mu     sync.Mutex
	pinger *time.Timer
	over   bool
	last   uint64 // number of the last message
	sent   []sent // not acknowledged, the oldest first
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
	var err error
	if l.ws, l.conn, err = upgrade(w, r); err != nil {
		l.listener.Close()
		leave()
		return
	}
	l.ws.SetReadLimit(mostSaid)
	l.pinger = time.AfterFunc(pingInterval, l.ping)
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
	for {
		_, message, err := l.ws.Reader(context.Background())
		if err != nil {
			status := websocket.CloseStatus(err)
			if !l.acknowledging && (status == websocket.StatusNormalClosure || status == websocket.StatusNoStatusRcvd) {
				l.acknowledge(func(sent) bool { return true })
			}
			break
		}
		said, err := io.ReadAll(message)
		if number, ok := parseAcknowledgement(said); err == nil && ok && l.acknowledging {
			l.acknowledge(func(s sent) bool { return byte(s.number) == number })
		}
	}
	l.mu.Lock()
	l.over = true
	l.pinger.Stop()
	l.mu.Unlock()
	l.listener.Close()
	l.terminate()
	_ = l.ws.CloseNow() // ends what it runs; the connection is closed
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

// note keeps a message in mind until it is acknowledged.
func (l *socket) note(delivery *channel.Delivery) (number uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	l.sent = append(l.sent, sent{l.last, delivery})
	return l.last
}

// Deliver writes a message. It is a channel.Sink's.
func (l *socket) Deliver(delivery *channel.Delivery) {
	ctx, cancel := context.WithTimeout(context.Background(), AckTimeout)
	defer cancel()
	payload := delivery.Payload()
	if l.acknowledging {
		payload = appendMessage(make([]byte, 0, frameHeader+len(payload)), byte(l.note(delivery)), payload)
	}
	if err := l.ws.Write(ctx, websocket.MessageBinary, payload); err != nil {
		l.terminate()
		return
	}
	if !l.acknowledging {
		go l.follow(l.note(delivery))
	}
}

// follow sends the ping behind a message. Its pong stands for those before it.
func (l *socket) follow(number uint64) {
	ctx, cancel := context.WithTimeout(context.Background(), AckTimeout)
	defer cancel()
	if err := l.ws.Ping(ctx); err == nil {
		l.acknowledge(func(s sent) bool { return s.number <= number })
	}
}

// ping asks whether the listener is there; one that does not answer until the next
// ping is due is ended.
func (l *socket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), pingInterval)
	defer cancel()
	if err := l.ws.Ping(ctx); err != nil {
		l.terminate()
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.pinger.Reset(pingInterval)
	}
}

// terminate ends the connection without a word. Its reader does the rest.
func (l *socket) terminate() { l.conn.Close() }

// End ends the connection for the Hub. It is a channel.Sink's.
func (l *socket) End(reason channel.Reason) {
	if reason != channel.Closing {
		l.terminate()
		return
	}
	// The listener's own closing frame is waited for (RFC 6455, section 7.1.1), but
	// not for long.
	defer time.AfterFunc(closing, l.terminate).Stop()
	_ = l.ws.Close(websocket.StatusServiceRestart, "the link service restarts") // or it is gone
}

// Interface guards.
var (
	_ channel.Sink = (*socket)(nil)
)
