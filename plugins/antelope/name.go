// Package antelope holds the value types of an Antelope chain (names, assets,
// symbols, times, keys, checksums), their text forms as a node prints them and
// their binary form as contracts and transactions carry them.
package antelope

import (
	"fmt"
	"strings"
)

// Name is an account, action, table or permission name: up to 12 characters of
// a-z, 1-5 and the dot in 60 bits, and a 13th of a-j in the last four.
type Name uint64

const nameAlphabet = ".12345abcdefghijklmnopqrstuvwxyz"

// maxNameLength counts the 13th character, which only tables and permissions use.
const maxNameLength = 13

// ParseName reads the text form. The empty string is the empty name.
func ParseName(text string) (Name, error) {
	if len(text) > maxNameLength {
		return 0, fmt.Errorf("reading the name %q: it is longer than %d characters", clip(text), maxNameLength)
	}
	var value uint64
	for i := range len(text) {
		symbol := strings.IndexByte(nameAlphabet, text[i])
		if symbol < 0 {
			return 0, fmt.Errorf("reading the name %q: only a-z, 1-5 and the dot may stand in it", text)
		}
		if i < maxNameLength-1 {
			value |= uint64(symbol) << (64 - 5*(i+1))
			continue
		}
		if symbol > 0x0f {
			return 0, fmt.Errorf("reading the name %q: its 13th character must be a-j, 1-5 or the dot", text)
		}
		value |= uint64(symbol)
	}
	name := Name(value)
	if name.String() != text {
		return 0, fmt.Errorf("reading the name %q: it is not properly normalized (normalized: %q)", text, name.String())
	}
	return name, nil
}

// maxAccountLength is the length of the longest account name.
const maxAccountLength = 12

// IsAccount reports whether text can be the name of an account: a name of 1 to 12
// characters.
func IsAccount(text string) bool {
	if text == "" || len(text) > maxAccountLength {
		return false
	}
	_, err := ParseName(text)
	return err == nil
}

// MustName is ParseName for the constants of the code; it panics on a bad name.
func MustName(text string) Name { return must(ParseName(text)) }

// String is the text form without trailing dots.
func (name Name) String() string {
	var text [maxNameLength]byte
	value := uint64(name)
	for i := range maxNameLength {
		if i < maxNameLength-1 {
			text[i] = nameAlphabet[value>>(64-5*(i+1))&0x1f]
		} else {
			text[i] = nameAlphabet[value&0x0f]
		}
	}
	return strings.TrimRight(string(text[:]), ".")
}

// MarshalText makes names strings in JSON, map keys included.
func (name Name) MarshalText() ([]byte, error) { return []byte(name.String()), nil }

// UnmarshalText reads a name from JSON.
func (name *Name) UnmarshalText(text []byte) error { return readText(name, text, ParseName) }

// readText reads a value from JSON, where it is a string.
func readText[T any](into *T, text []byte, parse func(string) (T, error)) error {
	parsed, err := parse(string(text))
	if err == nil {
		*into = parsed
	}
	return err
}

// must is for the constants of the code; it panics on a bad one.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// clip shortens a hostile value before it goes into an error.
func clip(text string) string {
	const most = 64
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}
