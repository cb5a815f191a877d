package items

import (
	"fmt"
	"math/big"
	"strings"

	"fieldhouse/plugins/editions/release"
)

// grouped is a whole number with its thousands grouped: 1,204 and 12,345; in
// Spanish 1204 and 12.345, which groups from five digits on.
func grouped(digits string, language release.Language) string {
	mark := byte(',')
	if language == release.Spanish {
		mark = '.'
		if len(digits) < 5 {
			return digits
		}
	}
	var written strings.Builder
	for index := range len(digits) {
		if index > 0 && (len(digits)-index)%3 == 0 {
			written.WriteByte(mark)
		}
		written.WriteByte(digits[index])
	}
	return written.String()
}

// decimals is an amount of hundredths in its two parts and as one text.
func decimals(hundredths *big.Int, language release.Language) (whole, cents, text string) {
	quotient, rest := new(big.Int).QuoRem(hundredths, big.NewInt(100), new(big.Int))
	whole = grouped(quotient.String(), language)
	cents = fmt.Sprintf("%02d", rest.Int64())
	if language == release.Spanish {
		return whole, cents, whole + "," + cents
	}
	return whole, cents, whole + "." + cents
}

// ceiling is the quotient of two positive numbers, rounded up.
func ceiling(dividend, divisor *big.Int) *big.Int {
	quotient, rest := new(big.Int).QuoRem(dividend, divisor, new(big.Int))
	if rest.Sign() != 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return quotient
}
