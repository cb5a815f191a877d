package antelope

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

// webAuthnSignature is a vector of the tests of eoscanada/eos-go.
const webAuthnSignature = "SIG_WA_28AzYsRYSSA85Q4Jjp4zkiyBA8G85AcPsHU3HUuqLkY3LooYcFiSMGGxhEQcCzAhaZJqdaUXG16p8t63sDhqh9L4xc24CDxbf81D6FW4SXGjxQSM2D7FAJSSQCogjbqJanTP5CbSF8FWyaD4pVVAs4Z9ubqNhHCkiLDesEukwGYu6ujgwQkFqczow5cSwTqTirdgqCBjkGQLMT3KV2JwjN7b2qPAyDa2vvjsGWFP8HVTw2tctD6FBPHU9nFgtfcztkc3eqxVU9UbvUbKayU62dLZBwNCwHxmyPymH5YfoJLhBkS8s"

// vectors were computed with @wharfkit/antelope 1.2.0 and eosjs 22.1.0: signatures
// of SHA-256 digests by keys of their own tests, and shared secrets, also of
// points whose x starts with a zero.
type vectors struct {
	Signatures []struct {
		Key, Wharfkit, Eosjs string
		Digest               Checksum256
	}
	Secrets []struct {
		Private, Public, Secret string
		X                       int
	}
}

func loadVectors(t *testing.T) (v vectors) {
	t.Helper()
	content, err := os.ReadFile("testdata/signatures.json")
	if err == nil {
		err = json.Unmarshal(content, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestKeysAreRecoveredFromSignaturesOfOtherLibraries(t *testing.T) {
	kinds := map[KeyType]int{}
	for _, c := range loadVectors(t).Signatures {
		key := must(ParsePublicKey(c.Key))
		for _, text := range []string{c.Wharfkit, c.Eosjs} {
			signature, err := ParseSignature(text)
			if err != nil || signature.String() != text {
				t.Fatalf("%s became %s (%v)", text, signature, err)
			}
			if err := Verify(key, c.Digest, signature); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			other := c.Digest
			other[0]++
			if Verify(key, other, signature) == nil {
				t.Errorf("%s is a signature of another digest", text)
			}
			kinds[key.Type()]++
		}
	}
	if kinds[K1] < 16 || kinds[R1] < 16 {
		t.Errorf("verified %v", kinds)
	}
}

func TestWhatIsSignedVerifiesAndIsTheSameEachTime(t *testing.T) {
	for _, c := range privateKeys {
		text := c.text
		if text == "" {
			text = c.wif
		}
		private := MustPrivateKey(text)
		public := must(ParsePublicKey(c.public))
		for i := range byte(64) {
			digest := Checksum256(sha256.Sum256([]byte{i}))
			signature, err := private.Sign(digest)
			if err != nil {
				t.Fatal(err)
			}
			if err := Verify(public, digest, signature); err != nil || !signature.Canonical() || signature.Type() != public.Type() {
				t.Fatalf("%s by %s: canonical %v, %v", signature, public, signature.Canonical(), err)
			}
			if again, err := private.Sign(digest); err != nil || again != signature {
				t.Errorf("signed %s and then %s (%v)", signature, again, err)
			}
		}
	}
}

// Specification, section 5: k1 signatures are made canonical (no high bit in r
// and s, no unnecessary leading zero).
func TestK1SignaturesThatAreNotCanonicalAreRefused(t *testing.T) {
	digest := Checksum256(sha256.Sum256([]byte("turtles")))
	good, err := MustPrivateKey(privateKeys[0].text).Sign(digest)
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func([]byte){
		"a high bit in r":        func(raw []byte) { raw[1] |= 0x80 },
		"a high bit in s":        func(raw []byte) { raw[33] |= 0x80 },
		"a needless zero before": func(raw []byte) { raw[1], raw[2] = 0, 0x7f },
		"a needless zero in s":   func(raw []byte) { raw[33], raw[34] = 0, 0x7f },
	} {
		raw := good.Bytes()
		spoil(raw)
		for kind, want := range map[KeyType]error{K1: ErrNotCanonical, R1: nil} {
			signature, err := NewSignature(kind, raw)
			if err != nil {
				t.Fatal(err)
			}
			_, err = signature.Recover(digest)
			if want != nil && !errors.Is(err, want) || want == nil && errors.Is(err, ErrNotCanonical) {
				t.Errorf("%s of type %s: %v", name, kind, err)
			}
		}
	}
	raw := good.Bytes()
	raw[1], raw[2] = 0, 0x80 // a zero that keeps the number positive
	if signature, _ := NewSignature(K1, raw); !signature.Canonical() {
		t.Error("a needed zero is not canonical")
	}
}

func TestSignaturesThatNoKeyCanHaveMade(t *testing.T) {
	digest := Checksum256(sha256.Sum256([]byte("turtles")))
	for _, text := range []string{privateKeys[0].text, privateKeys[1].text} {
		good, err := MustPrivateKey(text).Sign(digest)
		if err != nil {
			t.Fatal(err)
		}
		for name, spoil := range map[string]func([]byte){
			"an uncompressed key": func(raw []byte) { raw[0] -= 4 },
			"no recovery byte":    func(raw []byte) { raw[0] = 0 },
			"one too large":       func(raw []byte) { raw[0] = 35 },
			"r of another round":  func(raw []byte) { raw[0] = 33 + raw[0]%2 },
		} {
			raw := good.Bytes()
			spoil(raw)
			signature, err := NewSignature(good.Type(), raw)
			if err != nil {
				t.Fatal(err)
			}
			if key, err := signature.Recover(digest); !errors.Is(err, ErrUnrecoverable) {
				t.Errorf("%s, %s: recovered %s, %v", good.Type(), name, key, err)
			}
		}
	}
	for name, raw := range map[string][]byte{
		"r is zero": append(append([]byte{31}, make([]byte, 32)...), 1), "s is zero": append([]byte{31, 1}, make([]byte, 32)...),
	} {
		signature, err := NewSignature(R1, append(raw, make([]byte, 65-len(raw))...))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := signature.Recover(digest); !errors.Is(err, ErrUnrecoverable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := (Signature{}).Recover(digest); !errors.Is(err, ErrUnrecoverable) {
		t.Errorf("the zero value: %v", err)
	}
}

// Specification, section 3 names the type wa: it is read, checked and printed,
// and computing with it says that it is not possible.
func TestWebAuthnIsReadAndPrintedAndSaysThatItCannotBeVerified(t *testing.T) {
	signature, err := ParseSignature(webAuthnSignature)
	if err != nil || signature.String() != webAuthnSignature || signature.Type() != WA {
		t.Fatalf("%s became %s (%v)", webAuthnSignature, signature, err)
	}
	var back Signature
	if err := Unmarshal(Marshal(signature), &back); err != nil || back != signature {
		t.Errorf("it came back as %s (%v)", back, err)
	}
	key := must(ParsePublicKey(publicKeys[2].text))
	private, err := NewPrivateKey(WA, append(make([]byte, 31), 7))
	if err != nil {
		t.Fatal(err)
	}
	if read, err := ParsePrivateKey(private.String()); err != nil || read != private || !strings.HasPrefix(private.String(), "PVT_WA_") {
		t.Errorf("its private key came back as another one (%v)", err)
	}
	for name, err := range map[string]error{
		"verify": Verify(key, Checksum256{}, signature), "recover": second(signature.Recover(Checksum256{})),
		"sign": second(private.Sign(Checksum256{})), "public": second(private.Public()), "secret": second(SharedSecret(private, key)),
	} {
		if !errors.Is(err, ErrWebAuthn) || !strings.Contains(err.Error(), "use one of type K1 or R1") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWebAuthnKeysAndSignaturesHaveTheirOwnLengths(t *testing.T) {
	signature, err := ParseSignature(webAuthnSignature)
	if err != nil {
		t.Fatal(err)
	}
	key := Marshal(must(ParsePublicKey(publicKeys[2].text)))[1:]
	for name, c := range map[string]struct {
		data []byte
		make func([]byte) error
	}{
		"key":       {key, func(data []byte) error { return second(NewPublicKey(WA, data)) }},
		"signature": {signature.Bytes(), func(data []byte) error { return second(NewSignature(WA, data)) }},
	} {
		for cut := range c.data {
			if c.make(c.data[:cut]) == nil {
				t.Errorf("%d of %d bytes are a whole %s", cut, len(c.data), name)
			}
		}
		if err := c.make(append(c.data, 0)); err == nil || !strings.Contains(err.Error(), "left over") {
			t.Errorf("a byte too many in a %s: %v", name, err)
		}
	}
	unknown := append([]byte{}, key...)
	unknown[PointSize] = 3
	if err := second(NewPublicKey(WA, unknown)); err == nil || !strings.Contains(err.Error(), "user presence is 3") {
		t.Errorf("a presence of 3: %v", err)
	}
	if err := second(NewPublicKey(WA, append(key[:PointSize+1], 0))); err == nil || !strings.Contains(err.Error(), "without the name of its site") {
		t.Errorf("no site: %v", err)
	}
}

// The first is a vector of test/crypto.ts of @wharfkit/antelope.
func TestSharedSecretsAreThoseOfOtherLibraries(t *testing.T) {
	one := MustPrivateKey("5KGNiwTYdDWVBc9RCC28hsi7tqHGUsikn9Gs8Yii93fXbkYzxGi")
	two := MustPrivateKey("5Kik3tbLSn24ScHFsj6GwLkgd1H4Wecxkzt1VX7PBBRDQUCdGFa")
	const want = "def2d32f6b849198d71118ef53dbc3b679fe2b2c174ee4242a33e1a3f34c46fcbaa698fb599ca0e36f555dde2ac913a10563de2c33572155487cd8b34523de9e"
	for private, public := range map[PrivateKey]string{
		one: "PUB_K1_6P8aGPEP79815rKGQ1dbc9eDxoEjatX7Lp696ve5tinnfwJ6nt",
		two: "PUB_K1_7Wp9pzhtTfN3jSyQDCktKLqxdTAcAfgT2RrVpE6KThZraa381H",
	} {
		if secret, err := SharedSecret(private, must(ParsePublicKey(public))); err != nil || hex.EncodeToString(secret[:]) != want {
			t.Errorf("with %s: %x (%v)", public, secret, err)
		}
	}
	short := map[KeyType]int{}
	for _, c := range loadVectors(t).Secrets {
		secret, err := SharedSecret(MustPrivateKey(c.Private), must(ParsePublicKey(c.Public)))
		if err != nil || hex.EncodeToString(secret[:]) != c.Secret {
			t.Errorf("with %s: %x (%v)", c.Public, secret, err)
		}
		if c.X < 32 {
			short[must(ParsePublicKey(c.Public)).Type()]++
		}
	}
	if short[K1] == 0 || short[R1] == 0 {
		t.Errorf("points whose x starts with a zero: %v", short)
	}
	if _, err := SharedSecret(one, must(ParsePublicKey(publicKeys[1].text))); err == nil || !strings.Contains(err.Error(), "a private key of type K1 and a public key of type R1") {
		t.Errorf("of two curves: %v", err)
	}
}
