// Package oracle is the part of the delphioracle contract that prices come from:
// a ring of quotes for each pair of currencies. Every account may write.
package oracle

import (
	"math"
	"slices"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// RingSize is how many quotes a pair keeps: ids 0 to 20.
const RingSize = 21

// Quotes lie between these, as in the contract on WAX.
const (
	minQuote = 1
	maxQuote = 1<<62 - 1
)

// The contract's tables. The scope of datapoints is their pair.
var (
	Datapoints = ledger.NewTable("datapoints", "datapoints", func(row Datapoint) uint64 { return row.ID },
		func(row Datapoint) uint64 { return row.Value },
		func(row Datapoint) uint64 { return uint64(row.Timestamp) })
	Pairs = ledger.NewTable("pairs", "pairs", func(row Pair) uint64 { return uint64(row.Name) })
)

// IndexTimestamp is the index position of datapoints by their time; its key type
// is i64. The position before it is by value.
const IndexTimestamp = 3

// Datapoint is a row of the ring; its scope is the pair. A median of 0 is a
// place that was never written.
type Datapoint struct {
	ID        uint64             `abi:"id"`
	Owner     antelope.Name      `abi:"owner"`
	Value     uint64             `abi:"value"`
	Median    uint64             `abi:"median"`
	Timestamp antelope.TimePoint `abi:"timestamp"`
}

// Pair is a row of pairs.
type Pair struct {
	Name antelope.Name `abi:"name"`
	// QuotedPrecision is the number of decimals of values and medians.
	QuotedPrecision uint64 `abi:"quoted_precision"`
}

// EditPair is the data of editpair, which makes a pair or changes it.
type EditPair struct {
	Pair Pair `abi:"pair"`
}

// Quote is one price of a write.
type Quote struct {
	Value uint64        `abi:"value"`
	Pair  antelope.Name `abi:"pair"`
}

// Write is the data of write.
type Write struct {
	Owner  antelope.Name `abi:"owner"`
	Quotes []Quote       `abi:"quotes"`
}

// New gives the contract's code for the account it lives at.
func New(account antelope.Name) ledger.Contract {
	return ledger.NewContract(account, ledger.Type("quote", Quote{}), Pairs, Datapoints, ledger.Handle(editPair), ledger.Handle(write))
}

// Newest is the datapoint of a pair that was written last; false when none was
// written yet.
func Newest(state ledger.State, contract, pair antelope.Name) (newest Datapoint, written bool) {
	for newest = range Datapoints.In(state, contract, pair).Between(IndexTimestamp, 0, math.MaxUint64) {
	}
	return newest, newest.Median > 0
}

// HasMedian tells whether some current datapoint of a pair has this median.
func HasMedian(state ledger.State, contract, pair antelope.Name, median uint64) bool {
	for point := range Datapoints.In(state, contract, pair).All() {
		if point.Median == median && median > 0 {
			return true
		}
	}
	return false
}

func editPair(c *ledger.Context, data EditPair) {
	c.RequireAuth(c.Self())
	pair := data.Pair
	ledger.Check(pair.Name != 0 && pair.QuotedPrecision <= 18, "invalid pair")
	Pairs.Put(c, c.Self(), pair)
	if Datapoints.Own(c, pair.Name).Len() > 0 {
		return
	}
	for id := range uint64(RingSize) {
		Datapoints.Put(c, pair.Name, Datapoint{ID: id})
	}
}

func write(c *ledger.Context, data Write) {
	c.RequireAuth(data.Owner)
	ledger.Check(len(data.Quotes) > 0, "must supply non-empty array of quotes")
	for _, quote := range data.Quotes {
		writeQuote(c, data.Owner, quote)
	}
}

// writeQuote overwrites the oldest place of the pair's ring and gives it the
// median of the ring's values, the new one included.
func writeQuote(c *ledger.Context, owner antelope.Name, quote Quote) {
	_, exists := Pairs.Own(c, c.Self()).Get(uint64(quote.Pair))
	ledger.Check(exists, "pair not allowed")
	ledger.Check(quote.Value >= minQuote && quote.Value <= maxQuote, "value outside of allowed range")
	ring := slices.Collect(Datapoints.Own(c, quote.Pair).Between(IndexTimestamp, 0, math.MaxUint64))
	oldest := ring[0].ID
	values := []uint64{quote.Value}
	for _, point := range ring[1:] {
		if point.Value > 0 {
			values = append(values, point.Value)
		}
	}
	slices.Sort(values)
	Datapoints.Put(c, quote.Pair, Datapoint{
		ID: oldest, Owner: owner, Value: quote.Value, Median: values[len(values)/2],
		Timestamp: antelope.TimePointOf(c.Now()),
	})
}
