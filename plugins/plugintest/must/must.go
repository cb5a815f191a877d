// Package must ends a test by an error of what it only builds on.
package must

import "testing"

// Get is what a call returns, whose error ends the test: must.Get(os.ReadFile(path))(t).
func Get[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}

// Do ends the test by an error, if there is one.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
