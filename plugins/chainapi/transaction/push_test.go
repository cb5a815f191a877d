package transaction_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/plugintest/must"
)

var expiration = time.Date(2024, 8, 13, 16, 3, 0, 0, time.UTC)

var calls = []string{transaction.PushTransaction, transaction.SendTransaction, transaction.SendTransaction2}

func TestTheIDIsTheHashOfThePackedTransactionWhateverTheCompression(t *testing.T) {
	packed := chainapitest.Packed(expiration, 324_182_161, "deposit")
	for _, call := range calls {
		plain := must.Get(transaction.Parse(call, chainapitest.ChainID, chainapitest.Body(call, packed)))(t)
		deflated := strings.Replace(string(chainapitest.Body(call, chainapitest.Deflated(packed))), `"compression":0`, `"compression":1`, 1)
		small := must.Get(transaction.Parse(call, chainapitest.ChainID, []byte(deflated)))(t)
		for _, push := range []*transaction.Push{plain, small} {
			if push.ID != chainapitest.ID(packed) || !push.Expiration.Equal(expiration) || push.RefBlock != 324_182_161&0xffff {
				t.Errorf("%s: push %+v", call, push)
			}
		}
	}
}

func TestAPushIsWrittenAnewWithoutWhatANodeDoesNotRead(t *testing.T) {
	packed := hex.EncodeToString(chainapitest.Packed(expiration, 1, "a"))
	for name, test := range map[string]struct{ call, body, want string }{
		"order, space, case and names": {
			transaction.PushTransaction,
			` {"packed_trx" : "` + strings.ToUpper(packed) + `", "extra": {"x":1},
			   "signatures": [ "` + chainapitest.Signature + `" ], "compression":"none" } `,
			`{"compression":0,"packed_context_free_data":"","packed_trx":"` + packed + `","signatures":["` + chainapitest.Signature + `"]}`,
		},
		"no signatures": {
			transaction.SendTransaction,
			`{"packed_trx":"` + packed + `","packed_context_free_data":"0101FF"}`,
			`{"compression":0,"packed_context_free_data":"0101ff","packed_trx":"` + packed + `","signatures":[]}`,
		},
		"a node is never told to send again": {
			transaction.SendTransaction2,
			`{"retry_trx":true,"retry_trx_num_blocks":10,"return_failure_trace":false,"transaction":{"packed_trx":"` + packed + `"}}`,
			`{"retry_trx":false,"return_failure_trace":false,"transaction":{"compression":0,"packed_context_free_data":"","packed_trx":"` + packed + `","signatures":[]}}`,
		},
	} {
		push, err := transaction.Parse(test.call, chainapitest.ChainID, []byte(test.body))
		if err != nil || string(push.Body) != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, push.Body, test.want)
		}
	}
}

func TestTheSumTellsSignaturesAndCallsApartAndTheIDDoesNot(t *testing.T) {
	packed := chainapitest.Packed(expiration, 1, "a")
	first := chainapitest.Push(t, transaction.SendTransaction, packed)
	same := chainapitest.Push(t, transaction.SendTransaction, packed)
	otherSignature := chainapitest.Push(t, transaction.SendTransaction, packed, chainapitest.OtherSignature(1))
	otherCall := chainapitest.Push(t, transaction.SendTransaction2, packed)
	if first.Sum != same.Sum || first.Sum == otherSignature.Sum || first.Sum == otherCall.Sum {
		t.Error("the sums are wrong")
	}
	if first.ID != otherSignature.ID || first.ID != otherCall.ID {
		t.Error("the ids differ")
	}
}

func TestWhatIsNotExactlyOneTransactionIsRefused(t *testing.T) {
	packed := chainapitest.Packed(expiration, 1, "a")
	long := packed[:len(packed)-1]
	for name, test := range map[string]struct {
		packed []byte
		says   string
	}{
		"nothing":                    {nil, "there is no packed_trx"},
		"a header":                   {packed[:10], "ends too early"},
		"cut":                        {packed[:len(packed)-1], "ends too early"},
		"something behind":           {slices.Concat(packed, []byte{0}), "1 bytes stand behind its end"},
		"a length that is too long":  {slices.Concat(long, []byte{0x80, 0x00}), "longer than it needs"},
		"a list that cannot be true": {slices.Concat(long, []byte{0xff, 0xff, 0xff, 0xff, 0x0f}), "ends too early"},
	} {
		_, err := transaction.Parse(transaction.PushTransaction, chainapitest.ChainID, chainapitest.Body(transaction.PushTransaction, test.packed))
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: error %v, which should say %q", name, err, test.says)
		}
	}
}

func TestAnInflatedTransactionIsBounded(t *testing.T) {
	bomb := chainapitest.Deflated(make([]byte, 4<<20))
	body := func(packed []byte) []byte {
		return []byte(strings.Replace(string(chainapitest.Body(transaction.PushTransaction, packed)), `"compression":0`, `"compression":1`, 1))
	}
	_, err := transaction.Parse(transaction.PushTransaction, chainapitest.ChainID, body(bomb))
	if err == nil || !strings.Contains(err.Error(), "more than 524288 bytes") {
		t.Errorf("a bomb of %d bytes: error %v", len(bomb), err)
	}
	deflated := chainapitest.Deflated(chainapitest.Packed(expiration, 1, "a"))
	for name, stream := range map[string][]byte{
		"something behind": slices.Concat(deflated, []byte{1}),
		"cut":              deflated[:len(deflated)-2],
		"no zlib":          []byte("plain"),
	} {
		if _, err := transaction.Parse(transaction.PushTransaction, chainapitest.ChainID, body(stream)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestARequestThatIsNoPushIsRefused(t *testing.T) {
	packed := hex.EncodeToString(chainapitest.Packed(expiration, 1, "a"))
	for body, says := range map[string]string{
		``:                      "not JSON",
		`[]`:                    "not a JSON object",
		`{"transaction":{}}`:    "no packed_trx",
		`{"packed_trx":1}`:      "string of hex digits",
		`{"packed_trx":"xyz"}`:  "string of hex digits",
		`{"packed_trx":"\ud8"}`: "not JSON",
		"{\"a\":\"\xff\"}":      "not UTF-8",
		`{"packed_trx":"` + packed + `","packed_trx":"` + packed + `"}`:                                                     "stands twice",
		`{"packed_trx":"` + packed + `","compression":2}`:                                                                   "compression 2",
		`{"packed_trx":"` + packed + `","signatures":"x"}`:                                                                  "list of strings",
		`{"packed_trx":"` + packed + `","signatures":null}`:                                                                 "list of strings",
		`{"packed_trx":"` + packed + `","signatures":["x"]}`:                                                                "signature 1 is not one",
		`{"packed_trx":"` + packed + `","signatures":["SIG_K1_a\"b"]}`:                                                      "signature 1 is not one",
		`{"packed_trx":"` + packed + `","signatures":[` + strings.Repeat(`"",`, 16) + `""]}`:                                "17 signatures",
		`{"packed_trx":"` + packed + `","signatures":["SIG_K1_` + strings.Repeat("a", 1024) + `"]}`:                         "signature 1 is not one",
		`{"packed_trx":"` + packed + `","signatures":["` + chainapitest.Signature + `","` + chainapitest.Signature + `x"]}`: "signature 2 is not one",
		`{"packed_trx":"` + packed + `","packed_context_free_data":[]}`:                                                     "string of hex digits",
		`{"packed_trx":"` + packed + `","compression":{"none":` + strings.Repeat("1", 99) + `}}`:                            "compression {\"none\":111",
		`{"packed_trx":"` + packed + `"} {}`:                                                                                "not JSON",
	} {
		_, err := transaction.Parse(transaction.PushTransaction, chainapitest.ChainID, []byte(body))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.80q: error %v, which should say %q", body, err, says)
		}
	}
	for body, says := range map[string]string{
		`{}`:                                    "no transaction",
		`{"transaction":[]}`:                    "transaction: it is not a JSON object",
		`{"transaction":{"a":1,"a":2}}`:         "stands twice",
		`{"return_failure_trace":1}`:            "true or false",
		`{"packed_trx":"` + packed + `"}`:       "no transaction",
		`{"transaction":{"signatures":[null]}}`: "no packed_trx",
	} {
		_, err := transaction.Parse(transaction.SendTransaction2, chainapitest.ChainID, []byte(body))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.80q: error %v, which should say %q", body, err, says)
		}
	}
}

// A node says of these only that something went wrong, and not that it was final.
func TestASignatureThatNoKeyCanHaveMadeIsRefused(t *testing.T) {
	packed := chainapitest.Packed(expiration, 1, "a")
	parse := func(chain antelope.Checksum256, packed, raw []byte) error {
		t.Helper()
		signature := must.Get(antelope.NewSignature(antelope.K1, raw))(t)
		_, err := transaction.Parse(transaction.PushTransaction, chain, chainapitest.Body(transaction.PushTransaction, packed, signature.String()))
		return err
	}
	good := must.Get(antelope.ParseSignature(chainapitest.Signature))(t)
	for name, spoil := range map[string]func([]byte){
		"not canonical":    func(raw []byte) { raw[1] |= 0x80 },
		"no recovery byte": func(raw []byte) { raw[0] = 0 },
		"r of no point":    func(raw []byte) { raw[0] = 33 },
	} {
		raw := good.Bytes()
		spoil(raw)
		if err := parse(chainapitest.ChainID, packed, raw); err == nil || !strings.Contains(err.Error(), "signature 1 is not one") {
			t.Errorf("%s: error %v", name, err)
		}
	}

	// With the base point as r and the digest as s, the key would be the point at
	// infinity: such a signature fits no key for this chain, and one for any other.
	for i := 0; ; i++ {
		packed := chainapitest.Packed(expiration, 1, fmt.Sprint(i))
		digest := sha256.Sum256(slices.Concat(chainapitest.ChainID[:], packed, make([]byte, 32)))
		base := must.Get(hex.DecodeString("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))(t)
		raw := slices.Concat([]byte{31}, base, digest[:])
		if signature, err := antelope.NewSignature(antelope.K1, raw); err != nil || !signature.Canonical() {
			continue
		}
		if err := parse(chainapitest.ChainID, packed, raw); err == nil {
			t.Error("a signature that is made to fit no key is taken")
		}
		if err := parse(antelope.Checksum256{1}, packed, raw); err != nil {
			t.Errorf("of another chain: %v", err)
		}
		return
	}
}

func TestSignaturesOfEveryTypeAreTaken(t *testing.T) {
	packed := chainapitest.Packed(expiration, 1, "a")
	r1 := must.Get(antelope.MustPrivateKey("PVT_R1_GrfEfbv5at9kbeHcGagQmvbFLdm6jqEpgE1wsGbrfbZNjpVgT").Sign(antelope.Checksum256{1}))(t)
	wa, err := antelope.NewSignature(antelope.WA, make([]byte, antelope.SignatureSize+2)) // with two empty lists
	must.Do(t, err)
	chainapitest.Push(t, transaction.SendTransaction, packed, chainapitest.Signature, r1.String(), wa.String())
}

func FuzzPush(f *testing.F) {
	packed := chainapitest.Packed(expiration, 1, "deposit")
	for i, call := range calls {
		f.Add(i, chainapitest.Body(call, packed))
		f.Add(i, []byte(strings.Replace(string(chainapitest.Body(call, chainapitest.Deflated(packed))), `"compression":0`, `"compression":1`, 1)))
	}
	f.Add(0, []byte(`{"packed_trx":"00","packed_trx":"01"}`))
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		call := calls[uint(which)%uint(len(calls))]
		push, err := transaction.Parse(call, chainapitest.ChainID, body)
		if err != nil {
			return
		}
		// What a node gets is JSON, and reading it again changes nothing.
		if !json.Valid(push.Body) {
			t.Fatalf("%q becomes %q, which is no JSON", body, push.Body)
		}
		again, err := transaction.Parse(call, chainapitest.ChainID, push.Body)
		if err != nil {
			t.Fatalf("%q becomes %q, which is refused: %v", body, push.Body, err)
		}
		if again.ID != push.ID || again.Sum != push.Sum || string(again.Body) != string(push.Body) {
			t.Errorf("%q becomes %q, then %q", body, push.Body, again.Body)
		}
	})
}

func TestAPushNamesItsSignersAndWhatItBuys(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	parse := func(packed []byte, signatures ...string) *transaction.Push {
		t.Helper()
		return chainapitest.Push(t, transaction.SendTransaction, packed, signatures...)
	}
	purchase := parse(chainapitest.Purchase(at, 7, "gamecontract", "alice.wam", 5))
	if want := (transaction.Purchase{Contract: antelope.MustName("gamecontract"), Buyer: antelope.MustName("alice.wam"), Drop: 5}); !slices.Equal(purchase.Purchases, []transaction.Purchase{want}) {
		t.Errorf("it buys %+v", purchase.Purchases)
	}
	// Each of two actions, whatever stands before it.
	const header = 14 // and then how many actions there are
	first, second := chainapitest.Purchase(at, 7, "othergame", "bob.wam", 6), chainapitest.Purchase(at, 7, "gamecontract", "alice.wam", 5)
	both := slices.Concat(first[:header], []byte{2}, first[header+1:len(first)-1], second[header+1:])
	if bought := parse(both).Purchases; len(bought) != 2 || bought[0].Drop != 6 || bought[1].Drop != 5 {
		t.Errorf("two actions buy %+v", bought)
	}
	packed := chainapitest.Packed(at, 7, "no purchase")
	// A contract's refusal of the second says nothing of who may sign for alice.
	for _, other := range [][]byte{packed, chainapitest.PurchaseBy("mallory.wam", at, 7, "gamecontract", "alice.wam", 5)} {
		if bought := parse(other).Purchases; len(bought) > 0 {
			t.Errorf("it buys %+v", bought)
		}
	}
	digest := antelope.SigningDigest(chainapitest.ChainID, packed, nil)
	sign := func(key antelope.PrivateKey) string {
		t.Helper()
		signature := must.Get(key.Sign(digest))(t)
		return signature.String()
	}
	secret := antelope.MustPrivateKey("5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3")
	provider := must.Get(antelope.NewPrivateKey(antelope.K1, bytes.Repeat([]byte{7}, antelope.PrivateKeySize)))(t)
	one, other := sign(secret), sign(provider)
	single := parse(packed, one)
	key, err := secret.Public()
	if err != nil || single.Holder != string(key.Point()) || single.IsClaimed {
		t.Errorf("signed by %x", single.Holder)
	}
	// Nor is one who writes that there is no context-free data in another way.
	for free, compression := range map[string]int{
		"00": 0, hex.EncodeToString(chainapitest.Deflated([]byte{0})): 1, hex.EncodeToString(chainapitest.Deflated(nil)): 1,
	} {
		sent := packed
		if compression == 1 {
			sent = chainapitest.Deflated(packed)
		}
		body := fmt.Sprintf(`{"signatures":[%q],"compression":%d,"packed_context_free_data":%q,"packed_trx":"%x"}`, one, compression, free, sent)
		if same := must.Get(transaction.Parse(transaction.SendTransaction, chainapitest.ChainID, []byte(body)))(t); same.Holder != single.Holder || !strings.Contains(string(same.Body), `"packed_context_free_data":""`) {
			t.Errorf("with the context-free data %s it is signed by %x, and sent as %s", free, same.Holder, same.Body)
		}
	}
	for _, free := range []string{"00ff", "0102ff", "8000", "0101ff00"} {
		body := fmt.Sprintf(`{"signatures":[%q],"packed_context_free_data":%q,"packed_trx":"%x"}`, one, free, packed)
		if _, err := transaction.Parse(transaction.SendTransaction, chainapitest.ChainID, []byte(body)); err == nil || !strings.Contains(err.Error(), "packed_context_free_data") {
			t.Errorf("the context-free data %s: %v", free, err)
		}
	}
	// A provider that signs as well is not the one who has the turn.
	if both := parse(packed, one, other); both.Holder == single.Holder || both.Holder != parse(packed, other, one).Holder {
		t.Errorf("signed by two: %x", both.Holder)
	}
}
