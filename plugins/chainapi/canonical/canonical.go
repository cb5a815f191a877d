// Package canonical reads JSON strictly and writes it in one form: members in
// the order of their names, no white space, numbers digit for digit as they
// were.
package canonical

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// MaxDepth is how deep lists and objects may stand in each other.
const MaxDepth = 32

// Object reads the members of an object. It refuses what two readers could
// understand in two ways: a name that stands twice, and text that is not UTF-8.
// The values are parts of the body, not checked for either.
func Object(body []byte) (map[string]json.RawMessage, error) {
	if !utf8.Valid(body) {
		return nil, errors.New("it is not UTF-8")
	}
	if !json.Valid(body) {
		return nil, errors.New("it is not JSON")
	}
	return members(body)
}

func members(body []byte) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	if opening, err := decoder.Token(); err != nil || opening != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	found := make(map[string]json.RawMessage)
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("reading a member's name: %w", err)
		}
		name, isName := token.(string)
		if !isName {
			return nil, fmt.Errorf("a member's name is %v", token)
		}
		if _, twice := found[name]; twice {
			return nil, fmt.Errorf("%.40q stands twice", name)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, fmt.Errorf("reading %.40q: %w", name, err)
		}
		found[name] = value
	}
	return found, nil
}

// Append writes the members that Object read behind data, as an object.
func Append(data []byte, members map[string]json.RawMessage) ([]byte, error) {
	return appendMembers(data, members, 1)
}

func appendMembers(data []byte, members map[string]json.RawMessage, depth int) ([]byte, error) {
	data = append(data, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			data = append(data, ',')
		}
		data = appendText(data, name)
		data = append(data, ':')
		var err error
		if data, err = appendValue(data, members[name], depth); err != nil {
			return nil, err
		}
	}
	return append(data, '}'), nil
}

// appendValue writes a value of JSON that is valid.
func appendValue(data []byte, value json.RawMessage, depth int) ([]byte, error) {
	value = bytes.TrimSpace(value)
	switch value[0] {
	case '{':
		if depth >= MaxDepth {
			return nil, fmt.Errorf("it is nested more than %d deep", MaxDepth)
		}
		inner, err := members(value)
		if err != nil {
			return nil, err
		}
		return appendMembers(data, inner, depth+1)
	case '[':
		if depth >= MaxDepth {
			return nil, fmt.Errorf("it is nested more than %d deep", MaxDepth)
		}
		var items []json.RawMessage
		if err := json.Unmarshal(value, &items); err != nil {
			return nil, fmt.Errorf("reading a list: %w", err)
		}
		data = append(data, '[')
		for i, item := range items {
			if i > 0 {
				data = append(data, ',')
			}
			var err error
			if data, err = appendValue(data, item, depth+1); err != nil {
				return nil, err
			}
		}
		return append(data, ']'), nil
	case '"':
		var text string
		if err := json.Unmarshal(value, &text); err != nil {
			return nil, fmt.Errorf("reading a string: %w", err)
		}
		return appendText(data, text), nil
	}
	return append(data, value...), nil // true, false, null or a number
}

// appendText leaves <, > and & as they are.
func appendText(data []byte, text string) []byte {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic("canonical: a string cannot be written: " + err.Error()) // every string can
	}
	return append(data, bytes.TrimSuffix(written.Bytes(), []byte("\n"))...)
}
