package table

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

const emptyEnvelope = `{"rows":[],"more":false,"next_key":""}`

// envelope writes rows as a node does.
func envelope(rows []json.RawMessage, more bool, nextKey string) []byte {
	size := len(emptyEnvelope) + len(nextKey)
	for _, row := range rows {
		size += len(row) + 1
	}
	body := make([]byte, 0, size)
	body = append(body, `{"rows":[`...)
	for i, row := range rows {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, row...)
	}
	body = append(body, `],"more":`...)
	body = strconv.AppendBool(body, more)
	body = append(body, `,"next_key":`...)
	body = appendJSONString(body, nextKey)
	return append(body, '}')
}

func appendJSONString(body []byte, s string) []byte {
	quoted, _ := json.Marshal(s) // a string always has a JSON form
	return append(body, quoted...)
}

// canonical is a row without space between its parts and in valid UTF-8 (RFC
// 8259, section 8.1), so that equal rows have equal bytes. Its numbers keep
// their digits.
func canonical(row json.RawMessage) json.RawMessage {
	if !utf8.Valid(row) {
		row = bytes.ToValidUTF8(row, []byte("\uFFFD"))
	}
	var compact bytes.Buffer
	compact.Grow(len(row))
	if err := json.Compact(&compact, row); err != nil {
		return row // it was decoded before: it is JSON
	}
	return compact.Bytes()
}

// isObject tells a row from the hex string that a node answers when it could
// not read the row by the ABI.
func isObject(row json.RawMessage) bool {
	trimmed := bytes.TrimLeft(row, " \t\r\n")
	return len(trimmed) > 0 && trimmed[0] == '{'
}

// isSeed reports whether an oracle's row has no price yet: its median is 0 or
// missing. Integers come as numbers or strings.
func isSeed(row json.RawMessage) bool { return gjson.GetBytes(row, "median").Uint() == 0 }
