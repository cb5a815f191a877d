package antelope

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"math/big"

	"filippo.io/nistec"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// p256 has the numbers of the curve; points are computed by nistec.
var p256 = elliptic.P256().Params()

func onR1(point []byte) bool {
	_, err := nistec.NewP256Point().SetBytes(point)
	return err == nil && len(point) == PointSize // SetBytes takes longer forms too
}

func validR1Secret(secret []byte) bool {
	_, err := ecdh.P256().NewPrivateKey(secret)
	return err == nil
}

func publicR1(secret [PrivateKeySize]byte) ([]byte, error) {
	point, err := nistec.NewP256Point().ScalarBaseMult(secret[:])
	if err != nil {
		return nil, err
	}
	return point.BytesCompressed(), nil
}

func sharedR1(secret [PrivateKeySize]byte, point []byte) ([]byte, error) {
	shared, err := nistec.NewP256Point().SetBytes(point)
	if err != nil {
		return nil, err
	}
	if shared, err = shared.ScalarMult(shared, secret[:]); err != nil {
		return nil, err
	}
	return shared.BytesX()
}

// signR1 signs deterministically (RFC 6979), takes the lower of the two possible
// s, and finds the recovery byte by recovering.
func signR1(secret [PrivateKeySize]byte, digest Checksum256) ([]byte, error) {
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), secret[:])
	if err != nil {
		return nil, err
	}
	encoded, err := key.Sign(nil, digest[:], crypto.SHA256)
	if err != nil {
		return nil, err
	}
	r, s := new(big.Int), new(big.Int)
	var pair cryptobyte.String
	input := cryptobyte.String(encoded)
	if !input.ReadASN1(&pair, asn1.SEQUENCE) || !pair.ReadASN1Integer(r) || !pair.ReadASN1Integer(s) {
		return nil, errors.New("reading a P-256 signature that was just made")
	}
	if new(big.Int).Lsh(s, 1).Cmp(p256.N) > 0 {
		s.Sub(p256.N, s)
	}
	want, err := publicR1(secret)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, SignatureSize)
	r.FillBytes(raw[1:33])
	s.FillBytes(raw[33:])
	for raw[0] = firstRecovery; raw[0] <= lastRecovery; raw[0]++ {
		if signer, err := recoverR1(raw, digest); err == nil && bytes.Equal(signer, want) {
			return raw, nil
		}
	}
	return nil, ErrUnrecoverable
}

// recoverR1 computes the key of SEC 1, section 4.1.6: (s R - e G) / r, where R is
// the point that the recovery byte chooses among those of r.
func recoverR1(signature []byte, digest Checksum256) ([]byte, error) {
	choice := signature[0] - firstRecovery
	r, s := new(big.Int).SetBytes(signature[1:33]), new(big.Int).SetBytes(signature[33:])
	if r.Sign() == 0 || s.Sign() == 0 || r.Cmp(p256.N) >= 0 || s.Cmp(p256.N) >= 0 {
		return nil, ErrUnrecoverable
	}
	x := new(big.Int).Set(r)
	if choice&2 != 0 {
		x.Add(x, p256.N)
	}
	if x.Cmp(p256.P) >= 0 {
		return nil, ErrUnrecoverable
	}
	compressed := make([]byte, PointSize)
	compressed[0] = 2 | choice&1
	x.FillBytes(compressed[1:])
	point, err := nistec.NewP256Point().SetBytes(compressed)
	if err != nil {
		return nil, ErrUnrecoverable
	}
	inverse := new(big.Int).ModInverse(r, p256.N)
	e := new(big.Int).SetBytes(digest[:])
	e.Neg(e).Mul(e, inverse).Mod(e, p256.N)
	s.Mul(s, inverse).Mod(s, p256.N)
	var scalar [PrivateKeySize]byte
	if point, err = point.ScalarMult(point, s.FillBytes(scalar[:])); err != nil {
		return nil, ErrUnrecoverable
	}
	other, err := nistec.NewP256Point().ScalarBaseMult(e.FillBytes(scalar[:]))
	if err != nil {
		return nil, ErrUnrecoverable
	}
	key := point.Add(point, other).BytesCompressed()
	if len(key) != PointSize { // the point at infinity
		return nil, ErrUnrecoverable
	}
	return key, nil
}
