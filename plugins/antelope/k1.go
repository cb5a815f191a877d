package antelope

import (
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

func onK1(point []byte) bool {
	_, err := secp256k1.ParsePubKey(point)
	return err == nil
}

func validK1Secret(secret []byte) bool {
	var scalar secp256k1.ModNScalar
	return !scalar.SetByteSlice(secret) && !scalar.IsZero()
}

func publicK1(secret [PrivateKeySize]byte) []byte {
	return secp256k1.PrivKeyFromBytes(secret[:]).PubKey().SerializeCompressed()
}

func sharedK1(secret [PrivateKeySize]byte, point []byte) ([]byte, error) {
	public, err := secp256k1.ParsePubKey(point)
	if err != nil {
		return nil, err
	}
	return secp256k1.GenerateSharedSecret(secp256k1.PrivKeyFromBytes(secret[:]), public), nil
}

func recoverK1(signature []byte, digest Checksum256) ([]byte, error) {
	public, _, err := ecdsa.RecoverCompact(signature, digest[:])
	if err != nil {
		return nil, ErrUnrecoverable
	}
	return public.SerializeCompressed(), nil
}

// signK1 signs with the nonces of RFC 6979, section 3.2, one after another until
// the signature is canonical; about every fourth is.
func signK1(secret [PrivateKeySize]byte, digest Checksum256) []byte {
	var key secp256k1.ModNScalar
	key.SetBytes(&secret)
	for iteration := uint32(0); ; iteration++ {
		nonce := secp256k1.NonceRFC6979(secret[:], digest[:], nil, nil, iteration)
		raw, made := signK1With(&key, nonce, digest)
		nonce.Zero()
		if made && (Signature{K1, string(raw)}).Canonical() {
			key.Zero()
			return raw
		}
	}
}

// signK1With computes r and s of SEC 1, section 4.1.3, for one nonce. It is the
// library's own signing but for the choice of the nonce, which the library does
// not leave to its caller.
func signK1With(key, nonce *secp256k1.ModNScalar, digest Checksum256) (raw []byte, made bool) {
	var point secp256k1.JacobianPoint
	secp256k1.ScalarBaseMultNonConst(nonce, &point)
	point.ToAffine()

	var r, s, e secp256k1.ModNScalar
	overflow := r.SetByteSlice(point.X.Bytes()[:])
	if r.IsZero() {
		return nil, false
	}
	choice := byte(0) // which of the points of r it is
	if point.Y.IsOdd() {
		choice |= 1
	}
	if overflow {
		choice |= 2
	}
	e.SetByteSlice(digest[:])
	s.Mul2(key, &r).Add(&e).Mul(new(secp256k1.ModNScalar).InverseValNonConst(nonce))
	if s.IsZero() {
		return nil, false
	}
	if s.IsOverHalfOrder() { // the other s of the same r belongs to the negative point
		s.Negate()
		choice ^= 1
	}
	rBytes, sBytes := r.Bytes(), s.Bytes()
	raw = append(make([]byte, 0, SignatureSize), firstRecovery+choice)
	return append(append(raw, rBytes[:]...), sBytes[:]...), true
}
