package esr

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// library is what the unmodified libraries made of a list of requests;
// testdata/README.md says how.
type library struct {
	Expiration string `json:"expiration"`
	LinkKey    string `json:"linkKey"`
	Requests   []struct {
		Name        string  `json:"name"`
		Deflated    string  `json:"deflated"`
		Plain       string  `json:"plain"`
		Data        string  `json:"data"`
		Digest      string  `json:"digest"`
		Transaction string  `json:"transaction"`
		Payload     Payload `json:"payload"`
		Recovered   string  `json:"recovered"`
	} `json:"requests"`
}

func readLibrary(t testing.TB) (made library) {
	t.Helper()
	raw, err := os.ReadFile("testdata/requests.json")
	if err == nil {
		err = json.Unmarshal(raw, &made)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made
}

var alice = ledger.PermissionLevel{Actor: antelope.MustName("alice.wam"), Permission: ledger.Active}

func (l library) request(t testing.TB, name string) *Request {
	t.Helper()
	for _, made := range l.Requests {
		if made.Name == name {
			request, err := Parse(made.Deflated)
			if err != nil {
				t.Fatal(err)
			}
			return request
		}
	}
	t.Fatalf("there is no request %q", name)
	return nil
}

func TestRequestsOfTheLibraryAreReadWrittenAndAnsweredAlike(t *testing.T) {
	made := readLibrary(t)
	expires, err := antelope.ParseTimePoint(made.Expiration)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range made.Requests {
		t.Run(want.Name, func(t *testing.T) {
			request := made.request(t, want.Name)
			version, data := request.data()
			if got := hex.EncodeToString(append([]byte{version}, data...)); got != want.Data {
				t.Errorf("written as\n%s, want\n%s", got, want.Data)
			}
			if plain, err := Parse(want.Plain); err != nil || !reflect.DeepEqual(plain, request) {
				t.Errorf("uncompressed it is %+v (%v)", plain, err)
			}
			resolved := request.Resolve(alice, antelope.TimePointSecOf(expires.Time()))
			if got := hex.EncodeToString(resolved.Transaction.Pack()); got != want.Transaction || resolved.Digest().String() != want.Digest {
				t.Errorf("transaction\n%s, want\n%s, with the digest %s", got, want.Transaction, resolved.Digest())
			}
			// The library's own signature is given, so that answers compare.
			signature, err := antelope.ParseSignature(want.Payload["sig"])
			if err != nil {
				t.Fatal(err)
			}
			payload := resolved.Payload(signature)
			if again, err := Parse(payload["req"]); err != nil || !reflect.DeepEqual(again, request) {
				t.Errorf("the answer's req is another request: %v", err)
			}
			delete(payload, "req")
			if !maps.Equal(payload, want.Payload) {
				t.Errorf("answer %v, want %v", payload, want.Payload)
			}
			if key, err := signature.Recover(resolved.Digest()); want.Recovered != "" && (err != nil || key.Typed() != want.Recovered) {
				t.Errorf("the login's proof is by %s (%v), want %s", key.Typed(), err, want.Recovered)
			}
		})
	}
}

func TestInfoOfEveryKind(t *testing.T) {
	made := readLibrary(t)
	request := made.request(t, "info of every kind")
	created, info, err := request.Link()
	if err != nil || info != nil || created == nil || created.Session.String() != "fieldhouse" || created.RequestKey.Typed() != made.LinkKey || !request.NoModify() || !request.SameDevice() {
		t.Errorf("link %+v and %+v (%v) with %v", created, info, err, request.Info)
	}
	request.Info = request.Info[:3] // without same_device
	if !request.SameDevice() {
		t.Error("who has a return_path is not on this device")
	}
	session := made.request(t, "over a session")
	created, info, err = session.Link()
	if err != nil || created != nil || info == nil || info.Expiration.String() != "2026-11-21T08:02:00" || session.NoModify() || session.SameDevice() {
		t.Errorf("link %+v and %+v (%v)", created, info, err)
	}
	session.Info = []Pair{{"link", []byte{1, 2, 3, 4, 5}}}
	if created, info, err := session.Link(); err == nil {
		t.Errorf("a damaged link is %+v, %+v", created, info)
	}
}
