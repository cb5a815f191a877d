package esr

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"reflect"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

var somebody = ledger.PermissionLevel{Actor: antelope.MustName("alice.wam"), Permission: antelope.MustName("active")}

// text is a request's text with any bytes behind the header byte.
func text(header byte, data []byte) string {
	return "esr:" + base64.RawURLEncoding.EncodeToString(append([]byte{header}, data...))
}

func deflate(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := must.Get(flate.NewWriter(&out, flate.BestCompression))(t)
	must.Get(w.Write(data))(t)
	must.Do(t, w.Close())
	return out.Bytes()
}

func TestTextsThatAreNoRequests(t *testing.T) {
	identity := readLibrary(t).request(t, "identity with scope, version 3")
	broadcast := *identity
	broadcast.Flags |= Broadcast
	unknownChain := append([]byte{2, 1}, identity.data()[2:]...)
	for name, c := range map[string]struct{ text, want string }{
		"nothing":                   {"", "must start with esr:"},
		"no scheme":                 {"gmNgZGBY", "must start with esr:"},
		"another scheme":            {"eosio:gmNgZGBY", "must start with esr:"},
		"too long":                  {"esr:" + strings.Repeat("A", MaxText), "longer than"},
		"no base64url":              {"esr:%%%", "not base64url"},
		"no bytes":                  {"esr:", "empty"},
		"version 1":                 {text(1, identity.data()), "version is 1"},
		"version 4":                 {text(4|deflated, deflate(t, identity.data())), "version is 4"},
		"not compressed after all":  {text(3|deflated, identity.data()), "inflating"},
		"a bomb":                    {text(3|deflated, deflate(t, make([]byte, MaxInflated+1))), "when it is inflated"},
		"bytes behind its end":      {text(3, append(identity.data(), make([]byte, 100)...)), "behind its end"},
		"bytes behind the deflated": {text(3|deflated, append(deflate(t, identity.data()), 1, 2, 3)), "behind its compressed form"},
		"a chain of no kind":        {text(3, unknownChain), "neither an alias nor an id"},
		"a fifth kind":              {text(3, []byte{0, 1, 4, 0, 0, 0}), "none of the four kinds"},
		"a broadcast identity":      {text(3, broadcast.data()), "identity request cannot be broadcast"},
		"a callback of no text":     {text(3, []byte{0, 1, 1, 0, 2, 2, 0xff, 0xfe, 0}), "not UTF-8"},
	} {
		request, err := Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "reading the signing request: ") {
			t.Errorf("%s became %+v, %v; want %q", name, request, err, c.want)
		}
	}
}

func TestOnlyRequestsForTheChainAreAnswered(t *testing.T) {
	made := readLibrary(t)
	var another antelope.Checksum256
	for _, each := range made.Requests {
		request := made.request(t, each.Name)
		for _, id := range []antelope.Checksum256{made.chain(), another} {
			header := made.header(t)
			header.ChainID = id
			want := id != another && each.isOurs()
			if err := request.AllowsChain(id); (err == nil) != want {
				t.Errorf("%s on %s: %v", each.Name, id, err)
			}
			if _, err := request.Resolve(contracts, somebody, header); (err == nil) != want {
				t.Errorf("%s resolved on %s: %v", each.Name, id, err)
			}
		}
	}
}

func TestActionsThatCannotBeResolved(t *testing.T) {
	made := readLibrary(t)
	for name, c := range map[string]struct {
		change func(*Request)
		want   string
	}{
		"no contract":    {func(r *Request) { r.Actions[0].Account = antelope.MustName("nobody") }, "nobody has no contract"},
		"no such action": {func(r *Request) { r.Actions[0].Name = antelope.MustName("paint") }, "no action paint"},
		"data too short": {func(r *Request) { r.Actions[0].Data = r.Actions[0].Data[:9] }, "field To"},
		"data too long":  {func(r *Request) { r.Actions[0].Data = append(r.Actions[0].Data, 1) }, "left over"},
	} {
		request := made.request(t, "one action on a chain without alias")
		c.change(request)
		_, err := request.Resolve(contracts, somebody, made.header(t))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "resolving action 0") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestDamagedInfo(t *testing.T) {
	request := readLibrary(t).request(t, "info of every kind")
	request.Info = []Pair{{infoLink, []byte{1, 2, 3, 4, 5}}, {infoReturn, []byte{0xff}}}
	if created, info, err := request.Link(); err == nil {
		t.Errorf("link %+v, %+v", created, info)
	}
	if request.ReturnPath() != "" {
		t.Errorf("return path %q", request.ReturnPath())
	}
	if created, info, err := (&Request{}).Link(); created != nil || info != nil || err != nil {
		t.Errorf("without a link it is %v, %v, %v", created, info, err)
	}
}

func FuzzParse(f *testing.F) {
	made := readLibrary(f)
	for _, request := range made.Requests {
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
		_, _ = request.ReturnPath(), request.NoModify()
		if resolved, err := request.Resolve(contracts, somebody, Header{ChainID: made.chain(), Expiration: 1}); err == nil {
			for _, action := range resolved.Transaction.Actions {
				for _, level := range action.Authorization {
					if level.Actor == PlaceholderActor || level.Permission == PlaceholderPermission {
						t.Errorf("a placeholder is left in %+v", action)
					}
				}
			}
		}
	})
}
