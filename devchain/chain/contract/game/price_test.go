package game_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

func order(listing string, amount, median uint64, discount uint32) game.Order {
	return game.Order{
		Listing: antelope.MustAsset(listing), Amount: amount, Median: median, Precision: 4,
		Settlement: genesis.Symbol, DiscountBps: discount,
	}
}

// TestADepositIsWhatTheBrowserPays takes vectors that the browser's functions are tested
// with too.
func TestADepositIsWhatTheBrowserPays(t *testing.T) {
	content := must.Get(os.ReadFile("testdata/deposits.json"))(t)
	var deposits []struct {
		What, Listing, Deposit string
		Amount                 uint64
		Median                 uint64 `json:",string"`
		Discount               uint32
	}
	if err := json.Unmarshal(content, &deposits); err != nil || len(deposits) < 14 {
		t.Fatalf("%d deposits: %v", len(deposits), err)
	}
	for _, want := range deposits {
		o := order(want.Listing, want.Amount, want.Median, want.Discount)
		deposit, err := o.Deposit()
		if err != nil || deposit.String() != want.Deposit {
			t.Errorf("%s: %d x %s: deposit %s (%v), want %s", want.What, want.Amount, want.Listing, deposit, err, want.Deposit)
		}
	}
}

func TestTheContractTruncates(t *testing.T) {
	for _, c := range []struct {
		order game.Order
		price uint64
	}{
		{order("10.00 USD", 1, 200, 0), 500_00000000},
		{order("24.99 USD", 1, 598, 0), 417_89297658},
		{order("24.99 USD", 3, 598, 1000), 1128_31103678},
		{order("10.00000001 WAX", 1, 0, 5000), 5_00000000},
	} {
		if price := c.order.Price(); price != c.price {
			t.Errorf("%d x %s: price %d, want %d", c.order.Amount, c.order.Listing, price, c.price)
		}
	}
}

func TestThereIsNoPriceWithoutAMedianOrBeyondTheIntegers(t *testing.T) {
	for _, o := range []game.Order{order("10.00 USD", 1, 0, 0), order("46116860184273879.03 USD", 100, 1, 0)} {
		if deposit, err := o.Deposit(); err == nil {
			t.Errorf("%s at %d: %s", o.Listing, o.Median, deposit)
		}
	}
}

// The contract computes in double and truncates; what it asks for must never be
// more than the exact price rounded up, and never less than that minus one unit
// for the truncation and one for the discount.
func TestTheExactPriceRoundedUpIsAlwaysEnough(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	apart := 0
	for range 5_000 {
		o := game.Order{
			Listing: antelope.Asset{Amount: 1 + random.Int64N(100_000), Symbol: antelope.MustSymbol("2,USD")},
			Amount:  1 + random.Uint64N(100), Median: 50 + random.Uint64N(20_000), Precision: 4,
			Settlement: genesis.Symbol, DiscountBps: random.Uint32N(10_001),
		}
		deposit := must.Get(o.Deposit())(t)
		price := int64(o.Price())
		if price > deposit.Amount || price < deposit.Amount-2 {
			t.Fatalf("%d x %s at %d less %d: price %d, deposit %d", o.Amount, o.Listing, o.Median, o.DiscountBps, price, deposit.Amount)
		}
		if price != deposit.Amount {
			apart++
		}
	}
	if apart == 0 {
		t.Error("price and deposit never differ, so rounding was not tested")
	}
}
