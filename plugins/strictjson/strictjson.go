// Package strictjson reads JSON that somebody else wrote: one value and nothing
// behind it, with known members alone. It knows nothing of Caddy.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Read reads a body, whose bound is its own (http.MaxBytesReader). The error of an empty one
// is io.EOF.
func Read(body io.Reader, into any) error {
	text, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return Decode(text, into)
}

// Decode reads a text. Its error says at which line and column the fault is, or which
// member it does not know.
func Decode(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return at(text, err)
	}
	if rest := bytes.TrimLeft(text[decoder.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return fmt.Errorf("%s: there is more after the value", place(text, int64(len(text)-len(rest)+1)))
	}
	return nil
}

// at is an error with its place in the text, where that is known.
func at(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: %w", place(text, syntax.Offset), err)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: %w", place(text, kind.Offset), err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: %w", place(text, int64(len(text))), err)
	}
	return err
}

// place is that of the last byte that was read.
func place(text []byte, read int64) string {
	before := text[:min(max(read-1, 0), int64(len(text)))]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf("line %d, column %d", 1+bytes.Count(before, []byte("\n")), 1+utf8.RuneCount(line))
}
