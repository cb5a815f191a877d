package ledger_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// signer is the key of that number.
func signer(t testing.TB, number int) antelope.PrivateKey {
	t.Helper()
	secret := sha256.Sum256([]byte(fmt.Sprint("signer ", number)))
	return must.Get(antelope.NewPrivateKey(antelope.KeyType(number%2), secret[:]))(t)
}

func publicOf(t *testing.T, number int) antelope.PublicKey {
	t.Helper()
	return must.Get(signer(t, number).Public())(t)
}

var (
	owner = antelope.MustName("holder")
	claim = antelope.MustName("claim")
)

// The data of two actions that do nothing.
type (
	nap  struct{}
	rest struct{}
)

// guarded is a chain on which the holder's permissions owner and active have the keys 1
// and 2, and a permission claim, of the key 7, is linked to the action nap.
func guarded(t *testing.T) ledgertest.Chain {
	t.Helper()
	return ledgertest.Chain{TB: t, Ledger: ledger.New(ledger.Config{
		ChainID: sha256.Sum256([]byte("guarded")), Producer: system, Start: start,
		Accounts: []ledger.Account{{Name: system}, {Name: owner, Permissions: []ledger.Permission{
			{Name: ledger.Active, Parent: ledger.Owner, Key: publicOf(t, 2)},
			{Name: claim, Parent: ledger.Active, Key: publicOf(t, 7), Links: []ledger.Event{{Account: system, Action: ledger.ActionName[nap]()}}},
			{Name: ledger.Owner, Key: publicOf(t, 1)},
		}}},
		Contracts: []ledger.Contract{ledger.NewContract(system,
			ledger.Handle(func(*ledger.Context, nap) {}),
			ledger.Handle(func(*ledger.Context, rest) {}),
		)},
	})}
}

// signed is an action of the holder's by a permission, signed with a key, which refers to the head.
func signed(chain ledgertest.Chain, data any, permission antelope.Name, key int) ledger.Signed {
	chain.Helper()
	head := chain.HeadBlock()
	made := ledger.Signed{Transaction: ledger.Transaction{
		Expiration: antelope.TimePointSecOf(start.Add(time.Minute)), RefBlockNum: uint16(head.Number), RefBlockPrefix: head.Prefix(),
		Actions: []ledger.Action{ledger.NewActionBy(ledger.PermissionLevel{Actor: owner, Permission: permission}, system, data)},
	}}
	chain.Read(func(v ledger.View) {
		signature := must.Get(signer(chain, key).Sign(made.SigningDigest(v.ChainID(), nil)))(chain)
		made.Signatures = []antelope.Signature{signature}
	})
	return made
}

// check fails the test unless the error has the code; 0 is no error.
func check(t *testing.T, err error, code int, name string) {
	t.Helper()
	var exception *ledger.Exception
	if code == 0 && err != nil || code != 0 && (!errors.As(err, &exception) || exception.Code != code) {
		t.Errorf("%s ended with %v, want code %d", name, err, code)
	}
}

func TestAPermissionMayDoWhatItIsLinkedToAndThoseAboveItToo(t *testing.T) {
	for _, c := range []struct {
		action     any
		permission antelope.Name
		key, code  int
	}{
		{nap{}, claim, 7, 0}, {nap{}, ledger.Active, 2, 0}, {nap{}, ledger.Owner, 1, 0},
		{rest{}, claim, 7, ledger.IrrelevantAuthority.Code}, {rest{}, ledger.Active, 2, 0}, {rest{}, ledger.Owner, 1, 0},
		{nap{}, claim, 2, ledger.Unsatisfied.Code}, // the key of the one above is not its key
		{rest{}, ledger.Active, 1, ledger.Unsatisfied.Code},
	} {
		chain := guarded(t)
		_, err := chain.Push(signed(chain, c.action, c.permission, c.key))
		check(t, err, c.code, fmt.Sprintf("%T", c.action)+fmt.Sprint(" as ", c.permission, " with ", c.key))
	}
}

func TestTransactionsComeBackFromTheirBinaryForm(t *testing.T) {
	whole := ledger.Transaction{
		Expiration: 1, RefBlockNum: 2, RefBlockPrefix: 3, MaxNetUsageWords: 300, MaxCPUUsageMS: 5, DelaySec: 600,
		ContextFreeActions: []ledger.Action{{Account: owner}}, Actions: []ledger.Action{act(1, 2)}, Extensions: []ledger.Extension{{Type: 9, Data: []byte{1}}},
	}
	packed := whole.Pack()
	back, err := ledger.UnpackTransaction(packed)
	if err != nil || back.ID() != whole.ID() || back.DelaySec != 600 || back.MaxNetUsageWords != 300 || back.Extensions[0].Type != 9 {
		t.Errorf("it came back as %+v (%v)", back, err)
	}
	for cut := range packed {
		if _, err := ledger.UnpackTransaction(packed[:cut]); err == nil {
			t.Errorf("%d of %d bytes were enough", cut, len(packed))
		}
	}
}

func FuzzUnpackTransaction(f *testing.F) {
	transaction := ledger.Transaction{Expiration: 1, Actions: []ledger.Action{act(1, 2)}}
	f.Add(transaction.Pack())
	f.Fuzz(func(t *testing.T, data []byte) {
		if unpacked, err := ledger.UnpackTransaction(data); err == nil && unpacked.ID() != sha256.Sum256(data) {
			t.Errorf("%x has the id %s", data, unpacked.ID())
		}
	})
}
