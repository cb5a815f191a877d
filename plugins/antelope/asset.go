package antelope

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxAmount is the largest amount of an asset, in its smallest unit: 2^62 - 1.
const MaxAmount = 1<<62 - 1

// maxPrecision is the largest number of decimals of a symbol.
const maxPrecision = 18

// Symbol is a token's code and number of decimals: "8,WAX". The precision is in
// the lowest byte, the code's letters in the seven above it.
type Symbol uint64

// NewSymbol makes a symbol of a number of decimals and a code of A-Z.
func NewSymbol(precision uint8, code string) (Symbol, error) {
	if precision > maxPrecision {
		return 0, fmt.Errorf("making the symbol %d,%s: at most %d decimals are allowed", precision, clip(code), maxPrecision)
	}
	if len(code) < 1 || len(code) > 7 {
		return 0, fmt.Errorf("making the symbol %d,%s: the code must have 1 to 7 letters", precision, clip(code))
	}
	value := uint64(precision)
	for i := range len(code) {
		if code[i] < 'A' || code[i] > 'Z' {
			return 0, fmt.Errorf("making the symbol %d,%s: the code may only hold A-Z", precision, clip(code))
		}
		value |= uint64(code[i]) << (8 * (i + 1))
	}
	return Symbol(value), nil
}

// ParseSymbol reads the text form, "8,WAX".
func ParseSymbol(text string) (Symbol, error) {
	digits, code, found := strings.Cut(text, ",")
	precision, err := strconv.ParseUint(digits, 10, 8)
	if !found || err != nil {
		return 0, fmt.Errorf("reading the symbol %q: it must be like 8,WAX", clip(text))
	}
	return NewSymbol(uint8(precision), code)
}

// MustSymbol is ParseSymbol for the constants of the code; it panics on a bad symbol.
func MustSymbol(text string) Symbol { return must(ParseSymbol(text)) }

// Precision is the number of decimals.
func (symbol Symbol) Precision() int { return int(uint8(symbol)) }

// Code is the symbol without its precision, as a number: the primary key of
// token tables.
func (symbol Symbol) Code() uint64 { return uint64(symbol) >> 8 }

// CodeText is the code's letters.
func (symbol Symbol) CodeText() string { return codeText(symbol.Code()) }

func codeText(code uint64) string {
	var text []byte
	for ; code != 0; code >>= 8 {
		text = append(text, byte(code))
	}
	return string(text)
}

// Valid tells whether the symbol is one NewSymbol could have made.
func (symbol Symbol) Valid() bool {
	made, err := NewSymbol(uint8(symbol), symbol.CodeText())
	return err == nil && made == symbol
}

// String is the text form, "8,WAX".
func (symbol Symbol) String() string {
	return strconv.Itoa(symbol.Precision()) + "," + symbol.CodeText()
}

// Asset is an amount in the smallest unit of a symbol: 12.34560000 WAX is
// 1234560000 of 8,WAX.
type Asset struct {
	Amount int64  `abi:"amount"`
	Symbol Symbol `abi:"symbol"`
}

// ParseAsset reads the text form, "12.34560000 WAX": the decimals written are
// the symbol's precision.
func ParseAsset(text string) (Asset, error) {
	number, code, found := strings.Cut(text, " ")
	if !found {
		return Asset{}, fmt.Errorf("reading the amount %q: it must be like 12.34560000 WAX", clip(text))
	}
	whole, decimals, pointed := strings.Cut(number, ".")
	if pointed && decimals == "" || len(decimals) > maxPrecision {
		return Asset{}, fmt.Errorf("reading the amount %q: it must have 1 to %d decimals after the point", clip(text), maxPrecision)
	}
	symbol, err := NewSymbol(uint8(len(decimals)), code)
	if err != nil {
		return Asset{}, fmt.Errorf("reading the amount %q: %w", clip(text), err)
	}
	digits := strings.TrimPrefix(whole, "-")
	if digits == "" || strings.ContainsAny(digits+decimals, "+-_") {
		return Asset{}, fmt.Errorf("reading the amount %q: it must be like 12.34560000 WAX", clip(text))
	}
	amount, err := strconv.ParseInt(whole+decimals, 10, 64)
	if err != nil || amount > MaxAmount || amount < -MaxAmount {
		return Asset{}, fmt.Errorf("reading the amount %q: it must be a number of at most %d smallest units", clip(text), int64(MaxAmount))
	}
	return Asset{Amount: amount, Symbol: symbol}, nil
}

// MustAsset is ParseAsset for the constants of the code; it panics on a bad amount.
func MustAsset(text string) Asset { return must(ParseAsset(text)) }

// MarshalText makes assets strings in JSON.
func (asset Asset) MarshalText() ([]byte, error) { return []byte(asset.String()), nil }

// String is the text form with all decimals.
func (asset Asset) String() string {
	sign, amount := "", uint64(asset.Amount)
	if asset.Amount < 0 {
		sign, amount = "-", -amount
	}
	digits := strconv.FormatUint(amount, 10)
	precision := asset.Symbol.Precision()
	if precision == 0 {
		return sign + digits + " " + asset.Symbol.CodeText()
	}
	if missing := precision + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - precision
	return sign + digits[:point] + "." + digits[point:] + " " + asset.Symbol.CodeText()
}
