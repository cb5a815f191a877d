package antelope

import (
	"bytes"
	"crypto/sha256"
)

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
