package antelope

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// publicKeys are vectors of the tests of @wharfkit/antelope (test/crypto.ts,
// test/chain.ts): the text, the packed form, and the older text.
var publicKeys = []struct {
	kind                KeyType
	text, packed, older string
}{
	{K1, "PUB_K1_6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeACcSRFs",
		"0002caee1a02910b18dfd5d9db0e8a4bc90f8dd34cedbbfb00c6c841a2abb2fa28cc",
		"EOS6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeABhJRin"},
	{R1, "PUB_R1_8E46r5HiQF84o6V8MWQQg1vPpgfjYA4XDqT6xbtaaebxw7XbLu", "", ""},
	{WA, "PUB_WA_WdCPfafVNxVMiW5ybdNs83oWjenQXvSt1F49fg9mv7qrCiRwHj5b38U3ponCFWxQTkDsMC",
		"020220b9dab512e892392a44a9f41f9433c9fbd80db864e9df5889c2407db3acbb9f010d6b656f73642e696e76616c6964", ""},
}

func TestPublicKeysReadAndPrintAsWalletsDo(t *testing.T) {
	for _, c := range publicKeys {
		key, err := ParsePublicKey(c.text)
		if err != nil || key.Type() != c.kind || key.Typed() != c.text {
			t.Errorf("%s became %s (%v)", c.text, key.Typed(), err)
			continue
		}
		packed := Marshal(key)
		if c.packed != "" && hex.EncodeToString(packed) != c.packed {
			t.Errorf("%s packs to %x", c.text, packed)
		}
		var back PublicKey
		if err := Unmarshal(packed, &back); err != nil || back != key {
			t.Errorf("%s came back as %s (%v)", c.text, back, err)
		}
		if c.older == "" {
			if key.String() != c.text {
				t.Errorf("%s prints as %s", c.text, key)
			}
			continue
		}
		if older, err := ParsePublicKey(c.older); err != nil || older != key || key.String() != c.older {
			t.Errorf("%s became %s (%v), printed %s", c.older, older, err, key)
		}
	}
}

// privateKeys are vectors of test/crypto.ts of @wharfkit/antelope and of
// eosjs-jssig.test.ts of eosjs.
var privateKeys = []struct{ text, wif, public string }{
	{"PVT_K1_2be6BwD56MHeVD4P95bRLdnP3oB3P4QRAXAsSKh4N8Xu6d4Aux", "5KQvfsPJ9YvGuVbLRLXVWPNubed6FWvV8yax6cNSJEzB4co3zFu",
		"PUB_K1_6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeACcSRFs"},
	{"PVT_R1_2dSFGZnA4oFvMHwfjeYCtK2MLLPNYWgYRXrPTcnTaLZFkDSELm", "",
		"PUB_R1_8E46r5HiQF84o6V8MWQQg1vPpgfjYA4XDqT6xbtaaebxw7XbLu"},
	{"", "5J4zo6Af9QnAeJmNEQeAR4MNhaG7SKVReAYgZC8655hpkbbBscr", "PUB_K1_87DUhBcZrLhyFfBVDyu1iWZJUGURqbk6CQxwv5g6iWUD2X45Hv"},
	{"", "5Juww5SS6aLWxopXBAWzwqrwadiZKz7XpKAiktXTKcfBGi1DWg8", "PUB_K1_7tgwU6E7pAUQJgqEJt66Yi8cWvanTUW8ZfBjeXeJBQvhYTBFvY"},
	{"PVT_R1_GrfEfbv5at9kbeHcGagQmvbFLdm6jqEpgE1wsGbrfbZNjpVgT", "", "PUB_R1_4ztaVy8L9zbmzTdpfq5GcaFYwGwXTNmN3qW7qcgHMmfUZhpzQQ"},
	{"PVT_R1_wCpPsaY9o8NU9ZsuwaYVQUDkCfj1aWJZGVcmMM6XyYHJVqvqp", "", "PUB_R1_5xawnnr3mWayv2wkiqBGWqu4RQLNJffLSXHiL3BofdY7ortMy4"},
}

func TestPrivateKeysReadAndPrintAsWalletsDo(t *testing.T) {
	for _, c := range privateKeys {
		text := c.text
		if text == "" {
			text = c.wif
		}
		key, err := ParsePrivateKey(text)
		if err != nil {
			t.Errorf("%s: %v", c.public, err)
			continue
		}
		public, err := key.Public()
		if err != nil || public.Typed() != c.public || c.text != "" && key.String() != c.text {
			t.Errorf("the public key is %s (%v), want %s", public.Typed(), err, c.public)
		}
		if back, err := ParsePrivateKey(key.String()); err != nil || back != key {
			t.Errorf("the key of %s came back as another one (%v)", c.public, err)
		}
		if c.wif == "" {
			continue
		}
		if again, err := ParsePrivateKey(c.wif); err != nil || again != key {
			t.Errorf("the import format of the key of %s is another one (%v)", c.public, err)
		}
	}
}

// Specification, section 3: a private key is a type and 32 bytes, a public key a
// type and a 33-byte compressed point, a signature a type and 65 bytes.
func TestKeysAndSignaturesHaveTheSizesOfTheSpecification(t *testing.T) {
	point := must(ParsePublicKey(publicKeys[0].text)).Point()
	for _, kind := range []KeyType{K1, R1} {
		for size := range 70 {
			data := bytes.Repeat([]byte{1}, size)
			_, errPrivate := NewPrivateKey(kind, data)
			_, errSignature := NewSignature(kind, data)
			if (errPrivate == nil) != (size == 32) || (errSignature == nil) != (size == 65) {
				t.Errorf("%s of %d bytes: private key %v, signature %v", kind, size, errPrivate, errSignature)
			}
			for _, text := range []string{printTyped("PVT", kind, data), printTyped("SIG", kind, data), printTyped("PUB", kind, data)} {
				_, errPrivate := ParsePrivateKey(text)
				_, errSignature := ParseSignature(text)
				_, errPublic := ParsePublicKey(text)
				want := strings.HasPrefix(text, "PVT") && size == 32 || strings.HasPrefix(text, "SIG") && size == 65
				if (errPrivate == nil || errSignature == nil || errPublic == nil) != want {
					t.Errorf("%s of %d bytes: %v, %v, %v", text[:7], size, errPrivate, errSignature, errPublic)
				}
			}
		}
	}
	for size := range 70 {
		if _, err := NewPublicKey(K1, append(bytes.Clone(point), point...)[:size]); (err == nil) != (size == 33) {
			t.Errorf("a public key of %d bytes: %v", size, err)
		}
	}
	for _, err := range []error{second(NewPrivateKey(3, point[1:])), second(NewPublicKey(3, point)), second(NewSignature(3, append(point, point[1:]...)))} {
		if err == nil || !strings.Contains(err.Error(), "unknown key type 3") {
			t.Errorf("the type 3: %v", err)
		}
	}
}

func second[Value any](_ Value, err error) error { return err }

// Specification, section 5: the curve point must be valid.
func TestPointsMustLieOnTheirCurve(t *testing.T) {
	for _, kind := range []KeyType{K1, R1, WA} {
		tail := []byte{}
		if kind == WA {
			tail = []byte{1, 1, 'x'}
		}
		accepted := 0
		for x := range byte(16) {
			data := append(append(append([]byte{2}, make([]byte, 31)...), x), tail...)
			if _, err := NewPublicKey(kind, data); err == nil {
				accepted++
			} else if !strings.Contains(err.Error(), "not on the curve") {
				t.Errorf("%s: %v", kind, err)
			}
		}
		if accepted < 3 || accepted > 13 { // about half of all x have a point
			t.Errorf("%s: %d of 16 points lie on the curve", kind, accepted)
		}
		for _, first := range []byte{0, 1, 4, 6} {
			point := must(ParsePublicKey(publicKeys[0].text)).Point()
			point[0] = first
			if _, err := NewPublicKey(kind, append(point, tail...)); err == nil {
				t.Errorf("%s: a point that starts with %d", kind, first)
			}
		}
	}
}

func TestPrivateNumbersMustBeInRange(t *testing.T) {
	orders := map[KeyType]string{
		K1: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", // SEC 2, section 2.4.1
		R1: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", // SEC 2, section 2.4.2
	}
	for kind, text := range orders {
		order, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		last := bytes.Clone(order)
		last[31]--
		for _, c := range []struct {
			secret []byte
			valid  bool
		}{{make([]byte, 32), false}, {order, false}, {bytes.Repeat([]byte{0xff}, 32), false}, {last, true}} {
			if _, err := NewPrivateKey(kind, c.secret); (err == nil) != c.valid {
				t.Errorf("%s: %x: %v", kind, c.secret, err)
			}
		}
	}
}

func TestKeyTextsThatWalletsRefuse(t *testing.T) {
	for _, text := range []string{
		"", "PUB", "PUB_", "PUB_K1", "PUB_K1_", "PUB_XX_6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeACcSRFs",
		"PUB_R1_6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeACcSRFs", // the checksum of another type
		"EOS6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeACcSRFs",     // and of another form
		"PUB_K1_6RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeACcSRFt",
		"PUB_K1_16RrvujLQN1x5Tacbep1KAk8zzKpSThAQXBCKYFfGUYeACcSRFs", "PUB_K1_6Rrvu" + strings.Repeat("1", 5000),
	} {
		if _, err := ParsePublicKey(text); err == nil {
			t.Errorf("%.80s is no public key", text)
		}
		if _, err := ParsePrivateKey(strings.Replace(text, "PUB", "PVT", 1)); err == nil {
			t.Errorf("%.80s is no private key", text)
		}
		if _, err := ParseSignature(strings.Replace(text, "PUB", "SIG", 1)); err == nil {
			t.Errorf("%.80s is no signature", text)
		}
	}
	// The checksum vectors of test/crypto.ts.
	for _, text := range []string{"PVT_K1_2be6BwD56MHeVD4P95bRLdnP3oB3P4QRAXAsSKh4N8Xu6d4Auz", "5KQvfsPJ9YvGuVbLRLXVWPNubed6FWvV8yax6cNSJEzB4co3zxx"} {
		if _, err := ParsePrivateKey(text); !errors.Is(err, errChecksum) || strings.Contains(err.Error(), text[10:]) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestKeysAreTextInJSON(t *testing.T) {
	var keys map[PublicKey]Signature
	text := `{"` + publicKeys[0].older + `":"` + webAuthnSignature + `"}`
	if err := json.Unmarshal([]byte(text), &keys); err != nil {
		t.Fatal(err)
	}
	if back, err := json.Marshal(keys); err != nil || string(back) != text {
		t.Errorf("%s came back as %s (%v)", text, back, err)
	}
	if back, err := json.Marshal(MustPrivateKey(privateKeys[0].text)); err != nil || string(back) != "{}" {
		t.Errorf("a private key goes into JSON as %s (%v)", back, err)
	}
}

func FuzzKeyTexts(f *testing.F) {
	for _, c := range publicKeys {
		f.Add(c.text)
	}
	for _, c := range privateKeys {
		f.Add(c.text + c.wif)
	}
	f.Add(publicKeys[0].older)
	f.Add(webAuthnSignature)
	f.Fuzz(func(t *testing.T, text string) {
		if key, err := ParsePublicKey(text); err == nil && key.String() != text && key.Typed() != text {
			t.Errorf("the public key %q came back as %s", text, key.Typed())
		}
		if key, err := ParsePrivateKey(text); err == nil {
			if back, err := ParsePrivateKey(key.String()); err != nil || back != key {
				t.Errorf("a private key came back as another one")
			}
		}
		if signature, err := ParseSignature(text); err == nil && signature.String() != text {
			t.Errorf("the signature %q came back as %s", text, signature)
		}
	})
}

func FuzzPackedKeys(f *testing.F) {
	f.Add(Marshal(must(ParsePublicKey(publicKeys[2].text))))
	f.Add(append([]byte{2}, make([]byte, 70)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		var key PublicKey
		if Unmarshal(data, &key) == nil && !bytes.Equal(Marshal(key), data) {
			t.Errorf("the key %x came back as %x", data, Marshal(key))
		}
		var signature Signature
		if Unmarshal(data, &signature) == nil && !bytes.Equal(Marshal(signature), data) {
			t.Errorf("the signature %x came back as %x", data, Marshal(signature))
		}
	})
}
