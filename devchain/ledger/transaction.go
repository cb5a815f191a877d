package ledger

import (
	"encoding/hex"
	"reflect"

	"fieldhouse/plugins/antelope"
)

// PermissionLevel is who an action acts for: an account and one of its
// permissions.
type PermissionLevel struct {
	Actor      antelope.Name `json:"actor" abi:"actor"`
	Permission antelope.Name `json:"permission" abi:"permission"`
}

// Action is one call of a contract. Data is the binary form of the struct that
// the contract's ABI names.
type Action struct {
	Account       antelope.Name     `json:"account" abi:"account"`
	Name          antelope.Name     `json:"name" abi:"name"`
	Authorization []PermissionLevel `json:"authorization" abi:"authorization"`
	Data          Hex               `json:"data" abi:"data"`
}

// Hex is binary data that is hexadecimal in JSON.
type Hex []byte

// MarshalText prints hexadecimal digits.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText reads hexadecimal digits.
func (h *Hex) UnmarshalText(text []byte) (err error) {
	*h, err = hex.AppendDecode(nil, text)
	return err
}

// NewAction makes an action of a Go struct, which names it (see ActionName),
// authorised by the actor's active permission.
func NewAction(actor, account antelope.Name, data any) Action {
	return NewActionBy(PermissionLevel{Actor: actor, Permission: Active}, account, data)
}

// NewActionBy is NewAction with any permission.
func NewActionBy(level PermissionLevel, account antelope.Name, data any) Action {
	return Action{
		Account: account, Name: actionName(reflect.TypeOf(data)), Authorization: []PermissionLevel{level}, Data: antelope.Marshal(data),
	}
}

// CPUUsage is what every transaction is said to cost, in microseconds.
const CPUUsage = 100

// Receipt says what became of a transaction.
type Receipt struct {
	ID antelope.Checksum256
	// BlockNum and BlockTime are those of the block that will hold it.
	BlockNum  uint32
	BlockTime antelope.TimePoint
	// NetWords is the size of the packed transaction in words of 8 bytes.
	NetWords int
	// Traces has one entry for each contract call, inline actions and
	// notifications included, in the order they ran. When the transaction failed
	// it ends with the call that did.
	Traces []Trace
}

// Trace is one call of a contract or one notification.
type Trace struct {
	// Ordinal counts from 1; Creator is the ordinal of the action that caused
	// it, 0 for an action of the transaction itself.
	Ordinal, Creator int
	// Receiver is the account whose code ran.
	Receiver antelope.Name
	Action   Action
	// Sequence numbers it among all that the chain ever ran. It is zero in a
	// transaction that failed.
	Sequence Sequence
}

// Sequence is the place of a call in the chain's history.
type Sequence struct {
	// Global counts all calls, Received those of the receiver.
	Global, Received uint64
	// Authorized counts, for each authorization, the calls that its actor has
	// authorised.
	Authorized []uint64
}

// sequences count what ran. Only what succeeded is counted.
type sequences struct {
	global               uint64
	received, authorized map[antelope.Name]uint64
}

func newSequences() sequences {
	return sequences{received: map[antelope.Name]uint64{}, authorized: map[antelope.Name]uint64{}}
}

func (s *sequences) number(traces []Trace) {
	for i := range traces {
		trace := &traces[i]
		s.global++
		s.received[trace.Receiver]++
		trace.Sequence = Sequence{Global: s.global, Received: s.received[trace.Receiver]}
		for _, level := range trace.Action.Authorization {
			s.authorized[level.Actor]++
			trace.Sequence.Authorized = append(trace.Sequence.Authorized, s.authorized[level.Actor])
		}
	}
}

// foretell numbers what ran as if it were counted.
func (s *sequences) foretell(traces []Trace) {
	s.number(traces)
	for i := range traces {
		s.global--
		s.received[traces[i].Receiver]--
		for _, level := range traces[i].Action.Authorization {
			s.authorized[level.Actor]--
		}
	}
}
