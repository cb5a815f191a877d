package journal

import (
	"crypto/rand"
	"fmt"

	"fieldhouse/plugins/sharedfile"
)

// secretName is the file of the store with what gateways sign with. It stays over restarts,
// so that pages which are open stay known.
const secretName = "lineup.key"

// SecretLength is in bytes.
const SecretLength = 32

// Secret is what the gateways of a store sign with. It is made when there is none.
func Secret(store string) (secret []byte, err error) {
	file := sharedfile.Open(sharedfile.Config[[]byte]{
		Folder: store, Name: secretName, MaxBytes: 1 << 10, Mode: 0o600,
		Parse: func(content []byte) ([]byte, error) {
			if len(content) != SecretLength {
				return nil, fmt.Errorf("it has %d bytes and not %d: remove it", len(content), SecretLength)
			}
			return content, nil
		},
		Format: func(secret []byte) ([]byte, error) { return secret, nil },
	})
	// It is read where nothing can be written, too.
	if secret, err = file.Read(); secret != nil {
		return secret, err
	}
	err = file.Change(func(known []byte, problem error) ([]byte, error) {
		switch {
		case problem != nil:
			return nil, fmt.Errorf("%s: %w", file.Path(), problem)
		case known != nil:
			secret = known
			return nil, sharedfile.ErrSame
		}
		secret = make([]byte, SecretLength)
		rand.Read(secret)
		return secret, nil
	})
	return secret, err
}
