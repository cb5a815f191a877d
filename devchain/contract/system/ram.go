package system

import (
	"fieldhouse/devchain/contract/token"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// bytePrice is what a byte of memory costs, in the smallest unit of the currency:
// about what it does on WAX. The price does not move here.
const bytePrice = 12_000

// PriceOfBytes is what memory costs, in the smallest unit of the currency.
func PriceOfBytes(bytes uint32) int64 { return int64(bytes) * bytePrice }

// buyRAM takes the price of memory from the payer. Accounts here never run out of
// memory, so that nothing else changes.
func (s contract) buyRAM(c *ledger.Context, data BuyRAMBytes) {
	c.RequireAuth(data.Payer)
	ledger.Check(data.Bytes > 0, "must reserve a positive amount")
	ledger.Check(c.IsAccount(data.Receiver), "the account %s does not exist", data.Receiver)
	c.InlineAs(data.Payer, s.Token, token.Transfer{
		From: data.Payer, To: s.RAM, Memo: "buy ram",
		Quantity: antelope.Asset{Amount: PriceOfBytes(data.Bytes), Symbol: s.Symbol},
	})
}
