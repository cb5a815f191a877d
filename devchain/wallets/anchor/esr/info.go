package esr

import (
	"fmt"
	"slices"

	"fieldhouse/plugins/antelope"
)

// Pair is a piece of information that goes with a request.
type Pair struct {
	Key   string `abi:"key"`
	Value []byte `abi:"value"`
}

// info is the value of a pair; nil when there is none.
func (r *Request) info(key string) []byte {
	i := slices.IndexFunc(r.Info, func(pair Pair) bool { return pair.Key == key })
	if i < 0 {
		return nil
	}
	return r.Info[i].Value
}

// isSet tells whether a pair is there and not false.
func (r *Request) isSet(key string) bool {
	value := r.info(key)
	return value != nil && !(len(value) == 1 && value[0] == 0)
}

// NoModify tells whether the wallet must sign the request as it is
// (specification, section 5).
func (r *Request) NoModify() bool { return r.isSet("no_modify") }

// NoFee tells whether the sender wants no resource provider's fee.
func (r *Request) NoFee() bool { return r.isSet("no_fee") }

// SameDevice tells whether the request was opened on the device it was made on, to which
// its return_path leads back.
func (r *Request) SameDevice() bool { return r.isSet("same_device") || len(r.info("return_path")) > 0 }

// LinkCreate asks the wallet for a linked session. What the app says about itself behind it
// is not read.
type LinkCreate struct {
	// Session is the app's name.
	Session antelope.Name `abi:"session_name"`
	// RequestKey is the key by which the app seals its messages.
	RequestKey antelope.PublicKey `abi:"request_key"`
}

// LinkInfo goes with a request over a linked session.
type LinkInfo struct {
	// Expiration is when the app stops waiting.
	Expiration antelope.TimePointSec `abi:"expiration"`
}

// Link reads the pair "link", which is a LinkCreate in a login and a LinkInfo in
// a request over a session; nil for what it is not.
func (r *Request) Link() (*LinkCreate, *LinkInfo, error) {
	value := r.info("link")
	if value == nil {
		return nil, nil, nil
	}
	var info LinkInfo
	if antelope.Unmarshal(value, &info) == nil {
		return nil, &info, nil
	}
	var created LinkCreate
	if err := antelope.Read(antelope.NewReader(value), &created); err != nil {
		return nil, nil, fmt.Errorf("reading the request's link: %w", err)
	}
	return &created, nil, nil
}
