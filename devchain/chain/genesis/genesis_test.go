package genesis_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

var start = ledgertest.Start

func dropsOf(t *testing.T, count int) map[string][]game.Drop {
	t.Helper()
	found := map[string][]game.Drop{}
	for _, drop := range ledgertest.All(newChain(t, count), game.Drops, gameAccount, gameAccount) {
		found[drop.Edition.String()] = append(found[drop.Edition.String()], drop)
	}
	return found
}

func stateOf(drop game.Drop) string {
	now := uint32(start.Unix())
	switch {
	case drop.EndTime > 0 && drop.EndTime <= now:
		return "ended"
	case drop.StartTime > now:
		return "soon"
	case drop.MaxClaimable > 0 && drop.CurrentClaimed == drop.MaxClaimable:
		return "sold out"
	case drop.MaxClaimable > 0 && drop.MaxClaimable-drop.CurrentClaimed <= 25:
		return "nearly sold out"
	}
	return "live"
}

func TestTheChainIDIsTheSumOfItsText(t *testing.T) {
	sum := sha256.Sum256([]byte(genesis.ChainIDText))
	if hex.EncodeToString(sum[:]) != genesis.ChainID {
		t.Errorf("the chain id is %x", sum)
	}
}

func TestEachEditionStartsWithOneDropOfEachState(t *testing.T) {
	for edition, drops := range dropsOf(t, genesis.DefaultDrops) {
		states, prices := map[string]int{}, map[string]bool{}
		for _, drop := range drops {
			states[stateOf(drop)]++
			prices[drop.ListingPrice.String()] = true
			if stateOf(drop) == "soon" && drop.StartTime-uint32(start.Unix()) > 600 {
				t.Errorf("%s starts only at %d", drop.Name, drop.StartTime)
			}
		}
		if len(drops) != 4 || states["soon"] != 1 || states["live"] != 1 || states["nearly sold out"] != 1 || states["ended"] != 1 {
			t.Errorf("%s starts with %v", edition, states)
		}
		if !prices["24.99 USD"] || !prices["14.99 USD"] || !prices["9.99 USD"] {
			t.Errorf("%s sells for %v", edition, prices)
		}
	}
}

func TestAsManyDropsAsAskedFor(t *testing.T) {
	for _, count := range []int{0, 3, 12, 30} {
		found := dropsOf(t, count)
		for _, edition := range genesis.Editions {
			names, states := map[string]bool{}, map[string]bool{}
			for _, drop := range found[edition] {
				names[drop.Name] = true
				states[stateOf(drop)] = true
			}
			if len(found[edition]) != count || len(names) != count {
				t.Errorf("%s has %d drops of %d names, want %d", edition, len(found[edition]), len(names), count)
			}
			if count >= 12 && len(states) != 5 {
				t.Errorf("%s with %d drops has the states %v", edition, count, states)
			}
		}
	}
	for _, count := range []int{-2, genesis.MaxDrops + 1} {
		if _, err := genesis.New(genesis.Options{Start: start, Drops: count}); err == nil {
			t.Errorf("%d drops were made", count)
		}
	}
}

func TestWhatADropShowsIsWholeAndItsOddsAddUp(t *testing.T) {
	for _, count := range []int{genesis.DefaultDrops, 12} {
		for _, drops := range dropsOf(t, count) {
			for _, drop := range drops {
				var display struct {
					Name, Description, Img *string
					Odds                   map[string]int
					Contents               struct{ Cards int }
				}
				must.Do(t, json.Unmarshal([]byte(drop.DisplayData), &display))
				sum := 0
				for _, share := range display.Odds {
					sum += share
				}
				if *display.Name != drop.Name || *display.Description == "" || display.Img == nil || sum != 10_000 || display.Contents.Cards == 0 {
					t.Errorf("drop %d shows %s", drop.DropID, drop.DisplayData)
				}
			}
		}
	}
}

func TestAccountsExistAndHoldWhatTheyShould(t *testing.T) {
	chain := newChain(t, genesis.DefaultDrops)
	chain.Read(func(v ledger.View) {
		for _, list := range [][]string{genesis.Named(), genesis.Buyers, genesis.Oracles} {
			for _, name := range list {
				account, exists := v.Account(antelope.MustName(name))
				for _, permission := range []antelope.Name{ledger.Active, ledger.Owner} {
					found, has := account.Permission(permission)
					if !exists || !has || found.Key != genesis.PublicKeyOf(name) {
						t.Errorf("%s@%s: %+v", name, permission, found)
					}
				}
			}
		}
	})
	for name, want := range map[string]string{"alice.wam": "5000.00000000 WAX", "bruno.wam": "5000.00000000 WAX", "carla.wam": "5000.00000000 WAX", "carol.wam": "12.34560000 WAX", "dave.wam": ""} {
		if found := chain.Balance(antelope.MustName(name)); found != want {
			t.Errorf("%s has %s", name, found)
		}
	}
}

func TestFansHaveNamesThatCountUpKeysAndWAX(t *testing.T) {
	for place, want := range map[int]string{
		0: "fa111111.wam", 1: "fa111112.wam", 4: "fa111115.wam", 5: "fa111121.wam", 124: "fa111555.wam",
		125: "fa112111.wam", 9_999: "fa415555.wam", genesis.MaxFans - 1: "fa555555.wam",
	} {
		if got := genesis.Fan(place); got != want {
			t.Errorf("the fan at %d is %s, want %s", place, got, want)
		}
	}
	const count = 130
	chain := ledgertest.New(t, genesis.Options{Drops: genesis.DefaultDrops, Fans: count})
	chain.Read(func(v ledger.View) {
		for place := range count {
			account, exists := v.Account(antelope.MustName(genesis.Fan(place)))
			active, _ := account.Permission(ledger.Active)
			if !exists || active.Key != genesis.PublicKeyOf(genesis.Fan(place)) {
				t.Fatalf("%s has %+v", genesis.Fan(place), account)
			}
		}
		if _, exists := v.Account(antelope.MustName(genesis.Fan(count))); exists {
			t.Error("there is one fan too many")
		}
	})
	for place := range count {
		if found := chain.Balance(antelope.MustName(genesis.Fan(place))); found != "10000.00000000 WAX" {
			t.Fatalf("%s has %s", genesis.Fan(place), found)
		}
	}
}

func TestFansCanPayForTenOfTheDearestPackAtTheLowestPrice(t *testing.T) {
	lowest := uint64(genesis.StartMedian * 8 / 10)
	order := game.Order{Amount: 10, Settlement: genesis.Symbol, Median: lowest, Precision: 4}
	for _, drops := range dropsOf(t, genesis.DefaultDrops) {
		for _, drop := range drops {
			if drop.ListingPrice.Amount > order.Listing.Amount {
				order.Listing = drop.ListingPrice
			}
		}
	}
	if deposit, err := order.Deposit(); err != nil || deposit.Amount > antelope.MustAsset("10000.00000000 WAX").Amount {
		t.Errorf("ten packs cost %s (%v)", deposit, err)
	}
}

func TestTheCodesThatCanBeUsed(t *testing.T) {
	if codes := strings.Join(genesis.ActivePartners(), " "); codes != "huddle buzzer" {
		t.Errorf("active partners %s", codes)
	}
}

func TestKeysFollowFromNamesAndNobodySignsForASimulatedBuyer(t *testing.T) {
	seen := map[antelope.PublicKey]string{}
	for _, name := range append(append(genesis.Named(), genesis.Buyers...), genesis.Provider) {
		key := genesis.PublicKeyOf(name)
		if other, taken := seen[key]; taken {
			t.Errorf("%s and %s have one key", name, other)
		}
		seen[key] = name
		if key.Type() != antelope.K1 || genesis.Key(name) != genesis.Key(name) {
			t.Errorf("%s has the key %s", name, key)
		}
	}
	if public, err := genesis.ProviderKey().Public(); err != nil || seen[public] != "" {
		t.Errorf("the provider signs with the key of %s (%v)", seen[public], err)
	}
}
