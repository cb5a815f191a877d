package atomic

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

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

// maxHash bounds an IPFS hash in bytes, and maxHashText its base58 before it is
// read: 64 bytes have at most 88 characters.
const (
	maxHash     = 64
	maxHashText = 2 * maxHash
)

// encoding is how a schema's type is serialized.
type encoding struct {
	kind kind
	// fixed numbers have their full length, the others as few bytes as they need.
	fixed bool
}

// encodings are the types that a schema may use. The contract on WAX also has
// lists of them.
var encodings = map[string]encoding{
	"int8": {kindInt8, false}, "int16": {kindInt16, false}, "int32": {kindInt32, false}, "int64": {kindInt64, false},
	"uint8": {kindUint8, false}, "uint16": {kindUint16, false}, "uint32": {kindUint32, false}, "uint64": {kindUint64, false},
	"fixed8": {kindUint8, true}, "fixed16": {kindUint16, true}, "fixed32": {kindUint32, true}, "fixed64": {kindUint64, true},
	"byte": {kindUint8, true}, "bool": {kindUint8, true},
	"float": {kindFloat32, true}, "double": {kindFloat64, true},
	"string": {kindString, false}, "image": {kindString, false}, "ipfs": {kindString, false},
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
	wanted, known := encodings[described.Type]
	if !known || wanted.kind != value.kind {
		return nil, fmt.Errorf("the attribute %s must be a %s, not a %s", described.Name, described.Type, valueTypes[value.kind])
	}
	switch {
	case value.kind == kindString:
		raw := []byte(value.text)
		if len(raw) > maxText {
			return nil, fmt.Errorf("the attribute %s has more than %d bytes", described.Name, maxText)
		}
		if described.Type == "ipfs" {
			var err error
			if len(raw) > maxHashText {
				return nil, fmt.Errorf("the attribute %s is no IPFS hash", described.Name)
			}
			if raw, err = antelope.DecodeBase58(value.text); err != nil {
				return nil, fmt.Errorf("the attribute %s: %w", described.Name, err)
			}
			if len(raw) > maxHash {
				return nil, fmt.Errorf("the attribute %s is no IPFS hash", described.Name)
			}
		}
		return antelope.AppendBytes(data, raw), nil
	case wanted.fixed:
		return antelope.AppendUint(data, value.kind.size(), value.bits), nil
	case value.kind.signed():
		return binary.AppendVarint(data, int64(value.bits)), nil
	}
	return binary.AppendUvarint(data, value.bits), nil
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

func readValue(r *antelope.Reader, described Format) (Value, error) {
	wanted, known := encodings[described.Type]
	if !known {
		return Value{}, fmt.Errorf("the type %q is not known", described.Type)
	}
	value := Value{kind: wanted.kind}
	var err error
	switch {
	case wanted.kind == kindString:
		var raw []byte
		raw, err = r.Bytes()
		if described.Type == "ipfs" {
			if len(raw) > maxHash {
				return value, fmt.Errorf("%d bytes are no IPFS hash", len(raw))
			}
			value.text = antelope.EncodeBase58(raw)
		} else {
			value.text = string(raw)
		}
	case wanted.fixed:
		var raw uint64
		raw, err = r.Uint(wanted.kind.size())
		value.bits = wanted.kind.extend(raw)
	default:
		if value.bits, err = r.Uvarint(); err != nil {
			return value, err
		}
		if wanted.kind.signed() {
			value.bits = value.bits>>1 ^ -(value.bits & 1) // as encoding/binary has signed ones
		}
		err = fits(wanted.kind, value.bits)
	}
	return value, err
}

// fits tells whether a number is one of the kind.
func fits(k kind, bits uint64) error {
	if k.size() == 8 {
		return nil
	}
	if mask := uint64(math.MaxUint64) >> (64 - 8*k.size()); k.extend(bits&mask) != bits {
		return fmt.Errorf("a number that is no %s", valueTypes[k])
	}
	return nil
}

// checkFormat tells what is wrong with a schema's lines.
func checkFormat(format []Format) error {
	named := false
	for line, described := range format {
		if _, known := encodings[described.Type]; !known {
			return fmt.Errorf("the type %q of the attribute %q is not known", described.Type, described.Name)
		}
		if described.Name == "" || slices.ContainsFunc(format[:line], func(other Format) bool { return other.Name == described.Name }) {
			return fmt.Errorf("the attribute name %q is empty or stands twice", described.Name)
		}
		named = named || described == Format{"name", "string"}
	}
	if !named {
		return fmt.Errorf("a name: string attribute needs to be specified in the format")
	}
	return nil
}

func keys(attributes []Attribute) string {
	names := make([]string, len(attributes))
	for i := range attributes {
		names[i] = attributes[i].Key
	}
	return fmt.Sprint(names)
}
