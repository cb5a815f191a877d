package antelope

import (
	"errors"
	"fmt"
)

// Signature is a key type and, for K1 and R1, a recovery byte, r and s. They can
// be compared with ==. The zero value is no valid signature.
type Signature struct {
	kind KeyType
	data string // the binary form without the type
}

const signaturePrefix = "SIG"

// NewSignature makes a signature of its binary form without the type: 65 bytes
// for K1 and R1. Whether it is canonical is checked when the key is recovered,
// as nodes do.
func NewSignature(kind KeyType, data []byte) (Signature, error) {
	switch kind {
	case K1, R1:
		if len(data) != SignatureSize {
			return Signature{}, fmt.Errorf("a signature of type %s has %d bytes, not %d", kind, SignatureSize, len(data))
		}
	case WA:
		if err := wholly(data, takeWebAuthnSignature, "signature"); err != nil {
			return Signature{}, err
		}
	default:
		return Signature{}, errors.New(kind.String())
	}
	return Signature{kind, string(data)}, nil
}

// ParseSignature reads the text form "SIG_K1_..." and checks checksum and
// length.
func ParseSignature(text string) (Signature, error) {
	kind, data, err := parseTyped(text, signaturePrefix)
	signature := Signature{}
	if err == nil {
		signature, err = NewSignature(kind, data)
	}
	if err != nil {
		return Signature{}, fmt.Errorf("reading the signature %q: %w", clip(text), err)
	}
	return signature, nil
}

// Type is the type of the key that signed.
func (s Signature) Type() KeyType { return s.kind }

// Bytes is the binary form without the type.
func (s Signature) Bytes() []byte { return []byte(s.data) }

// String is the text form "SIG_K1_...". The zero value is the empty string.
func (s Signature) String() string {
	if s.data == "" {
		return ""
	}
	return printTyped(signaturePrefix, s.kind, []byte(s.data))
}

// MarshalText makes signatures strings in JSON.
func (s Signature) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a signature from JSON.
func (s *Signature) UnmarshalText(text []byte) error { return readText(s, text, ParseSignature) }

// AppendPacked adds the binary form: the type and the data.
func (s Signature) AppendPacked(data []byte) []byte {
	data = append(data, byte(s.kind))
	if s.data == "" {
		return append(data, make([]byte, SignatureSize)...)
	}
	return append(data, s.data...)
}

// ReadPacked reads the binary form and checks its length.
func (s *Signature) ReadPacked(r *Reader) error {
	return readTyped(r, s, SignatureSize, takeWebAuthnSignature, NewSignature, "a signature")
}

// Errors of signatures that no key can have made.
var (
	// ErrNotCanonical is specification, section 5: K1 signatures have no high bit
	// in r and s and no unnecessary leading zero.
	ErrNotCanonical = errors.New("signature is not canonical")
	// ErrUnrecoverable says that no key fits the signature and the digest.
	ErrUnrecoverable = errors.New("unable to reconstruct public key from signature")
)

// Recovery bytes of signatures by compressed keys: 27 and 4, and which of four
// points is meant.
const (
	firstRecovery = 31
	lastRecovery  = 34
)

// Recover finds the key that signed the digest. The error is ErrNotCanonical,
// ErrUnrecoverable or ErrWebAuthn.
func (s Signature) Recover(digest Checksum256) (PublicKey, error) {
	if s.kind == WA {
		return PublicKey{}, ErrWebAuthn
	}
	if len(s.data) != SignatureSize || s.data[0] < firstRecovery || s.data[0] > lastRecovery {
		return PublicKey{}, ErrUnrecoverable
	}
	recover := recoverR1
	if s.kind == K1 {
		if !s.Canonical() {
			return PublicKey{}, ErrNotCanonical
		}
		recover = recoverK1
	}
	point, err := recover([]byte(s.data), digest)
	if err != nil {
		return PublicKey{}, err
	}
	return PublicKey{s.kind, string(point)}, nil
}

// Verify checks that the key signed the digest. The error says why it did not;
// it is ErrWebAuthn when either is of the type WA.
func Verify(key PublicKey, digest Checksum256, signature Signature) error {
	if key.kind == WA {
		return ErrWebAuthn
	}
	signer, err := signature.Recover(digest)
	if err != nil {
		return fmt.Errorf("verifying a signature: %w", err)
	}
	if signer != key {
		return fmt.Errorf("verifying a signature: it is by %s, not by %s", signer, key)
	}
	return nil
}

// Canonical tells whether a K1 signature has no high bit in r and s and no
// unnecessary leading zero (specification, section 5). Other types have no such
// rule.
func (s Signature) Canonical() bool {
	return s.kind != K1 || len(s.data) == SignatureSize && canonical(s.data[1:33]) && canonical(s.data[33:])
}

func canonical(number string) bool {
	return number[0] < 0x80 && (number[0] != 0 || number[1] >= 0x80)
}
