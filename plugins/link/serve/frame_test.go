package serve

import (
	"bytes"
	"testing"
)

func TestFrames(t *testing.T) {
	if got := appendMessage(nil, 0xfe, []byte("hello")); !bytes.Equal(got, []byte("\x42\x42\x01\xfehello")) {
		t.Errorf("a message is % x", got)
	}
	for frame, want := range map[string]struct {
		number byte
		ok     bool
	}{
		"\x42\x42\x02\x00":         {0, true},
		"\x42\x42\x02\xff":         {255, true},
		"\x42\x42\x02\x07 more":    {7, true},
		"\x42\x42\x02":             {},
		"\x42\x42\x01\x07":         {},
		"\x42\x43\x02\x07":         {},
		"\x00\x42\x42\x02\x07\x00": {},
		"":                         {},
	} {
		if number, ok := parseAcknowledgement([]byte(frame)); number != want.number || ok != want.ok {
			t.Errorf("% x acknowledges %d, %t; want %d, %t", frame, number, ok, want.number, want.ok)
		}
	}
}

// What a listener says acknowledges a message only in the one form that there
// is, and a message is never taken for an acknowledgement.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{"", "\x42", "\x42\x42\x02\x01", "\x42\x42\x01\x01", "\x42\x42\x02\xffx", `{"sig":""}`} {
		f.Add([]byte(seed), byte(1))
	}
	f.Fuzz(func(t *testing.T, frame []byte, number byte) {
		said, ok := parseAcknowledgement(frame)
		if want := len(frame) >= 4 && bytes.HasPrefix(frame, []byte{0x42, 0x42, 0x02}); ok != want || (ok && said != frame[3]) {
			t.Errorf("% x acknowledges %d, %t", frame, said, ok)
		}
		message := appendMessage(nil, number, frame)
		if !bytes.Equal(message, append([]byte{0x42, 0x42, 0x01, number}, frame...)) {
			t.Errorf("the message % x becomes % x", frame, message)
		}
		if _, ok := parseAcknowledgement(message); ok {
			t.Errorf("the message % x acknowledges something", message)
		}
	})
}
