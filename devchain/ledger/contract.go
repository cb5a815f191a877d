package ledger

import (
	"fieldhouse/devchain/abi"
	"fieldhouse/plugins/antelope"
)

// Contract is the code of one account.
type Contract struct {
	Account antelope.Name
	ABI     *abi.ABI
	// Handlers run the account's own actions.
	Handlers map[antelope.Name]Handler
	// Notified run when another contract's action names this account.
	Notified map[Event]Handler
	// Secondary are the secondary indexes of the account's tables, in order:
	// the first is index position 2.
	Secondary map[antelope.Name][]SecondaryKey
}

// Event is an action of another contract.
type Event struct {
	Account, Action antelope.Name
}

// Handler runs an action. An error undoes the whole transaction.
type Handler func(*Context) error

// Handle makes a handler of a function that takes the action's data as a struct.
func Handle[Data any](run func(*Context, Data) error) Handler {
	return func(c *Context) error {
		var data Data
		if err := antelope.Unmarshal(c.Action().Data, &data); err != nil {
			return Assert("action data does not fit %s::%s: %v", c.Action().Account, c.Action().Name, err)
		}
		return run(c, data)
	}
}

// Decode reads a row's struct from its binary form. Rows are only written by the
// contract's own code, so a row that does not fit is a mistake in the program
// and panics.
func Decode[Data any](row Row) Data {
	var data Data
	if err := antelope.Unmarshal(row.Data, &data); err != nil {
		panic(err)
	}
	return data
}
