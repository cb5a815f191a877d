package link

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/sync/errgroup"
)

const (
	// dialers open connections at once.
	dialers = 16
	// patience is how long one message may take.
	patience = 30 * time.Second
)

// waiting are the WebSockets that wait on a side, each on a channel of its own.
type waiting struct {
	side    side
	sockets []*websocket.Conn
	reading sync.WaitGroup
	arrived chan arrival
	client  *http.Client
}

// arrival is a message at its listener.
type arrival struct {
	channel int
	at      time.Time
	message []byte
}

func (s side) channel(i int) string { return fmt.Sprintf("/link/bench-channel-%d", i) }

// open opens so many WebSockets and has them read.
func open(side side, count int) (*waiting, error) {
	w := &waiting{
		side: side, sockets: make([]*websocket.Conn, count), arrived: make(chan arrival, 16),
		client: &http.Client{Timeout: patience},
	}
	dialing, ctx := errgroup.WithContext(context.Background())
	dialing.SetLimit(dialers)
	for i := range count {
		dialing.Go(func() error {
			if ctx.Err() != nil {
				return nil // another one failed
			}
			return w.dial(i)
		})
	}
	if err := dialing.Wait(); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *waiting) dial(i int) error {
	// What the client takes does not count, but must fit beside the server.
	dialer := websocket.Dialer{HandshakeTimeout: patience, ReadBufferSize: 4096, WriteBufferSize: 256, WriteBufferPool: &buffers}
	ws, response, err := dialer.Dial("ws://"+w.side.Address+w.side.channel(i)+"?v=2", nil)
	if err != nil {
		return fmt.Errorf("opening channel %d: %w", i, err)
	}
	response.Body.Close()
	w.sockets[i] = ws
	w.reading.Go(func() { w.read(i, ws) })
	return nil
}

var buffers sync.Pool

// read passes on what arrives, and acknowledges it as the link service wants.
func (w *waiting) read(i int, ws *websocket.Conn) {
	for {
		_, message, err := ws.ReadMessage()
		if err != nil {
			return
		}
		at := time.Now()
		if w.side.Kind == "link" {
			if len(message) < 4 || ws.WriteMessage(websocket.BinaryMessage, []byte{0x42, 0x42, 0x02, message[3]}) != nil {
				return
			}
			message = message[4:]
		}
		w.arrived <- arrival{i, at, message}
	}
}

func (w *waiting) close() {
	for _, ws := range w.sockets {
		if ws != nil {
			ws.Close()
		}
	}
	over := make(chan struct{})
	go func() {
		w.reading.Wait()
		close(over)
	}()
	for {
		select {
		case <-w.arrived: // nobody waits for it any more
		case <-over:
			w.client.CloseIdleConnections()
			return
		}
	}
}

// deliver sends messages one after another, each to a channel by chance.
func (w *waiting) deliver(count, size int) (arrived, acknowledged []time.Duration, err error) {
	random := rand.New(rand.NewPCG(1, uint64(count)))
	message := make([]byte, size)
	for range count {
		for i := range message {
			message[i] = byte(random.Uint32())
		}
		to := random.IntN(len(w.sockets))
		came, knew, err := w.send(to, message)
		if err != nil {
			return nil, nil, fmt.Errorf("sending to channel %d: %w", to, err)
		}
		arrived, acknowledged = append(arrived, came), append(acknowledged, knew)
	}
	return arrived, acknowledged, nil
}

func (w *waiting) send(to int, message []byte) (came, knew time.Duration, err error) {
	began := time.Now()
	if w.side.Kind == "echo" {
		if err := w.sockets[to].WriteMessage(websocket.BinaryMessage, message); err != nil {
			return 0, 0, err
		}
		got, err := w.await(to, message)
		return got.at.Sub(began), got.at.Sub(began), err
	}
	response, err := w.client.Post("http://"+w.side.Address+w.side.channel(to), "application/octet-stream", bytes.NewReader(message))
	if err != nil {
		return 0, 0, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	knew = time.Since(began)
	response.Body.Close()
	if err != nil {
		return 0, 0, err
	}
	if delivery := response.Header.Get("X-Buoy-Delivery"); response.StatusCode != http.StatusOK || delivery != "delivered" {
		return 0, 0, fmt.Errorf("answered %d, X-Buoy-Delivery %q", response.StatusCode, delivery)
	}
	got, err := w.await(to, message)
	return got.at.Sub(began), knew, err
}

// await waits for the message at its listener.
func (w *waiting) await(to int, message []byte) (arrival, error) {
	select {
	case got := <-w.arrived:
		if got.channel != to || !bytes.Equal(got.message, message) {
			return got, fmt.Errorf("another message arrived, at channel %d", got.channel)
		}
		return got, nil
	case <-time.After(patience):
		return arrival{}, errors.New("it did not arrive")
	}
}

// Echo is what is written first with net/http and the library: it reads a message and writes it back.
func Echo(w http.ResponseWriter, r *http.Request) {
	var upgrader websocket.Upgrader
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	for {
		kind, message, err := ws.ReadMessage()
		if err != nil || ws.WriteMessage(kind, message) != nil {
			return
		}
	}
}
