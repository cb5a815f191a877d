package antelope

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/mr-tron/base58"
	"golang.org/x/crypto/ripemd160" //nolint:staticcheck // the checksum of key texts is fixed by the protocol
)

// maxBase58 bounds the texts that are read: reading takes quadratic time. The
// longest in use are WebAuthn signatures, some 600 characters.
const maxBase58 = 2048

// checksumSize is the number of bytes of a checksum behind what it protects.
const checksumSize = 4

// EncodeBase58 is the text form of bytes in Bitcoin's alphabet.
func EncodeBase58(data []byte) string { return base58.Encode(data) }

// DecodeBase58 reads what EncodeBase58 wrote, at most 2048 characters.
func DecodeBase58(text string) ([]byte, error) {
	switch {
	case text == "":
		return nil, nil
	case len(text) > maxBase58:
		return nil, fmt.Errorf("%d base58 characters are more than %d", len(text), maxBase58)
	}
	return base58.Decode(text)
}

// encodeChecked is base58 of the data and the start of its RIPEMD-160. The
// suffix, the name of the key type, is hashed with the data but not written; it
// is empty in the form that starts with EOS.
func encodeChecked(data []byte, suffix string) string {
	return EncodeBase58(append(bytes.Clone(data), ripemdChecksum(data, suffix)...))
}

var errChecksum = errors.New("its checksum does not match")

// decodeChecked reads what encodeChecked wrote.
func decodeChecked(text, suffix string) ([]byte, error) {
	raw, err := DecodeBase58(text)
	if err != nil {
		return nil, err
	}
	size := len(raw) - checksumSize
	if size < 0 || !bytes.Equal(raw[size:], ripemdChecksum(raw[:size], suffix)) {
		return nil, errChecksum
	}
	return raw[:size:size], nil
}

func ripemdChecksum(data []byte, suffix string) []byte {
	digest := ripemd160.New()
	digest.Write(data)
	digest.Write([]byte(suffix))
	return digest.Sum(nil)[:checksumSize]
}
