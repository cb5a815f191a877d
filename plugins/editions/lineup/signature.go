package lineup

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"fieldhouse/plugins/editions/lineup/journal"
)

// macLength is how many bytes of the HMAC a signature has: 128 bits.
const macLength = 16

// signer signs the lineups that pages are made with, and previews: nobody else can name one.
type signer struct{ key []byte }

// newSigner is the signer with the store's secret. Where that can neither be read nor
// written it answers one of its own with the error: it knows the lineups of this process.
func newSigner(store string) (signer, error) {
	key, err := journal.Secret(store)
	if err != nil {
		key = make([]byte, journal.SecretLength)
		rand.Read(key)
		return signer{key}, fmt.Errorf("the key for lineups in %s: %w: pages that are open load anew after a restart", store, err)
	}
	return signer{key}, nil
}

// sign is a lineup's ID with its signature.
func (s signer) sign(id string) string {
	return id + "." + base64.RawURLEncoding.EncodeToString(s.mac("lineup", id))
}

// verify is the ID of a lineup that this signer signed.
func (s signer) verify(signed string) (id string, ok bool) {
	id, signature, _ := strings.Cut(signed, ".")
	given, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	return id, err == nil && hmac.Equal(given, s.mac("lineup", id))
}

// mac is the signature of a text of a kind: one of another kind's is none.
func (s signer) mac(kind, text string) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(kind + " " + text))
	return mac.Sum(nil)[:macLength]
}
