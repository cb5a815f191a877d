package antelope

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
)

// FieldTag is the struct tag that gives a field its name in an ABI. A field
// without it is no part of the binary form. Behind the name ",varuint32" may
// stand, for an unsigned integer of variable length.
const FieldTag = "abi"

const varuint32 = ",varuint32"

// Packer is a struct that writes its own binary form, such as a variant. Its
// pointer is an Unpacker.
type Packer interface {
	// AppendPacked adds the binary form.
	AppendPacked(data []byte) []byte
}

// Unpacker reads its own binary form.
type Unpacker interface {
	ReadPacked(r *Reader) error
}

// Marshal gives the binary form of a Go value: integers, floats, bool, string,
// slices, arrays and structs of them, tagged fields in order; a pointer is an
// optional value. The fields of a struct that is embedded without a tag stand in
// its place. It panics on a type that has no binary form, which is a mistake in
// the program.
func Marshal(value any) []byte { return Append(nil, value) }

// Append adds the binary form of a Go value.
func Append(data []byte, value any) []byte { return appendValue(data, reflect.ValueOf(value)) }

// Unmarshal reads the binary form into the value behind the pointer. All of the
// data must be used.
func Unmarshal(data []byte, pointer any) error {
	r := NewReader(data)
	if err := Read(r, pointer); err != nil {
		return err
	}
	if r.Len() > 0 {
		return fmt.Errorf("reading a binary %s: %d bytes are left over", reflect.TypeOf(pointer).Elem(), r.Len())
	}
	return nil
}

// Read takes the binary form of the value behind the pointer.
func Read(r *Reader, pointer any) error {
	target := reflect.ValueOf(pointer).Elem()
	if err := readValue(r, target); err != nil {
		return fmt.Errorf("reading a binary %s: %w", target.Type(), err)
	}
	return nil
}

func appendValue(data []byte, value reflect.Value) []byte {
	switch value.Kind() {
	case reflect.Bool:
		if value.Bool() {
			return append(data, 1)
		}
		return append(data, 0)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return AppendUint(data, int(value.Type().Size()), value.Uint())
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return AppendUint(data, int(value.Type().Size()), uint64(value.Int()))
	case reflect.Float64:
		return AppendUint(data, 8, math.Float64bits(value.Float()))
	case reflect.String:
		return AppendBytes(data, []byte(value.String()))
	case reflect.Array:
		for i := range value.Len() {
			data = appendValue(data, value.Index(i))
		}
		return data
	case reflect.Slice:
		if value.Type().Elem().Kind() == reflect.Uint8 {
			return AppendBytes(data, value.Bytes())
		}
		data = binary.AppendUvarint(data, uint64(value.Len()))
		for i := range value.Len() {
			data = appendValue(data, value.Index(i))
		}
		return data
	case reflect.Struct:
		form := formOf(value.Type())
		if form.own {
			return value.Interface().(Packer).AppendPacked(data)
		}
		for _, field := range form.fields {
			if field.varuint32 {
				data = binary.AppendUvarint(data, value.Field(field.index).Uint())
			} else {
				data = appendValue(data, value.Field(field.index))
			}
		}
		return data
	case reflect.Pointer:
		if value.IsNil() {
			return append(data, 0)
		}
		return appendValue(append(data, 1), value.Elem())
	}
	panic(fmt.Sprintf("antelope: %s has no binary form", value.Type()))
}

func readValue(r *Reader, target reflect.Value) error {
	switch target.Kind() {
	case reflect.Bool:
		raw, err := r.Uint(1)
		target.SetBool(raw != 0)
		return err
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		raw, err := r.Uint(int(target.Type().Size()))
		target.SetUint(raw)
		return err
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		size := int(target.Type().Size())
		raw, err := r.Uint(size)
		target.SetInt(int64(raw) << (64 - 8*size) >> (64 - 8*size))
		return err
	case reflect.Float64:
		raw, err := r.Uint(8)
		target.SetFloat(math.Float64frombits(raw))
		return err
	case reflect.String:
		raw, err := r.Bytes()
		target.SetString(string(raw))
		return err
	case reflect.Array:
		for i := range target.Len() {
			if err := readValue(r, target.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Slice:
		if target.Type().Elem().Kind() == reflect.Uint8 {
			raw, err := r.Bytes()
			target.SetBytes(append([]byte{}, raw...))
			return err
		}
		count, err := r.Count()
		if err != nil {
			return err
		}
		target.Set(reflect.MakeSlice(target.Type(), count, count))
		for i := range count {
			if err := readValue(r, target.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Struct:
		form := formOf(target.Type())
		if form.own {
			return target.Addr().Interface().(Unpacker).ReadPacked(r)
		}
		for _, field := range form.fields {
			if err := field.read(r, target.Field(field.index)); err != nil {
				return fmt.Errorf("field %s: %w", target.Type().Field(field.index).Name, err)
			}
		}
		return nil
	case reflect.Pointer:
		present, err := r.Uint(1)
		if err != nil || present == 0 {
			target.SetZero()
			return err
		}
		target.Set(reflect.New(target.Type().Elem()))
		return readValue(r, target.Elem())
	}
	panic(fmt.Sprintf("antelope: %s has no binary form", target.Type()))
}

// structForm is how a struct is written.
type structForm struct {
	// own is set for a Packer.
	own bool
	// fields are those that are part of the binary form.
	fields []fieldForm
}

type fieldForm struct {
	index     int
	varuint32 bool
}

func (f fieldForm) read(r *Reader, target reflect.Value) error {
	if !f.varuint32 {
		return readValue(r, target)
	}
	value, err := r.Varuint32()
	target.SetUint(uint64(value))
	return err
}

// forms keeps the answers of formOf: reading tags takes longer than reading
// values.
var forms sync.Map

func formOf(t reflect.Type) structForm {
	if known, found := forms.Load(t); found {
		return known.(structForm)
	}
	form := structForm{own: t.Implements(reflect.TypeFor[Packer]())}
	for i := range t.NumField() {
		if field := t.Field(i); Field(field) || Embedded(field) {
			form.fields = append(form.fields, fieldForm{i, strings.HasSuffix(field.Tag.Get(FieldTag), varuint32)})
		}
	}
	forms.Store(t, form)
	return form
}

// Field tells whether a struct field is part of the binary form.
func Field(field reflect.StructField) bool {
	_, tagged := field.Tag.Lookup(FieldTag)
	return tagged
}

// Embedded tells whether a struct field is an embedded struct whose fields stand
// in its place.
func Embedded(field reflect.StructField) bool {
	return field.Anonymous && !Field(field) && field.Type.Kind() == reflect.Struct
}
