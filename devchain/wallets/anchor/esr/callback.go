package esr

import (
	"strconv"

	"fieldhouse/plugins/antelope"
)

// Payload is what a wallet answers: texts under short names.
//
//	sig               the signature
//	tx                the transaction's id
//	sa, sp            the signer's account and permission
//	rbn, rid, ex      reference block, its prefix and the expiration
//	req               the request as it was signed
//	cid               the chain's id
//	link_ch, link_key, link_name, link_meta   the linked session, after a login
//	rejected          instead of all others: why it was refused
type Payload map[string]string

// Payload makes the answer with its signature.
func (r *Resolved) Payload(signature antelope.Signature) Payload {
	return Payload{
		"sig": signature.String(),
		"tx":  r.ID().String(),
		"rbn": strconv.FormatUint(uint64(r.Transaction.RefBlockNum), 10),
		"rid": strconv.FormatUint(uint64(r.Transaction.RefBlockPrefix), 10),
		"ex":  r.Transaction.Expiration.String(),
		"req": r.Request.String(),
		"sa":  r.Signer.Actor.String(),
		"sp":  r.Signer.Permission.String(),
		"cid": r.ChainID.String(),
	}
}
