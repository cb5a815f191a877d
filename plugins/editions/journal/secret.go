package journal

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fieldhouse/plugins/atomicfile"
	"fieldhouse/plugins/flock"
)

// secretName is the file of the store with what gateways sign with. It stays over restarts,
// so that pages which are open stay known.
const secretName = "lineup.key"

// SecretLength is in bytes.
const SecretLength = 32

// Secret is what the gateways of a store sign with. It is made when there is none.
func Secret(store string) ([]byte, error) {
	unlock, err := flock.Exclusive(filepath.Join(store, lockName))
	if err != nil {
		return nil, err
	}
	defer unlock()
	path := filepath.Join(store, secretName)
	secret, err := os.ReadFile(path)
	switch {
	case err == nil && len(secret) == SecretLength:
		return secret, nil
	case err == nil:
		return nil, fmt.Errorf("%s: it has %d bytes and not %d: remove it", path, len(secret), SecretLength)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	secret = make([]byte, SecretLength)
	rand.Read(secret)
	return secret, atomicfile.Write(store, secretName, beingWritten, secret, 0o600)
}
