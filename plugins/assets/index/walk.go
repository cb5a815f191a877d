package index

import (
	"bytes"
	"encoding/json"
	"iter"
)

// These walk through JSON that is known to be valid. A page has megabytes, of
// which four small members of each asset count: taking it apart with
// encoding/json alone would scan and copy each byte several times.

// members are those of an object, each with its name.
func members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for i := next(object, 1); object[i] != '}'; i = next(object, i) {
			after := end(object, i)
			name := text(object[i:after])
			i = next(object, after)
			after = end(object, i)
			if !yield(name, object[i:after]) {
				return
			}
			i = after
		}
	}
}

// elements are those of an array.
func elements(array []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := next(array, 1); array[i] != ']'; i = next(array, i) {
			after := end(array, i)
			if !yield(array[i:after:after]) {
				return
			}
			i = after
		}
	}
}

// next is where the next value begins, or its container ends: past space and
// what stands between values.
func next(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r' || b[i] == ',' || b[i] == ':' {
		i++
	}
	return i
}

// end is where the value that begins at i has ended.
func end(b []byte, i int) int {
	switch b[i] {
	case '"':
		return endOfString(b, i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch b[i] {
			case '"':
				i = endOfString(b, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	default: // a number, true, false or null
		if length := bytes.IndexAny(b[i:], ",]} \t\r\n"); length >= 0 {
			return i + length
		}
		return len(b)
	}
}

func endOfString(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// text reads a string, or "" of what is none.
func text(raw []byte) string {
	if raw[0] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	_ = json.Unmarshal(raw, &s) // it is valid
	return s
}
