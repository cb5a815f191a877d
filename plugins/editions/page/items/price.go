package items

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

// medianPrecision is how many decimals of USD the oracle's median has: price is
// median / 10^4 USD per WAX.
const medianPrecision = 4

// maxPriceDigits bounds the arithmetic: a token's amount has 19 digits at most.
const maxPriceDigits = 24

// waxPrecision is how many decimals WAX has, and settlement the only symbol that
// a purchase is paid in here, as a row names it.
const (
	waxPrecision = 8
	settlement   = "8,WAX"
)

// priceKind is what a drop is priced in. A drop's partials are apart by it, under
// the names of the constants; the one in USD has none.
type priceKind string

const (
	priceUSD  priceKind = ""
	priceWAX  priceKind = "wax"
	priceFree priceKind = "free"
	// priceOther is in a token that no purchase is made with here.
	priceOther priceKind = "other"
)

type price struct {
	kind                    priceKind
	usd, usdWhole, usdCents string
	wax, waxWhole, waxCents string
	// agreed is the most WAX that a purchase of one pack agrees to.
	agreed string
}

// agreedPercent is the most that a purchase whose price follows the median agrees to, percent of
// what is shown.
const agreedPercent = 101

// dropPrice is a listing price for people: in USD where it is listed so, and in
// WAX, at the median where it is listed in USD, with two decimals rounded up, in
// whole numbers throughout. What is not known is a dash.
func dropPrice(listing, settled string, median *big.Int, language release.Language) price {
	shown := price{kind: priceOther, usd: unknown, usdWhole: unknown, wax: unknown, waxWhole: unknown, agreed: unknown}
	units, precision, symbol, ok := parseListing(listing)
	// The one symbol that all drops are paid in need not be said.
	if !ok || (settled != settlement && settled != "") || (symbol == "WAX" && precision != waxPrecision) {
		return shown
	}
	scale := power10(precision)
	hundredths := ceiling(new(big.Int).Mul(units, big.NewInt(100)), scale)
	if symbol == "WAX" {
		shown.kind = priceWAX
		shown.waxWhole, shown.waxCents, shown.wax = decimals(hundredths, language)
		shown.agreed = shown.wax
	} else {
		shown.kind = priceUSD
		shown.usdWhole, shown.usdCents, shown.usd = decimals(hundredths, language)
		if median != nil && median.Sign() > 0 {
			// Hundredths of WAX: units / 10^precision USD, / (median / 10^4) USD per WAX, * 100.
			dividend := new(big.Int).Mul(units, power10(medianPrecision+2))
			inWAX := ceiling(dividend, new(big.Int).Mul(scale, median))
			shown.waxWhole, shown.waxCents, shown.wax = decimals(inWAX, language)
			_, _, shown.agreed = decimals(ceiling(inWAX.Mul(inWAX, big.NewInt(agreedPercent)), big.NewInt(100)), language)
		}
	}
	if units.Sign() == 0 {
		shown.kind = priceFree
	}
	return shown
}

// parseListing reads an asset of USD or WAX into its smallest units and their decimals.
func parseListing(listing string) (units *big.Int, precision int, symbol string, ok bool) {
	amount, symbol, _ := strings.Cut(listing, " ")
	whole, fraction, _ := strings.Cut(amount, ".")
	digits := whole + fraction
	if (symbol != "USD" && symbol != "WAX") || whole == "" || len(digits) > maxPriceDigits || strings.Trim(digits, "0123456789") != "" {
		return nil, 0, "", false
	}
	units, ok = new(big.Int).SetString(digits, 10)
	return units, len(fraction), symbol, ok
}

func power10(exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
}

// newestMedian is the median of the newest data point, nil when there is none, and the point's time.
// The oracle's table is a ring whose rows stand in no order of time, and a
// median of 0 is a seed.
func newestMedian(rows []json.RawMessage) (median *big.Int, newest string) {
	for _, row := range rows {
		var point struct {
			Median    integer `json:"median"`
			Timestamp string  `json:"timestamp"`
		}
		if json.Unmarshal(row, &point) != nil || point.Median == 0 || point.Timestamp == "" {
			continue
		}
		// Times of the chain compare as text: they all have one form.
		if median == nil || point.Timestamp > newest {
			newest, median = point.Timestamp, new(big.Int).SetUint64(uint64(point.Median))
		}
	}
	return median, newest
}

// rate is what one WAX is in USD, and when the oracle said so; dashes when it is not known.
func rate(rows map[string]*page.Rows, language release.Language) (rate, at string) {
	points := tableOf(rows, release.NeedMedian)
	if points == nil {
		return unknown, unknown
	}
	median, newest := newestMedian(points.rows)
	if median == nil {
		return unknown, unknown
	}
	digits := fmt.Sprintf("%0*s", medianPrecision+1, median.String())
	point, mark := len(digits)-medianPrecision, "."
	if language == release.Spanish {
		mark = ","
	}
	at = unknown
	if said, err := time.Parse("2006-01-02T15:04:05", newest); err == nil {
		at = said.Format("15:04:05 UTC")
	}
	return "$" + digits[:point] + mark + digits[point:], at
}

// median is the WAX price in the rows; nil when it is not known.
func median(rows map[string]*page.Rows) *big.Int {
	if points := tableOf(rows, release.NeedMedian); points != nil {
		newest, _ := newestMedian(points.rows)
		return newest
	}
	return nil
}

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

func ceiling(dividend, divisor *big.Int) *big.Int {
	quotient, rest := new(big.Int).QuoRem(dividend, divisor, new(big.Int))
	if rest.Sign() != 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return quotient
}
