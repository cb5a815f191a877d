package opening

import (
	"encoding/json"
	"fmt"
	"time"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// What the wallets and pages set (packages/contract/src/constants.ts).
const (
	life         = 180 * time.Second
	blocksBehind = 3
)

var (
	chainID  antelope.Checksum256
	gameName = antelope.MustName(genesis.GameContract)
	price    = antelope.MustAsset("9.99 USD")
)

func init() {
	if err := chainID.UnmarshalText([]byte(genesis.ChainID)); err != nil {
		panic(err)
	}
}

// header is what makes a transaction one of this chain and of this moment.
type header struct {
	block, prefix uint32
	expires       time.Time
}

// signed is a purchase with its signature.
type signed struct {
	id   string
	body []byte // of the request that pushes it
}

// sign signs the purchase of one pack, as the pages put it together.
func sign(fan string, drop, median uint64, h header) (signed, error) {
	order := game.Order{Listing: price, Amount: 1, Median: median, Precision: 4, Settlement: genesis.Symbol}
	deposit, err := order.Deposit()
	if err != nil {
		return signed{}, err
	}
	buyer := antelope.MustName(fan)
	made := ledger.Transaction{
		Expiration: antelope.TimePointSecOf(h.expires), RefBlockNum: uint16(h.block), RefBlockPrefix: h.prefix,
		Actions: []ledger.Action{
			ledger.NewAction(buyer, antelope.MustName(genesis.Token), token.Transfer{From: buyer, To: gameName, Quantity: deposit, Memo: game.DepositMemo}),
			ledger.NewAction(buyer, gameName, game.BuyPack{Buyer: buyer, DropID: drop, Amount: 1, IntendedDelphiMedian: median}),
		},
	}
	signature, err := genesis.Key(fan).Sign(made.SigningDigest(chainID, nil))
	if err != nil {
		return signed{}, fmt.Errorf("signing for %s: %w", fan, err)
	}
	body, err := json.Marshal(map[string]any{
		"signatures": []string{signature.String()}, "compression": 0, "packed_context_free_data": "", "packed_trx": ledger.Hex(made.Pack()),
	})
	return signed{made.ID().String(), body}, err
}
