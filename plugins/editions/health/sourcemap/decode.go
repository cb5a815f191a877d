package sourcemap

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// position is a place in a script, lines and columns counted from 0.
type position struct{ line, column int }

// sourceMap is what of a source map is read (ECMA-426, "Source map format").
type sourceMap struct {
	Version  int      `json:"version"`
	Sources  []string `json:"sources"`
	Mappings string   `json:"mappings"`
}

const maxSource = 200

// origins answers where the positions were written, `<source>:<line>:<column>` from 1.
// One that no mapping covers is left out. Mappings are read through once and not kept: a
// map of some megabytes would be many times as much memory when it is taken apart.
func origins(content []byte, wanted []position) (map[position]string, error) {
	var read sourceMap
	if err := json.Unmarshal(content, &read); err != nil {
		return nil, err
	}
	if read.Version != 3 {
		return nil, fmt.Errorf("version %d of source maps is not known", read.Version)
	}
	type origin struct{ source, line, column int }
	found := map[position]origin{}
	if err := segments(read.Mappings, func(at position, source, line, column int) {
		for _, place := range wanted {
			if place.line == at.line && place.column >= at.column {
				found[place] = origin{source, line, column}
			}
		}
	}); err != nil {
		return nil, err
	}
	written := make(map[position]string, len(found))
	for place, from := range found {
		if from.source < 0 || from.source >= len(read.Sources) || len(read.Sources[from.source]) > maxSource || from.line < 0 || from.column < 0 {
			continue
		}
		written[place] = read.Sources[from.source] + ":" + strconv.Itoa(from.line+1) + ":" + strconv.Itoa(from.column+1)
	}
	return written, nil
}

var errMappings = errors.New("the mappings are no base 64 VLQ")

// segments reads mappings: lines end with `;`, segments with `,`, and a segment's numbers
// are differences to those before (ECMA-426, "Mappings structure"). One without a source
// has -1 for it.
func segments(mappings string, each func(at position, source, line, column int)) error {
	var at position
	var source, line, column int
	for index := 0; index < len(mappings); {
		switch mappings[index] {
		case ';':
			at = position{line: at.line + 1}
			index++
			continue
		case ',':
			index++
			continue
		}
		var fields [5]int
		count := 0
		for index < len(mappings) && mappings[index] != ',' && mappings[index] != ';' {
			if count == len(fields) {
				return errMappings
			}
			value, next, err := number(mappings, index)
			if err != nil {
				return err
			}
			fields[count], index = value, next
			count++
		}
		at.column += fields[0]
		switch count {
		case 1:
			each(at, -1, 0, 0)
		case 4, 5:
			source, line, column = source+fields[1], line+fields[2], column+fields[3]
			each(at, source, line, column)
		default:
			return errMappings
		}
	}
	return nil
}

// number reads a base 64 VLQ: 5 bits a letter, the least first, the sixth for "there is
// more", and the lowest of all for the sign.
func number(text string, index int) (value, next int, err error) {
	var bits uint64
	for shift := 0; ; shift += 5 {
		if index == len(text) || shift > 30 {
			return 0, 0, errMappings
		}
		digit := letters[text[index]]
		if digit < 0 {
			return 0, 0, errMappings
		}
		index++
		bits |= uint64(digit&31) << shift
		if digit&32 == 0 {
			break
		}
	}
	if bits > math.MaxUint32 {
		return 0, 0, errMappings
	}
	value = int(bits >> 1)
	if bits&1 == 1 {
		value = -value
	}
	return value, index, nil
}

// letters are the values of base 64's, by letter; -1 for any other.
var letters = func() (values [256]int8) {
	for index := range values {
		values[index] = -1
	}
	for value, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		values[letter] = int8(value)
	}
	return values
}()
