package lineup

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// keyName is the file of the store with the key that lineups are signed with. It
// stays over restarts, so that pages which are open stay known.
const keyName = "lineup.key"

const (
	keyLength = 32
	// macLength is how many bytes of the HMAC a signature has: 128 bits.
	macLength = 16
)

// signer signs the lineups that pages are made with: nobody else can name one.
type signer struct{ key []byte }

// newSigner is the signer with the store's key, which it makes when there is none.
// Where it can neither be read nor written it answers one of its own with the error:
// it knows the lineups of this process.
func newSigner(store string) (signer, error) {
	key, err := storedKey(store)
	if err != nil {
		key = make([]byte, keyLength)
		rand.Read(key)
		return signer{key}, fmt.Errorf("the key for lineups in %s: %w: pages that are open load anew after a restart", store, err)
	}
	return signer{key}, nil
}

func storedKey(store string) ([]byte, error) {
	unlock, err := lock(store)
	if err != nil {
		return nil, err
	}
	defer unlock()
	path := filepath.Join(store, keyName)
	key, err := os.ReadFile(path)
	switch {
	case err == nil && len(key) == keyLength:
		return key, nil
	case err == nil:
		return nil, fmt.Errorf("it has %d bytes and not %d: remove it", len(key), keyLength)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	key = make([]byte, keyLength)
	rand.Read(key)
	return key, writeFile(store, keyName, key, 0o600)
}

// sign is a lineup's ID with its signature.
func (s signer) sign(id string) string {
	return id + "." + base64.RawURLEncoding.EncodeToString(s.mac(id))
}

// verify is the ID of a lineup that this signer signed.
func (s signer) verify(signed string) (id string, ok bool) {
	id, signature, _ := strings.Cut(signed, ".")
	given, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	return id, err == nil && hmac.Equal(given, s.mac(id))
}

func (s signer) mac(id string) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("lineup " + id))
	return mac.Sum(nil)[:macLength]
}
