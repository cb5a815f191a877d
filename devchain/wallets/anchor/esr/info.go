package esr

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"fieldhouse/plugins/antelope"
)

// Pair is a piece of information that goes with a request.
type Pair struct {
	Key   string `abi:"key"`
	Value []byte `abi:"value"`
}

// Keys of pairs that wallets know.
const (
	infoLink       = "link"
	infoNoModify   = "no_modify"
	infoNoFee      = "no_fee"
	infoReturn     = "return_path"
	infoSameDevice = "same_device"
)

// InfoBytes is the value of a pair.
func (r *Request) InfoBytes(key string) ([]byte, bool) {
	i := slices.IndexFunc(r.Info, func(pair Pair) bool { return pair.Key == key })
	if i < 0 {
		return nil, false
	}
	return r.Info[i].Value, true
}

// infoFlag tells whether a pair is there and not false.
func (r *Request) infoFlag(key string) bool {
	value, found := r.InfoBytes(key)
	return found && !(len(value) == 1 && value[0] == 0)
}

// NoModify tells whether the wallet must sign the request as it is
// (specification, section 5).
func (r *Request) NoModify() bool { return r.infoFlag(infoNoModify) }

// NoFee tells whether the sender wants no resource provider's fee.
func (r *Request) NoFee() bool { return r.infoFlag(infoNoFee) }

// ReturnPath is the address to go back to after signing on the same device;
// empty for none.
func (r *Request) ReturnPath() string {
	path, _ := r.InfoBytes(infoReturn)
	if !utf8.Valid(path) {
		return ""
	}
	return string(path)
}

// SameDevice tells whether the request was opened on the device it was made on.
func (r *Request) SameDevice() bool { return r.infoFlag(infoSameDevice) || r.ReturnPath() != "" }

// LinkCreate asks the wallet for a linked session.
type LinkCreate struct {
	// Session is the app's name.
	Session antelope.Name `abi:"session_name"`
	// RequestKey is the key by which the app seals its messages.
	RequestKey antelope.PublicKey `abi:"request_key"`
	// UserAgent is what the app says about itself; often empty.
	UserAgent string
}

// LinkInfo goes with a request over a linked session.
type LinkInfo struct {
	// Expiration is when the app stops waiting.
	Expiration antelope.TimePointSec `abi:"expiration"`
}

// Link reads the pair "link", which is a LinkCreate in a login and a LinkInfo in
// a request over a session; nil for what it is not.
func (r *Request) Link() (*LinkCreate, *LinkInfo, error) {
	value, found := r.InfoBytes(infoLink)
	if !found {
		return nil, nil, nil
	}
	var info LinkInfo
	if antelope.Unmarshal(value, &info) == nil {
		return nil, &info, nil
	}
	var created LinkCreate
	link := antelope.NewReader(value)
	err := antelope.Read(link, &created)
	if err == nil && link.Len() > 0 {
		err = antelope.Read(link, &created.UserAgent)
	}
	if err == nil && link.Len() > 0 {
		err = errors.New("bytes stand behind its end")
	}
	if err == nil && !utf8.ValidString(created.UserAgent) {
		err = errors.New("one of its texts is not UTF-8")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("reading the request's link: %w", err)
	}
	return &created, nil, nil
}
