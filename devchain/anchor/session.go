package anchor

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/devchain/anchor/channel"
	"fieldhouse/devchain/anchor/sealed"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"

	"github.com/google/uuid"
)

// session is a link to an app: a channel on which the app's sealed requests come
// in. The wallet's mutex guards what changes.
type session struct {
	id      string
	app     antelope.Name
	auth    ledger.PermissionLevel
	channel string
	agent   string // what the app says about itself
	// theirs is the key that the app's messages are from, own the one they are
	// sealed for.
	theirs antelope.PublicKey
	own    antelope.PrivateKey
	since  time.Time

	name        string
	connections int // open ones; two for a moment while one takes over
	ignored     int // messages that were not for this session
	seen        [][sha256.Size]byte
	stop        context.CancelFunc // nil while nobody listens
}

// maxSeen is how many messages a session remembers, to take each once.
const maxSeen = 32

// maxSessionName is the longest name in characters that a person may give.
const maxSessionName = 64

var errUnknownSession = errors.New("there is no such session")

// link makes a linked session when the request asks for one and adds it to the
// answer. An app that asks again with the same key gets a new one in the place of
// the old.
func (w *Wallet) link(taken *request, d *draft, breaking Break) error {
	created, _, err := d.request.Link()
	if err != nil || created == nil || breaking.As == breakNoChannel {
		return err
	}
	service := w.Link
	if service == "" {
		service = serviceOf(d.request.Callback)
	}
	if err := w.allowed(service); err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	own, err := newKey()
	if err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	made := &session{
		id: uuid.NewString(), app: created.Session, auth: d.signer, agent: created.UserAgent, theirs: created.RequestKey,
		own: own, since: w.Now(), name: w.Device,
	}
	made.channel = service + "/" + uuid.NewString()
	public, err := own.Public()
	if err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	meta := map[string]any{"sameDevice": taken.asked.SameDevice()}
	w.mutex.Lock()
	maps.Copy(meta, w.policy.Meta)
	w.mutex.Unlock()
	text, err := json.Marshal(meta)
	if err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	d.payload["link_ch"], d.payload["link_key"] = made.channel, public.Typed()
	d.payload["link_name"], d.payload["link_meta"] = made.name, string(text)
	if breaking.As == breakUnreachable {
		d.payload["link_ch"] = service + "/gone" // a channel has at least ten characters
	}
	w.addSession(made)
	return nil
}

// serviceOf is the link service of a callback: all of its address but the
// channel.
func serviceOf(callback string) string {
	address, _, _ := strings.Cut(callback, "?")
	return address[:max(0, strings.LastIndexByte(address, '/'))]
}

// addSession adds a session. The oldest makes room for it: an app makes a new key
// for each login and does not tell the wallet when somebody logs out.
func (w *Wallet) addSession(made *session) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	same := slices.IndexFunc(w.sessions, func(known *session) bool { return known.theirs == made.theirs && known.app == made.app })
	if same >= 0 {
		w.dropSession(w.sessions[same])
	}
	if len(w.sessions) >= maxSessions {
		w.dropSession(w.sessions[0])
	}
	w.sessions = append(w.sessions, made)
	w.listenAll()
	w.changed()
}

// dropSession ends a session. The mutex must be held.
func (w *Wallet) dropSession(old *session) {
	if old.stop != nil {
		old.stop()
	}
	w.sessions = slices.DeleteFunc(w.sessions, func(known *session) bool { return known == old })
}

// listenAll starts listening on the sessions' channels, or stops while the
// wallet is deaf. The mutex must be held.
func (w *Wallet) listenAll() {
	for _, linked := range w.sessions {
		deaf := w.breaking.As == breakDeaf
		switch {
		case deaf && linked.stop != nil:
			linked.stop()
			linked.stop = nil
		case !deaf && linked.stop == nil:
			ctx, stop := context.WithCancel(w.ctx)
			linked.stop = stop
			listener := channel.Listener{
				URL:      linked.channel,
				Received: func(message []byte) { w.hear(linked, message) },
				Changed:  func(connected bool) { w.connected(linked, connected) },
			}
			w.ending.Go(func() { listener.Listen(ctx) })
		}
	}
}

func (w *Wallet) connected(linked *session, connected bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if connected {
		linked.connections++
	} else {
		linked.connections--
	}
	w.changed()
}

// hear opens a message of a session's channel and takes the request in it. A
// message that is not from the session's app is counted and left.
func (w *Wallet) hear(linked *session, message []byte) {
	if !w.firstTime(linked, sha256.Sum256(message)) {
		return
	}
	if _, err := w.open(linked, message); err != nil {
		w.mutex.Lock()
		linked.ignored++
		w.changed()
		w.mutex.Unlock()
	}
}

func (w *Wallet) open(linked *session, message []byte) (*request, error) {
	closed, err := sealed.Parse(message)
	if err != nil {
		return nil, err
	}
	if closed.From != linked.theirs {
		return nil, fmt.Errorf("the message is from the key %s, not from the session's app", closed.From)
	}
	text, err := closed.Open(linked.own)
	if err != nil {
		return nil, err
	}
	return w.receive(string(text), linked)
}

// openTriggered opens a message that came in an address and not over a channel.
func (w *Wallet) openTriggered(message []byte) (*request, error) {
	closed, err := sealed.Parse(message)
	if err != nil {
		return nil, err
	}
	w.mutex.Lock()
	from := slices.IndexFunc(w.sessions, func(linked *session) bool { return linked.theirs == closed.From })
	if from < 0 {
		w.mutex.Unlock()
		return nil, errUnknownSession
	}
	linked := w.sessions[from]
	w.mutex.Unlock()
	return w.open(linked, message)
}

// firstTime remembers a message: the link service sends one again whose
// acknowledgement was lost.
func (w *Wallet) firstTime(linked *session, hash [sha256.Size]byte) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if slices.Contains(linked.seen, hash) {
		return false
	}
	linked.seen = append(linked.seen[max(0, len(linked.seen)-maxSeen+1):], hash)
	return true
}

// findSession gives a session. The mutex must be held.
func (w *Wallet) findSession(id string) (*session, error) {
	for _, linked := range w.sessions {
		if linked.id == id {
			return linked, nil
		}
	}
	return nil, errUnknownSession
}

// endSession ends a session on this side. The app notices when it asks.
func (w *Wallet) endSession(id string) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	linked, err := w.findSession(id)
	if err != nil {
		return err
	}
	w.dropSession(linked)
	w.changed()
	return nil
}

// renameSession changes what this page calls a session.
func (w *Wallet) renameSession(id, name string) error {
	name = strings.TrimSpace(name)
	if length := len([]rune(name)); length < 1 || length > maxSessionName {
		return fmt.Errorf("the session's name must have 1 to %d characters", maxSessionName)
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	linked, err := w.findSession(id)
	if err != nil {
		return err
	}
	linked.name = name
	w.changed()
	return nil
}

// reset forgets everything.
func (w *Wallet) reset() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for len(w.sessions) > 0 {
		w.dropSession(w.sessions[0])
	}
	w.requests, w.policy, w.breaking = nil, w.startPolicy(), Break{}
	w.changed()
}

// newKey makes a key for one session.
func newKey() (antelope.PrivateKey, error) {
	var secret [antelope.PrivateKeySize]byte
	_, _ = rand.Read(secret[:]) // crypto/rand never fails
	return antelope.NewPrivateKey(antelope.K1, secret[:])
}
