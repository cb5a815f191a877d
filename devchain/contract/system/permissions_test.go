package system_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/contract/system"
	"fieldhouse/devchain/contract/token"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

var (
	alice  = antelope.MustName("alice.wam")
	bruno  = antelope.MustName("bruno.wam")
	player = antelope.MustName("player")
	tokens = antelope.MustName(genesis.Token)
)

func newChain(t *testing.T) *ledger.Ledger {
	t.Helper()
	chain, err := genesis.New(genesis.Options{Start: time.Unix(1_700_000_000, 0), Drops: 0})
	if err != nil {
		t.Fatal(err)
	}
	return chain
}

// as is an action of alice's by one of her permissions.
func as(permission antelope.Name, data any) ledger.Action {
	return ledger.NewActionBy(ledger.PermissionLevel{Actor: alice, Permission: permission}, system.Account, data)
}

func update(permission, parent antelope.Name, authority ledger.Authority) system.UpdateAuth {
	return system.UpdateAuth{Account: alice, Permission: permission, Parent: parent, Auth: authority}
}

func link(requirement antelope.Name) system.LinkAuth {
	return system.LinkAuth{Account: alice, Code: tokens, Type: ledger.ActionName[token.Transfer](), Requirement: requirement}
}

// shown are alice's permissions with their parents and links.
func shown(chain *ledger.Ledger) string {
	var texts []string
	chain.Read(func(v ledger.View) {
		account, _ := v.Account(alice)
		for _, one := range account.Permissions {
			texts = append(texts, fmt.Sprintf("%s<%s%v", one.Name, one.Parent, one.Links))
		}
	})
	return strings.Join(texts, " ")
}

func TestPermissionsAreAddedLinkedMovedAndChanged(t *testing.T) {
	chain := newChain(t)
	single := ledger.SingleKey(genesis.PublicKeyOf("bruno.wam"))
	for _, step := range []struct {
		action ledger.Action
		want   string
	}{
		{as(ledger.Active, update(player, ledger.Active, single)), "active<owner[] owner<[] player<active[]"},
		{as(ledger.Active, link(player)), "active<owner[] owner<[] player<active[{eosio.token transfer}]"},
		{as(ledger.Active, link(ledger.Active)), "active<owner[{eosio.token transfer}] owner<[] player<active[]"},
		{as(player, update(player, ledger.Active, ledger.SingleKey(genesis.PublicKeyOf("carla.wam")))), "active<owner[{eosio.token transfer}] owner<[] player<active[]"},
		{as(ledger.Owner, update(ledger.Owner, 0, single)), "active<owner[{eosio.token transfer}] owner<[] player<active[]"},
	} {
		if _, err := chain.Act(step.action); err != nil {
			t.Fatal(err)
		}
		if got := shown(chain); got != step.want {
			t.Errorf("alice has %s, want %s", got, step.want)
		}
	}
	chain.Read(func(v ledger.View) {
		account, _ := v.Account(alice)
		for name, key := range map[antelope.Name]string{player: "carla.wam", ledger.Owner: "bruno.wam", ledger.Active: "alice.wam"} {
			if permission, _ := account.Permission(name); permission.Authority.Keys[0].Key != genesis.PublicKeyOf(key) {
				t.Errorf("%s has the key %s", name, permission.Authority.Keys[0].Key)
			}
		}
	})
}

func TestChangesOfPermissionsThatAreRefused(t *testing.T) {
	single := ledger.SingleKey(genesis.PublicKeyOf("bruno.wam"))
	of := func(actor, permission antelope.Name) ledger.Authority {
		return ledger.Authority{Threshold: 1, Accounts: []ledger.PermissionLevelWeight{
			{Permission: ledger.PermissionLevel{Actor: actor, Permission: permission}, Weight: 1},
		}}
	}
	heavy := single
	heavy.Threshold = 2
	foreign := as(ledger.Active, update(player, ledger.Active, single))
	foreign.Authorization[0].Actor = bruno
	twice := as(ledger.Active, update(player, ledger.Active, single))
	twice.Authorization = append(twice.Authorization, ledger.PermissionLevel{Actor: bruno, Permission: ledger.Active})
	special := link(player)
	special.Code, special.Type = system.Account, ledger.ActionName[system.UpdateAuth]()
	nowhere := link(ledger.Active)
	nowhere.Code = antelope.MustName("nobody")
	for want, action := range map[string]ledger.Action{
		"must be the only one to authorise":                                       foreign,
		"the account alice.wam must be":                                           twice,
		"minimum authority is {\"actor\":\"alice.wam\",\"permission\":\"owner\"}": as(ledger.Active, update(ledger.Owner, 0, single)),
		"its members must be different and reach the threshold of 2":              as(ledger.Active, update(player, ledger.Active, heavy)),
		"account 'nobody' does not exist":                                         as(ledger.Active, update(player, ledger.Active, of(antelope.MustName("nobody"), ledger.Active))),
		"permission 'player' of the account 'bruno.wam' does not exist":           as(ledger.Active, update(player, ledger.Active, of(bruno, player))),
		"the parent permission nothing of alice.wam does not exist":               as(ledger.Active, update(player, antelope.MustName("nothing"), single)),
		"Cannot create authority with empty name":                                 as(ledger.Active, update(0, ledger.Active, single)),
		"Cannot set an authority as its own parent":                               as(ledger.Active, update(player, player, single)),
		"Cannot change owner authority's parent":                                  as(ledger.Owner, update(ledger.Owner, ledger.Active, single)),
		"Cannot change active authority's parent from owner":                      as(ledger.Owner, update(ledger.Active, player, single)),
		"Failed to retrieve permission: player":                                   as(ledger.Active, link(player)),
		"Required permission cannot be empty":                                     as(ledger.Active, link(0)),
		"Failed to retrieve code for account: nobody":                             as(ledger.Active, nowhere),
	} {
		chain := newChain(t)
		if _, err := chain.Act(action); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ended with %v, want %q", err, want)
		}
		if got := shown(chain); got != "active<owner[] owner<[]" {
			t.Errorf("%s: afterwards alice has %s", want, got)
		}
	}
	chain := newChain(t)
	if _, err := chain.Act(as(ledger.Active, update(player, ledger.Active, single))); err != nil {
		t.Fatal(err)
	}
	for want, action := range map[string]ledger.Action{
		"Cannot link eosio::updateauth":                    as(ledger.Active, special),
		"Changing parent authority is not":                 as(ledger.Active, update(player, ledger.Owner, single)),
		"action declares irrelevant authority '{\"actor\"": as(player, link(player)),
	} {
		if _, err := chain.Act(action); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ended with %v, want %q", err, want)
		}
	}
}

func TestMemoryIsPaidByTheByte(t *testing.T) {
	chain := newChain(t)
	buy := func(receiver antelope.Name, bytes uint32) error {
		_, err := chain.Act(ledger.NewAction(alice, system.Account, system.BuyRAMBytes{Payer: alice, Receiver: receiver, Bytes: bytes}))
		return err
	}
	if err := buy(bruno, 1000); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[antelope.Name]string{alice: "4999.88000000 WAX", antelope.MustName(genesis.RAM): "0.12000000 WAX"} {
		chain.Read(func(v ledger.View) {
			if got, _ := token.BalanceOf(v, tokens, name, genesis.Symbol); got.String() != want {
				t.Errorf("%s has %s, want %s", name, got, want)
			}
		})
	}
	for want, err := range map[string]error{
		"must reserve a positive amount": buy(bruno, 0), "the account nobody does not exist": buy(antelope.MustName("nobody"), 1),
		"overdrawn balance": buy(alice, 1<<31),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ended with %v, want %q", err, want)
		}
	}
}
