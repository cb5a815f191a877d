// Package oracle is the part of the delphioracle contract that prices come from:
// a ring of quotes for each pair of currencies.
package oracle

import (
	"encoding/binary"
	"slices"

	"fieldhouse/devchain/abi"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// RingSize is how many quotes a pair keeps: ids 0 to 20.
const RingSize = 21

// Quotes lie between these, as in the contract on WAX.
const (
	minQuote = 1
	maxQuote = 1<<62 - 1
)

// Names of the contract's tables and actions.
var (
	TableDatapoints = antelope.MustName("datapoints")
	TablePairs      = antelope.MustName("pairs")
	TableUsers      = antelope.MustName("users")

	ActionEditPair = antelope.MustName("editpair")
	ActionRegUser  = antelope.MustName("reguser")
	ActionWrite    = antelope.MustName("write")
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

// Offsets of the indexed fields in a datapoint's binary form.
const (
	offsetValue     = 16
	offsetTimestamp = 32
)

// Pair is a row of pairs.
type Pair struct {
	Active                  bool            `abi:"active"`
	BountyAwarded           bool            `abi:"bounty_awarded"`
	BountyEditedByCustodian bool            `abi:"bounty_edited_by_custodians"`
	Proposer                antelope.Name   `abi:"proposer"`
	Name                    antelope.Name   `abi:"name"`
	BountyAmount            antelope.Asset  `abi:"bounty_amount"`
	ApprovingCustodians     []antelope.Name `abi:"approving_custodians"`
	ApprovingOracles        []antelope.Name `abi:"approving_oracles"`
	BaseSymbol              antelope.Symbol `abi:"base_symbol"`
	BaseType                uint16          `abi:"base_type"`
	BaseContract            antelope.Name   `abi:"base_contract"`
	QuoteSymbol             antelope.Symbol `abi:"quote_symbol"`
	QuoteType               uint16          `abi:"quote_type"`
	QuoteContract           antelope.Name   `abi:"quote_contract"`
	// QuotedPrecision is the number of decimals of values and medians.
	QuotedPrecision uint64 `abi:"quoted_precision"`
}

// User is a row of users: an account that may write quotes.
type User struct {
	Name              antelope.Name      `abi:"name"`
	Contribution      antelope.Asset     `abi:"contribution"`
	Score             uint64             `abi:"score"`
	CreationTimestamp antelope.TimePoint `abi:"creation_timestamp"`
}

// EditPair is the data of editpair, which makes a pair or changes it.
type EditPair struct {
	Pair Pair `abi:"pair"`
}

// RegUser is the data of reguser, by which an account becomes an oracle.
type RegUser struct {
	Owner antelope.Name `abi:"owner"`
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
	return ledger.Contract{
		Account: account,
		ABI: abi.NewBuilder().
			Struct("quote", Quote{}).Struct("pairs", Pair{}).
			Action("editpair", EditPair{}).Action("reguser", RegUser{}).Action("write", Write{}).
			Table("datapoints", "datapoints", Datapoint{}).Table("pairs", "pairs", Pair{}).Table("users", "users", User{}).
			Build(),
		Handlers: map[antelope.Name]ledger.Handler{
			ActionEditPair: ledger.Handle(editPair),
			ActionRegUser:  ledger.Handle(regUser),
			ActionWrite:    ledger.Handle(write),
		},
		Secondary: map[antelope.Name][]ledger.SecondaryKey{
			TableDatapoints: {
				func(data []byte) uint64 { return binary.LittleEndian.Uint64(data[offsetValue:]) },
				func(data []byte) uint64 { return binary.LittleEndian.Uint64(data[offsetTimestamp:]) },
			},
		},
	}
}

// Newest is the datapoint written last; false when none was written yet.
func Newest(datapoints *ledger.Table) (Datapoint, bool) {
	entries := datapoints.Between(IndexTimestamp, 0, ^uint64(0))
	if len(entries) == 0 {
		return Datapoint{}, false
	}
	row, _ := datapoints.Get(entries[len(entries)-1].Primary)
	point := ledger.Decode[Datapoint](row)
	return point, point.Median > 0
}

// HasMedian tells whether some current datapoint has this median.
func HasMedian(datapoints *ledger.Table, median uint64) bool {
	if median == 0 {
		return false
	}
	for _, entry := range datapoints.Between(1, 0, ^uint64(0)) {
		row, _ := datapoints.Get(entry.Primary)
		if ledger.Decode[Datapoint](row).Median == median {
			return true
		}
	}
	return false
}

func editPair(c *ledger.Context, data EditPair) error {
	if err := c.RequireAuth(c.Self()); err != nil {
		return err
	}
	pair := data.Pair
	if pair.Name == 0 || !pair.BaseSymbol.Valid() || !pair.QuoteSymbol.Valid() || pair.QuotedPrecision > 18 {
		return ledger.Assert("invalid pair")
	}
	c.Put(c.Self(), TablePairs, uint64(pair.Name), c.Self(), pair)
	if c.Table(c.Self(), pair.Name, TableDatapoints).Len() > 0 {
		return nil
	}
	for id := range uint64(RingSize) {
		c.Put(pair.Name, TableDatapoints, id, c.Self(), Datapoint{ID: id})
	}
	return nil
}

func regUser(c *ledger.Context, data RegUser) error {
	if err := c.RequireAuth(data.Owner); err != nil {
		return err
	}
	if _, exists := c.Get(c.Self(), TableUsers, uint64(data.Owner)); exists {
		return ledger.Assert("user already registered")
	}
	c.Put(c.Self(), TableUsers, uint64(data.Owner), data.Owner, User{
		Name: data.Owner, Contribution: antelope.MustAsset("0.00000000 WAX"),
		CreationTimestamp: antelope.TimePointOf(c.Now()),
	})
	return nil
}

func write(c *ledger.Context, data Write) error {
	if err := c.RequireAuth(data.Owner); err != nil {
		return err
	}
	if _, registered := c.Get(c.Self(), TableUsers, uint64(data.Owner)); !registered {
		return ledger.Assert("account is not a registered oracle")
	}
	if len(data.Quotes) == 0 {
		return ledger.Assert("must supply non-empty array of quotes")
	}
	for _, quote := range data.Quotes {
		if err := writeQuote(c, data.Owner, quote); err != nil {
			return err
		}
	}
	return nil
}

// writeQuote overwrites the oldest place of the pair's ring and gives it the
// median of the ring's values, the new one included.
func writeQuote(c *ledger.Context, owner antelope.Name, quote Quote) error {
	row, exists := c.Get(c.Self(), TablePairs, uint64(quote.Pair))
	if !exists || !ledger.Decode[Pair](row).Active {
		return ledger.Assert("pair not allowed")
	}
	if quote.Value < minQuote || quote.Value > maxQuote {
		return ledger.Assert("value outside of allowed range")
	}
	ring := c.Table(c.Self(), quote.Pair, TableDatapoints)
	oldest := ring.Between(IndexTimestamp, 0, ^uint64(0))[0].Primary
	values := []uint64{quote.Value}
	for _, entry := range ring.Between(1, 0, ^uint64(0)) {
		place, _ := ring.Get(entry.Primary)
		if point := ledger.Decode[Datapoint](place); point.ID != oldest && point.Value > 0 {
			values = append(values, point.Value)
		}
	}
	slices.Sort(values)
	c.Put(quote.Pair, TableDatapoints, oldest, owner, Datapoint{
		ID: oldest, Owner: owner, Value: quote.Value, Median: values[len(values)/2],
		Timestamp: antelope.TimePointOf(c.Now()),
	})
	return nil
}
