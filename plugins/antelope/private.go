package antelope

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"fmt"
	"strings"
)

// PrivateKey is a key type and a secret number. It is for stand-in wallets and
// tests: this process never holds a key that owns anything.
type PrivateKey struct {
	kind   KeyType
	secret [PrivateKeySize]byte
}

const privatePrefix = "PVT"

// wifVersion is the first byte of the wallet import format.
const wifVersion = 0x80

// NewPrivateKey makes a key of 32 bytes, which must be a number from 1 to one
// less than the order of the type's curve.
func NewPrivateKey(kind KeyType, secret []byte) (PrivateKey, error) {
	if kind > WA {
		return PrivateKey{}, errors.New(kind.String())
	}
	if len(secret) != PrivateKeySize {
		return PrivateKey{}, fmt.Errorf("a private key of type %s has %d bytes, not %d", kind, PrivateKeySize, len(secret))
	}
	valid := validR1Secret
	if kind == K1 {
		valid = validK1Secret
	}
	if !valid(secret) {
		return PrivateKey{}, fmt.Errorf("the number of the private key is not from 1 to the order of the curve of type %s", kind)
	}
	return PrivateKey{kind, [PrivateKeySize]byte(secret)}, nil
}

// ParsePrivateKey reads both text forms, "PVT_K1_..." and the wallet import
// format "5...", and checks checksum, length and range. Errors do not hold the
// key.
func ParsePrivateKey(text string) (PrivateKey, error) {
	kind, secret, err := readPrivateText(text)
	key := PrivateKey{}
	if err == nil {
		key, err = NewPrivateKey(kind, secret)
	}
	if err != nil {
		return PrivateKey{}, fmt.Errorf("reading a private key: %w", err)
	}
	return key, nil
}

func readPrivateText(text string) (KeyType, []byte, error) {
	if strings.HasPrefix(text, privatePrefix) {
		kind, secret, err := parseTyped(text, privatePrefix)
		return kind, secret, err
	}
	raw, err := DecodeBase58(text)
	if err != nil {
		return 0, nil, err
	}
	size := len(raw) - checksumSize
	if size < 1 || raw[0] != wifVersion {
		return 0, nil, fmt.Errorf("it must be like %s_K1_ and base58 characters, or in the wallet import format", privatePrefix)
	}
	if !bytes.Equal(raw[size:], wifChecksum(raw[:size])) {
		return 0, nil, errChecksum
	}
	return K1, raw[1:size], nil
}

// MustPrivateKey is ParsePrivateKey for the constants of the code; it panics on
// a bad key.
func MustPrivateKey(text string) PrivateKey { return must(ParsePrivateKey(text)) }

// Type is the key's type.
func (key PrivateKey) Type() KeyType { return key.kind }

// String is the secret itself, in the form "PVT_K1_...".
func (key PrivateKey) String() string { return printTyped(privatePrefix, key.kind, key.secret[:]) }

func wifChecksum(data []byte) []byte {
	once := sha256.Sum256(data)
	twice := sha256.Sum256(once[:])
	return twice[:checksumSize]
}

// Public is the public key. The error is ErrWebAuthn.
func (key PrivateKey) Public() (PublicKey, error) {
	switch key.kind {
	case K1:
		return PublicKey{K1, string(publicK1(key.secret))}, nil
	case R1:
		point, err := publicR1(key.secret)
		return PublicKey{R1, string(point)}, err
	}
	return PublicKey{}, ErrWebAuthn
}

// Sign signs a SHA-256. The same key and digest always give the same signature.
// K1 signatures are canonical (specification, section 5). The error is
// ErrWebAuthn.
func (key PrivateKey) Sign(digest Checksum256) (Signature, error) {
	switch key.kind {
	case K1:
		return Signature{K1, string(signK1(key.secret, digest))}, nil
	case R1:
		raw, err := signR1(key.secret, digest)
		return Signature{R1, string(raw)}, err
	}
	return Signature{}, ErrWebAuthn
}

// SharedSecret is what the owners of two keys of the same type have in common
// (ECDH): the SHA-512 of the shared point's x without its leading zeros, as
// wallets compute it. Messages to a wallet are sealed with it.
func SharedSecret(private PrivateKey, public PublicKey) ([sha512.Size]byte, error) {
	if private.kind != public.kind {
		return [sha512.Size]byte{}, fmt.Errorf("computing a shared secret: a private key of type %s and a public key of type %s", private.kind, public.kind)
	}
	var x []byte
	var err error
	switch private.kind {
	case K1:
		x, err = sharedK1(private.secret, public.Point())
	case R1:
		x, err = sharedR1(private.secret, public.Point())
	default:
		err = ErrWebAuthn
	}
	if err != nil {
		return [sha512.Size]byte{}, fmt.Errorf("computing a shared secret: %w", err)
	}
	return sha512.Sum512(bytes.TrimLeft(x, "\x00")), nil
}
