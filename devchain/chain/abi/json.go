package abi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
)

// Printer is a type that writes its own JSON, such as a variant.
type Printer interface {
	AppendJSON(out []byte) []byte
}

// JSON prints the Go struct of a row or of an action's data as a node does: integers
// above 0xffffffff as strings, bool as 0 or 1, float64 with 17 decimals, times without
// a zone.
func JSON(value any) []byte { return appendValue(nil, reflect.ValueOf(value)) }

func appendValue(out []byte, value reflect.Value) []byte {
	switch value := value.Interface().(type) {
	case Printer:
		return value.AppendJSON(out)
	case fmt.Stringer:
		return AppendString(out, value.String())
	}
	switch value.Kind() {
	case reflect.Bool:
		if value.Bool() {
			return append(out, '1')
		}
		return append(out, '0')
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return AppendUint(out, value.Uint())
	case reflect.Int32, reflect.Int64:
		return AppendInt(out, value.Int())
	case reflect.Float64:
		return AppendString(out, strconv.FormatFloat(value.Float(), 'f', 17, 64))
	case reflect.String:
		return AppendString(out, value.String())
	case reflect.Slice:
		out = append(out, '[')
		for i := range value.Len() {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendValue(out, value.Index(i))
		}
		return append(out, ']')
	case reflect.Struct:
		out = append(out, '{')
		first := true
		eachField(value, func(name string, field reflect.Value) {
			if !first {
				out = append(out, ',')
			}
			first = false
			out = appendValue(append(AppendString(out, name), ':'), field)
		})
		return append(out, '}')
	}
	panic(fmt.Sprintf("abi: %s has no JSON form", value.Type()))
}

// eachField calls the function with the fields of a struct that are part of the ABI,
// in their order.
func eachField(value reflect.Value, each func(name string, field reflect.Value)) {
	for i := range value.NumField() {
		switch field := value.Type().Field(i); {
		case antelope.Field(field):
			each(field.Tag.Get(antelope.FieldTag), value.Field(i))
		case antelope.Embedded(field):
			eachField(value.Field(i), each)
		}
	}
}

// largestNumber is the largest integer that a node prints as a JSON number; above
// it, and below its negative, integers are strings.
const largestNumber = 0xffffffff

// AppendUint adds an unsigned integer to JSON as a node prints it.
func AppendUint(out []byte, value uint64) []byte {
	if value <= largestNumber {
		return strconv.AppendUint(out, value, 10)
	}
	return append(strconv.AppendUint(append(out, '"'), value, 10), '"')
}

// AppendInt adds a signed integer to JSON as a node prints it.
func AppendInt(out []byte, value int64) []byte {
	if value >= -largestNumber && value <= largestNumber {
		return strconv.AppendInt(out, value, 10)
	}
	return append(strconv.AppendInt(append(out, '"'), value, 10), '"')
}

// AppendString adds a JSON string. Like a node it leaves <, > and & as they are.
func AppendString(out []byte, value string) []byte {
	// Almost all strings of rows are names, amounts and ids: most of the time of
	// printing a row would be that of an encoder for each.
	if !strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return append(append(append(out, '"'), value...), '"')
	}
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // a string always has a JSON form
	}
	return append(out, bytes.TrimSuffix(quoted.Bytes(), []byte("\n"))...)
}

// Parse reads JSON into the struct behind a pointer. Every field must be there, and
// no other.
func Parse(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("something follows the JSON value")
	}
	return set(reflect.ValueOf(into).Elem(), value)
}

// texts are how the types are read that a node writes as a string.
var texts = map[reflect.Type]func(string) (any, error){
	reflect.TypeFor[antelope.Name]():      parsed(antelope.ParseName),
	reflect.TypeFor[antelope.Asset]():     parsed(antelope.ParseAsset),
	reflect.TypeFor[antelope.Symbol]():    parsed(antelope.ParseSymbol),
	reflect.TypeFor[antelope.TimePoint](): parsed(antelope.ParseTimePoint),
	reflect.TypeFor[antelope.TimePointSec](): parsed(func(text string) (antelope.TimePointSec, error) {
		at, err := antelope.ParseTimePoint(text)
		return antelope.TimePointSecOf(at.Time()), err
	}),
	reflect.TypeFor[string](): parsed(func(text string) (string, error) { return text, nil }),
}

func parsed[T any](parse func(string) (T, error)) func(string) (any, error) {
	return func(text string) (any, error) { return parse(text) }
}

// set puts a JSON value, which json.Decoder made with UseNumber, into a Go value.
func set(into reflect.Value, value any) error {
	if parse, ok := texts[into.Type()]; ok {
		text, ok := value.(string)
		if !ok {
			return fmt.Errorf("%v is no string", value)
		}
		read, err := parse(text)
		if err == nil {
			into.Set(reflect.ValueOf(read))
		}
		return err
	}
	switch into.Kind() {
	case reflect.Bool:
		return setBool(into, value)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Int32, reflect.Int64, reflect.Float64:
		return setNumber(into, value)
	case reflect.Slice:
		list, ok := value.([]any)
		if !ok {
			return errors.New("it must be a JSON array")
		}
		into.Set(reflect.MakeSlice(into.Type(), len(list), len(list)))
		for i := range list {
			if err := set(into.Index(i), list[i]); err != nil {
				return fmt.Errorf("element %d: %w", i, err)
			}
		}
		return nil
	case reflect.Struct:
		return setFields(into, value)
	}
	return fmt.Errorf("a %s cannot be read from JSON", into.Type())
}

func setFields(into reflect.Value, value any) (err error) {
	object, ok := value.(map[string]any)
	if !ok {
		return errors.New("it must be a JSON object")
	}
	var names []string
	eachField(into, func(name string, field reflect.Value) {
		names = append(names, name)
		member, given := object[name]
		switch {
		case err != nil:
		case !given:
			err = fmt.Errorf("the field %s is missing", name)
		default:
			if wrong := set(field, member); wrong != nil {
				err = fmt.Errorf("field %s: %w", name, wrong)
			}
		}
	})
	if err == nil && len(object) > len(names) {
		err = fmt.Errorf("there are only these fields: %s", strings.Join(names, ", "))
	}
	return err
}

func setBool(into reflect.Value, value any) error {
	switch value {
	case true, json.Number("1"):
		into.SetBool(true)
	case false, json.Number("0"):
		into.SetBool(false)
	default:
		return fmt.Errorf("%v is neither true nor false", value)
	}
	return nil
}

// setNumber takes a JSON number or a string, as nodes do.
func setNumber(into reflect.Value, value any) error {
	written, ok := value.(string)
	if number, isNumber := value.(json.Number); isNumber {
		written, ok = number.String(), true
	}
	if !ok {
		return fmt.Errorf("%v is no number", value)
	}
	bits := into.Type().Bits()
	switch {
	case into.CanUint():
		number, err := strconv.ParseUint(written, 10, bits)
		if err != nil {
			return fmt.Errorf("%q is no unsigned integer of %d bits", written, bits)
		}
		into.SetUint(number)
	case into.CanInt():
		number, err := strconv.ParseInt(written, 10, bits)
		if err != nil {
			return fmt.Errorf("%q is no integer of %d bits", written, bits)
		}
		into.SetInt(number)
	default:
		number, err := strconv.ParseFloat(written, bits)
		if err != nil {
			return fmt.Errorf("%q is no number", written)
		}
		into.SetFloat(number)
	}
	return nil
}

// Rename replaces the names in the struct behind a pointer.
func Rename(pointer any, rename func(antelope.Name) antelope.Name) {
	renameIn(reflect.ValueOf(pointer).Elem(), rename)
}

func renameIn(value reflect.Value, rename func(antelope.Name) antelope.Name) {
	if name, ok := value.Interface().(antelope.Name); ok {
		value.Set(reflect.ValueOf(rename(name)))
		return
	}
	switch value.Kind() {
	case reflect.Slice:
		for i := range value.Len() {
			renameIn(value.Index(i), rename)
		}
	case reflect.Struct:
		eachField(value, func(_ string, field reflect.Value) { renameIn(field, rename) })
	}
}
