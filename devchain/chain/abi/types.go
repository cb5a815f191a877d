package abi

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
)

// largestNumber is the largest integer that a node prints as a JSON number;
// above it, and below its negative, integers are strings.
const largestNumber = 0xffffffff

// builtin is a type that every ABI knows.
type builtin struct {
	// print reads the value and adds its JSON.
	print func(out []byte, r *antelope.Reader) ([]byte, error)
	// pack adds the binary form of a JSON value, which json.Decoder made with
	// UseNumber.
	pack func(out []byte, value any) ([]byte, error)
}

var builtinTypes = map[string]builtin{
	"bool":           {printBool, packBool},
	"uint8":          unsigned(1),
	"uint16":         unsigned(2),
	"uint32":         unsigned(4),
	"uint64":         unsigned(8),
	"int32":          signed(4),
	"int64":          signed(8),
	"float64":        text(numeral, printFloat64, parseFloat64),
	"string":         text(textual, func(value string) string { return value }, func(text string) (string, error) { return text, nil }),
	"bytes":          text(textual, hex.EncodeToString, hex.DecodeString),
	"name":           text(textual, antelope.Name.String, antelope.ParseName),
	"symbol":         text(textual, antelope.Symbol.String, antelope.ParseSymbol),
	"time_point":     text(textual, antelope.TimePoint.String, antelope.ParseTimePoint),
	"time_point_sec": text(textual, antelope.TimePointSec.String, parseSeconds),
	"asset":          {printAsset, text(textual, antelope.Asset.String, antelope.ParseAsset).pack},
	"checksum256":    text(textual, antelope.Checksum256.String, parseChecksum),
	"public_key":     text(textual, antelope.PublicKey.String, antelope.ParsePublicKey),
	"signature":      text(textual, antelope.Signature.String, antelope.ParseSignature),
}

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

func unsigned(size int) builtin {
	return builtin{
		print: func(out []byte, r *antelope.Reader) ([]byte, error) {
			value, err := r.Uint(size)
			return AppendUint(out, value), err
		},
		pack: func(out []byte, value any) ([]byte, error) {
			written, err := numeral(value)
			if err != nil {
				return nil, err
			}
			number, err := strconv.ParseUint(written, 10, 8*size)
			if err != nil {
				return nil, fmt.Errorf("%q is no unsigned integer of %d bits", written, 8*size)
			}
			return antelope.AppendUint(out, size, number), nil
		},
	}
}

func signed(size int) builtin {
	return builtin{
		print: func(out []byte, r *antelope.Reader) ([]byte, error) {
			raw, err := r.Uint(size)
			return AppendInt(out, int64(raw)<<(64-8*size)>>(64-8*size)), err
		},
		pack: func(out []byte, value any) ([]byte, error) {
			written, err := numeral(value)
			if err != nil {
				return nil, err
			}
			number, err := strconv.ParseInt(written, 10, 8*size)
			if err != nil {
				return nil, fmt.Errorf("%q is no integer of %d bits", written, 8*size)
			}
			return antelope.AppendUint(out, size, uint64(number)), nil
		},
	}
}

// numeral accepts a JSON number or a string, as nodes do.
func numeral(value any) (string, error) {
	switch value := value.(type) {
	case json.Number:
		return value.String(), nil
	case string:
		return value, nil
	}
	return "", fmt.Errorf("%v is no number", value)
}

// text is a type that a node prints as a JSON string.
func text[T any](read func(any) (string, error), print func(T) string, parse func(string) (T, error)) builtin {
	return builtin{
		print: func(out []byte, r *antelope.Reader) ([]byte, error) {
			var value T
			err := antelope.Read(r, &value)
			return AppendString(out, print(value)), err
		},
		pack: func(out []byte, value any) ([]byte, error) {
			written, err := read(value)
			if err != nil {
				return nil, err
			}
			parsed, err := parse(written)
			if err != nil {
				return nil, err
			}
			return antelope.Append(out, parsed), nil
		},
	}
}

func textual(value any) (string, error) {
	if written, ok := value.(string); ok {
		return written, nil
	}
	return "", fmt.Errorf("%v is no string", value)
}

func parseSeconds(written string) (antelope.TimePointSec, error) {
	at, err := antelope.ParseTimePoint(written)
	return antelope.TimePointSecOf(at.Time()), err
}

// printBool prints 0 or 1, as nodes do.
func printBool(out []byte, r *antelope.Reader) ([]byte, error) {
	raw, err := r.Uint(1)
	if raw != 0 {
		return append(out, '1'), err
	}
	return append(out, '0'), err
}

func packBool(out []byte, value any) ([]byte, error) {
	switch value {
	case true, json.Number("1"):
		return append(out, 1), nil
	case false, json.Number("0"):
		return append(out, 0), nil
	}
	return nil, fmt.Errorf("%v is neither true nor false", value)
}

func parseChecksum(written string) (antelope.Checksum256, error) {
	sum, err := antelope.ParseChecksum256(written)
	if err != nil {
		err = fmt.Errorf("%q is no SHA-256 in hexadecimal", written)
	}
	return sum, err
}

// Floats are strings with 17 decimals, as nodes print them.
func printFloat64(value float64) string { return strconv.FormatFloat(value, 'f', 17, 64) }

func parseFloat64(written string) (float64, error) { return strconv.ParseFloat(written, 64) }

func printAsset(out []byte, r *antelope.Reader) ([]byte, error) {
	var asset antelope.Asset
	err := antelope.Read(r, &asset)
	if err == nil && !asset.Symbol.Valid() {
		err = errors.New("an amount whose symbol is invalid")
	}
	if err != nil {
		return nil, err
	}
	return AppendString(out, asset.String()), nil
}
