package node

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

const (
	// defaultLimit is the number of rows of a call that names none.
	defaultLimit = 10
	// maxRows is the most rows of a call, whatever it asks for.
	maxRows = 1000
)

// rowsRequest is the body of get_table_rows.
type rowsRequest struct {
	JSON          bool          `json:"json"`
	Code          antelope.Name `json:"code"`
	Scope         text          `json:"scope"`
	Table         antelope.Name `json:"table"`
	LowerBound    text          `json:"lower_bound"`
	UpperBound    text          `json:"upper_bound"`
	Limit         uint32        `json:"limit"`
	KeyType       string        `json:"key_type"`
	IndexPosition text          `json:"index_position"`
	Reverse       bool          `json:"reverse"`
}

// rowsAnswer is the answer of get_table_rows.
type rowsAnswer struct {
	Rows []json.RawMessage `json:"rows"`
	More bool              `json:"more"`
	// NextKey is where the next page starts: a decimal number whatever the key
	// type, and the upper bound when the order is reversed.
	NextKey string `json:"next_key"`
}

func tableRows(v ledger.View, request *rowsRequest) (any, error) {
	answer := rowsAnswer{Rows: []json.RawMessage{}}
	if err := checkTable(v, request.Code, request.Table); err != nil {
		return answer, err
	}
	position, err := indexPosition(string(request.IndexPosition))
	if err != nil {
		return answer, err
	}
	switch {
	case position == 1 || request.KeyType == "i64" || request.KeyType == "name": // no index of this chain has wider keys
	case request.KeyType == "":
		return answer, tableQuery.New("key type required for non-primary index")
	default:
		return answer, tableQuery.New("Unsupported secondary index type: %s", request.KeyType)
	}
	scope, err := keyOf(string(request.Scope), "scope")
	if err != nil {
		return answer, err
	}
	lower, upper, err := bounds(request)
	if err != nil {
		return answer, err
	}
	code, name := request.Code, request.Table
	table := v.Table(code, antelope.Name(scope), name)
	entries := table.Between(position, lower, upper)
	for i := range entries {
		entry := entries[i]
		if request.Reverse {
			entry = entries[len(entries)-1-i]
		}
		row, shown := v.Row(code, antelope.Name(scope), name, table, entry.Primary)
		if !shown {
			continue
		}
		if len(answer.Rows) >= min(int(request.Limit), maxRows) {
			answer.More, answer.NextKey = true, strconv.FormatUint(entry.Key, 10)
			break
		}
		printed := abi.AppendString(nil, hex.EncodeToString(row.Data))
		if request.JSON {
			printed = abi.JSON(row.Value)
		}
		answer.Rows = append(answer.Rows, printed)
	}
	return answer, nil
}

// checkTable tells whether the ABI of the account has the table.
func checkTable(v ledger.View, code, table antelope.Name) error {
	if _, exists := v.Account(code); !exists {
		return accountQuery.New("Fail to retrieve account for %s", code)
	}
	if table&0xf != 0 { // the low bits of a table's id number its indexes
		return tableIndex.New("Unsupported table name: %s", table)
	}
	if contract, has := v.Contract(code); has && contract.ABI.HasTable(table) {
		return nil
	}
	return unknownTable.New("Table %s is not specified in the ABI", table)
}

// indexPosition reads 1, primary, 2, secondary and so on; 1 when it is empty.
func indexPosition(written string) (int, error) {
	switch written {
	case "", "primary":
		return 1, nil
	case "secondary":
		return 2, nil
	case "tertiary":
		return 3, nil
	}
	position, err := strconv.ParseUint(written, 10, 16)
	if err != nil {
		return 0, tableIndex.New("Invalid index_position: %s", written)
	}
	return max(1, int(position)), nil
}

// bounds are the smallest and largest key asked for, both included.
func bounds(request *rowsRequest) (lower, upper uint64, err error) {
	lower, upper = 0, ^uint64(0)
	read := keyOf
	if request.KeyType == "name" {
		read = func(written, _ string) (uint64, error) {
			parsed, err := antelope.ParseName(written)
			if err != nil {
				return 0, nameType.New("%v", err)
			}
			return uint64(parsed), nil
		}
	}
	if request.LowerBound != "" {
		if lower, err = read(string(request.LowerBound), "lower_bound"); err != nil {
			return 0, 0, err
		}
	}
	if request.UpperBound != "" {
		upper, err = read(string(request.UpperBound), "upper_bound")
	}
	return lower, upper, err
}

// keyOf reads a key as nodes do, a number or else a name; no key that anybody asks for is a
// symbol.
func keyOf(written, parameter string) (uint64, error) {
	if value, err := strconv.ParseUint(written, 10, 64); err == nil {
		return value, nil
	}
	if parsed, err := antelope.ParseName(strings.TrimSpace(written)); err == nil {
		return uint64(parsed), nil
	}
	return 0, chainType.New("Could not convert %s string '%s' to any of the following: uint64_t, valid name, or valid symbol (with or without the precision)",
		parameter, written)
}
