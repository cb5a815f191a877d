package antelope

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"

	"golang.org/x/crypto/ripemd160" //nolint:staticcheck // the checksum of key texts is fixed by the protocol
)

// Checksum256 is a SHA-256, printed in hexadecimal.
type Checksum256 [sha256.Size]byte

// String is the lower-case hexadecimal form.
func (sum Checksum256) String() string { return hex.EncodeToString(sum[:]) }

// MarshalText makes checksums hexadecimal strings in JSON.
func (sum Checksum256) MarshalText() ([]byte, error) { return []byte(sum.String()), nil }

// PublicKey is the key type, 0 for secp256k1, and a compressed point; it is
// printed in the form that starts with EOS.
type PublicKey [34]byte

const publicKeyPrefix = "EOS"

// ParsePublicKey reads the text form and checks its checksum. It does not check
// that the point lies on the curve.
func ParsePublicKey(text string) (PublicKey, error) {
	var key PublicKey
	encoded, found := strings.CutPrefix(text, publicKeyPrefix)
	if !found || len(encoded) > 64 {
		return key, fmt.Errorf("reading the public key %q: it must start with %s", clip(text), publicKeyPrefix)
	}
	raw, err := DecodeBase58(encoded)
	if err != nil {
		return key, fmt.Errorf("reading the public key %q: %w", clip(text), err)
	}
	const point = len(key) - 1
	if len(raw) != point+4 || !bytes.Equal(raw[point:], keyChecksum(raw[:point])) {
		return key, fmt.Errorf("reading the public key %q: its checksum does not match", clip(text))
	}
	copy(key[1:], raw[:point])
	return key, nil
}

// MustPublicKey is ParsePublicKey for the constants of the code; it panics on a
// bad key.
func MustPublicKey(text string) PublicKey {
	key, err := ParsePublicKey(text)
	if err != nil {
		panic(err)
	}
	return key
}

// String is the text form.
func (key PublicKey) String() string {
	return publicKeyPrefix + EncodeBase58(append(key[1:], keyChecksum(key[1:])...))
}

// MarshalText makes keys strings in JSON.
func (key PublicKey) MarshalText() ([]byte, error) { return []byte(key.String()), nil }

func keyChecksum(point []byte) []byte {
	digest := ripemd160.New()
	digest.Write(point)
	return digest.Sum(nil)[:4]
}

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// EncodeBase58 is the text form of bytes in Bitcoin's alphabet.
func EncodeBase58(data []byte) string {
	number, base, digit := new(big.Int).SetBytes(data), big.NewInt(58), new(big.Int)
	var reversed []byte
	for number.Sign() > 0 {
		number.DivMod(number, base, digit)
		reversed = append(reversed, base58Alphabet[digit.Int64()])
	}
	for _, leading := range data {
		if leading != 0 {
			break
		}
		reversed = append(reversed, base58Alphabet[0])
	}
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	return string(reversed)
}

// DecodeBase58 reads what EncodeBase58 wrote.
func DecodeBase58(text string) ([]byte, error) {
	number, base := new(big.Int), big.NewInt(58)
	zeros := 0
	for i := range len(text) {
		digit := strings.IndexByte(base58Alphabet, text[i])
		if digit < 0 {
			return nil, fmt.Errorf("%q is no base58 character", text[i])
		}
		if digit == 0 && number.Sign() == 0 {
			zeros++
		}
		number.Mul(number, base).Add(number, big.NewInt(int64(digit)))
	}
	return append(make([]byte, zeros), number.Bytes()...), nil
}
