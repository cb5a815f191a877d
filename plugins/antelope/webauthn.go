package antelope

import (
	"errors"
	"fmt"
)

// lastPresence is the largest value of a WebAuthn key's user presence: none,
// present, verified.
const lastPresence = 2

// takeWebAuthnKey reads a point, the user presence and the site's name.
func takeWebAuthnKey(r *Reader) ([]byte, error) {
	return measured(r, func(r *Reader) error {
		if _, err := r.Take(PointSize); err != nil {
			return err
		}
		presence, err := r.Uint(1)
		if err != nil {
			return err
		}
		if presence > lastPresence {
			return fmt.Errorf("a public key of type WA whose user presence is %d; it must be at most %d", presence, lastPresence)
		}
		site, err := r.Bytes()
		if err == nil && len(site) == 0 {
			err = errors.New("a public key of type WA without the name of its site")
		}
		return err
	})
}

// takeWebAuthnSignature reads a compact signature, the authenticator's data and
// the client's JSON.
func takeWebAuthnSignature(r *Reader) ([]byte, error) {
	return measured(r, func(r *Reader) error {
		if _, err := r.Take(SignatureSize); err != nil {
			return err
		}
		for range 2 {
			if _, err := r.Bytes(); err != nil {
				return err
			}
		}
		return nil
	})
}

// measured returns the bytes that the function reads.
func measured(r *Reader, read func(*Reader) error) ([]byte, error) {
	from := *r
	if err := read(r); err != nil {
		return nil, err
	}
	return from.Take(from.Len() - r.Len())
}

// wholly checks that the data is what the function takes and nothing more.
func wholly(data []byte, take func(*Reader) ([]byte, error), what string) error {
	r := NewReader(data)
	if _, err := take(r); err != nil {
		return fmt.Errorf("a %s of type WA of %d bytes: %w", what, len(data), err)
	}
	if r.Len() > 0 {
		return fmt.Errorf("a %s of type WA of %d bytes: %d bytes are left over", what, len(data), r.Len())
	}
	return nil
}
