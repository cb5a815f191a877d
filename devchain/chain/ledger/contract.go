package ledger

import (
	"reflect"
	"strings"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/plugins/antelope"
)

// Contract is the code of one account.
type Contract struct {
	Account antelope.Name
	ABI     *abi.ABI

	actions   map[antelope.Name]handler
	data      map[antelope.Name]reflect.Type // of the actions
	notified  map[Event]handler
	secondary map[antelope.Name][]secondaryKey
}

// Event is an action of a contract.
type Event struct {
	Account, Action antelope.Name
}

// handler runs an action. What it does not like it ends with Check or Abort, which
// undoes the whole transaction.
type handler func(*Context)

// Part is a part of a contract: an action, a table, or a type that stands in them.
type Part interface {
	declare(contract *Contract, described *abi.Builder)
}

type part func(*Contract, *abi.Builder)

func (p part) declare(contract *Contract, described *abi.Builder) { p(contract, described) }

// NewContract puts the code of an account together. A type comes before the parts
// it stands in.
func NewContract(account antelope.Name, parts ...Part) Contract {
	contract := Contract{
		Account: account, actions: map[antelope.Name]handler{}, data: map[antelope.Name]reflect.Type{},
		notified: map[Event]handler{}, secondary: map[antelope.Name][]secondaryKey{},
	}
	described := abi.NewBuilder()
	for _, part := range parts {
		part.declare(&contract, described)
	}
	contract.ABI = described.Build()
	return contract
}

// Type is a struct that stands in actions and rows.
func Type(name string, sample any) Part {
	return part(func(_ *Contract, described *abi.Builder) { described.Struct(name, sample) })
}

// Variant is a type that is one of several.
func Variant(name string, sample antelope.Packer, types ...string) Part {
	return part(func(_ *Contract, described *abi.Builder) { described.Variant(name, sample, types...) })
}

// Handle is an action of the contract. Its data are a Go struct, which names it;
// see ActionName.
func Handle[Data any](run func(*Context, Data)) Part {
	return part(func(contract *Contract, described *abi.Builder) {
		name, sample := ActionName[Data](), *new(Data)
		described.Action(name.String(), sample)
		contract.actions[name], contract.data[name] = reading(run), reflect.TypeFor[Data]()
	})
}

// Notified runs when the action of another contract names this account.
func Notified[Data any](by antelope.Name, run func(*Context, Data)) Part {
	return part(func(contract *Contract, _ *abi.Builder) {
		contract.notified[Event{by, ActionName[Data]()}] = reading(run)
	})
}

func reading[Data any](run func(*Context, Data)) handler {
	return func(c *Context) {
		var data Data
		err := antelope.Unmarshal(c.action.Data, &data)
		Check(err == nil, "action data does not fit %s::%s: %v", c.action.Account, c.action.Name, err)
		run(c, data)
	}
}

// ActionName is the name of the action whose data are a Go struct: the struct's own
// in lower case, so that the data of mintasset are a MintAsset.
func ActionName[Data any]() antelope.Name { return actionName(reflect.TypeFor[Data]()) }

func actionName(data reflect.Type) antelope.Name {
	return antelope.MustName(strings.ToLower(data.Name()))
}

// Check ends the transaction unless the condition holds, as a contract's check
// does. The text is for people.
func Check(holds bool, format string, values ...any) {
	if !holds {
		Abort(assertion(format, values...))
	}
}

// Abort ends the transaction of the running action with an error.
func Abort(because *Exception) { panic(because) }

// aborted runs a handler and gives what it was ended with.
func aborted(run handler, c *Context) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case *Exception:
			err = cause
		default:
			panic(cause) // a mistake in the program
		}
	}()
	run(c)
	return nil
}
