// Package abi describes a contract's actions and tables, and turns their binary
// form into JSON as a node prints it and back.
package abi

import (
	"crypto/sha256"
	"slices"

	"fieldhouse/plugins/antelope"
)

// Version is what every ABI of the development chain says it is written in.
const Version = "eosio::abi/1.2"

// ABI is a contract's description, in the field order of both its JSON and its
// binary form.
type ABI struct {
	Version          string         `json:"version" abi:"version"`
	Types            []TypeAlias    `json:"types" abi:"types"`
	Structs          []Struct       `json:"structs" abi:"structs"`
	Actions          []Action       `json:"actions" abi:"actions"`
	Tables           []Table        `json:"tables" abi:"tables"`
	RicardianClauses []Clause       `json:"ricardian_clauses" abi:"ricardian_clauses"`
	ErrorMessages    []ErrorMessage `json:"error_messages" abi:"error_messages"`
	Extensions       []Extension    `json:"abi_extensions" abi:"abi_extensions"`
	Variants         []Variant      `json:"variants" abi:"variants"`
	ActionResults    []ActionResult `json:"action_results" abi:"action_results"`
}

// TypeAlias gives a type another name.
type TypeAlias struct {
	NewTypeName string `json:"new_type_name" abi:"new_type_name"`
	Type        string `json:"type" abi:"type"`
}

// Struct is a list of fields after those of its base.
type Struct struct {
	Name   string  `json:"name" abi:"name"`
	Base   string  `json:"base" abi:"base"`
	Fields []Field `json:"fields" abi:"fields"`
}

// Field is one field of a struct.
type Field struct {
	Name string `json:"name" abi:"name"`
	Type string `json:"type" abi:"type"`
}

// Action names the struct of an action's data.
type Action struct {
	Name              antelope.Name `json:"name" abi:"name"`
	Type              string        `json:"type" abi:"type"`
	RicardianContract string        `json:"ricardian_contract" abi:"ricardian_contract"`
}

// Table names the struct of a table's rows.
type Table struct {
	Name      antelope.Name `json:"name" abi:"name"`
	IndexType string        `json:"index_type" abi:"index_type"`
	KeyNames  []string      `json:"key_names" abi:"key_names"`
	KeyTypes  []string      `json:"key_types" abi:"key_types"`
	Type      string        `json:"type" abi:"type"`
}

// Clause is a text that binds the users of a contract.
type Clause struct {
	ID   string `json:"id" abi:"id"`
	Body string `json:"body" abi:"body"`
}

// ErrorMessage is the text of a numbered assertion.
type ErrorMessage struct {
	Code    uint64 `json:"error_code" abi:"error_code"`
	Message string `json:"error_msg" abi:"error_msg"`
}

// Extension is reserved by the protocol.
type Extension struct {
	Tag  uint16  `json:"tag" abi:"tag"`
	Data []uint8 `json:"value" abi:"value"`
}

// Variant is a type that is one of several.
type Variant struct {
	Name  string   `json:"name" abi:"name"`
	Types []string `json:"types" abi:"types"`
}

// ActionResult is the type of what an action returns.
type ActionResult struct {
	Name       antelope.Name `json:"name" abi:"name"`
	ResultType string        `json:"result_type" abi:"result_type"`
}

// Raw is the binary form that get_raw_abi answers. The list of action results is
// a later addition to the format: compilers leave it out when it is empty, so
// that the hash stays what it was.
func (a *ABI) Raw() []byte {
	raw := antelope.Marshal(*a)
	if len(a.ActionResults) == 0 {
		raw = raw[:len(raw)-1]
	}
	return raw
}

// Hash is the SHA-256 of the binary form.
func (a *ABI) Hash() antelope.Checksum256 { return sha256.Sum256(a.Raw()) }

// TableType is the struct of a table's rows.
func (a *ABI) TableType(table antelope.Name) (string, bool) {
	found, known := find(a.Tables, func(t Table) bool { return t.Name == table })
	return found.Type, known
}

// ActionType is the struct of an action's data.
func (a *ABI) ActionType(action antelope.Name) (string, bool) {
	found, known := find(a.Actions, func(t Action) bool { return t.Name == action })
	return found.Type, known
}

func find[Item any](items []Item, wanted func(Item) bool) (found Item, known bool) {
	at := slices.IndexFunc(items, wanted)
	if at < 0 {
		return found, false
	}
	return items[at], true
}
