package antelope

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Checksum256 is a SHA-256, printed in hexadecimal.
type Checksum256 [sha256.Size]byte

// ParseChecksum256 reads the hexadecimal form of 64 digits.
func ParseChecksum256(text string) (Checksum256, error) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != sha256.Size {
		return Checksum256{}, fmt.Errorf("reading the checksum %q: it must be %d hexadecimal digits", clip(text), 2*sha256.Size)
	}
	return Checksum256(raw), nil
}

// String is the lower-case hexadecimal form.
func (sum Checksum256) String() string { return hex.EncodeToString(sum[:]) }

// MarshalText makes checksums hexadecimal strings in JSON.
func (sum Checksum256) MarshalText() ([]byte, error) { return []byte(sum.String()), nil }

// UnmarshalText reads a checksum from JSON.
func (sum *Checksum256) UnmarshalText(text []byte) error {
	return readText(sum, text, ParseChecksum256)
}

// SigningDigest is what a transaction's signatures are made over: the SHA-256 of
// the chain's id, the packed transaction, and the SHA-256 of its packed
// context-free data, or zeros without any.
func SigningDigest(chain Checksum256, packed, contextFreeData []byte) Checksum256 {
	var free Checksum256
	if len(contextFreeData) > 0 {
		free = sha256.Sum256(contextFreeData)
	}
	return sha256.Sum256(bytes.Join([][]byte{chain[:], packed, free[:]}, nil))
}
