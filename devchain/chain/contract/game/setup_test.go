package game_test

import (
	"testing"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

func TestSetUpIsChecked(t *testing.T) {
	b := newBench(t)
	good := func() game.NewDrop {
		return game.NewDrop{Sale: game.Sale{
			Edition: antelope.MustName("football"), Name: "Pack", DisplayData: "{}",
			AssetsToMint: []game.Mint{{TemplateID: 700101, Amount: 1}},
			ListingPrice: antelope.MustAsset("1.00 USD"), SettlementSymbol: genesis.Symbol, PriceRecipient: treasury, MaxClaimable: 1,
		}}
	}
	for want, change := range map[string]func(*game.NewDrop){
		"A drop needs an edition and a name of at most 64 bytes":   func(d *game.NewDrop) { d.Name = "" },
		"A drop's display_data must be JSON of at most 4096 bytes": func(d *game.NewDrop) { d.DisplayData = "{" },
		"A drop must mint 1 to 10 assets":                          func(d *game.NewDrop) { d.AssetsToMint = nil },
		"There is no template 1":                                   func(d *game.NewDrop) { d.AssetsToMint[0].TemplateID = 1 },
		"Invalid listing price":                                    func(d *game.NewDrop) { d.ListingPrice.Amount = -1 },
		"The settlement symbol must be 8,WAX":                      func(d *game.NewDrop) { d.SettlementSymbol = antelope.MustSymbol("4,WAX") },
		"The price recipient nobody does not exist":                func(d *game.NewDrop) { d.PriceRecipient = antelope.MustName("nobody") },
		"Invalid number of packs":                                  func(d *game.NewDrop) { d.AlreadyClaimed = 2 },
		"A sale must end after it starts":                          func(d *game.NewDrop) { d.StartTime, d.EndTime = 9, 9 },
	} {
		data := good()
		change(&data)
		b.Refuses(want, ledger.NewAction(account, account, data))
	}
	b.Must(ledger.NewAction(account, account, game.SetHidden{DropID: 1, IsHidden: true}))
	if drop := b.find(1); !drop.IsHidden || drop.Name == "" {
		t.Errorf("drop 1 became %+v", drop)
	}
	b.Refuses("Share and discount are at most 10000 basis points", ledger.NewAction(account, account,
		game.SetPartner{Code: antelope.MustName("greedy"), Account: bob, DiscountBps: 10_001}))
	b.Refuses("A claim needs a reason of at most 64 bytes, other than purchase", ledger.NewAction(account, account,
		game.NewClaim{DropID: 1, Claimer: bob, Amount: 1, Reason: "purchase"}))
}
