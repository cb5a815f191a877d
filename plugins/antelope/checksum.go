package antelope

import (
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
