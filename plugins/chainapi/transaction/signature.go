package transaction

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldhouse/plugins/antelope"
)

const (
	// maxSignatures bounds what one push takes of the processor: the key of each is recovered. A
	// buyer and a provider sign twice, and who needs many signatures proposes (eosio.msig).
	maxSignatures     = 16
	maxSignatureBytes = 1024 // WebAuthn signatures are some hundred
)

// signers are the keys that made the signatures, in one order whatever theirs is: a
// provider that signs as well does not make two users one. authorizer stands for a
// WebAuthn key, and isClaimed says that it does. Signatures that no key can have made are refused: a node says of such a
// push only that something is wrong, in the words for any trouble of its own, so that
// what became of the push would stay open.
func signers(signatures []string, digest antelope.Checksum256, authorizer antelope.Name) (holder string, isClaimed bool, err error) {
	keys := make([]string, len(signatures))
	for i, text := range signatures {
		key, err := signer(text, digest)
		if err != nil {
			return "", false, fmt.Errorf("signature %d is not one: %w", i+1, err)
		}
		if keys[i] = string(key.Point()); key.IsZero() {
			keys[i], isClaimed = authorizer.String(), true
		}
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), ""), isClaimed, nil
}

// signer is the key that made a signature; the zero key for WebAuthn, of which the form
// is all that can be checked here.
func signer(text string, digest antelope.Checksum256) (antelope.PublicKey, error) {
	if len(text) > maxSignatureBytes {
		return antelope.PublicKey{}, fmt.Errorf("it has more than %d characters", maxSignatureBytes)
	}
	signature, err := antelope.ParseSignature(text)
	if err != nil {
		return antelope.PublicKey{}, err
	}
	key, err := signature.Recover(digest)
	if errors.Is(err, antelope.ErrWebAuthn) {
		err = nil
	}
	return key, err
}
