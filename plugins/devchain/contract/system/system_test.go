package system_test

import (
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/devchain/contract/system"
	"fieldhouse/plugins/devchain/genesis"
	"fieldhouse/plugins/devchain/ledger"
)

func TestNewAccounts(t *testing.T) {
	key := antelope.MustPublicKey(genesis.PublicKey)
	alice := antelope.MustName("alice.wam")
	two := system.SingleKey(key)
	two.Keys = append(two.Keys, two.Keys[0])
	for _, c := range []struct {
		name          string
		owner, active system.Authority
		want          string
	}{
		{"fresh.wam", system.SingleKey(key), system.SingleKey(key), ""},
		{"alice.wam", system.SingleKey(key), system.SingleKey(key), "the account name alice.wam is already taken"},
		{"", system.SingleKey(key), system.SingleKey(key), "the account needs a name"},
		{"thirteenchara", system.SingleKey(key), system.SingleKey(key), "account names can only be 12 characters long"},
		{"fresh.wam", two, system.SingleKey(key), "the owner permission must have exactly one key"},
		{"fresh.wam", system.SingleKey(key), system.Authority{}, "the active permission must have exactly one key"},
	} {
		chain, err := genesis.New(genesis.Options{Start: time.Unix(1_700_000_000, 0), Drops: 0})
		if err != nil {
			t.Fatal(err)
		}
		name := antelope.MustName(c.name)
		_, err = chain.Act(ledger.NewAction(alice, system.Account, system.ActionNewAccount,
			system.NewAccount{Creator: alice, Name: name, Owner: c.owner, Active: c.active}))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q ended with %v, want %q", c.name, err, c.want)
		}
		chain.Read(func(v ledger.View) {
			if _, exists := v.Account(name); exists != (c.want == "" || c.name == "alice.wam") {
				t.Errorf("%q exists: %v", c.name, exists)
			}
		})
	}
}
