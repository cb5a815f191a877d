package game

import (
	"fmt"
	"math"
	"math/big"

	"fieldhouse/plugins/antelope"
)

// basisPoints is the whole in basis points.
const basisPoints = 10_000

// Order is what a price is computed of.
type Order struct {
	// Listing is the price of one pack.
	Listing antelope.Asset
	Amount  uint64
	// Median is the quoted price of one settlement token in the listing's
	// currency, with Precision decimals.
	Median     uint64
	Precision  uint64
	Settlement antelope.Symbol
	// DiscountBps is what a partner's code saves.
	DiscountBps uint32
}

// Price is what the contract asks for, in the smallest unit of the settlement
// symbol. Like the contracts on WAX it computes in double and truncates.
func (o Order) Price() uint64 {
	total := float64(o.Listing.Amount) * float64(o.Amount)
	if o.Listing.Symbol != o.Settlement {
		total = total / float64(o.Median) * math.Pow(10, float64(o.exponent()))
	}
	price := uint64(total)
	whole, rest := price/basisPoints, price%basisPoints
	keep := uint64(basisPoints - o.DiscountBps)
	return whole*keep + rest*keep/basisPoints
}

// Deposit is what a buyer pays in: the exact price rounded up, which is never
// less than what the contract asks for. It fails when that is no amount.
func (o Order) Deposit() (antelope.Asset, error) {
	exact := new(big.Rat).SetInt64(o.Listing.Amount)
	exact.Mul(exact, new(big.Rat).SetInt(new(big.Int).SetUint64(o.Amount)))
	exact.Mul(exact, big.NewRat(int64(basisPoints-o.DiscountBps), basisPoints))
	if o.Listing.Symbol != o.Settlement {
		if o.Median == 0 {
			return antelope.Asset{}, fmt.Errorf("pricing %d packs at %s: there is no median", o.Amount, o.Listing)
		}
		exact.Quo(exact, new(big.Rat).SetInt(new(big.Int).SetUint64(o.Median)))
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(o.exponent(), -o.exponent()))), nil)
		if o.exponent() >= 0 {
			exact.Mul(exact, new(big.Rat).SetInt(power))
		} else {
			exact.Quo(exact, new(big.Rat).SetInt(power))
		}
	}
	rounded, rest := new(big.Int).QuoRem(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		rounded.Add(rounded, big.NewInt(1))
	}
	if !rounded.IsInt64() || rounded.Int64() > antelope.MaxAmount {
		return antelope.Asset{}, fmt.Errorf("pricing %d packs at %s: the price is too large", o.Amount, o.Listing)
	}
	return antelope.Asset{Amount: rounded.Int64(), Symbol: o.Settlement}, nil
}

// exponent is the power of ten between listing units per median and settlement
// units: 4 + 8 - 2 for USD and WAX.
func (o Order) exponent() int {
	return int(o.Precision) + o.Settlement.Precision() - o.Listing.Symbol.Precision()
}
