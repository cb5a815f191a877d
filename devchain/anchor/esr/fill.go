package esr

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"fieldhouse/devchain/abi"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxTypeDepth bounds how deep types may stand in each other.
const maxTypeDepth = 32

// fixedSizes are the bytes that built-in types take which hold no name.
var fixedSizes = map[string]int{
	"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
	"int128": 16, "uint128": 16, "float32": 4, "float64": 8, "float128": 16,
	"time_point": 8, "time_point_sec": 4, "block_timestamp_type": 4,
	"checksum160": 20, "checksum256": 32, "checksum512": 64,
	"symbol": 8, "symbol_code": 8, "asset": 16,
}

// filler copies binary data of a type and puts the signer in the place of the
// placeholders wherever a name stands.
type filler struct {
	abi    *abi.ABI
	signer ledger.PermissionLevel
	*antelope.Reader
	out []byte
}

// fillData gives the data with its placeholders filled in. All of it must be of
// the type.
func fillData(description *abi.ABI, typeName string, data []byte, signer ledger.PermissionLevel) ([]byte, error) {
	f := filler{abi: description, signer: signer, Reader: antelope.NewReader(data), out: make([]byte, 0, len(data))}
	if err := f.value(typeName, 0); err != nil {
		return nil, err
	}
	if f.Len() > 0 {
		return nil, fmt.Errorf("%d bytes are left over", f.Len())
	}
	return f.out, nil
}

func (f *filler) value(typeName string, depth int) error {
	if depth > maxTypeDepth {
		return fmt.Errorf("types stand more than %d deep in each other", maxTypeDepth)
	}
	if inner, extension := strings.CutSuffix(typeName, "$"); extension {
		if f.Len() == 0 {
			return nil
		}
		return f.value(inner, depth+1)
	}
	if inner, optional := strings.CutSuffix(typeName, "?"); optional {
		return f.optional(inner, depth)
	}
	if element, list := strings.CutSuffix(typeName, "[]"); list {
		return f.list(element, depth)
	}
	if done, err := f.builtin(typeName); done {
		return err
	}
	for _, alias := range f.abi.Types {
		if alias.NewTypeName == typeName {
			return f.value(alias.Type, depth+1)
		}
	}
	for _, choice := range f.abi.Variants {
		if choice.Name == typeName {
			return f.variant(choice, depth)
		}
	}
	for i := range f.abi.Structs {
		if f.abi.Structs[i].Name == typeName {
			return f.fields(&f.abi.Structs[i], depth)
		}
	}
	return fmt.Errorf("the type %q is not in the ABI", typeName)
}

func (f *filler) fields(described *abi.Struct, depth int) error {
	if described.Base != "" {
		if err := f.value(described.Base, depth+1); err != nil {
			return err
		}
	}
	for _, field := range described.Fields {
		if err := f.value(field.Type, depth+1); err != nil {
			return fmt.Errorf("field %s: %w", field.Name, err)
		}
	}
	return nil
}

func (f *filler) optional(inner string, depth int) error {
	present, err := f.Uint(1)
	if err != nil {
		return err
	}
	if present == 0 {
		f.out = append(f.out, 0)
		return nil
	}
	f.out = append(f.out, 1)
	return f.value(inner, depth+1)
}

func (f *filler) list(element string, depth int) error {
	count, err := f.Count()
	if err != nil {
		return err
	}
	f.out = binary.AppendUvarint(f.out, uint64(count))
	for range count {
		if err := f.value(element, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) variant(choice abi.Variant, depth int) error {
	index, err := f.Varuint32()
	if err != nil {
		return err
	}
	if int64(index) >= int64(len(choice.Types)) {
		return fmt.Errorf("the type number %d of a %s, which has %d", index, choice.Name, len(choice.Types))
	}
	f.out = binary.AppendUvarint(f.out, uint64(index))
	return f.value(choice.Types[index], depth+1)
}

// builtin copies a built-in type; done is false for any other.
func (f *filler) builtin(typeName string) (done bool, err error) {
	if size, fixed := fixedSizes[typeName]; fixed {
		return true, f.copy(size)
	}
	switch typeName {
	case "name":
		err = f.name()
	case "extended_asset":
		if err = f.copy(fixedSizes["asset"]); err == nil {
			err = f.name()
		}
	case "string", "bytes":
		var raw []byte
		raw, err = f.Bytes()
		f.out = antelope.AppendBytes(f.out, raw)
	case "varuint32", "varint32":
		var value uint32
		value, err = f.Varuint32()
		f.out = binary.AppendUvarint(f.out, uint64(value))
	case "public_key":
		var key antelope.PublicKey
		err = key.ReadPacked(f.Reader)
		f.out = key.AppendPacked(f.out)
	case "signature":
		var signature antelope.Signature
		err = signature.ReadPacked(f.Reader)
		f.out = signature.AppendPacked(f.out)
	default:
		return false, nil
	}
	return true, err
}

func (f *filler) name() error {
	value, err := f.Uint(8)
	if err != nil {
		return errors.New("a name ends too early")
	}
	f.out = antelope.AppendUint(f.out, 8, uint64(fillName(antelope.Name(value), f.signer)))
	return nil
}

func (f *filler) copy(size int) error {
	raw, err := f.Take(size)
	f.out = append(f.out, raw...)
	return err
}
