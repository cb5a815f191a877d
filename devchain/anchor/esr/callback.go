package esr

import (
	"fmt"
	"regexp"
	"strconv"

	"fieldhouse/plugins/antelope"
)

// Payload is what a wallet answers: texts under short names.
//
//	sig, sig0, sig1   the first signature, the second, the third
//	tx                the transaction's id
//	bn                the block it is in, when the wallet broadcast it
//	sa, sp            the signer's account and permission
//	rbn, rid, ex      reference block, its prefix and the expiration
//	req               the request as it was signed
//	cid               the chain's id
//	link_ch, link_key, link_name, link_meta   the linked session, after a login
//	rejected          instead of all others: why it was refused
type Payload map[string]string

// Payload makes the answer. The first signature is sig and the second is sig0,
// as the library counts; apps leave sig0 out, so that a wallet should give one.
// The block is 0 when the transaction was not broadcast.
func (r *Resolved) Payload(signatures []antelope.Signature, block uint32) (Payload, error) {
	if len(signatures) == 0 {
		return nil, errNoSignature
	}
	payload := Payload{
		"sig": signatures[0].String(),
		"tx":  r.ID().String(),
		"rbn": strconv.FormatUint(uint64(r.Transaction.RefBlockNum), 10),
		"rid": strconv.FormatUint(uint64(r.Transaction.RefBlockPrefix), 10),
		"ex":  r.Transaction.Expiration.String(),
		"req": r.Request.String(),
		"sa":  r.Signer.Actor.String(),
		"sp":  r.Signer.Permission.String(),
		"cid": r.ChainID.String(),
	}
	for i, signature := range signatures[1:] {
		payload[fmt.Sprintf("sig%d", i)] = signature.String()
	}
	if block != 0 {
		payload["bn"] = strconv.FormatUint(uint64(block), 10)
	}
	return payload, nil
}

var callbackMark = regexp.MustCompile(`{{([a-z0-9]+)}}`)

// URL is the callback's address with its marks, such as {{sa}}, filled in from
// the answer; unknown ones become nothing.
func (p Payload) URL(callback string) string {
	return callbackMark.ReplaceAllStringFunc(callback, func(mark string) string {
		return p[mark[2:len(mark)-2]]
	})
}
