// Package canonical reads JSON strictly and writes it in one form: members in
// the order of their names, no white space, numbers digit for digit as they
// were.
package canonical

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// MaxDepth is how deep lists and objects may stand in each other.
const MaxDepth = 32

// Object reads the members of an object. It refuses what two readers could
// understand in two ways, however deep it stands: a name that stands twice, and
// text that is not UTF-8.
func Object(body []byte) (members map[string]json.RawMessage, err error) {
	switch {
	case !utf8.Valid(body):
		return nil, errors.New("it is not UTF-8")
	case !json.Valid(body):
		return nil, errors.New("it is not JSON")
	case json.Unmarshal(body, &members) != nil || members == nil:
		return nil, errors.New("it is not a JSON object")
	}
	if err := check(gjson.ParseBytes(body), 1); err != nil {
		return nil, err
	}
	return members, nil
}

// check looks at a value at that depth and at all that stands in it.
func check(value gjson.Result, depth int) (err error) {
	switch {
	case !value.IsObject() && !value.IsArray():
		return nil
	case depth > MaxDepth:
		return fmt.Errorf("it is nested more than %d deep", MaxDepth)
	}
	names := make(map[string]bool)
	value.ForEach(func(name, inner gjson.Result) bool {
		if value.IsObject() && names[name.Str] {
			err = fmt.Errorf("%.40q stands twice", name.Str)
			return false
		}
		names[name.Str] = true
		err = check(inner, depth+1)
		return err == nil
	})
	return err
}

// Members writes what Object read as an object again.
func Members(members map[string]json.RawMessage) []byte {
	values := make(map[string]any, len(members))
	for name, value := range members {
		decoder := json.NewDecoder(bytes.NewReader(value))
		decoder.UseNumber()
		var read any
		_ = decoder.Decode(&read) // Object has read it
		values[name] = read
	}
	return Write(values)
}

// Write writes a value that has a JSON form, and leaves <, > and & as they are.
func Write(value any) []byte {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic("canonical: a value has no JSON form: " + err.Error())
	}
	return bytes.TrimSuffix(written.Bytes(), []byte("\n"))
}
