package oracle_test

import (
	"slices"
	"testing"

	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
)

var (
	account = antelope.MustName(genesis.Oracle)
	pair    = antelope.MustName("testpair")
	writer  = antelope.MustName(genesis.Oracles[0])
	alice   = antelope.MustName("alice.wam")
)

// newChain has a pair without any quote.
func newChain(t *testing.T) ledgertest.Chain {
	t.Helper()
	chain := ledgertest.New(t, genesis.Options{})
	chain.Must(ledger.NewAction(account, account, oracle.EditPair{Pair: oracle.Pair{Name: pair, QuotedPrecision: 4}}))
	return chain
}

func write(value uint64) ledger.Action {
	return ledger.NewAction(writer, account, oracle.Write{Owner: writer, Quotes: []oracle.Quote{{Value: value, Pair: pair}}})
}

func points(chain ledgertest.Chain) []oracle.Datapoint {
	return ledgertest.All(chain, oracle.Datapoints, account, pair)
}

func TestTheRingHas21PlacesAndOverwritesTheOldest(t *testing.T) {
	chain := newChain(t)
	for _, seed := range points(chain) {
		if seed.Median != 0 || seed.Value != 0 || seed.Timestamp != 0 {
			t.Fatalf("a place that was never written: %+v", seed)
		}
	}
	var values []uint64
	for i := range uint64(50) {
		values = append(values, 500+i*7%31)
		chain.Must(write(values[i]))
		chain.Seal(1)
		ring := points(chain)
		if len(ring) != oracle.RingSize {
			t.Fatalf("%d places", len(ring))
		}
		written := ring[i%oracle.RingSize]
		recent := slices.Clone(values[max(0, len(values)-oracle.RingSize):])
		slices.Sort(recent)
		if written.ID != i%oracle.RingSize || written.Value != values[i] || written.Owner != writer || written.Median != recent[len(recent)/2] {
			t.Fatalf("write %d left %+v; the median of %v is %d", i, written, recent, recent[len(recent)/2])
		}
		chain.Read(func(v ledger.View) {
			if newest, found := oracle.Newest(v, account, pair); !found || newest != written {
				t.Fatalf("the newest is %+v, want %+v", newest, written)
			}
		})
	}
}

func TestAMedianStandsAsLongAsItsRow(t *testing.T) {
	chain := newChain(t)
	has := func(median uint64) (found bool) {
		chain.Read(func(v ledger.View) { found = oracle.HasMedian(v, account, pair, median) })
		return found
	}
	if has(0) {
		t.Error("a seed's median of 0 stands")
	}
	chain.Must(write(100))
	for range oracle.RingSize {
		if !has(100) {
			t.Fatal("the median is gone while its row is there")
		}
		chain.Seal(1)
		chain.Must(write(900))
	}
	if has(100) {
		t.Error("the median stands although its row was overwritten")
	}
}

func TestRefusals(t *testing.T) {
	chain := newChain(t) // refusals change nothing, so that one does for all
	for want, action := range map[string]ledger.Action{
		"missing authority":                          ledger.NewAction(alice, account, oracle.Write{Owner: writer, Quotes: []oracle.Quote{{Value: 1, Pair: pair}}}),
		"must supply non-empty array of quotes":      ledger.NewAction(writer, account, oracle.Write{Owner: writer}),
		"pair not allowed":                           ledger.NewAction(writer, account, oracle.Write{Owner: writer, Quotes: []oracle.Quote{{Value: 1, Pair: alice}}}),
		"value outside of allowed range":             write(0),
		"missing authority of delphioracle":          ledger.NewAction(alice, account, oracle.EditPair{Pair: oracle.Pair{Name: alice}}),
		"assertion failure with message: invalid pa": ledger.NewAction(account, account, oracle.EditPair{}),
	} {
		chain.Refuses(want, action)
	}
}
