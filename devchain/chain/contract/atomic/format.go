package atomic

import (
	"encoding/binary"
	"fmt"
	"math"

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
