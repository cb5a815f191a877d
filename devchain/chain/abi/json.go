package abi

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"fieldhouse/plugins/antelope"
)

// maxDepth bounds how deep types may stand in each other.
const maxDepth = 32

var errDeep = fmt.Errorf("types stand more than %d deep in each other", maxDepth)

// printer reads binary data and adds its JSON.
type printer struct {
	*ABI
	*antelope.Reader
	data []byte // all of it
	out  []byte
	// rename, when it is set, gives what stands in the data in the place of a name.
	rename func(antelope.Name) antelope.Name
}

// JSON prints binary data of the named type as a node does: integers above
// 0xffffffff as strings, bool as 0 or 1, float64 with 17 decimals, times
// without a zone.
func (a *ABI) JSON(typeName string, data []byte) ([]byte, error) {
	p := printer{ABI: a, Reader: antelope.NewReader(data), data: data}
	if err := p.all(typeName); err != nil {
		return nil, fmt.Errorf("printing a %s: %w", typeName, err)
	}
	return p.out, nil
}

// Rename gives binary data of the named type with other names wherever a name
// stands in it.
func (a *ABI) Rename(typeName string, data []byte, rename func(antelope.Name) antelope.Name) ([]byte, error) {
	data = slices.Clone(data)
	p := printer{ABI: a, Reader: antelope.NewReader(data), data: data, rename: rename}
	return data, p.all(typeName)
}

func (p *printer) all(typeName string) error {
	err := p.print(typeName, 0)
	if err == nil && p.Len() > 0 {
		err = fmt.Errorf("%d bytes are left over", p.Len())
	}
	return err
}

func (p *printer) print(typeName string, depth int) (err error) {
	if depth > maxDepth {
		return errDeep
	}
	if inner, optional := strings.CutSuffix(typeName, "?"); optional {
		present, err := p.Uint(1)
		if err != nil || present == 0 {
			p.out = append(p.out, "null"...)
			return err
		}
		return p.print(inner, depth+1)
	}
	if element, list := strings.CutSuffix(typeName, "[]"); list {
		return p.list(element, depth)
	}
	if known, ok := builtinTypes[typeName]; ok {
		if p.rename != nil && typeName == "name" && p.Len() >= 8 {
			place := p.data[len(p.data)-p.Len():]
			binary.LittleEndian.PutUint64(place, uint64(p.rename(antelope.Name(binary.LittleEndian.Uint64(place)))))
		}
		p.out, err = known.print(p.out, p.Reader)
		return err
	}
	if choice, ok := p.variant(typeName); ok {
		return p.choice(choice, depth)
	}
	return p.fields(typeName, depth)
}

func (p *printer) fields(typeName string, depth int) error {
	fields, err := p.fieldsOf(typeName)
	if err != nil {
		return err
	}
	p.out = append(p.out, '{')
	for i, field := range fields {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		p.out = append(AppendString(p.out, field.Name), ':')
		if err := p.print(field.Type, depth+1); err != nil {
			return fmt.Errorf("field %s: %w", field.Name, err)
		}
	}
	p.out = append(p.out, '}')
	return nil
}

func (p *printer) list(element string, depth int) error {
	count, err := p.Count()
	if err != nil {
		return err
	}
	p.out = append(p.out, '[')
	for i := range count {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		if err := p.print(element, depth+1); err != nil {
			return err
		}
	}
	p.out = append(p.out, ']')
	return nil
}

// choice prints a value that is one of several types as nodes do: a list of the
// type's name and the value.
func (p *printer) choice(choice Variant, depth int) error {
	index, err := p.Varuint32()
	if err != nil {
		return err
	}
	if int64(index) >= int64(len(choice.Types)) {
		return fmt.Errorf("the type number %d of a %s, which has %d", index, choice.Name, len(choice.Types))
	}
	p.out = append(AppendString(append(p.out, '['), choice.Types[index]), ',')
	if err := p.print(choice.Types[index], depth+1); err != nil {
		return err
	}
	p.out = append(p.out, ']')
	return nil
}

func (a *ABI) variant(name string) (Variant, bool) {
	return find(a.Variants, func(v Variant) bool { return v.Name == name })
}

func (a *ABI) fieldsOf(name string) ([]Field, error) {
	described, known := find(a.Structs, func(s Struct) bool { return s.Name == name })
	if !known {
		return nil, fmt.Errorf("the type %q is not in the ABI", name)
	}
	return described.Fields, nil
}

// Pack gives the binary form of a JSON value of the named type. Every field must
// be there, and no other.
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
	out, err := a.pack(nil, typeName, value)
	if err != nil {
		return nil, fmt.Errorf("packing a %s: %w", typeName, err)
	}
	return out, nil
}

func (a *ABI) pack(out []byte, typeName string, value any) ([]byte, error) {
	if inner, optional := strings.CutSuffix(typeName, "?"); optional {
		if value == nil {
			return append(out, 0), nil
		}
		return a.pack(append(out, 1), inner, value)
	}
	if element, list := strings.CutSuffix(typeName, "[]"); list {
		return a.packList(out, element, value)
	}
	if known, ok := builtinTypes[typeName]; ok {
		return known.pack(out, value)
	}
	if choice, ok := a.variant(typeName); ok {
		return a.packChoice(out, choice, value)
	}
	return a.packFields(out, typeName, value)
}

func (a *ABI) packFields(out []byte, typeName string, value any) ([]byte, error) {
	fields, err := a.fieldsOf(typeName)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("a %s must be a JSON object", typeName)
	}
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.Name
		member, given := object[field.Name]
		if !given {
			return nil, fmt.Errorf("the field %s is missing", field.Name)
		}
		if out, err = a.pack(out, field.Type, member); err != nil {
			return nil, fmt.Errorf("field %s: %w", field.Name, err)
		}
	}
	if len(object) > len(fields) {
		return nil, fmt.Errorf("a %s has only these fields: %s", typeName, strings.Join(names, ", "))
	}
	return out, nil
}

func (a *ABI) packList(out []byte, element string, value any) ([]byte, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("a %s[] must be a JSON array", element)
	}
	out = binary.AppendUvarint(out, uint64(len(list)))
	for i, member := range list {
		var err error
		if out, err = a.pack(out, element, member); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return out, nil
}

func (a *ABI) packChoice(out []byte, choice Variant, value any) ([]byte, error) {
	pair, ok := value.([]any)
	if !ok || len(pair) != 2 {
		return nil, fmt.Errorf("the %s must be a JSON array of a type and a value, such as [\"%s\", ...]", choice.Name, choice.Types[0])
	}
	chosen, ok := pair[0].(string)
	index := slices.Index(choice.Types, chosen)
	if !ok || index < 0 {
		return nil, fmt.Errorf("%v is no type of %s; it is one of %s", pair[0], choice.Name, strings.Join(choice.Types, ", "))
	}
	return a.pack(binary.AppendUvarint(out, uint64(index)), chosen, pair[1])
}
