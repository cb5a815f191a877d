package strictjson

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

type told struct {
	Name  string         `json:"name"`
	Inner map[string]int `json:"inner"`
}

func TestOneValueOfKnownMembersIsRead(t *testing.T) {
	for _, text := range []string{`{"name":"a","inner":{"b":1}}`, " \n{\"name\":\"a\",\n\"inner\":{\"b\":1}}\r\n\t "} {
		var read told
		if err := Decode([]byte(text), &read); err != nil || read.Name != "a" || read.Inner["b"] != 1 {
			t.Errorf("%q: %+v, %v", text, read, err)
		}
	}
}

func TestWhatIsNotThatIsRefusedWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		`{"name":"a"} x`:             "line 1, column 14: there is more after the value",
		`{"name":"a"}{}`:             "line 1, column 13: there is more",
		"{\"name\":\"a\"}\n\n 1":     "line 3, column 2: there is more",
		`{"name":"a",}`:              "line 1, column 13: ",
		"{\n  \"name\": \"é\" ä}":    "line 2, column 15: ",
		"{\n\"inner\":{\"b\":\"\"}}": "line 2, column 15: ",
		"{\n\"name\":":               "line 2, column 7: ",
		`{"name":"a","nmae":"b"}`:    `unknown field "nmae"`,
		`[]`:                         "line 1, column 1: ",
	} {
		var read told
		if err := Decode([]byte(text), &read); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestABodyHasABound(t *testing.T) {
	read := func(body string) error {
		return Read(http.MaxBytesReader(nil, io.NopCloser(strings.NewReader(body)), 20), new(told))
	}
	var large *http.MaxBytesError
	if err := read(`{"name":"12345678"}` + " "); err != nil {
		t.Error(err)
	}
	if err := read(`{"name":"12345678"}` + "  "); !errors.As(err, &large) {
		t.Errorf("one byte more: %v", err)
	}
	for _, body := range []string{"", " \n"} {
		if err := read(body); !errors.Is(err, io.EOF) {
			t.Errorf("%q: %v", body, err)
		}
	}
}
