package antelope

import (
	"errors"
	"fmt"
	"strings"
)

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
