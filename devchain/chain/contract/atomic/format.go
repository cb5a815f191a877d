package atomic

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/plugins/antelope"
)

// Format is one line of a schema: an attribute's name and its type.
type Format struct {
	Name string `abi:"name" json:"name"`
	Type string `abi:"type" json:"type"`
}

// reserved is the number of a schema's first line in serialized data.
const reserved = 4

// maxText bounds one text attribute in bytes.
const maxText = 8 << 10

// maxHash bounds an IPFS hash in bytes.
const maxHash = 64

// encodings are the types that a schema may use. The contract on WAX has more of them.
var encodings = map[string]kind{
	"uint8": kindUint8, "uint16": kindUint16, "uint32": kindUint32, "uint64": kindUint64,
	"string": kindString, "image": kindString, "ipfs": kindString,
}

// Serialize packs attributes by a schema's format, as AtomicAssets does: for each
// attribute the number of its line and its value. Attributes that the format does
// not name are an error.
func Serialize(attributes []Attribute, format []Format) ([]byte, error) {
	var data []byte
	written := 0
	for line, described := range format {
		value, given := Find(attributes, described.Name)
		if !given {
			continue
		}
		written++
		data = binary.AppendUvarint(data, uint64(line+reserved))
		var err error
		if data, err = appendValue(data, described, value); err != nil {
			return nil, err
		}
	}
	if written != len(attributes) {
		return nil, fmt.Errorf("the schema does not have every attribute, or one stands twice, in %s", keys(attributes))
	}
	return data, nil
}

func appendValue(data []byte, described Format, value Value) ([]byte, error) {
	if wanted, known := encodings[described.Type]; !known || wanted != value.kind {
		return nil, fmt.Errorf("the attribute %s must be a %s, not a %s", described.Name, described.Type, valueTypes[value.kind])
	}
	if value.kind != kindString {
		return binary.AppendUvarint(data, value.number), nil
	}
	raw := []byte(value.text)
	if len(raw) > maxText {
		return nil, fmt.Errorf("the attribute %s has more than %d bytes", described.Name, maxText)
	}
	if described.Type == "ipfs" {
		var err error
		if raw, err = antelope.DecodeBase58(value.text); err != nil || len(raw) > maxHash {
			return nil, fmt.Errorf("the attribute %s is no IPFS hash", described.Name)
		}
	}
	return antelope.AppendBytes(data, raw), nil
}

// Deserialize reads what Serialize wrote, in the order it stands.
func Deserialize(data []byte, format []Format) ([]Attribute, error) {
	r := antelope.NewReader(data)
	attributes := make([]Attribute, 0, min(len(format), len(data)/2))
	for r.Len() > 0 {
		number, err := r.Uvarint()
		if err != nil {
			return nil, fmt.Errorf("reading an attribute's number: %w", err)
		}
		if number < reserved || number-reserved >= uint64(len(format)) {
			return nil, fmt.Errorf("the attribute number %d is not in the schema's %d lines", number, len(format))
		}
		described := format[number-reserved]
		value, err := readValue(r, described)
		if err != nil {
			return nil, fmt.Errorf("reading the attribute %s: %w", described.Name, err)
		}
		attributes = append(attributes, Attribute{described.Name, value})
	}
	return attributes, nil
}

func readValue(r *antelope.Reader, described Format) (value Value, err error) {
	var known bool
	if value.kind, known = encodings[described.Type]; !known {
		return value, fmt.Errorf("the type %q is not known", described.Type)
	}
	if value.kind != kindString {
		value.number, err = r.Uvarint()
		if most := uint64(math.MaxUint64) >> (64 - 8*value.kind.size()); err == nil && value.number > most {
			err = fmt.Errorf("a number that is no %s", valueTypes[value.kind])
		}
		return value, err
	}
	raw, err := r.Bytes()
	switch {
	case described.Type != "ipfs":
		value.text = string(raw)
	case len(raw) > maxHash:
		return value, fmt.Errorf("%d bytes are no IPFS hash", len(raw))
	default:
		value.text = antelope.EncodeBase58(raw)
	}
	return value, err
}

func keys(attributes []Attribute) string {
	names := make([]string, len(attributes))
	for i := range attributes {
		names[i] = attributes[i].Key
	}
	return fmt.Sprint(names)
}

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
