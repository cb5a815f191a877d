package atomic

import (
	"fmt"
	"math"
	"slices"

	"fieldhouse/plugins/antelope"
)

// Attribute is one entry of an ATTRIBUTE_MAP.
type Attribute struct {
	Key   string `abi:"key"`
	Value Value  `abi:"value"`
}

// Value is an ATOMIC_ATTRIBUTE: a number or a text. Lists, which the contract on
// WAX also knows, come after these in its variant and are not part of this chain.
type Value struct {
	kind kind
	// bits are a number: two's complement, or IEEE 754 by its size.
	bits uint64
	text string
}

// kind is a place in the variant.
type kind uint8

const (
	kindInt8 kind = iota
	kindInt16
	kindInt32
	kindInt64
	kindUint8
	kindUint16
	kindUint32
	kindUint64
	kindFloat32
	kindFloat64
	kindString
)

// valueTypes are the variant's ABI types in order.
var valueTypes = []string{
	"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "string",
}

// size is a number's length in bytes.
func (k kind) size() int { return []int{1, 2, 4, 8, 1, 2, 4, 8, 4, 8}[k] }

func (k kind) signed() bool { return k <= kindInt64 }

// Text is a string attribute.
func Text(text string) Value { return Value{kind: kindString, text: text} }

// Uint8 is a number of 8 bits.
func Uint8(number uint8) Value { return Value{kind: kindUint8, bits: uint64(number)} }

// Uint16 is a number of 16 bits.
func Uint16(number uint16) Value { return Value{kind: kindUint16, bits: uint64(number)} }

// Uint32 is a number of 32 bits.
func Uint32(number uint32) Value { return Value{kind: kindUint32, bits: uint64(number)} }

// Uint64 is a number of 64 bits, which the asset index prints as a string.
func Uint64(number uint64) Value { return Value{kind: kindUint64, bits: number} }

// Int32 is a signed number of 32 bits.
func Int32(number int32) Value { return Value{kind: kindInt32, bits: uint64(int64(number))} }

// Float64 is a floating-point number.
func Float64(number float64) Value { return Value{kind: kindFloat64, bits: math.Float64bits(number)} }

// Go is the value in the form the asset index answers: integers of 64 bits and
// texts are strings, other numbers are numbers.
func (v Value) Go() any {
	switch v.kind {
	case kindString:
		return v.text
	case kindInt64:
		return fmt.Sprint(int64(v.bits))
	case kindUint64:
		return fmt.Sprint(v.bits)
	case kindFloat32:
		return math.Float32frombits(uint32(v.bits))
	case kindFloat64:
		return math.Float64frombits(v.bits)
	case kindInt8, kindInt16, kindInt32:
		return int64(v.bits)
	}
	return v.bits
}

// Uint is an unsigned number; false for anything else.
func (v Value) Uint() (uint64, bool) {
	return v.bits, v.kind >= kindUint8 && v.kind <= kindUint64
}

// AppendPacked adds the variant's binary form.
func (v Value) AppendPacked(data []byte) []byte {
	data = append(data, byte(v.kind))
	if v.kind == kindString {
		return antelope.AppendBytes(data, []byte(v.text))
	}
	return antelope.AppendUint(data, v.kind.size(), v.bits)
}

// ReadPacked reads the variant's binary form.
func (v *Value) ReadPacked(r *antelope.Reader) error {
	index, err := r.Varuint32()
	if err != nil {
		return err
	}
	if index > uint32(kindString) {
		return fmt.Errorf("an attribute of the type number %d; lists are not part of this chain", index)
	}
	v.kind = kind(index)
	if v.kind == kindString {
		raw, err := r.Bytes()
		v.text = string(raw)
		return err
	}
	raw, err := r.Uint(v.kind.size())
	v.bits = v.kind.extend(raw)
	return err
}

// extend gives a signed number of fewer bytes its sign.
func (k kind) extend(raw uint64) uint64 {
	if !k.signed() {
		return raw
	}
	unused := 64 - 8*k.size()
	return uint64(int64(raw) << unused >> unused)
}

// Find is the value of a key.
func Find(attributes []Attribute, key string) (Value, bool) {
	at := slices.IndexFunc(attributes, func(attribute Attribute) bool { return attribute.Key == key })
	if at < 0 {
		return Value{}, false
	}
	return attributes[at].Value, true
}
