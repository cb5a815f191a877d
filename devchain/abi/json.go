package abi

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"fieldhouse/plugins/antelope"
)

// maxDepth bounds how deep types may stand in each other.
const maxDepth = 32

// The contracts of this chain need neither bases of structs nor aliases, optionals
// or binary extensions. A type that has one is refused.

// JSON prints binary data of the named type as a node does: integers above
// 0xffffffff as strings, bool as 0 or 1, float64 with 17 decimals, times
// without a zone.
func (a *ABI) JSON(typeName string, data []byte) ([]byte, error) {
	r := antelope.NewReader(data)
	out, err := a.print(nil, typeName, r, 0)
	if err != nil {
		return nil, fmt.Errorf("printing a %s: %w", typeName, err)
	}
	if r.Len() > 0 {
		return nil, fmt.Errorf("printing a %s: %d bytes are left over", typeName, r.Len())
	}
	return out, nil
}

// Pack gives the binary form of a JSON value of the named type. Every field must
// be there and no other.
func (a *ABI) Pack(typeName string, text []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("packing a %s: %w", typeName, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("packing a %s: something follows the JSON value", typeName)
	}
	out, err := a.pack(nil, typeName, value, 0)
	if err != nil {
		return nil, fmt.Errorf("packing a %s: %w", typeName, err)
	}
	return out, nil
}

func (a *ABI) print(out []byte, typeName string, r *antelope.Reader, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("types stand more than %d deep in each other", maxDepth)
	}
	if element, list := strings.CutSuffix(typeName, "[]"); list {
		return a.printList(out, element, r, depth)
	}
	if known, ok := builtinTypes[typeName]; ok {
		return known.print(out, r)
	}
	if choice, ok := a.variantOf(typeName); ok {
		return a.printVariant(out, choice, r, depth)
	}
	described, err := a.plain(typeName)
	if err != nil {
		return nil, err
	}
	out = append(out, '{')
	for i, field := range described.Fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(AppendString(out, field.Name), ':')
		if out, err = a.print(out, field.Type, r, depth+1); err != nil {
			return nil, fmt.Errorf("field %s: %w", field.Name, err)
		}
	}
	return append(out, '}'), nil
}

// plain is a struct that has no base.
func (a *ABI) plain(name string) (*Struct, error) {
	described, ok := a.structOf(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("the type %q is not in the ABI", name)
	case described.Base != "":
		return nil, fmt.Errorf("the struct %s has the base %s, which is not read", name, described.Base)
	}
	return described, nil
}

func (a *ABI) printList(out []byte, element string, r *antelope.Reader, depth int) ([]byte, error) {
	count, err := r.Count()
	if err != nil {
		return nil, err
	}
	out = append(out, '[')
	for i := range count {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = a.print(out, element, r, depth+1); err != nil {
			return nil, err
		}
	}
	return append(out, ']'), nil
}

func (a *ABI) pack(out []byte, typeName string, value any, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("types stand more than %d deep in each other", maxDepth)
	}
	if element, list := strings.CutSuffix(typeName, "[]"); list {
		return a.packList(out, element, value, depth)
	}
	if known, ok := builtinTypes[typeName]; ok {
		return known.pack(out, value)
	}
	if choice, ok := a.variantOf(typeName); ok {
		return a.packVariant(out, choice, value, depth)
	}
	described, err := a.plain(typeName)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("a %s must be a JSON object", typeName)
	}
	for _, field := range described.Fields {
		member, ok := object[field.Name]
		if !ok {
			return nil, fmt.Errorf("the field %s is missing", field.Name)
		}
		if out, err = a.pack(out, field.Type, member, depth+1); err != nil {
			return nil, fmt.Errorf("field %s: %w", field.Name, err)
		}
	}
	if len(object) > len(described.Fields) {
		return nil, fmt.Errorf("a %s has only these fields: %s", typeName, fieldNames(described))
	}
	return out, nil
}

func (a *ABI) packList(out []byte, element string, value any, depth int) ([]byte, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("a %s[] must be a JSON array", element)
	}
	out = binary.AppendUvarint(out, uint64(len(list)))
	for i, member := range list {
		var err error
		if out, err = a.pack(out, element, member, depth+1); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return out, nil
}

func fieldNames(described *Struct) string {
	names := make([]string, len(described.Fields))
	for i, field := range described.Fields {
		names[i] = field.Name
	}
	return strings.Join(names, ", ")
}
