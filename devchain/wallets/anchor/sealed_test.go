package anchor

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// sealedByLibrary is what the unmodified libraries sealed; testdata/README.md says how.
type sealedByLibrary struct {
	Channel    string `json:"channel"`
	RequestKey string `json:"requestKey"`
	Sealed     []struct {
		Name, From, To, Nonce, Text, Secret, Key, Ciphertext string
	} `json:"sealed"`
	Messages []struct{ Name, Message, Text string } `json:"messages"`
}

func readSealed(t testing.TB) sealedByLibrary {
	t.Helper()
	raw := must.Get(os.ReadFile("testdata/sealed.json"))(t)
	var made sealedByLibrary
	must.Do(t, json.Unmarshal(raw, &made))
	return made
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	return must.Get(hex.DecodeString(text))(t)
}

func TestWhatTheLibrarySealsIsOpened(t *testing.T) {
	for _, want := range readSealed(t).Sealed {
		t.Run(want.Name, func(t *testing.T) {
			from := must.Get(antelope.MustPrivateKey(want.From).Public())(t)
			nonce := must.Get(strconv.ParseUint(want.Nonce, 10, 64))(t)
			to := antelope.MustPrivateKey(want.To)
			key, err := messageKey(to, from, nonce)
			if err != nil || hex.EncodeToString(key[:]) != want.Key {
				t.Errorf("key %x (%v), want %s", key, err, want.Key)
			}
			message := sealedMessage{From: from, Nonce: nonce, Ciphertext: unhex(t, want.Ciphertext), Checksum: checksum(key)}
			if text, err := message.open(to); err != nil || string(text) != want.Text {
				t.Errorf("opened as %q (%v), want %q", text, err, want.Text)
			}
		})
	}
}

func TestMessagesOfALinkedSessionAreOpened(t *testing.T) {
	made := readSealed(t)
	channel := antelope.MustPrivateKey(made.Channel)
	for _, want := range made.Messages {
		message := must.Get(parseSealed(unhex(t, want.Message)))(t)
		if message.From.Typed() != made.RequestKey {
			t.Errorf("%s is from %s, want %s", want.Name, message.From.Typed(), made.RequestKey)
		}
		if text, err := message.open(channel); err != nil || string(text) != want.Text {
			t.Errorf("%s opened as %q (%v)", want.Name, text, err)
		}
	}
}

func TestDamagedMessagesAreRefused(t *testing.T) {
	made := readSealed(t)
	channel, stranger := antelope.MustPrivateKey(made.Channel), antelope.MustPrivateKey(made.Sealed[4].To)
	whole := unhex(t, made.Messages[0].Message)
	for cut := range whole {
		if _, err := parseSealed(whole[:cut]); err == nil {
			t.Errorf("%d of %d bytes were enough", cut, len(whole))
		}
	}
	if _, err := parseSealed(append(bytes.Clone(whole), 0)); err == nil {
		t.Error("a byte too many was not noticed")
	}
	message := must.Get(parseSealed(whole))(t)
	if _, err := message.open(stranger); err == nil || !strings.Contains(err.Error(), "another key") {
		t.Errorf("a stranger opened it: %v", err)
	}
	other := must.Get(antelope.NewPrivateKey(antelope.R1, bytes.Repeat([]byte{7}, antelope.PrivateKeySize)))(t)
	for name, change := range map[string]func(*sealedMessage){
		"nonce":         func(m *sealedMessage) { m.Nonce++ },
		"checksum":      func(m *sealedMessage) { m.Checksum++ },
		"half a block":  func(m *sealedMessage) { m.Ciphertext = m.Ciphertext[:len(m.Ciphertext)-8] },
		"no ciphertext": func(m *sealedMessage) { m.Ciphertext = nil },
		"padding":       func(m *sealedMessage) { m.Ciphertext = bytes.Repeat([]byte{0x55}, 32) },
		"key type":      func(m *sealedMessage) { m.From = must.Get(other.Public())(t) },
	} {
		changed := must.Get(parseSealed(whole))(t)
		change(&changed)
		if text, err := changed.open(channel); err == nil {
			t.Errorf("with another %s it opened as %q", name, text)
		}
	}
}

func FuzzSealedMessages(f *testing.F) {
	made := readSealed(f)
	channel := antelope.MustPrivateKey(made.Channel)
	for _, message := range made.Messages {
		f.Add(unhex(f, message.Message))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		message, err := parseSealed(data)
		if err != nil {
			return
		}
		if packed := antelope.Marshal(message); len(packed) > len(data) {
			t.Errorf("%d bytes came back as %d", len(data), len(packed))
		}
		if text, err := message.open(channel); err == nil && len(text) >= len(message.Ciphertext) {
			t.Errorf("%d closed bytes opened as %d", len(message.Ciphertext), len(text))
		}
	})
}
