package opening

import (
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

func TestWhatTheCrowdSignsIsWhatTheContractsTakeAndCostsWhatTheyAsk(t *testing.T) {
	s := (&Plan{}).site(nil)
	ann := fan(7)
	for range 200 {
		median := 1 + rand.Uint64N(100_000)
		for _, listing := range []string{"9.99 USD", "0.01 USD", "1234.50 USD", "12.34560000 WAX"} {
			s.Drop = crowd.Drop{ID: "42", Listing: antelope.MustAsset(listing), Settlement: genesis.Symbol}
			signed := must.Get(s.Sign(ann, median, crowd.Header{}))(t)
			var body struct {
				Signatures []antelope.Signature
				Packed     string `json:"packed_trx"`
			}
			must.Do(t, json.Unmarshal(signed.Body, &body))
			raw := must.Get(hex.DecodeString(body.Packed))(t)
			read, err := ledger.UnpackTransaction(raw)
			if err != nil || read.ID().String() != signed.ID || len(body.Signatures) != 1 {
				t.Fatalf("%v: %+v", err, read)
			}
			buyer, gameName, order := antelope.MustName(ann.Name), antelope.MustName(genesis.GameContract), game.Order{Listing: s.Drop.Listing, Amount: 1, Median: median, Precision: 4, Settlement: genesis.Symbol}
			deposit := must.Get(order.Deposit())(t)
			if s.Drop.Listing.Symbol == genesis.Symbol {
				median = 0
			}
			want := ledger.Transaction{Actions: []ledger.Action{
				ledger.NewAction(buyer, antelope.MustName(genesis.Token), token.Transfer{From: buyer, To: gameName, Quantity: deposit, Memo: game.DepositMemo}),
				ledger.NewAction(buyer, gameName, game.BuyPack{Buyer: buyer, DropID: 42, Amount: 1, IntendedDelphiMedian: median}),
			}}
			if want.ID() != read.ID() {
				t.Fatalf("at %d for %s: %+v, want %+v", median, listing, read, want)
			}
		}
	}
}
