// Package webhook sends messages to other systems of what has gone live, become canary or was
// withdrawn. It knows nothing of Caddy.
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/upstream"
)

// Bounds of what is sent.
const (
	// tryFor is how long one try may take, and rests how long is waited after each but the
	// last.
	tryFor = 10 * time.Second
	// maxWaiting is how many messages wait for one address; the oldest make room.
	maxWaiting = 100
	// maxAnswer is how much of an answer is read, in bytes.
	maxAnswer = 4 << 10
	minSecret = 16
)

var rests = [...]time.Duration{time.Second, 4 * time.Second, 16 * time.Second, time.Minute, 5 * time.Minute}

// Headers of a message besides its Content-Type.
const (
	// SignatureHeader has `sha256=` and the HMAC-SHA-256 of the body with the secret, in hex.
	SignatureHeader = "Fieldhouse-Signature"
	// DeliveryHeader is the same for each try of a message, by whichever process of a cluster.
	DeliveryHeader = "Fieldhouse-Delivery"
)

// Target is an address that gets the changes of an edition.
type Target struct {
	// The edition.
	Edition string `json:"edition,omitempty"`
	// Where a POST tells of it: http or https, in any network. Redirects are not followed.
	URL string `json:"url,omitempty"`
	// What messages are signed with: 16 bytes or more.
	Secret string `json:"secret,omitempty"`
}

// Validate reports what is wrong with a target.
func (t Target) Validate() error {
	address, err := url.Parse(t.URL)
	switch {
	case !paths.IsEdition(t.Edition):
		return fmt.Errorf("webhook %q: that is no edition's name", t.Edition)
	case err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" || address.User != nil:
		return fmt.Errorf("webhook %s: write an address such as https://ci.example/hook", t.Edition)
	case len(t.Secret) < minSecret:
		return fmt.Errorf("webhook %s: the secret has %d bytes, give it %d or more", t.Edition, len(t.Secret), minSecret)
	}
	return nil
}

// Message is the JSON of a change.
type Message struct {
	Edition string         `json:"edition"`
	Action  journal.Action `json:"action"`
	Version uint64         `json:"version"`
	At      time.Time      `json:"at"`
	By      string         `json:"by"`
	Reason  string         `json:"reason,omitempty"`
	journal.Move
}

// delivery names a message: processes that are cut off from each other may each make a change of one
// version.
func (m Message) delivery() string {
	return fmt.Sprintf("%s-%d-%x", m.Edition, m.Version, m.At.UnixNano())
}

// Sender sends messages to targets: to each in order, and none waits for another. Of the processes
// of a cluster, which all have the same messages, one sends each.
type Sender struct {
	options Options
	turns   *turns
	client  *http.Client
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup

	mutex  sync.Mutex
	queues map[Target]queue
}

// Options are what a sender is made with.
type Options struct {
	// Transport sends requests. Default: http.DefaultTransport.
	Transport http.RoundTripper
	// Peers are the other processes of the cluster. Default: none.
	Peers *peers.Process
	// Report gets the error of a message that did not arrive.
	Report func(error)
}

// New makes a sender with no targets; Close ends it.
func New(options Options) *Sender {
	if options.Peers == nil {
		options.Peers = new(peers.Process)
	}
	s := &Sender{turns: newTurns(options.Peers, options.Report), options: options, client: upstream.Client(options.Transport), queues: map[Target]queue{}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// Close ends all sending. What waits is lost, but for what another process of the cluster has.
func (s *Sender) Close() {
	s.stop()
	s.running.Wait()
	s.turns.use(nil)
}

// SetTargets replaces the targets. What waits for one that stays, stays.
func (s *Sender) SetTargets(targets []Target) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for target, waiting := range s.queues {
		if !slices.Contains(targets, target) {
			waiting.stop()
			delete(s.queues, target)
		}
	}
	keys := make([]string, len(targets))
	for index, target := range targets {
		keys[index] = keyOf(target)
	}
	s.turns.use(keys)
	for _, target := range targets {
		if _, has := s.queues[target]; !has && s.ctx.Err() == nil {
			ctx, stop := context.WithCancel(s.ctx)
			q := queue{stop, make(chan Message, maxWaiting)}
			s.queues[target] = q
			s.running.Go(func() { s.sendQueue(ctx, target, q.waiting) })
		}
	}
}

// Send queues messages to the targets of the editions that an entry changed for visitors.
func (s *Sender) Send(entry journal.Entry) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for target, q := range s.queues {
		move, about := entry.Editions[target.Edition]
		if !about || !changesVisitors(move) {
			continue
		}
		if len(q.waiting) == maxWaiting {
			select {
			case lost := <-q.waiting:
				s.options.Report(fmt.Errorf("telling %s of version %d: %d messages wait already, this one is lost", target.Edition, lost.Version, maxWaiting))
			default: // it is sent now
			}
		}
		// Nobody else adds any: the mutex is held.
		q.waiting <- Message{target.Edition, entry.Action, entry.Version, entry.At, entry.By, entry.Reason, move}
	}
}

// changesVisitors leaves out previews, which only those see who have their link.
func changesVisitors(move journal.Move) bool {
	before, after := move.Before, move.After
	before.Previews, after.Previews = nil, nil
	return !before.Equal(after) || len(move.Withdrawn) > 0
}

// queue is what waits for one target.
type queue struct {
	stop    context.CancelFunc
	waiting chan Message
}

// sendQueue sends to one target what waits, until the context ends.
func (s *Sender) sendQueue(ctx context.Context, target Target, waiting <-chan Message) {
	var next Message // without a version there is none
	for {
		message := next
		if next = (Message{}); message.Version == 0 {
			select {
			case <-ctx.Done():
				return
			case message = <-waiting:
			}
		}
		if err := s.deliver(ctx, target, message); err != nil && ctx.Err() == nil {
			s.options.Report(fmt.Errorf("telling %s of version %d: %w", target.Edition, message.Version, err))
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case next = <-waiting:
		default:
		}
		s.turns.done(keyOf(target), message, next.Version)
	}
}

// errRefused is an answer that another try would not change.
var errRefused = errors.New("it was refused")

func (s *Sender) deliver(ctx context.Context, target Target, message Message) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	for tries := 0; ; tries++ {
		if !s.turns.await(ctx, keyOf(target), message) {
			return ctx.Err()
		}
		err := s.try(ctx, target, message, body)
		if err == nil || errors.Is(err, errRefused) || tries == len(rests) {
			return err
		}
		if !beat.Pause(ctx, rests[tries]) {
			return err
		}
	}
}

func (s *Sender) try(ctx context.Context, target Target, message Message, body []byte) error {
	ctx, done := context.WithTimeout(ctx, tryFor)
	defer done()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Fieldhouse")
	request.Header.Set(DeliveryHeader, message.delivery())
	request.Header.Set(SignatureHeader, Sign(target.Secret, body))
	answer, err := s.client.Do(request)
	if err != nil {
		// The address may have a token in it, and the log is not to have it.
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	switch code := answer.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code >= 500, code == http.StatusRequestTimeout, code == http.StatusTooManyRequests:
		return fmt.Errorf("it was answered %d", code)
	default:
		return fmt.Errorf("%w: it was answered %d", errRefused, code)
	}
}

// Sign is the signature of a body.
func Sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}
