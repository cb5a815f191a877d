package crowd

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/site/settings"
)

// What the wallets and pages set (packages/contract/src/constants.ts).
const (
	life         = 180 * time.Second
	blocksBehind = 3
	depositMemo  = "deposit"
	// medianDecimals are those of the oracle's medians.
	medianDecimals = 4
)

// Account is somebody's on the chain.
type Account struct {
	Name string
	Key  antelope.PrivateKey
}

// Drop is what is bought: one pack of it.
type Drop struct {
	ID         string
	Listing    antelope.Asset
	Settlement antelope.Symbol
}

// deposit is what a buyer pays in: the price rounded up, as pages reckon it.
func (d Drop) deposit(median uint64) (antelope.Asset, error) {
	if d.Listing.Symbol == d.Settlement {
		return d.Listing, nil
	}
	exponent := medianDecimals + d.Settlement.Precision() - d.Listing.Symbol.Precision()
	if median == 0 || exponent < 0 {
		return antelope.Asset{}, fmt.Errorf("drop %s costs %s: there is no price of it in %s", d.ID, d.Listing, d.Settlement)
	}
	price := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
	price.Mul(price, big.NewInt(d.Listing.Amount))
	divisor := new(big.Int).SetUint64(median)
	price.Add(price, new(big.Int).Sub(divisor, big.NewInt(1))).Quo(price, divisor)
	if !price.IsInt64() || price.Int64() > antelope.MaxAmount {
		return antelope.Asset{}, fmt.Errorf("drop %s costs %s: that is too much", d.ID, d.Listing)
	}
	return antelope.Asset{Amount: price.Int64(), Symbol: d.Settlement}, nil
}

// Header is what makes a transaction one of this chain and of this moment.
type Header struct {
	block, prefix uint32
	expires       time.Time
}

// Signed is a purchase with its signature.
type Signed struct {
	ID string
	// Body is that of the request that pushes it.
	Body []byte
}

// The binary form of what is signed (https://docs.eosnetwork.com, "transaction schema").
type (
	level struct {
		Actor      antelope.Name `abi:"actor"`
		Permission antelope.Name `abi:"permission"`
	}
	action struct {
		Account       antelope.Name `abi:"account"`
		Name          antelope.Name `abi:"name"`
		Authorization []level       `abi:"authorization"`
		Data          []byte        `abi:"data"`
	}
	packed struct {
		Expiration     antelope.TimePointSec `abi:"expiration"`
		RefBlockNum    uint16                `abi:"ref_block_num"`
		RefBlockPrefix uint32                `abi:"ref_block_prefix"`
		MaxNetUsage    uint8                 `abi:"max_net_usage_words"`
		MaxCPUUsage    uint8                 `abi:"max_cpu_usage_ms"`
		Delay          uint8                 `abi:"delay_sec"`
		ContextFree    []action              `abi:"context_free_actions"`
		Actions        []action              `abi:"actions"`
		Extensions     []uint8               `abi:"transaction_extensions"`
	}
	transfer struct {
		From     antelope.Name  `abi:"from"`
		To       antelope.Name  `abi:"to"`
		Quantity antelope.Asset `abi:"quantity"`
		Memo     string         `abi:"memo"`
	}
	buyPack struct {
		Buyer   antelope.Name `abi:"buyer"`
		DropID  uint64        `abi:"drop_id"`
		Amount  uint64        `abi:"amount"`
		Median  uint64        `abi:"intended_delphi_median"`
		Partner antelope.Name `abi:"partner_code"`
	}
)

var (
	active      = antelope.MustName("active")
	nameTrans   = antelope.MustName("transfer")
	nameBuyPack = antelope.MustName("buypack")
)

// Sign signs the purchase of one pack, as the pages put it together.
func (s *Site) Sign(by Account, median uint64, h Header) (Signed, error) {
	deposit, err := s.Drop.deposit(median)
	if err != nil {
		return Signed{}, err
	}
	drop, err := strconv.ParseUint(s.Drop.ID, 10, 64)
	if err != nil {
		return Signed{}, fmt.Errorf("the drop's id %q is no number", s.Drop.ID)
	}
	if s.Drop.Listing.Symbol == s.Drop.Settlement {
		median = 0 // it does not depend on one
	}
	names := make([]antelope.Name, 3)
	for i, text := range []string{by.Name, s.Network.Token, s.Network.GameContract} {
		if names[i], err = antelope.ParseName(text); err != nil {
			return Signed{}, err
		}
	}
	buyer, token, game := names[0], names[1], names[2]
	call := func(contract, name antelope.Name, data any) action {
		return action{contract, name, []level{{buyer, active}}, antelope.Marshal(data)}
	}
	transaction := antelope.Marshal(packed{
		Expiration: antelope.TimePointSecOf(h.expires), RefBlockNum: uint16(h.block), RefBlockPrefix: h.prefix,
		Actions: []action{
			call(token, nameTrans, transfer{buyer, game, deposit, depositMemo}),
			call(game, nameBuyPack, buyPack{Buyer: buyer, DropID: drop, Amount: 1, Median: median}),
		},
	})
	chain, err := s.chainID()
	if err != nil {
		return Signed{}, err
	}
	signature, err := by.Key.Sign(antelope.SigningDigest(chain, transaction, nil))
	if err != nil {
		return Signed{}, fmt.Errorf("signing for %s: %w", by.Name, err)
	}
	body, err := json.Marshal(map[string]any{
		"signatures": []string{signature.String()}, "compression": 0, "packed_context_free_data": "", "packed_trx": fmt.Sprintf("%x", transaction),
	})
	return Signed{fmt.Sprintf("%x", sha256.Sum256(transaction)), body}, err
}

// ErrMainnet is that money would be spent.
var ErrMainnet = errors.New("that is mainnet, where purchases cost money: nothing is signed for it")

// chainID is that of the site's network, which is not mainnet.
func (s *Site) chainID() (id antelope.Checksum256, err error) {
	if strings.EqualFold(s.Network.ChainID, settings.MainnetChainID) {
		return id, ErrMainnet
	}
	return id, id.UnmarshalText([]byte(s.Network.ChainID))
}
