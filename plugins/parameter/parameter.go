// Package parameter reads the query of a request to a cached API: each parameter
// is one that there is and is given once, so that what means the same can be kept
// once. What is wrong is said with its name, for a person to mend.
package parameter

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
)

const (
	// maxQueryBytes bounds what is parsed; the longest valid query has about 120.
	maxQueryBytes = 1024
	// maxQuotedBytes is how much of a bad value an error repeats.
	maxQuotedBytes = 40
)

// Error is what is wrong with a request's query.
type Error struct {
	// Name is the parameter, or empty when the query as a whole cannot be read.
	Name   string
	Reason string
}

func (e *Error) Error() string {
	if e.Name == "" {
		return "the query " + e.Reason
	}
	return fmt.Sprintf("parameter %q %s", e.Name, e.Reason)
}

// Read reads a query whose parameters are known ones, each at most once. of says
// what has them, as in "drops has". The error is an *Error.
func Read(rawQuery, of string, known ...string) (url.Values, error) {
	if len(rawQuery) > maxQueryBytes {
		return nil, &Error{Reason: fmt.Sprintf("has more than %d bytes", maxQueryBytes)}
	}
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, &Error{Reason: "cannot be read: write name=value pairs with & between them"}
	}
	// In the order of their names, so that one request has one error.
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch {
		case name == "":
			return nil, &Error{Reason: "has a parameter without a name"}
		case !slices.Contains(known, name):
			return nil, &Error{shorten(name), fmt.Sprintf("is unknown: %s %s", of, strings.Join(known, ", "))}
		case len(values[name]) > 1:
			return nil, &Error{name, "is given more than once"}
		}
	}
	return values, nil
}

// Bad is the *Error of a value that must be another.
func Bad(name, value, must string) error {
	return &Error{name, fmt.Sprintf("must be %s, not %q", must, shorten(value))}
}

// WholeNumber reads a number from 1 to most. The error is an *Error.
func WholeNumber(name, value string, most int) (int, error) {
	number, err := strconv.Atoi(value)
	if err != nil || number < 1 || number > most || strconv.Itoa(number) != value {
		return 0, Bad(name, value, fmt.Sprintf("a whole number from 1 to %d", most))
	}
	return number, nil
}

// Account reads the name of an account. The error is an *Error.
func Account(name, value string) (string, error) {
	if !antelope.IsAccount(value) {
		return "", Bad(name, value, "an account name: 1 to 12 characters out of a-z, 1-5 and '.', the last one not '.'")
	}
	return value, nil
}

func shorten(s string) string {
	if len(s) <= maxQuotedBytes {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuotedBytes], "") + "…"
}
