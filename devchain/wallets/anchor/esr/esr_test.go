package esr

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"reflect"
	"strings"
	"testing"
)

// text is a request's text with any bytes behind the header byte.
func text(header byte, data []byte) string {
	return "esr:" + base64.RawURLEncoding.EncodeToString(append([]byte{header}, data...))
}

func deflate(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestTextsThatAreNoRequests(t *testing.T) {
	login := readLibrary(t).request(t, "a login")
	_, data := login.data()
	changed := func(change func(*Request)) []byte {
		other := *login
		change(&other)
		_, data := other.data()
		return data
	}
	const asks = 1 + 32 // where it says what it asks for
	with := func(at int, value byte) []byte {
		other := bytes.Clone(data)
		other[at] = value
		return other
	}
	for name, c := range map[string]struct{ text, want string }{
		"nothing":                   {"", "must start with esr:"},
		"no scheme":                 {"gmNgZGBY", "must start with esr:"},
		"another scheme":            {"eosio:gmNgZGBY", "must start with esr:"},
		"too long":                  {"esr:" + strings.Repeat("A", MaxText), "longer than"},
		"no base64url":              {"esr:%%%", "not base64url"},
		"no bytes":                  {"esr:", "empty"},
		"a header alone":            {"esr:Ag", "empty"},
		"version 1":                 {text(1, data), "version is 1"},
		"version 4":                 {text(4|deflated, deflate(t, data)), "version is 4"},
		"not compressed after all":  {text(3|deflated, data), "inflating"},
		"a bomb":                    {text(3|deflated, deflate(t, make([]byte, MaxInflated+1))), "when it is inflated"},
		"bytes behind its end":      {text(3, append(bytes.Clone(data), make([]byte, 100)...)), "behind its end"},
		"bytes behind the deflated": {text(3|deflated, append(deflate(t, data), 1, 2, 3)), "behind its compressed form"},
		"a chain by its number":     {text(3, with(0, 0)), "not named by an id"},
		"a single action":           {text(2, with(asks, 0)), "a whole transaction"},
		"a login of version 2":      {text(2, data), "a whole transaction"},
		"a login of one account":    {text(3, with(asks+9, 1)), "who anybody is"},
		"a login for no app":        {text(3, append(with(asks, askIdentity)[:asks+1], make([]byte, 9+3)...)), "who anybody is"},
		"a broadcast login":         {text(3, changed(func(r *Request) { r.Flags |= Broadcast })), "identity request cannot be broadcast"},
		"a callback of no text":     {text(3, changed(func(r *Request) { r.Callback = "\xff\xfe" })), "not UTF-8"},
	} {
		request, err := Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "reading the signing request: ") {
			t.Errorf("%s became %+v, %v; want %q", name, request, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, request := range readLibrary(f).Requests {
		f.Add(request.Deflated)
		f.Add(request.Plain)
	}
	f.Add(text(3|deflated, deflate(f, make([]byte, 1<<16))))
	f.Fuzz(func(t *testing.T, given string) {
		request, err := Parse(given)
		if err != nil {
			return
		}
		again, err := Parse(request.String())
		if err != nil || !reflect.DeepEqual(again, request) {
			t.Fatalf("%+v came back as %+v, %v", request, again, err)
		}
		// What wallets look at next must not panic either.
		_, _, _ = request.Link()
		_, _ = request.SameDevice(), request.NoModify()
		request.Resolve(alice, 1).Digest()
	})
}
