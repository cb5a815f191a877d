// Package abi describes a contract's actions and tables, and writes what their Go
// structs hold as the JSON that a node prints.
package abi

import (
	"slices"

	"fieldhouse/plugins/antelope"
)

// Version is what every ABI of the development chain says it is written in.
const Version = "eosio::abi/1.2"

// ABI is a contract's description, in the field order of both its JSON and its
// binary form.
type ABI struct {
	Version          string    `json:"version" abi:"version"`
	Types            []unused  `json:"types" abi:"types"`
	Structs          []Struct  `json:"structs" abi:"structs"`
	Actions          []Action  `json:"actions" abi:"actions"`
	Tables           []Table   `json:"tables" abi:"tables"`
	RicardianClauses []unused  `json:"ricardian_clauses" abi:"ricardian_clauses"`
	ErrorMessages    []unused  `json:"error_messages" abi:"error_messages"`
	Extensions       []unused  `json:"abi_extensions" abi:"abi_extensions"`
	Variants         []Variant `json:"variants" abi:"variants"`
	ActionResults    []unused  `json:"action_results" abi:"action_results"`
}

// unused is an entry of a list that no contract of this chain has anything in.
type unused struct{}

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

// Variant is a type that is one of several.
type Variant struct {
	Name  string   `json:"name" abi:"name"`
	Types []string `json:"types" abi:"types"`
}

// Raw is the binary form that get_raw_abi answers. The list of action results is
// a later addition to the format: compilers leave it out when it is empty, so
// that the hash stays what it was.
func (a *ABI) Raw() []byte {
	raw := antelope.Marshal(*a)
	return raw[:len(raw)-1]
}

// HasTable tells whether the contract has a table of that name.
func (a *ABI) HasTable(name antelope.Name) bool {
	return slices.ContainsFunc(a.Tables, func(table Table) bool { return table.Name == name })
}
