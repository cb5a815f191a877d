package site

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/caddypki"
	_ "github.com/caddyserver/caddy/v2/modules/filestorage"
)

type object = map[string]any

// selfSigned is a certificate for names, and its key.
func selfSigned(t *testing.T, from, until time.Time, names ...string) object {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.Do(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(until.Unix()), NotBefore: from, NotAfter: until, DNSNames: names}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must.Do(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	must.Do(t, err)
	return object{
		"certificate": string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})),
		"key":         string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
	}
}

// A configuration is in force before Caddy has read its certificates, and one that is obtained
// may need an answer of the site.
func TestCertificatesThatAreKeptAreWaitedForAndOthersAreNot(t *testing.T) {
	root := t.TempDir()
	config, err := json.Marshal(object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"level": "PANIC"}}},
		"storage": object{"module": "file_system", "root": root},
		"apps": object{
			"site": object{},
			"pki":  object{"certificate_authorities": object{"local": object{"install_trust": false}}},
			"tls": object{
				"automation":   object{"policies": []object{{"issuers": []object{{"module": "internal"}}}}},
				"certificates": object{"automate": []string{"kept.example"}},
			},
			"http": object{"servers": object{"secure": object{
				"listen": []string{"127.0.0.1:" + ports.Free(t)}, "automatic_https": object{"disable": true}, "tls_connection_policies": []object{{}},
				"routes": []object{{"match": []object{{"host": []string{"kept.example", "none.example"}}}, "handle": []object{{"handler": "static_response"}}}},
			}}},
		},
	})
	must.Do(t, err)
	begin := func() *App {
		must.Do(t, caddy.Load(config, true))
		app, err := caddy.ActiveContext().App("site")
		must.Do(t, err)
		return app.(*App)
	}
	begin()
	plugintest.Eventually(t, "the certificate is obtained", func() bool { return !latest("kept.example").until.IsZero() })
	must.Do(t, caddy.Stop())

	kept := filepath.Join(root, "certificates", "local", "kept.example", "kept.example.crt")
	release := plugintest.HoldFile(t, kept)
	app := begin()
	t.Cleanup(func() { must.Do(t, caddy.Stop()) })
	patience, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := app.AwaitCertificates(patience); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while a certificate is read it is not waited for: %v", err)
	}
	release()
	most, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	must.Do(t, app.AwaitCertificates(most))
	if latest("kept.example").until.IsZero() {
		t.Error("what was waited for is not there")
	}

	// What cannot be loaded does not come at any start.
	must.Do(t, caddy.Stop())
	must.Do(t, os.WriteFile(kept, []byte("of a disk that was full"), 0o600))
	must.Do(t, begin().AwaitCertificates(most))
}

func TestTheMetricsSayHowLongTheCertificateOfEachSiteIsValid(t *testing.T) {
	server := func(tls bool, hosts ...string) object {
		one := object{
			"listen": []string{"127.0.0.1:" + ports.Free(t)}, "automatic_https": object{"disable": true},
			"routes": []object{{"match": []object{{"host": hosts}}, "handle": []object{{"handler": "subroute", "routes": []object{{"handle": []object{{"handler": "static_response"}}}}}}}},
		}
		if tls {
			one["tls_connection_policies"] = []object{{}}
		}
		return one
	}
	now := time.Now().Truncate(time.Second)
	from, soon, late := now.Add(-time.Hour), now.Add(24*time.Hour), now.Add(48*time.Hour)
	config, err := json.Marshal(object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"level": "PANIC"}}},
		"storage": object{"module": "file_system", "root": t.TempDir()},
		"apps": object{
			"site": object{},
			"pki":  object{"certificate_authorities": object{"local": object{"install_trust": false}}},
			"tls": object{
				"automation":   object{"policies": []object{{"issuers": []object{{"module": "internal"}}}}},
				"certificates": object{"automate": []string{"managed.example"}, "load_pem": []object{selfSigned(t, from, soon, "file.example", "*.wild.example"), selfSigned(t, from, late, "file.example")}},
			},
			"http": object{"servers": object{
				"secure": server(true, "file.example", "a.wild.example", "managed.example", "none.example", "{placeholder}"),
				"plain":  server(false, "plain.example"),
			}},
		},
	})
	must.Do(t, err)
	must.Do(t, caddy.Load(config, true))
	t.Cleanup(func() { must.Do(t, caddy.Stop()) })
	const notBefore, notAfter = "fieldhouse_site_certificate_not_before_timestamp_seconds ", "fieldhouse_site_certificate_not_after_timestamp_seconds "
	plugintest.Eventually(t, "the managed certificate is there", func() bool {
		found := caddytest.Metrics(t)
		return found[notBefore+"managed.example"] > 0 && found[notAfter+"managed.example"] > float64(now.Unix())
	})
	found := caddytest.Metrics(t)
	for host, want := range map[string][2]time.Time{"file.example": {from, late}, "a.wild.example": {from, soon}, "none.example": {}} {
		begins, there := found[notBefore+host]
		if ends := found[notAfter+host]; !there || begins != unix(want[0]) || ends != unix(want[1]) {
			t.Errorf("%s: from %v to %v (%v), want %v", host, begins, ends, there, want)
		}
	}
	for _, host := range []string{"plain.example", "{placeholder}"} {
		if _, there := found[notAfter+host]; there {
			t.Errorf("%s is said to need a certificate", host)
		}
	}
}
