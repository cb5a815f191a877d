package antelope

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"

	"golang.org/x/crypto/ripemd160" //nolint:staticcheck // the checksum of key texts is fixed by the protocol
)

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// maxBase58 bounds the texts that are read: reading takes quadratic time. The
// longest in use are WebAuthn signatures, some 600 characters.
const maxBase58 = 2048

// checksumSize is the number of bytes of a checksum behind what it protects.
const checksumSize = 4

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

// DecodeBase58 reads what EncodeBase58 wrote, at most 2048 characters.
func DecodeBase58(text string) ([]byte, error) {
	if len(text) > maxBase58 {
		return nil, fmt.Errorf("%d base58 characters are more than %d", len(text), maxBase58)
	}
	number, base := new(big.Int), big.NewInt(58)
	zeros := 0
	for i := range len(text) {
		digit := bytes.IndexByte([]byte(base58Alphabet), text[i])
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
