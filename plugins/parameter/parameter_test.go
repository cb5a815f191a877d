package parameter

import (
	"errors"
	"strings"
	"testing"
)

func TestAQueryHasKnownParametersEachOnceOrAnErrorThatNamesIt(t *testing.T) {
	for raw, says := range map[string]string{
		"":                        "",
		"a=1&b=":                  "",
		"c=1":                     `parameter "c" is unknown: it has a, b`,
		"z=1&c=1&b=1&b=2":         `parameter "b" is given more than once`, // of several the first by name
		"=1":                      "the query has a parameter without a name",
		"%zz":                     "the query cannot be read: write name=value pairs with & between them",
		"a=1;b=2":                 "the query cannot be read: write name=value pairs with & between them",
		strings.Repeat("é", 30):   `parameter "` + strings.Repeat("é", 20) + `…" is unknown: it has a, b`,
		strings.Repeat("a", 1025): "the query has more than 1024 bytes",
	} {
		values, err := Read(raw, "it has", "a", "b")
		if says == "" {
			if err != nil || raw != "" && values.Get("a") != "1" {
				t.Errorf("%q: %v, %v", raw, values, err)
			}
			continue
		}
		var wrong *Error
		if !errors.As(err, &wrong) || err.Error() != says {
			t.Errorf("%.40q: %v, want %s", raw, err, says)
		}
	}
}

func TestAWholeNumberHasOneWayToBeWritten(t *testing.T) {
	for _, value := range []string{"1", "12", "100"} {
		if number, err := WholeNumber("limit", value, 100); err != nil || number < 1 {
			t.Errorf("%q: %d, %v", value, number, err)
		}
	}
	for _, value := range []string{"", "0", "-1", "+1", "01", "1.0", "1e2", " 1", "101", "99999999999999999999"} {
		if number, err := WholeNumber("limit", value, 100); err == nil || !strings.Contains(err.Error(), `parameter "limit" must be a whole number from 1 to 100, not "`) {
			t.Errorf("%q: %d, %v", value, number, err)
		}
	}
}

func TestAnAccountIsANameOfTheChain(t *testing.T) {
	if name, err := Account("owner", "alice.wam"); err != nil || name != "alice.wam" {
		t.Errorf("%s, %v", name, err)
	}
	for _, value := range []string{"", "Alice", "alice.wam.", "alice67", "aaaaaaaaaaaaa", "a/b"} {
		if _, err := Account("owner", value); err == nil || !strings.Contains(err.Error(), `parameter "owner" must be an account name`) {
			t.Errorf("%q: %v", value, err)
		}
	}
}
