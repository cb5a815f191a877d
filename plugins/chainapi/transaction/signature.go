package transaction

import (
	"errors"
	"fmt"

	"fieldhouse/plugins/antelope"
)

const (
	maxSignatures     = 64
	maxSignatureBytes = 1024 // WebAuthn signatures are some hundred
)

// checkSignatures refuses what no key can have made. A node says of such a push
// only that something is wrong, in the words for any trouble of its own, so that
// what became of the push would stay open.
func checkSignatures(signatures []string, digest antelope.Checksum256) error {
	for i, text := range signatures {
		if err := checkSignature(text, digest); err != nil {
			return fmt.Errorf("signature %d is not one: %w", i+1, err)
		}
	}
	return nil
}

func checkSignature(text string, digest antelope.Checksum256) error {
	if len(text) > maxSignatureBytes {
		return fmt.Errorf("it has more than %d characters", maxSignatureBytes)
	}
	signature, err := antelope.ParseSignature(text)
	if err != nil {
		return err
	}
	// Of WebAuthn the form is all that can be checked here.
	if _, err := signature.Recover(digest); !errors.Is(err, antelope.ErrWebAuthn) {
		return err
	}
	return nil
}
