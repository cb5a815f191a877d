package atomic_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/devchain/chain/contract/atomic"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
)

var (
	account = antelope.MustName("atomicassets")
	game    = antelope.MustName("thegame")
	alice   = antelope.MustName("alice.wam")
	bob     = antelope.MustName("bob.wam")
	set     = antelope.MustName("set")
	cards   = antelope.MustName("cards")
)

// bench is a chain with a collection of one schema and two templates: 1 with at
// most two copies, 2 that stays with its owner.
type bench struct{ ledgertest.Chain }

func newBench(t *testing.T) bench {
	t.Helper()
	key := genesis.PublicKeyOf("alice.wam")
	config := ledger.Config{
		Producer: account, Start: time.Unix(1_700_000_000, 0),
		Contracts: []ledger.Contract{atomic.New(atomic.Config{
			Account: account, FirstTemplate: 1,
		})},
	}
	for _, name := range []antelope.Name{account, game, alice, bob} {
		config.Accounts = append(config.Accounts, ledger.NewAccount(name, key))
	}
	b := bench{ledgertest.Chain{TB: t, Ledger: ledger.New(config)}}
	b.Must(ledger.NewAction(account, account, atomic.Init{}))
	b.Must(b.createCol())
	b.Must(b.act(game, atomic.CreateSchema{
		AuthorizedCreator: game, CollectionName: set, SchemaName: cards,
		SchemaFormat: []atomic.Format{{Name: "name", Type: "string"}, {Name: "level", Type: "uint8"}, {Name: "points", Type: "uint64"}},
	}))
	b.Must(b.createTempl("Ferry", true, true, 2), b.createTempl("Anchor", false, true, 0))
	return b
}

func (b bench) act(actor antelope.Name, data any) ledger.Action {
	return ledger.NewAction(actor, account, data)
}

func (b bench) createCol() ledger.Action {
	return b.act(game, atomic.CreateCol{
		Author: game, CollectionName: set, AllowNotify: true, AuthorizedAccounts: []antelope.Name{game},
		NotifyAccounts: []antelope.Name{bob}, MarketFee: 0.05, Data: []atomic.Attribute{{Key: "name", Value: atomic.Text("Set")}},
	})
}

func (b bench) createTempl(name string, transferable, burnable bool, supply uint32) ledger.Action {
	return b.act(game, atomic.CreateTempl{
		AuthorizedCreator: game, CollectionName: set, SchemaName: cards, Transferable: transferable, Burnable: burnable,
		MaxSupply: supply, ImmutableData: []atomic.Attribute{{Key: "name", Value: atomic.Text(name)}},
	})
}

func (b bench) mint(template int32, owner antelope.Name, change func(*atomic.MintAsset)) ledger.Action {
	data := atomic.MintAsset{
		AuthorizedMinter: game, CollectionName: set, SchemaName: cards, TemplateID: template, NewAssetOwner: owner,
		MutableData: []atomic.Attribute{{Key: "level", Value: atomic.Uint8(3)}},
	}
	change(&data)
	return b.act(data.AuthorizedMinter, data)
}

func same(*atomic.MintAsset) {}

// row is a row of a table as a node prints it.
func (b bench) row(scope, table antelope.Name, primary uint64) string {
	b.Helper()
	printed := "none"
	b.Read(func(v ledger.View) {
		if found, exists := v.Table(account, scope, table).Get(primary); exists {
			printed = string(abi.JSON(found.Value))
		}
	})
	return printed
}

func TestTablesHaveTheNamesAndFieldsOfAtomicAssets(t *testing.T) {
	b := newBench(t)
	b.Must(b.mint(1, alice, same))
	for _, c := range []struct{ got, want string }{
		{b.row(account, atomic.Configs.Name, uint64(atomic.Configs.Name)), `{"asset_counter":"1099511627777","template_counter":3}`},
		{b.row(account, atomic.Collections.Name, uint64(set)), `{"collection_name":"set","author":"thegame","allow_notify":1,"authorized_accounts":["thegame"],` +
			`"notify_accounts":["bob.wam"],"market_fee":"0.05000000000000000","serialized_data":[4,3,83,101,116]}`},
		{b.row(set, atomic.Schemas.Name, uint64(cards)), `{"schema_name":"cards","format":[{"name":"name","type":"string"},{"name":"level","type":"uint8"},{"name":"points","type":"uint64"}]}`},
		{b.row(set, atomic.Templates.Name, 1), `{"template_id":1,"schema_name":"cards","transferable":1,"burnable":1,"max_supply":2,"issued_supply":1,` +
			`"immutable_serialized_data":[4,5,70,101,114,114,121]}`},
		{b.row(alice, atomic.Assets.Name, atomic.FirstAsset), `{"asset_id":"1099511627776","collection_name":"set","schema_name":"cards","template_id":1,"ram_payer":"thegame",` +
			`"backed_tokens":[],"immutable_serialized_data":[],"mutable_serialized_data":[5,3]}`},
	} {
		if c.got != c.want {
			t.Errorf("a row is\n%s\nwant\n%s", c.got, c.want)
		}
	}
}

func TestWhatHappensToAnAssetIsKeptForAnIndex(t *testing.T) {
	b := newBench(t)
	history := func(of ledger.TableOf[atomic.History]) (kept atomic.History) {
		b.Read(func(v ledger.View) { kept, _ = of.In(v, account, account).Get(atomic.FirstAsset) })
		return kept
	}
	b.Must(b.mint(1, alice, same))
	b.Must(b.act(alice, atomic.Transfer{From: alice, To: bob, AssetIDs: []uint64{atomic.FirstAsset}, Memo: "yours"}))
	if kept := history(atomic.Histories); kept.Owner != bob || kept.Mint != 1 || kept.Minted.Block != 2 || kept.Burned.Block != 0 || kept.TemplateID != 1 {
		t.Errorf("of an asset that was moved is kept %+v", kept)
	}
	b.Must(b.act(bob, atomic.BurnAsset{AssetOwner: bob, AssetID: atomic.FirstAsset}))
	if kept := history(atomic.Buried); kept.Owner != bob || kept.Burned.Block != 2 || history(atomic.Histories).Mint != 0 {
		t.Errorf("of a burned asset is kept %+v", kept)
	}
	if left := b.row(bob, atomic.Assets.Name, atomic.FirstAsset); left != "none" {
		t.Errorf("the burned asset is %s", left)
	}
}

func TestAttributesArePrintedAsOnWAX(t *testing.T) {
	b := newBench(t)
	b.Read(func(v ledger.View) {
		printed, _ := v.PrintData(b.mint(1, alice, same))
		if want := `"mutable_data":[{"key":"level","value":["uint8",3]}]`; !strings.Contains(string(printed), want) {
			t.Errorf("a mint is printed as %s, want %s", printed, want)
		}
		contract, _ := v.Contract(account)
		if raw, err := json.Marshal(contract.ABI); err != nil || !strings.Contains(string(raw), `"variants":[{"name":"ATOMIC_ATTRIBUTE","types":["uint8"`) {
			t.Errorf("the ABI is %s, %v", raw, err)
		}
	})
}

func TestWhatTheContractRefuses(t *testing.T) {
	b := newBench(t)
	b.Must(b.mint(1, alice, same), b.mint(2, alice, same), b.createTempl("Buoy", true, false, 0), b.mint(3, alice, same))
	first := uint64(atomic.FirstAsset)
	move := func(from, to antelope.Name, ids ...uint64) ledger.Action {
		return b.act(from, atomic.Transfer{From: from, To: to, AssetIDs: ids})
	}
	burn := func(owner antelope.Name, id uint64) ledger.Action {
		return b.act(owner, atomic.BurnAsset{AssetOwner: owner, AssetID: id})
	}
	b.Refuses("not authorized within the collection", b.mint(1, alice, func(m *atomic.MintAsset) { m.AuthorizedMinter = alice }))
	b.Refuses("missing authority of thegame", func() ledger.Action {
		action := b.mint(1, alice, same)
		action.Authorization[0].Actor = alice
		return action
	}())
	b.Refuses("No template with this id exists", b.mint(9, alice, same))
	b.Refuses("No template with this id exists", b.mint(-2, alice, same))
	b.Refuses("No schema with this name exists", b.mint(1, alice, func(m *atomic.MintAsset) { m.SchemaName = set }))
	b.Refuses("No collection with this name exists", b.mint(1, alice, func(m *atomic.MintAsset) { m.CollectionName = cards }))
	b.Refuses("new_asset_owner account does not exist", b.mint(1, set, same))
	b.Refuses("must be a uint8, not a uint64", b.mint(1, alice, func(m *atomic.MintAsset) { m.MutableData[0].Value = atomic.Uint64(3) }))
	b.Refuses("not backed by tokens", b.mint(1, alice, func(m *atomic.MintAsset) { m.TokensToBack = []antelope.Asset{antelope.MustAsset("1.00000000 WAX")} }))
	b.Refuses("maxsupply has already been reached", b.mint(1, alice, same), b.mint(1, alice, same))
	b.Refuses("does not own an asset with the id 1099511627776", move(bob, alice, first))
	b.Refuses("does not own an asset with the id 1099511627776", move(alice, bob, first, first))
	b.Refuses("isn't transferable (ID: 1099511627777)", move(alice, bob, first, first+1))
	b.Refuses("transfer assets to yourself", move(alice, alice, first))
	b.Refuses("Transfer 1 to 200 assets", move(alice, bob))
	b.Refuses("The asset is not burnable", burn(alice, first+2))
	b.Refuses("does not own an asset", burn(bob, first))
	b.Refuses("already exists", b.createCol())
	b.Refuses("both non-transferable and non-burnable", b.createTempl("Stone", false, false, 0))
	if kept := b.row(alice, atomic.Assets.Name, first); !strings.Contains(kept, fmt.Sprint(first)) {
		t.Error("a refused transfer moved the asset")
	}
}
