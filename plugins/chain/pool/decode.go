package pool

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

func decodeRows(body []byte) (Answer, error) {
	var answer struct {
		Rows    *[]json.RawMessage `json:"rows"`
		More    *bool              `json:"more"`
		NextKey json.RawMessage    `json:"next_key"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return Answer{}, err
	}
	if answer.Rows == nil || answer.More == nil {
		return Answer{}, errors.New("it has no rows or no more")
	}
	next, err := key(answer.NextKey)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Rows: *answer.Rows, More: *answer.More, NextKey: next}, nil
}

// key reads a next_key, a string in all versions but written as a number by
// some services in front of a node. Its digits stay as they are.
func key(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	if raw[0] == '"' {
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	}
	if _, err := strconv.ParseUint(string(raw), 10, 64); err != nil {
		return "", fmt.Errorf("its next_key %.40s is neither a string nor a whole number", raw)
	}
	return string(raw), nil
}

// chainTime is how nodes write times: UTC without saying so.
const chainTime = "2006-01-02T15:04:05.999"

func decodeInfo(body []byte) (Info, error) {
	var answer struct {
		ChainID string `json:"chain_id"`
		Head    uint64 `json:"head_block_num"`
		Time    string `json:"head_block_time"`
		LIB     uint64 `json:"last_irreversible_block_num"`
		Version string `json:"server_version_string"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return Info{}, err
	}
	if answer.ChainID == "" || answer.Head == 0 {
		return Info{}, errors.New("it has no chain_id or no head_block_num")
	}
	at, err := time.Parse(chainTime, answer.Time)
	if err != nil {
		return Info{}, fmt.Errorf("its head_block_time: %w", err)
	}
	return Info{
		ChainID: answer.ChainID, Head: Head{Block: answer.Head, Time: at},
		LastIrreversible: answer.LIB, Version: answer.Version,
	}, nil
}
