package mesh

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"fmt"
	"math/big"
	"time"
)

// MinSecret is the shortest secret, in bytes.
const MinSecret = 32

// identity is the name in every process's certificate: who holds the secret is a member.
const identity = "member.cluster.fieldhouse"

// Certificates neither begin nor end with a clock: whoever has the secret can make new ones.
var (
	notBefore = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	notAfter  = time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC)
)

// derived is a key of its own for each purpose.
func derived(secret, purpose string) ([]byte, error) {
	return hkdf.Key(sha256.New, []byte(secret), nil, "fieldhouse cluster "+purpose, ed25519.SeedSize)
}

// password is what routes say besides.
func password(secret string) (string, error) {
	key, err := derived(secret, "route password")
	return hex.EncodeToString(key), err
}

// mutualTLS is the configuration for both ends of a route. The authority follows from the secret
// and is the same everywhere; the certificate is this start's alone.
func mutualTLS(secret string) (*tls.Config, error) {
	seed, err := derived(secret, "authority")
	if err != nil {
		return nil, fmt.Errorf("deriving the authority: %w", err)
	}
	authorityKey := ed25519.NewKeyFromSeed(seed)
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Fieldhouse cluster"}, NotBefore: notBefore, NotAfter: notAfter,
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}
	authorityDER, err := x509.CreateCertificate(rand.Reader, authority, authority, authorityKey.Public(), authorityKey)
	if err == nil {
		authority, err = x509.ParseCertificate(authorityDER)
	}
	if err != nil {
		return nil, fmt.Errorf("making the authority's certificate: %w", err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	leaf, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: identity}, DNSNames: []string{identity}, NotBefore: notBefore, NotAfter: notAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, authority, key.Public(), authorityKey)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(authority)
	return &tls.Config{
		MinVersion: tls.VersionTLS13, ServerName: identity, RootCAs: pool, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert,
		Certificates: []tls.Certificate{{Certificate: [][]byte{leaf}, PrivateKey: key}},
	}, nil
}
