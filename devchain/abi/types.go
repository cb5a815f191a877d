package abi

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

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
	"int8":           signed(1),
	"int16":          signed(2),
	"int32":          signed(4),
	"int64":          signed(8),
	"float32":        {printFloat32, packFloat32},
	"float64":        {printFloat64, packFloat64},
	"string":         {printString, packString},
	"bytes":          {printBytes, packBytes},
	"name":           text(8, func(raw uint64) string { return antelope.Name(raw).String() }, antelope.ParseName),
	"symbol":         text(8, func(raw uint64) string { return antelope.Symbol(raw).String() }, antelope.ParseSymbol),
	"time_point":     text(8, func(raw uint64) string { return antelope.TimePoint(raw).String() }, antelope.ParseTimePoint),
	"time_point_sec": text(4, func(raw uint64) string { return antelope.TimePointSec(raw).String() }, parseSeconds),
	"asset":          {printAsset, packAsset},
	"checksum256":    {printChecksum, packChecksum},
	"public_key":     {printKey, packKey},
	"signature":      {printSignature, packSignature},
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

// text is a type of a fixed number of bytes that is a string in JSON.
func text[T ~uint64 | ~int64 | ~uint32](size int, print func(uint64) string, parse func(string) (T, error)) builtin {
	return builtin{
		print: func(out []byte, r *antelope.Reader) ([]byte, error) {
			raw, err := r.Uint(size)
			return AppendString(out, print(raw)), err
		},
		pack: func(out []byte, value any) ([]byte, error) {
			written, err := textual(value)
			if err != nil {
				return nil, err
			}
			parsed, err := parse(written)
			return antelope.AppendUint(out, size, uint64(parsed)), err
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

// printFloat32 prints a string with 17 decimals, as nodes do.
func printFloat32(out []byte, r *antelope.Reader) ([]byte, error) {
	raw, err := r.Uint(4)
	return AppendString(out, strconv.FormatFloat(float64(math.Float32frombits(uint32(raw))), 'f', 17, 64)), err
}

func packFloat32(out []byte, value any) ([]byte, error) {
	written, err := numeral(value)
	if err != nil {
		return nil, err
	}
	number, err := strconv.ParseFloat(written, 32)
	return antelope.AppendUint(out, 4, uint64(math.Float32bits(float32(number)))), err
}

// printFloat64 prints a string with 17 decimals, as nodes do.
func printFloat64(out []byte, r *antelope.Reader) ([]byte, error) {
	raw, err := r.Uint(8)
	return AppendString(out, strconv.FormatFloat(math.Float64frombits(raw), 'f', 17, 64)), err
}

func packFloat64(out []byte, value any) ([]byte, error) {
	written, err := numeral(value)
	if err != nil {
		return nil, err
	}
	number, err := strconv.ParseFloat(written, 64)
	return antelope.AppendUint(out, 8, math.Float64bits(number)), err
}

func printString(out []byte, r *antelope.Reader) ([]byte, error) {
	raw, err := r.Bytes()
	return AppendString(out, string(raw)), err
}

func packString(out []byte, value any) ([]byte, error) {
	written, err := textual(value)
	return antelope.AppendBytes(out, []byte(written)), err
}

func printBytes(out []byte, r *antelope.Reader) ([]byte, error) {
	raw, err := r.Bytes()
	return AppendString(out, hex.EncodeToString(raw)), err
}

func packBytes(out []byte, value any) ([]byte, error) {
	written, err := textual(value)
	if err != nil {
		return nil, err
	}
	raw, err := hex.DecodeString(written)
	return antelope.AppendBytes(out, raw), err
}

func printAsset(out []byte, r *antelope.Reader) ([]byte, error) {
	amount, err := r.Uint(8)
	if err != nil {
		return nil, err
	}
	symbol, err := r.Uint(8)
	if err == nil && !antelope.Symbol(symbol).Valid() {
		err = errors.New("an amount whose symbol is invalid")
	}
	if err != nil {
		return nil, err
	}
	return AppendString(out, antelope.Asset{Amount: int64(amount), Symbol: antelope.Symbol(symbol)}.String()), nil
}

func packAsset(out []byte, value any) ([]byte, error) {
	written, err := textual(value)
	if err != nil {
		return nil, err
	}
	asset, err := antelope.ParseAsset(written)
	return append(out, antelope.Marshal(asset)...), err
}

func printChecksum(out []byte, r *antelope.Reader) ([]byte, error) {
	raw, err := r.Take(len(antelope.Checksum256{}))
	return AppendString(out, hex.EncodeToString(raw)), err
}

func packChecksum(out []byte, value any) ([]byte, error) {
	written, err := textual(value)
	if err != nil {
		return nil, err
	}
	raw, err := hex.DecodeString(written)
	if err != nil || len(raw) != len(antelope.Checksum256{}) {
		return nil, fmt.Errorf("%q is no SHA-256 in hexadecimal", written)
	}
	return append(out, raw...), nil
}

func printKey(out []byte, r *antelope.Reader) ([]byte, error) {
	var key antelope.PublicKey
	err := key.ReadPacked(r)
	return AppendString(out, key.String()), err
}

func packKey(out []byte, value any) ([]byte, error) {
	written, err := textual(value)
	if err != nil {
		return nil, err
	}
	key, err := antelope.ParsePublicKey(written)
	if err != nil {
		return nil, err
	}
	return key.AppendPacked(out), nil
}

func printSignature(out []byte, r *antelope.Reader) ([]byte, error) {
	var signature antelope.Signature
	err := signature.ReadPacked(r)
	return AppendString(out, signature.String()), err
}

func packSignature(out []byte, value any) ([]byte, error) {
	written, err := textual(value)
	if err != nil {
		return nil, err
	}
	signature, err := antelope.ParseSignature(written)
	if err != nil {
		return nil, err
	}
	return signature.AppendPacked(out), nil
}
