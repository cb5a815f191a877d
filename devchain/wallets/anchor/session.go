package anchor

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/plugins/antelope"

	"github.com/google/uuid"
)

// session is a link to an app: a channel on which the app's sealed requests come
// in. The wallet's mutex guards what changes.
type session struct {
	app  antelope.Name
	auth ledger.PermissionLevel
	// theirs is the key that the app's messages are from, own the one they are
	// sealed for.
	theirs antelope.PublicKey
	own    antelope.PrivateKey

	seen [][sha256.Size]byte
	stop context.CancelFunc
}

// maxSeen is how many messages a session remembers, to take each once.
const maxSeen = 32

// link makes a linked session when the request asks for one and adds it to the
// answer. An app that asks again with the same key gets a new one in the place of
// the old.
func (w *Wallet) link(taken *request, signer ledger.PermissionLevel, payload esr.Payload) error {
	created, _, err := taken.signing.Link()
	if err != nil || created == nil {
		return err
	}
	service := serviceOf(taken.signing.Callback)
	if err := allowed(service); err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	own, err := newKey()
	if err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	public, err := own.Public()
	if err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	meta, err := json.Marshal(map[string]any{"sameDevice": taken.signing.SameDevice()})
	if err != nil {
		return fmt.Errorf("making a linked session: %w", err)
	}
	address := service + "/" + uuid.NewString()
	payload["link_ch"], payload["link_key"], payload["link_name"], payload["link_meta"] = address, public.Typed(), device, string(meta)
	if w.breaks() {
		payload["link_ch"] = service + "/gone" // a channel has at least ten characters
	}
	w.addSession(&session{app: created.Session, auth: signer, theirs: created.RequestKey, own: own}, address)
	return nil
}

// serviceOf is the link service of a callback: all of its address but the
// channel.
func serviceOf(callback string) string {
	address, _, _ := strings.Cut(callback, "?")
	return address[:max(0, strings.LastIndexByte(address, '/'))]
}

// addSession adds a session and listens on its channel. The oldest makes room for it:
// an app makes a new key for each login and does not tell the wallet when somebody
// logs out.
func (w *Wallet) addSession(made *session, address string) {
	ctx, stop := context.WithCancel(w.ctx)
	made.stop = stop
	w.mutex.Lock()
	defer w.mutex.Unlock()
	same := slices.IndexFunc(w.sessions, func(known *session) bool { return known.theirs == made.theirs && known.app == made.app })
	if same < 0 && len(w.sessions) >= maxSessions {
		same = 0
	}
	if same >= 0 {
		w.sessions[same].stop()
		w.sessions = slices.Delete(w.sessions, same, same+1)
	}
	w.sessions = append(w.sessions, made)
	w.ending.Go(func() { listen(ctx, address, func(message []byte) { w.hear(made, message) }) })
}

// hear opens a message of a session's channel and takes the request in it. A
// message that is not from the session's app is left.
func (w *Wallet) hear(linked *session, message []byte) {
	if !w.firstTime(linked, sha256.Sum256(message)) {
		return
	}
	closed, err := parseSealed(message)
	if err != nil || closed.From != linked.theirs {
		return
	}
	if text, err := closed.open(linked.own); err == nil {
		_, _ = w.receive(string(text), linked) // nobody hears what is wrong with it
	}
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

// newKey makes a key for one session.
func newKey() (antelope.PrivateKey, error) {
	var secret [antelope.PrivateKeySize]byte
	_, _ = rand.Read(secret[:]) // crypto/rand never fails
	return antelope.NewPrivateKey(antelope.K1, secret[:])
}
