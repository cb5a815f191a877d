package antelope

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// PublicKey is a key type and a compressed point that lies on its curve; of a
// WebAuthn key also the user presence and the site it is bound to. Keys can be
// compared with == and be keys of maps. The zero value is no valid key.
type PublicKey struct {
	kind KeyType
	// data is the binary form without the type. It is a string so that keys can
	// be compared.
	data string
}

// legacyPrefix starts the older text form, which only K1 keys have. Nodes print
// them in it to this day.
const legacyPrefix = "EOS"

const publicPrefix = "PUB"

// NewPublicKey makes a key of its binary form without the type: 33 bytes for K1
// and R1. The point must lie on the curve.
func NewPublicKey(kind KeyType, data []byte) (PublicKey, error) {
	point := data
	switch kind {
	case K1, R1:
		if len(data) != PointSize {
			return PublicKey{}, fmt.Errorf("a public key of type %s has %d bytes, not %d", kind, PointSize, len(data))
		}
	case WA:
		if err := wholly(data, takeWebAuthnKey, "public key"); err != nil {
			return PublicKey{}, err
		}
		point = data[:PointSize]
	default:
		return PublicKey{}, errors.New(kind.String())
	}
	if !onCurve(kind, point) {
		return PublicKey{}, fmt.Errorf("the point of the public key is not on the curve of type %s", kind)
	}
	return PublicKey{kind, string(data)}, nil
}

// ParsePublicKey reads both text forms, "EOS..." and "PUB_K1_...", and checks
// the checksum, the length and that the point lies on the curve.
func ParsePublicKey(text string) (PublicKey, error) {
	kind, data, err := readPublicText(text)
	key := PublicKey{}
	if err == nil {
		key, err = NewPublicKey(kind, data)
	}
	if err != nil {
		return PublicKey{}, fmt.Errorf("reading the public key %q: %w", clip(text), err)
	}
	return key, nil
}

func readPublicText(text string) (KeyType, []byte, error) {
	if encoded, legacy := strings.CutPrefix(text, legacyPrefix); legacy {
		data, err := decodeChecked(encoded, "")
		return K1, data, err
	}
	if !strings.HasPrefix(text, publicPrefix) {
		return 0, nil, fmt.Errorf("it must start with %s or %s_", legacyPrefix, publicPrefix)
	}
	return parseTyped(text, publicPrefix)
}

// Type is the key's type.
func (key PublicKey) Type() KeyType { return key.kind }

// Point is the compressed curve point of 33 bytes.
func (key PublicKey) Point() []byte { return []byte(key.data)[:min(PointSize, len(key.data))] }

// IsZero reports whether it is the zero value, which is no key.
func (key PublicKey) IsZero() bool { return key == PublicKey{} }

// String is the text form that nodes print: "EOS..." for K1, "PUB_R1_..." and
// "PUB_WA_..." for the others. The zero value is the empty string.
func (key PublicKey) String() string {
	if key.kind != K1 {
		return key.Typed()
	}
	if key.data == "" {
		return ""
	}
	return legacyPrefix + encodeChecked([]byte(key.data), "")
}

// Typed is the text form that names the type: "PUB_K1_...".
func (key PublicKey) Typed() string {
	if key.data == "" {
		return ""
	}
	return printTyped(publicPrefix, key.kind, []byte(key.data))
}

// MarshalText makes keys strings in JSON.
func (key PublicKey) MarshalText() ([]byte, error) { return []byte(key.String()), nil }

// UnmarshalText reads a key from JSON.
func (key *PublicKey) UnmarshalText(text []byte) error { return readText(key, text, ParsePublicKey) }

// AppendPacked adds the binary form: the type and the data.
func (key PublicKey) AppendPacked(data []byte) []byte {
	data = append(data, byte(key.kind))
	if key.data == "" {
		return append(data, make([]byte, PointSize)...)
	}
	return append(data, key.data...)
}

// ReadPacked reads the binary form and checks it as NewPublicKey does.
func (key *PublicKey) ReadPacked(r *Reader) error {
	return readTyped(r, key, PointSize, takeWebAuthnKey, NewPublicKey, "a public key")
}

// readTyped reads a type and the data after it, which has a fixed size except
// for WebAuthn, and makes a value of them.
func readTyped[T any](r *Reader, into *T, size int, takeWebAuthn func(*Reader) ([]byte, error), make func(KeyType, []byte) (T, error), what string) error {
	kind, err := r.Uint(1)
	var data []byte
	switch {
	case err != nil:
	case KeyType(kind) == WA:
		data, err = takeWebAuthn(r)
	case kind < uint64(WA):
		data, err = r.Take(size)
	default:
		err = errors.New(KeyType(kind).String())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	made, err := make(KeyType(kind), data)
	if err == nil {
		*into = made
	}
	return err
}

// onCurve tells whether a compressed point lies on the curve of the type.
func onCurve(kind KeyType, point []byte) bool {
	if kind == K1 {
		return onK1(point)
	}
	return onR1(point)
}

// ComparePublicKeys orders keys by type and bytes, as nodes do.
func ComparePublicKeys(one, two PublicKey) int {
	return cmp.Or(cmp.Compare(one.kind, two.kind), cmp.Compare(one.data, two.data))
}

// KeyType says which curve and form a key or a signature has. Its value is the
// first byte of the binary form.
type KeyType uint8

// Types of keys (specification, section 3, "Key material").
const (
	// K1 is secp256k1, which most accounts use.
	K1 KeyType = iota
	// R1 is NIST P-256, which secure hardware uses.
	R1
	// WA is a WebAuthn credential: a P-256 key bound to a site. Its keys and
	// signatures are read, checked in form and printed, but not computed with.
	WA
)

// Sizes in bytes (specification, section 3).
const (
	// PrivateKeySize is that of a private key without its type.
	PrivateKeySize = 32
	// PointSize is that of a compressed curve point: a public key without its type.
	PointSize = 33
	// SignatureSize is that of a signature without its type: the recovery byte
	// and 32 bytes each for r and s.
	SignatureSize = 65
)

// ErrWebAuthn says that a key or a signature is of the type WA, with which
// nothing can be signed, verified or recovered here.
var ErrWebAuthn = errors.New("keys and signatures of type WA (WebAuthn) can be read and printed but not computed with; use one of type K1 or R1")

var keyTypeNames = []string{"K1", "R1", "WA"}

// String is the name that stands in text forms: K1, R1 or WA.
func (t KeyType) String() string {
	if int(t) >= len(keyTypeNames) {
		return fmt.Sprintf("unknown key type %d", uint8(t))
	}
	return keyTypeNames[t]
}

// parseTyped reads "<kind>_<type>_<base58>" and its checksum, which covers the
// type.
func parseTyped(text, kind string) (KeyType, []byte, error) {
	rest, found := strings.CutPrefix(text, kind+"_")
	name, encoded, separated := strings.Cut(rest, "_")
	if !found || !separated {
		return 0, nil, fmt.Errorf("it must be like %s_K1_ and base58 characters", kind)
	}
	for t := range KeyType(len(keyTypeNames)) {
		if name != t.String() {
			continue
		}
		data, err := decodeChecked(encoded, name)
		return t, data, err
	}
	return 0, nil, fmt.Errorf("%s is none of the key types %s", clip(name), strings.Join(keyTypeNames, ", "))
}

func printTyped(kind string, t KeyType, data []byte) string {
	return kind + "_" + t.String() + "_" + encodeChecked(data, t.String())
}
