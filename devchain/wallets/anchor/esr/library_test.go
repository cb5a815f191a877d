package esr

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// library is what the unmodified libraries made of a list of requests;
// testdata/README.md says how.
type library struct {
	Signer string `json:"signer"`
	Header struct {
		Expiration     string `json:"expiration"`
		RefBlockNum    uint16 `json:"ref_block_num"`
		RefBlockPrefix uint32 `json:"ref_block_prefix"`
	} `json:"header"`
	Keys     []string         `json:"keys"`
	LinkKey  string           `json:"linkKey"`
	Requests []libraryRequest `json:"requests"`
}

type libraryRequest struct {
	Name        string               `json:"name"`
	Version     uint8                `json:"version"`
	Kind        string               `json:"kind"`
	ChainID     antelope.Checksum256 `json:"chainId"`
	Deflated    string               `json:"deflated"`
	Plain       string               `json:"plain"`
	Flags       Flags                `json:"flags"`
	Callback    string               `json:"callback"`
	Info        []map[string]string  `json:"info"`
	Data        string               `json:"data"`
	Digest      string               `json:"digest"`
	Transaction string               `json:"transaction"`
	ID          string               `json:"id"`
	Payload     Payload              `json:"payload"`
	Recovered   string               `json:"recovered"`
}

// chain is the development chain's id.
func (l library) chain() antelope.Checksum256 { return l.Requests[1].ChainID }

// isOurs tells whether the request is for one chain that has no number.
func (r libraryRequest) isOurs() bool {
	return !strings.HasPrefix(r.Name, "several chains") && r.Name != "one action, version 2"
}

func readLibrary(t testing.TB) library {
	t.Helper()
	raw := must.Get(os.ReadFile("testdata/requests.json"))(t)
	var made library
	must.Do(t, json.Unmarshal(raw, &made))
	return made
}

func (l library) signer(t testing.TB) ledger.PermissionLevel {
	t.Helper()
	actor, permission, found := strings.Cut(l.Signer, "@")
	if !found {
		t.Fatalf("the signer %q has no permission", l.Signer)
	}
	return ledger.PermissionLevel{Actor: antelope.MustName(actor), Permission: antelope.MustName(permission)}
}

func (l library) header(t testing.TB) Header {
	t.Helper()
	at := must.Get(antelope.ParseTimePoint(l.Header.Expiration))(t)
	return Header{ChainID: l.chain(), Expiration: antelope.TimePointSecOf(at.Time()), RefBlockNum: l.Header.RefBlockNum, RefBlockPrefix: l.Header.RefBlockPrefix}
}

// contracts is a chain with the contract that the requests call.
var contracts = ledger.New(ledger.Config{Contracts: []ledger.Contract{token.New(antelope.MustName("eosio.token"))}})

func (l library) request(t testing.TB, name string) *Request {
	t.Helper()
	for _, made := range l.Requests {
		if made.Name == name {
			return must.Get(Parse(made.Deflated))(t)
		}
	}
	t.Fatalf("there is no request %q", name)
	return nil
}

func TestRequestsOfTheLibraryAreReadAndWrittenAlike(t *testing.T) {
	made := readLibrary(t)
	for _, want := range made.Requests {
		t.Run(want.Name, func(t *testing.T) {
			for _, text := range []string{want.Deflated, want.Plain, "web+" + want.Deflated, "ESR:" + want.Plain[len("esr:"):]} {
				request := must.Get(Parse(text))(t)
				if request.Version != want.Version || request.Kind.String() != want.Kind || request.Flags != want.Flags || request.Callback != want.Callback {
					t.Errorf("read as version %d, %s, flags %d, callback %q", request.Version, request.Kind, request.Flags, request.Callback)
				}
				var info []map[string]string
				for _, pair := range request.Info {
					info = append(info, map[string]string{"key": pair.Key, "value": hex.EncodeToString(pair.Value)})
				}
				if len(info)+len(want.Info) > 0 && !reflect.DeepEqual(info, want.Info) {
					t.Errorf("info %v, want %v", info, want.Info)
				}
				if got := hex.EncodeToString(request.data()); got != want.Data {
					t.Errorf("written as\n%s, want\n%s", got, want.Data)
				}
				if again, err := Parse(request.String()); err != nil || !reflect.DeepEqual(again, request) {
					t.Errorf("its own text came back as %+v (%v)", again, err)
				}
			}
		})
	}
}

func TestRequestsAreResolvedAndAnsweredAsByTheLibrary(t *testing.T) {
	made := readLibrary(t)
	for _, want := range made.Requests {
		if !want.isOurs() {
			continue
		}
		t.Run(want.Name, func(t *testing.T) {
			request := must.Get(Parse(want.Deflated))(t)
			resolved := must.Get(request.Resolve(contracts, made.signer(t), made.header(t)))(t)
			if got := hex.EncodeToString(resolved.Transaction.Pack()); got != want.Transaction {
				t.Errorf("transaction\n%s, want\n%s", got, want.Transaction)
			}
			if resolved.ID().String() != want.ID || resolved.Digest().String() != want.Digest {
				t.Errorf("id %s and digest %s, want %s and %s", resolved.ID(), resolved.Digest(), want.ID, want.Digest)
			}
			// The library's own signature is given, so that answers compare.
			signature := must.Get(antelope.ParseSignature(want.Payload["sig"]))(t)
			payload := resolved.Payload(signature)
			if again, err := Parse(payload["req"]); err != nil || !reflect.DeepEqual(again, request) {
				t.Errorf("the answer's req is another request: %v", err)
			}
			delete(payload, "req")
			if !maps.Equal(payload, want.Payload) {
				t.Errorf("answer %v, want %v", payload, want.Payload)
			}
			if want.Recovered != "" {
				key, err := signature.Recover(resolved.Digest())
				if err != nil || key.Typed() != want.Recovered {
					t.Errorf("the identity proof is by %s (%v), want %s", key.Typed(), err, want.Recovered)
				}
			}
		})
	}
}

func TestInfoOfEveryKind(t *testing.T) {
	made := readLibrary(t)
	request := made.request(t, "info of every kind")
	if !request.NoModify() || !request.SameDevice() || request.ReturnPath() != "http://127.0.0.1:18030/football#a" {
		t.Errorf("read as %v %v %q", request.NoModify(), request.SameDevice(), request.ReturnPath())
	}
	created, info, err := request.Link()
	if err != nil || info != nil || created == nil || created.Session.String() != "fieldhouse" || created.RequestKey.Typed() != made.LinkKey || created.UserAgent != "a browser" {
		t.Errorf("link %+v and %+v (%v)", created, info, err)
	}
	session := made.request(t, "over a session")
	created, info, err = session.Link()
	if err != nil || created != nil || info == nil || info.Expiration.String() != "2026-11-21T08:02:00" || session.NoModify() || session.SameDevice() {
		t.Errorf("link %+v and %+v (%v)", created, info, err)
	}
}
