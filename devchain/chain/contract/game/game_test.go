package game_test

import (
	"slices"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

var (
	account  = antelope.MustName(genesis.GameContract)
	tokens   = antelope.MustName(genesis.Token)
	treasury = antelope.MustName(genesis.Treasury)
	alice    = antelope.MustName("alice.wam")
	bob      = antelope.MustName("bob.wam")
	start    = ledgertest.Start
)

// bench is a chain at its start with what tests do to it.
type bench struct{ ledgertest.Chain }

func newBench(t *testing.T) bench {
	t.Helper()
	b := bench{ledgertest.New(t, genesis.Options{Drops: genesis.DefaultDrops})}
	b.at(0)
	return b
}

// at makes a block so that the next one is at the time after the start.
func (b bench) at(after time.Duration) {
	b.Helper()
	must.Do(b, b.ProduceBlock(antelope.TimePointOf(start.Add(after-antelope.SlotLength))))
}

// drop adds a drop like the one given and answers its id.
func (b bench) drop(change func(*game.NewDrop)) uint64 {
	b.Helper()
	data := game.NewDrop{Sale: game.Sale{
		Edition: antelope.MustName("football"), Name: "Test Pack", DisplayData: `{"name":"Test Pack"}`,
		AssetsToMint: []game.Mint{{TemplateID: 700101, Amount: 1}}, ListingPrice: antelope.MustAsset("10.00 USD"),
		SettlementSymbol: genesis.Symbol, PriceRecipient: treasury, MaxClaimable: 100,
	}}
	change(&data)
	b.Must(ledger.NewAction(account, account, data))
	drops := b.drops()
	return drops[len(drops)-1].DropID
}

func all[Row any](b bench, table ledger.TableOf[Row]) []Row {
	return ledgertest.All(b.Chain, table, account, account)
}

func (b bench) drops() []game.Drop { return all(b, game.Drops) }

func (b bench) find(id uint64) game.Drop {
	for _, drop := range b.drops() {
		if drop.DropID == id {
			return drop
		}
	}
	b.Fatalf("there is no drop %d", id)
	return game.Drop{}
}

func (b bench) lastClaim() game.ClaimRow {
	claims := all(b, game.Claims)
	return claims[len(claims)-1]
}

func (b bench) balance(owner antelope.Name) int64 { return antelope.MustAsset(b.Balance(owner)).Amount }

func (b bench) median() (median uint64) {
	b.Read(func(v ledger.View) {
		point, _ := oracle.Newest(v, antelope.MustName(genesis.Oracle), antelope.MustName(genesis.OraclePair))
		median = point.Median
	})
	return median
}

func deposit(from antelope.Name, quantity string) ledger.Action {
	return ledger.NewAction(from, tokens, token.Transfer{
		From: from, To: account, Quantity: antelope.MustAsset(quantity), Memo: game.DepositMemo,
	})
}

func (b bench) buy(buyer antelope.Name, drop, amount uint64, code string) ledger.Action {
	return ledger.NewAction(buyer, account, game.BuyPack{
		Buyer: buyer, DropID: drop, Amount: amount, IntendedDelphiMedian: b.median(), PartnerCode: antelope.MustName(code),
	})
}

func TestAPurchasePaysTheTreasuryAndLeavesAClaim(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(*game.NewDrop) {})
	price := game.Order{
		Listing: antelope.MustAsset("10.00 USD"), Amount: 2, Median: b.median(), Precision: 4, Settlement: genesis.Symbol,
	}.Price()
	receipt := b.Must(deposit(alice, "400.00000000 WAX"), b.buy(alice, id, 2, ""))
	claim := b.lastClaim()
	want := game.ClaimRow{
		ClaimID: claim.ClaimID, DropID: id, Claimer: alice, Amount: 2, Claimed: true, Reason: "purchase",
		Paid:  antelope.Asset{Amount: int64(price), Symbol: genesis.Symbol},
		TrxID: receipt.ID.String(), CreatedAt: uint32(start.Unix()), ClaimedAt: uint32(start.Unix()),
	}
	if claim != want {
		t.Errorf("claim %+v, want %+v", claim, want)
	}
	if claimed := b.find(id).CurrentClaimed; claimed != 2 {
		t.Errorf("%d claimed", claimed)
	}
	if got := b.balance(treasury); got != int64(price) {
		t.Errorf("the treasury has %d, want %d", got, price)
	}
	rest := int64(400_00000000 - price)
	if kept := all(b, game.Balances); len(kept) != 1 || kept[0].Quantity.Amount != rest || kept[0].Owner != alice {
		t.Errorf("deposits %+v, want %d", kept, rest)
	}
}

func TestTheDepositRoundedUpIsAccepted(t *testing.T) {
	b := newBench(t)
	order := game.Order{Listing: antelope.MustAsset("24.99 USD"), Amount: 3, Median: b.median(), Precision: 4, Settlement: genesis.Symbol, DiscountBps: 1000}
	exact := must.Get(order.Deposit())(t)
	b.Must(deposit(alice, exact.String()), b.buy(alice, 1, 3, "buzzer"))
}

func TestAPartnerSharesAndDiscounts(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(d *game.NewDrop) { d.ListingPrice = antelope.MustAsset("100.00000000 WAX") })
	b.Must(deposit(alice, "200.00000000 WAX"), b.buy(alice, id, 1, "huddle"), b.buy(alice, id, 1, "buzzer"))
	for name, want := range map[string]int64{
		"huddlecast11": 5_00000000, // 5 % of 100
		"buzzerclub11": 2_70000000, // 3 % of 90
	} {
		if got := b.balance(antelope.MustName(name)); got != want {
			t.Errorf("%s got %d, want %d", name, got, want)
		}
	}
	if got := b.balance(treasury); got != 95_00000000+87_30000000 {
		t.Errorf("the treasury has %d", got)
	}
	claim := b.lastClaim()
	if claim.PartnerCode.String() != "buzzer" || claim.Paid.String() != "90.00000000 WAX" {
		t.Errorf("claim %+v", claim)
	}
	for _, partner := range all(b, game.Partners) {
		if want := map[string]uint64{"huddle": 1, "buzzer": 1}[partner.Code.String()]; partner.Uses != want {
			t.Errorf("%s was used %d times, want %d", partner.Code, partner.Uses, want)
		}
	}
}

func TestWhatAPurchaseIsRefusedFor(t *testing.T) {
	b, plenty := newBench(t), deposit(alice, "2000.00000000 WAX")
	second := func(after time.Duration) uint32 { return uint32(start.Add(after).Unix()) }
	for _, c := range []struct {
		name   string
		change func(*game.NewDrop)
		amount uint64
		code   string
		want   string
	}{
		{"before the start", func(d *game.NewDrop) { d.StartTime = second(time.Second) }, 1, "", "Sale has not started yet"},
		{"at the end", func(d *game.NewDrop) { d.EndTime = second(0) }, 1, "", "Sale has ended"},
		{"sold out", func(d *game.NewDrop) { d.AlreadyClaimed = 100 }, 1, "", "Sold out"},
		{"not enough left", func(d *game.NewDrop) { d.AlreadyClaimed = 98 }, 3, "", "Only 2 left"},
		{"over the limit", func(d *game.NewDrop) { d.AccountLimit = 5 }, 6, "", "Account limit reached (5)"},
		{"without invitation", func(d *game.NewDrop) { d.AuthRequired = true }, 1, "", "This sale is for invited accounts only"},
		{"no packs", func(*game.NewDrop) {}, 0, "", "Choose 1 to 100 packs"},
		{"too many packs", func(d *game.NewDrop) { d.MaxClaimable = 0 }, 101, "", "Choose 1 to 100 packs"},
		{"unknown code", func(*game.NewDrop) {}, 1, "nosuch", "There is no partner code nosuch"},
		{"code switched off", func(*game.NewDrop) {}, 1, "oldgym", "The partner code oldgym is not active"},
		{"deposit too small", func(d *game.NewDrop) { d.ListingPrice = antelope.MustAsset("2000.00000001 WAX") }, 1, "",
			"Deposit too small: 2000.00000001 WAX needed, 2000.00000000 WAX deposited"},
		{"price beyond the integers", func(d *game.NewDrop) { d.ListingPrice = antelope.MustAsset("46116860184273879.03 USD") }, 1, "",
			"The price of 1 packs is too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := bench{ledgertest.Chain{TB: t, Ledger: b.Ledger}}
			id := b.drop(c.change)
			before := b.find(id)
			b.Refuses(c.want, plenty, b.buy(alice, id, c.amount, c.code))
			if b.balance(alice) != 5000_00000000 || b.find(id).CurrentClaimed != before.CurrentClaimed {
				t.Error("the refused purchase left a trace")
			}
		})
	}
	b.Refuses("There is no drop 999", plenty, b.buy(alice, 999, 1, ""))
	forged := b.buy(alice, 1, 1, "")
	forged.Authorization[0].Actor = bob
	b.Refuses("missing authority of alice.wam", plenty, forged)
}

func TestASaleIsOpenFromItsStartToItsEnd(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(d *game.NewDrop) {
		d.StartTime, d.EndTime = uint32(start.Unix()+10), uint32(start.Unix()+20)
	})
	purchase := func() []ledger.Action {
		return []ledger.Action{deposit(alice, "200.00000000 WAX"), b.buy(alice, id, 1, "")}
	}
	b.at(9500 * time.Millisecond)
	b.Refuses("Sale has not started yet", purchase()...)
	b.at(10 * time.Second)
	b.Must(purchase()...)
	b.at(19500 * time.Millisecond)
	b.Must(purchase()...)
	b.at(20 * time.Second)
	b.Refuses("Sale has ended", purchase()...)
}

func TestAPriceThatMovedOutOfTheRingIsRefused(t *testing.T) {
	b := newBench(t)
	median := b.median()
	buy := b.buy(alice, 1, 1, "")
	// After the first round, the medians of the ring's first half still come from old values.
	for place, name := range slices.Concat(genesis.Oracles, genesis.Oracles) {
		owner := antelope.MustName(name)
		if place < len(genesis.Oracles) {
			b.at(time.Duration(place+1) * time.Second)
		}
		b.Must(ledger.NewAction(owner, antelope.MustName(genesis.Oracle), oracle.Write{
			Owner: owner, Quotes: []oracle.Quote{{Value: median + 100, Pair: antelope.MustName(genesis.OraclePair)}},
		}))
	}
	b.Refuses("Price moved, please try again", deposit(alice, "2000.00000000 WAX"), buy)
	b.Must(deposit(alice, "2000.00000000 WAX"), b.buy(alice, 1, 1, ""))
}

func TestTheAccountLimitCountsAllPurchasesUntilTheCooldown(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(d *game.NewDrop) { d.AccountLimit, d.AccountLimitCooldown = 3, 60 })
	b.Must(deposit(alice, "2000.00000000 WAX"), b.buy(alice, id, 2, ""))
	b.Refuses("Account limit reached (3)", b.buy(alice, id, 2, ""))
	b.Must(b.buy(alice, id, 1, ""))
	b.Must(deposit(bob, "400.00000000 WAX"), b.buy(bob, id, 1, ""))
	b.at(59 * time.Second)
	b.Refuses("Account limit reached (3)", b.buy(alice, id, 1, ""))
	b.at(60 * time.Second)
	b.Must(b.buy(alice, id, 3, ""))
}

func TestAnInvitationIsAnOpenClaim(t *testing.T) {
	b := newBench(t)
	id := b.drop(func(d *game.NewDrop) { d.AuthRequired = true })
	invite := func(expires uint32) ledger.Action {
		return ledger.NewAction(account, account, game.NewClaim{
			DropID: id, Claimer: alice, Amount: 1, Reason: "early access", ExpiresAt: expires,
		})
	}
	b.Must(invite(uint32(start.Unix() + 5)))
	purchase := []ledger.Action{deposit(alice, "200.00000000 WAX"), b.buy(alice, id, 1, "")}
	b.Must(purchase...)
	b.Refuses("This sale is for invited accounts only", deposit(bob, "200.00000000 WAX"), b.buy(bob, id, 1, ""))
	b.at(5 * time.Second)
	b.Refuses("This sale is for invited accounts only", purchase...)
}

func TestAClaimIsCollectedOnce(t *testing.T) {
	b := newBench(t)
	open := all(b, game.Claims)
	if len(open) != 2 || open[0].Claimer != alice || open[0].Claimed {
		t.Fatalf("alice starts with %+v", open)
	}
	take := func(claimer antelope.Name, id uint64) ledger.Action {
		return ledger.NewAction(claimer, account, game.Claim{Claimer: claimer, ClaimID: id})
	}
	b.Refuses("This claim belongs to another account", take(bob, open[0].ClaimID))
	b.Refuses("There is no claim 7", take(alice, 7))
	before := b.find(open[1].DropID).CurrentClaimed
	b.at(time.Minute)
	receipt := b.Must(take(alice, open[1].ClaimID))
	taken := all(b, game.Claims)[1]
	if taken.ClaimedAt != uint32(start.Unix()+60) || open[1].ClaimedAt != 0 {
		t.Errorf("collected at %d, and at %d while it was open", taken.ClaimedAt, open[1].ClaimedAt)
	}
	if !taken.Claimed || taken.TrxID != receipt.ID.String() || taken.Paid.Amount != 0 {
		t.Errorf("taken %+v", taken)
	}
	if after := b.find(open[1].DropID).CurrentClaimed; after != before+taken.Amount {
		t.Errorf("%d claimed, want %d", after, before+taken.Amount)
	}
	b.Refuses("Already claimed", take(alice, open[1].ClaimID))
	b.Must(ledger.NewAction(account, account, game.NewClaim{
		DropID: 1, Claimer: bob, Amount: 1, Reason: "gift", ExpiresAt: uint32(start.Unix() + 61),
	}))
	b.at(61 * time.Second)
	b.Refuses("This claim has expired", take(bob, b.lastClaim().ClaimID))
}

func TestTransfersToTheContract(t *testing.T) {
	b := newBench(t)
	stray := deposit(alice, "1.00000000 WAX")
	stray.Data = antelope.Marshal(token.Transfer{From: alice, To: account, Quantity: antelope.MustAsset("1.00000000 WAX"), Memo: "hello"})
	b.Refuses("Send WAX here only with the memo deposit", stray)
	b.Must(deposit(alice, "3.00000000 WAX"), deposit(alice, "4.00000000 WAX"))
	if kept := all(b, game.Balances); len(kept) != 1 || kept[0].Quantity.String() != "7.00000000 WAX" {
		t.Errorf("deposits %+v", kept)
	}
}

func TestOnlyTheContractsAccountSetsUpDrops(t *testing.T) {
	b := newBench(t)
	for _, data := range []any{game.NewDrop{}, game.SetHidden{DropID: 1}, game.SetPartner{}, game.NewClaim{DropID: 1}} {
		b.Refuses("missing authority of fieldhousegm", ledger.NewAction(alice, account, data))
	}
}

func TestAPartnerKeepsItsUsesWhenItChanges(t *testing.T) {
	b := newBench(t)
	b.Must(deposit(alice, "2000.00000000 WAX"), b.buy(alice, 1, 1, "huddle"))
	b.Must(ledger.NewAction(account, account, game.SetPartner{
		Code: antelope.MustName("huddle"), Account: bob, Label: "New", Active: true,
		StartsAt: uint32(start.Unix() + 10), EndsAt: uint32(start.Unix() + 20),
	}))
	for _, partner := range all(b, game.Partners) {
		if partner.Code.String() == "huddle" && (partner.Uses != 1 || partner.Label != "New" || partner.Account != bob) {
			t.Errorf("huddle became %+v", partner)
		}
	}
	b.Refuses("The partner code huddle is not active", b.buy(alice, 1, 1, "huddle"))
	b.at(10 * time.Second)
	b.Must(b.buy(alice, 1, 1, "huddle"))
	b.at(20 * time.Second)
	b.Refuses("The partner code huddle is not active", b.buy(alice, 1, 1, "huddle"))
}
