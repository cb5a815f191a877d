package page

import (
	"encoding/json"
	"math/big"
	"strings"

	"fieldhouse/plugins/editions/release"
)

// medianPrecision is how many decimals of USD the oracle's median has: price is
// median / 10^4 USD per WAX.
const medianPrecision = 4

// maxPriceDigits bounds the arithmetic: a token's amount has 19 digits at most.
const maxPriceDigits = 24

type price struct {
	usd, whole, cents, wax string
}

// dropPrice is a listing price such as `24.99 USD` for people: in USD, and in WAX
// at the median with two decimals rounded up, in whole numbers throughout.
// Without a median the WAX is unknown; without a price in USD all of it is.
func dropPrice(listing string, median *big.Int, language release.Language) price {
	units, precision, ok := parseUSD(listing)
	if !ok {
		return price{usd: unknown, whole: unknown, wax: unknown}
	}
	scale := power10(precision)
	var shown price
	cents := ceiling(new(big.Int).Mul(units, big.NewInt(100)), scale)
	shown.whole, shown.cents, shown.usd = decimals(cents, language)
	shown.wax = unknown
	if median != nil && median.Sign() > 0 {
		// Hundredths of WAX: units / 10^precision USD, / (median / 10^4) USD per WAX, * 100.
		dividend := new(big.Int).Mul(units, power10(medianPrecision+2))
		_, _, shown.wax = decimals(ceiling(dividend, new(big.Int).Mul(scale, median)), language)
	}
	return shown
}

// parseUSD reads an asset of the symbol USD into its smallest units and their decimals.
func parseUSD(listing string) (units *big.Int, precision int, ok bool) {
	amount, symbol, _ := strings.Cut(listing, " ")
	whole, fraction, _ := strings.Cut(amount, ".")
	digits := whole + fraction
	if symbol != "USD" || whole == "" || len(digits) > maxPriceDigits || strings.Trim(digits, "0123456789") != "" {
		return nil, 0, false
	}
	units, ok = new(big.Int).SetString(digits, 10)
	return units, len(fraction), ok
}

func power10(exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
}

// newestMedian is the median of the newest data point, nil when there is none.
// The oracle's table is a ring whose rows stand in no order of time, and a
// median of 0 is a seed.
func newestMedian(rows []json.RawMessage) *big.Int {
	var newest string
	var median *big.Int
	for _, row := range rows {
		var point struct {
			Median    integer `json:"median"`
			Timestamp string  `json:"timestamp"`
		}
		if json.Unmarshal(row, &point) != nil || point.Median == 0 {
			continue
		}
		// Times of the chain compare as text: they all have one form.
		if median == nil || point.Timestamp > newest {
			newest, median = point.Timestamp, new(big.Int).SetUint64(uint64(point.Median))
		}
	}
	return median
}
