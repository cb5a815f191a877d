package sealed

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/plugins/antelope"
)

// library is what the unmodified libraries sealed; testdata/README.md says how.
type library struct {
	Channel    string `json:"channel"`
	RequestKey string `json:"requestKey"`
	Sealed     []struct {
		Name, From, To, Nonce, Text, Secret, Key, Ciphertext string
	} `json:"sealed"`
	Messages []struct{ Name, Message, Text string } `json:"messages"`
}

func readLibrary(t testing.TB) library {
	t.Helper()
	raw, err := os.ReadFile("testdata/sealed.json")
	if err != nil {
		t.Fatal(err)
	}
	var made library
	if err := json.Unmarshal(raw, &made); err != nil {
		t.Fatal(err)
	}
	return made
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestWhatTheLibrarySealsIsOpened(t *testing.T) {
	for _, want := range readLibrary(t).Sealed {
		t.Run(want.Name, func(t *testing.T) {
			from, err := antelope.MustPrivateKey(want.From).Public()
			if err != nil {
				t.Fatal(err)
			}
			nonce, err := strconv.ParseUint(want.Nonce, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			to := antelope.MustPrivateKey(want.To)
			key, err := messageKey(to, from, nonce)
			if err != nil || hex.EncodeToString(key[:]) != want.Key {
				t.Errorf("key %x (%v), want %s", key, err, want.Key)
			}
			message := Message{From: from, Nonce: nonce, Ciphertext: unhex(t, want.Ciphertext), Checksum: checksum(key)}
			if text, err := message.Open(to); err != nil || string(text) != want.Text {
				t.Errorf("opened as %q (%v), want %q", text, err, want.Text)
			}
		})
	}
}

func TestMessagesOfALinkedSessionAreOpened(t *testing.T) {
	made := readLibrary(t)
	channel := antelope.MustPrivateKey(made.Channel)
	for _, want := range made.Messages {
		message, err := Parse(unhex(t, want.Message))
		if err != nil {
			t.Fatal(err)
		}
		if message.From.Typed() != made.RequestKey {
			t.Errorf("%s is from %s, want %s", want.Name, message.From.Typed(), made.RequestKey)
		}
		if text, err := message.Open(channel); err != nil || string(text) != want.Text {
			t.Errorf("%s opened as %q (%v)", want.Name, text, err)
		}
	}
}

func TestDamagedMessagesAreRefused(t *testing.T) {
	made := readLibrary(t)
	channel, stranger := antelope.MustPrivateKey(made.Channel), antelope.MustPrivateKey(made.Sealed[4].To)
	whole := unhex(t, made.Messages[0].Message)
	for cut := range whole {
		if _, err := Parse(whole[:cut]); err == nil {
			t.Errorf("%d of %d bytes were enough", cut, len(whole))
		}
	}
	if _, err := Parse(append(bytes.Clone(whole), 0)); err == nil {
		t.Error("a byte too many was not noticed")
	}
	message, err := Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := message.Open(stranger); err == nil || !strings.Contains(err.Error(), "another key") {
		t.Errorf("a stranger opened it: %v", err)
	}
	for name, change := range map[string]func(*Message){
		"nonce":         func(m *Message) { m.Nonce++ },
		"checksum":      func(m *Message) { m.Checksum++ },
		"half a block":  func(m *Message) { m.Ciphertext = m.Ciphertext[:len(m.Ciphertext)-8] },
		"no ciphertext": func(m *Message) { m.Ciphertext = nil },
		"padding":       func(m *Message) { m.Ciphertext = bytes.Repeat([]byte{0x55}, 32) },
		"key type":      func(m *Message) { m.From = mustPublic(t, antelope.R1) },
	} {
		changed, err := Parse(whole)
		if err != nil {
			t.Fatal(err)
		}
		change(&changed)
		if text, err := changed.Open(channel); err == nil {
			t.Errorf("with another %s it opened as %q", name, text)
		}
	}
}

func mustPublic(t testing.TB, kind antelope.KeyType) antelope.PublicKey {
	t.Helper()
	private, err := antelope.NewPrivateKey(kind, bytes.Repeat([]byte{7}, antelope.PrivateKeySize))
	if err != nil {
		t.Fatal(err)
	}
	public, err := private.Public()
	if err != nil {
		t.Fatal(err)
	}
	return public
}

func FuzzOpen(f *testing.F) {
	made := readLibrary(f)
	channel := antelope.MustPrivateKey(made.Channel)
	for _, message := range made.Messages {
		f.Add(unhex(f, message.Message))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		message, err := Parse(data)
		if err != nil {
			return
		}
		if packed := message.Pack(); len(packed) > len(data) {
			t.Errorf("%d bytes came back as %d", len(data), len(packed))
		}
		if text, err := message.Open(channel); err == nil && len(text) >= len(message.Ciphertext) {
			t.Errorf("%d closed bytes opened as %d", len(message.Ciphertext), len(text))
		}
	})
}
