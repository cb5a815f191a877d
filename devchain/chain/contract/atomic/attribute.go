package atomic

import (
	"fmt"
	"slices"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/plugins/antelope"
)

// Attribute is one entry of an ATTRIBUTE_MAP.
type Attribute struct {
	Key   string `abi:"key"`
	Value Value  `abi:"value"`
}

// Value is an ATOMIC_ATTRIBUTE: an unsigned number or a text. What the contract on WAX
// has besides is not part of this chain.
type Value struct {
	kind   kind
	number uint64
	text   string
}

// kind is a place in the variant.
type kind uint8

const (
	kindUint8 kind = iota
	kindUint16
	kindUint32
	kindUint64
	kindString
)

// valueTypes are the variant's ABI types in order.
var valueTypes = []string{"uint8", "uint16", "uint32", "uint64", "string"}

// size is a number's length in bytes.
func (k kind) size() int { return 1 << k }

// Text is a string attribute.
func Text(text string) Value { return Value{kind: kindString, text: text} }

// Uint8 is a number of 8 bits.
func Uint8(number uint8) Value { return Value{kind: kindUint8, number: uint64(number)} }

// Uint16 is a number of 16 bits.
func Uint16(number uint16) Value { return Value{kind: kindUint16, number: uint64(number)} }

// Uint32 is a number of 32 bits.
func Uint32(number uint32) Value { return Value{kind: kindUint32, number: uint64(number)} }

// Uint64 is a number of 64 bits, which the asset index prints as a string.
func Uint64(number uint64) Value { return Value{kind: kindUint64, number: number} }

// Go is the value in the form the asset index answers: integers of 64 bits and
// texts are strings, other numbers are numbers.
func (v Value) Go() any {
	switch v.kind {
	case kindString:
		return v.text
	case kindUint64:
		return fmt.Sprint(v.number)
	}
	return v.number
}

// Uint is a number; false for a text.
func (v Value) Uint() (uint64, bool) { return v.number, v.kind != kindString }

// AppendJSON writes the value as nodes do: a list of its type and itself.
func (v Value) AppendJSON(out []byte) []byte {
	out = append(abi.AppendString(append(out, '['), valueTypes[v.kind]), ',')
	if v.kind == kindString {
		return append(abi.AppendString(out, v.text), ']')
	}
	return append(abi.AppendUint(out, v.number), ']')
}

// AppendPacked adds the variant's binary form.
func (v Value) AppendPacked(data []byte) []byte {
	data = append(data, byte(v.kind))
	if v.kind == kindString {
		return antelope.AppendBytes(data, []byte(v.text))
	}
	return antelope.AppendUint(data, v.kind.size(), v.number)
}

// ReadPacked reads the variant's binary form.
func (v *Value) ReadPacked(r *antelope.Reader) error {
	index, err := r.Varuint32()
	if err != nil {
		return err
	}
	if index > uint32(kindString) {
		return fmt.Errorf("an attribute of the type number %d", index)
	}
	if v.kind = kind(index); v.kind == kindString {
		raw, err := r.Bytes()
		v.text = string(raw)
		return err
	}
	v.number, err = r.Uint(v.kind.size())
	return err
}

// Find is the value of a key.
func Find(attributes []Attribute, key string) (Value, bool) {
	at := slices.IndexFunc(attributes, func(attribute Attribute) bool { return attribute.Key == key })
	if at < 0 {
		return Value{}, false
	}
	return attributes[at].Value, true
}
