package anchor

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/json"
	"errors"
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

// sealedMessage is what an app sends over a linked session: AES-256-CBC under a key that
// only the two can compute.
type sealedMessage struct {
	// From is the sender's key.
	From antelope.PublicKey `abi:"from"`
	// Nonce makes the key of each message another one.
	Nonce      uint64 `abi:"nonce"`
	Ciphertext []byte `abi:"ciphertext"`
	// Checksum is the start of the key's hash, by which a wrong key is noticed.
	Checksum uint32 `abi:"checksum"`
}

// Parts of the 64 bytes that a message's key is made of.
const (
	keySize = 32
	ivSize  = aes.BlockSize
)

// parseSealed reads a message's binary form.
func parseSealed(data []byte) (sealedMessage, error) {
	var message sealedMessage
	if err := antelope.Unmarshal(data, &message); err != nil {
		return sealedMessage{}, fmt.Errorf("reading a sealed message: %w", err)
	}
	return message, nil
}

// open gives what a message says to the owner of a private key.
func (m sealedMessage) open(to antelope.PrivateKey) ([]byte, error) {
	secret, err := messageKey(to, m.From, m.Nonce)
	if err != nil {
		return nil, fmt.Errorf("opening a sealed message: %w", err)
	}
	if checksum(secret) != m.Checksum {
		return nil, errors.New("opening a sealed message: its checksum does not match; it was sealed for another key")
	}
	text, err := decrypt(secret[:keySize], secret[keySize:keySize+ivSize], m.Ciphertext)
	if err != nil {
		return nil, fmt.Errorf("opening a sealed message: %w", err)
	}
	return text, nil
}

// messageKey is the SHA-512 of the nonce and what the two keys share.
func messageKey(private antelope.PrivateKey, public antelope.PublicKey, nonce uint64) ([sha512.Size]byte, error) {
	shared, err := antelope.SharedSecret(private, public)
	if err != nil {
		return shared, err
	}
	return sha512.Sum512(append(antelope.AppendUint(nil, 8, nonce), shared[:]...)), nil
}

func checksum(secret [sha512.Size]byte) uint32 {
	hash := sha256.Sum256(secret[:])
	return binary.LittleEndian.Uint32(hash[:4])
}

// decrypt opens a text that was closed by AES in CBC mode with padding (PKCS #7).
func decrypt(key, iv, closed []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if len(closed) == 0 || len(closed)%aes.BlockSize != 0 {
		return nil, fmt.Errorf("the closed text has %d bytes, which is no whole number of blocks of %d", len(closed), aes.BlockSize)
	}
	text := make([]byte, len(closed))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(text, closed)
	last := text[len(text)-1]
	padding := bytes.Repeat([]byte{last}, int(last))
	if last < 1 || last > aes.BlockSize || !bytes.HasSuffix(text, padding) {
		return nil, errors.New("the padding of the closed text is wrong")
	}
	return text[:len(text)-len(padding)], nil
}
