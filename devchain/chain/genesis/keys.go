package genesis

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"fieldhouse/plugins/antelope"
)

// SecureKeyUser is the account whose keys are of the type R1, as those in secure
// hardware are. All other accounts have keys of the type K1.
const SecureKeyUser = "rita.wam"

// Key is the key of an account's permissions owner and active. It follows from
// the account's name, so that stand-in wallets and tests know it; it protects
// nothing anywhere.
func Key(account string) antelope.PrivateKey { return keyOf(account, "active") }

// ProviderKey is the key of the permission that the resource provider signs with.
func ProviderKey() antelope.PrivateKey { return keyOf(Provider, ProviderPermission) }

func keyOf(account, permission string) antelope.PrivateKey {
	kind := antelope.K1
	if account == SecureKeyUser {
		kind = antelope.R1
	}
	text := "fieldhouse devchain key of " + account
	if permission != "active" {
		text += "@" + permission
	}
	secret := sha256.Sum256([]byte(text))
	key, err := antelope.NewPrivateKey(kind, secret[:])
	if err != nil { // less likely than that the sun goes out
		panic(fmt.Errorf("the key of %s: %w", account, err))
	}
	return key
}

// publicKeys keeps what PublicKeyOf has computed, which takes longer than all else
// of making an account.
var publicKeys sync.Map

// PublicKeyOf is the public half of Key.
func PublicKeyOf(account string) antelope.PublicKey {
	known, found := publicKeys.Load(account)
	if !found {
		known, _ = publicKeys.LoadOrStore(account, public(Key(account)))
	}
	return known.(antelope.PublicKey)
}

func public(key antelope.PrivateKey) antelope.PublicKey {
	made, err := key.Public()
	if err != nil { // only of keys of the type WA
		panic(err)
	}
	return made
}
