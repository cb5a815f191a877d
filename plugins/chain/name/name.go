// Package name reads and writes the names of an Antelope chain. A name is 64
// bits: twelve characters of five bits and a thirteenth of four, from the first
// character in the highest bits.
package name

import (
	"errors"
	"strings"
)

const (
	alphabet = ".12345abcdefghijklmnopqrstuvwxyz"
	// A thirteenth character has four bits only.
	lastAlphabet = ".12345abcdefghij"
	maxLength    = 13
	// MaxAccount is the length of the longest account name.
	MaxAccount = 12
)

// ErrName is what is wrong with a string that is no name.
var ErrName = errors.New("a name has 1 to 13 characters out of a-z, 1-5 and '.', the last one not '.', the thirteenth none after j")

// Parse gives the number of a name.
func Parse(s string) (uint64, error) {
	if len(s) == 0 || len(s) > maxLength || s[len(s)-1] == '.' {
		return 0, ErrName
	}
	var value uint64
	for i := range maxLength {
		var digit int
		if i < len(s) {
			if digit = strings.IndexByte(alphabet, s[i]); digit < 0 {
				return 0, ErrName
			}
		}
		if i == maxLength-1 {
			if digit >= len(lastAlphabet) {
				return 0, ErrName
			}
			return value<<4 | uint64(digit), nil
		}
		value = value<<5 | uint64(digit)
	}
	return value, nil
}

// Format gives the name of a number. Every number has one; that of 0 is empty.
func Format(value uint64) string {
	var s [maxLength]byte
	s[maxLength-1] = lastAlphabet[value&0x0f]
	value >>= 4
	for i := maxLength - 2; i >= 0; i-- {
		s[i] = alphabet[value&0x1f]
		value >>= 5
	}
	return strings.TrimRight(string(s[:]), ".")
}

// IsAccount reports whether s can be the name of an account: a name of at most
// 12 characters.
func IsAccount(s string) bool {
	if len(s) > MaxAccount {
		return false
	}
	_, err := Parse(s)
	return err == nil
}
