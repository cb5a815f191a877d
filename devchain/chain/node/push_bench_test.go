package node_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/node"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// unlimited is the drop of six in each edition that everybody can buy for good.
const unlimited = 6

// newSale is a node of a chain with many fans and no simulated buyers.
func newSale(b *testing.B, fans int) api {
	b.Helper()
	settings := producer.Defaults()
	settings.Buyers = 0
	chain := must.Get(producer.New(producer.Options{
		Options: genesis.Options{Start: start, Drops: unlimited, Fans: fans, Seed: 1}, Settings: settings,
	}))(b)
	return apiOf(b, func() (*producer.Producer, error) { return chain, nil })
}

// purchase is a fan's, signed, as the body of a push.
func (a api) purchase(place int) string {
	a.Helper()
	fan, account := antelope.MustName(genesis.Fan(place)), antelope.MustName(genesis.GameContract)
	var order game.Order
	a.chain.Ledger().Read(func(v ledger.View) {
		drop, _ := game.Drops.In(v, account, account).Get(unlimited)
		order = game.Order{Listing: drop.ListingPrice, Amount: 1, Settlement: drop.SettlementSymbol, Median: genesis.StartMedian, Precision: 4}
	})
	deposit := must.Get(order.Deposit())(a)
	return newWallet(a, ledger.NewAction(fan, antelope.MustName(genesis.Token), token.Transfer{
		From: fan, To: account, Quantity: deposit, Memo: game.DepositMemo,
	}), ledger.NewAction(fan, account, game.BuyPack{
		Buyer: fan, DropID: unlimited, Amount: 1, IntendedDelphiMedian: genesis.StartMedian,
	})).sign(genesis.Key(genesis.Fan(place))).body()
}

func (a api) send(call, body string) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	a.handler.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, node.Prefix+call, strings.NewReader(body)))
	return answer
}

// BenchmarkPurchases pushes one purchase of each fan, 1,000 to a block.
func BenchmarkPurchases(b *testing.B) {
	var a api
	bodies := make([]string, min(b.N, 10_000))
	b.ReportAllocs()
	for pushed := range b.N {
		place := pushed % len(bodies)
		if place == 0 { // everybody has bought: another chain
			b.StopTimer()
			a = newSale(b, len(bodies))
			for place := range bodies {
				bodies[place] = a.purchase(place)
			}
			b.StartTimer()
		}
		if answer := a.send("send_transaction", bodies[place]); answer.Code != http.StatusAccepted {
			b.Fatalf("%d %s", answer.Code, answer.Body)
		}
		if place%1000 == 999 {
			a.seal(1)
		}
	}
}

// BenchmarkNewestClaims reads the newest 1,000 of 20,000 claims.
func BenchmarkNewestClaims(b *testing.B) {
	a := newSale(b, 0)
	account := antelope.MustName(genesis.GameContract)
	for place := range 20_000 {
		must.Get(a.chain.Ledger().Act(ledger.NewAction(account, account, game.NewClaim{
			DropID: unlimited, Claimer: antelope.MustName(genesis.Buyers[place%24]), Amount: 1, Reason: fmt.Sprint("bench ", place),
		})))(b)
	}
	body := fmt.Sprintf(`{"json":true,"code":"%s","scope":"%s","table":"claims","reverse":true,"limit":1000}`, account, account)
	b.ReportAllocs()
	for b.Loop() {
		if answer := a.send("get_table_rows", body); answer.Code != http.StatusOK {
			b.Fatalf("%d %s", answer.Code, answer.Body)
		}
	}
}
