package anchor

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"

	"fieldhouse/plugins/antelope"
)

// sealedMessage is what an app sends over a linked session: AES-256-CBC under a key that
// only the two can compute.
type sealedMessage struct {
	// From is the sender's key.
	From antelope.PublicKey `abi:"from"`
	// Nonce makes the key of each message another one.
	Nonce      uint64 `abi:"nonce"`
	Ciphertext []byte `abi:"ciphertext"`
	// Checksum is the start of the key's hash, by which a wrong key is noticed.
	Checksum uint32 `abi:"checksum"`
}

// Parts of the 64 bytes that a message's key is made of.
const (
	keySize = 32
	ivSize  = aes.BlockSize
)

// parseSealed reads a message's binary form.
func parseSealed(data []byte) (sealedMessage, error) {
	var message sealedMessage
	if err := antelope.Unmarshal(data, &message); err != nil {
		return sealedMessage{}, fmt.Errorf("reading a sealed message: %w", err)
	}
	return message, nil
}

// open gives what a message says to the owner of a private key.
func (m sealedMessage) open(to antelope.PrivateKey) ([]byte, error) {
	secret, err := messageKey(to, m.From, m.Nonce)
	if err != nil {
		return nil, fmt.Errorf("opening a sealed message: %w", err)
	}
	if checksum(secret) != m.Checksum {
		return nil, errors.New("opening a sealed message: its checksum does not match; it was sealed for another key")
	}
	text, err := decrypt(secret[:keySize], secret[keySize:keySize+ivSize], m.Ciphertext)
	if err != nil {
		return nil, fmt.Errorf("opening a sealed message: %w", err)
	}
	return text, nil
}

// messageKey is the SHA-512 of the nonce and what the two keys share.
func messageKey(private antelope.PrivateKey, public antelope.PublicKey, nonce uint64) ([sha512.Size]byte, error) {
	shared, err := antelope.SharedSecret(private, public)
	if err != nil {
		return shared, err
	}
	return sha512.Sum512(append(antelope.AppendUint(nil, 8, nonce), shared[:]...)), nil
}

func checksum(secret [sha512.Size]byte) uint32 {
	hash := sha256.Sum256(secret[:])
	return binary.LittleEndian.Uint32(hash[:4])
}

// decrypt opens a text that was closed by AES in CBC mode with padding (PKCS #7).
func decrypt(key, iv, closed []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if len(closed) == 0 || len(closed)%aes.BlockSize != 0 {
		return nil, fmt.Errorf("the closed text has %d bytes, which is no whole number of blocks of %d", len(closed), aes.BlockSize)
	}
	text := make([]byte, len(closed))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(text, closed)
	padding := int(text[len(text)-1])
	if padding < 1 || padding > aes.BlockSize {
		return nil, errors.New("the padding of the closed text is wrong")
	}
	end := len(text) - padding
	for _, pad := range text[end:] {
		if int(pad) != padding {
			return nil, errors.New("the padding of the closed text is wrong")
		}
	}
	return text[:end], nil
}
