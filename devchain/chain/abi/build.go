package abi

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fieldhouse/plugins/antelope"
)

// Builder collects a contract's Go structs and writes their description, so that
// code and ABI cannot disagree. Structs used inside others are added first.
type Builder struct {
	abi   ABI
	names map[reflect.Type]string
}

// builtins are the ABI names of the Go types that are not structs of a contract.
var builtins = map[reflect.Type]string{
	reflect.TypeFor[bool]():                  "bool",
	reflect.TypeFor[uint8]():                 "uint8",
	reflect.TypeFor[uint16]():                "uint16",
	reflect.TypeFor[uint32]():                "uint32",
	reflect.TypeFor[uint64]():                "uint64",
	reflect.TypeFor[int32]():                 "int32",
	reflect.TypeFor[int64]():                 "int64",
	reflect.TypeFor[float64]():               "float64",
	reflect.TypeFor[string]():                "string",
	reflect.TypeFor[antelope.Name]():         "name",
	reflect.TypeFor[antelope.Asset]():        "asset",
	reflect.TypeFor[antelope.Symbol]():       "symbol",
	reflect.TypeFor[antelope.TimePoint]():    "time_point",
	reflect.TypeFor[antelope.TimePointSec](): "time_point_sec",
}

// NewBuilder starts an empty description. Its lists are never null in JSON.
func NewBuilder() *Builder {
	return &Builder{
		names: map[reflect.Type]string{},
		abi: ABI{
			Version: Version,
			Types:   []unused{}, Structs: []Struct{}, Actions: []Action{}, Tables: []Table{},
			RicardianClauses: []unused{}, ErrorMessages: []unused{}, Extensions: []unused{},
			Variants: []Variant{}, ActionResults: []unused{},
		},
	}
}

// Struct adds the description of a Go struct under the given name. It panics on
// a field without an ABI type, which is a mistake in the program.
func (b *Builder) Struct(name string, sample any) *Builder {
	described := reflect.TypeOf(sample)
	if _, known := b.names[described]; known {
		return b
	}
	b.names[described] = name
	fields := b.fields([]Field{}, described)
	b.abi.Structs = append(b.abi.Structs, Struct{Name: name, Fields: fields})
	return b
}

func (b *Builder) fields(fields []Field, described reflect.Type) []Field {
	for i := range described.NumField() {
		field := described.Field(i)
		switch {
		case antelope.Field(field):
			fields = append(fields, Field{Name: field.Tag.Get(antelope.FieldTag), Type: b.typeName(field.Type)})
		case antelope.Embedded(field):
			fields = b.fields(fields, field.Type)
		}
	}
	return fields
}

// Variant adds a type that is one of several, and the Go struct that packs it.
func (b *Builder) Variant(name string, sample antelope.Packer, types ...string) *Builder {
	b.names[reflect.TypeOf(sample)] = name
	b.abi.Variants = append(b.abi.Variants, Variant{Name: name, Types: types})
	return b
}

// Action adds an action whose data is the Go struct; struct and action have the
// same name.
func (b *Builder) Action(name string, sample any) *Builder {
	b.Struct(name, sample)
	b.abi.Actions = append(b.abi.Actions, Action{Name: antelope.MustName(name), Type: b.names[reflect.TypeOf(sample)]})
	return b
}

// Table adds a table whose rows are the Go struct.
func (b *Builder) Table(name, rowType string, sample any) *Builder {
	b.Struct(rowType, sample)
	b.abi.Tables = append(b.abi.Tables, Table{
		Name: antelope.MustName(name), IndexType: "i64", KeyNames: []string{}, KeyTypes: []string{},
		Type: b.names[reflect.TypeOf(sample)],
	})
	return b
}

// Build gives the description with its lists sorted by name, as compilers do.
func (b *Builder) Build() *ABI {
	slices.SortFunc(b.abi.Structs, func(one, two Struct) int { return strings.Compare(one.Name, two.Name) })
	slices.SortFunc(b.abi.Actions, func(one, two Action) int { return strings.Compare(one.Name.String(), two.Name.String()) })
	slices.SortFunc(b.abi.Tables, func(one, two Table) int { return strings.Compare(one.Name.String(), two.Name.String()) })
	built := b.abi
	return &built
}

func (b *Builder) typeName(t reflect.Type) string {
	if name, known := builtins[t]; known {
		return name
	}
	if name, known := b.names[t]; known {
		return name
	}
	if t.Kind() == reflect.Slice {
		return b.typeName(t.Elem()) + "[]"
	}
	panic(fmt.Sprintf("abi: %s has no ABI type; add its struct first", t))
}
