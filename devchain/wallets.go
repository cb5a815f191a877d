package devchain

import (
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/anchor"
	"fieldhouse/devchain/wallets/cloudwallet"
	"fieldhouse/devchain/wallets/provider"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/devchain/wallets/wombat"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// Wallets says where the stand-in wallets are, for people and tests. Each has an
// address, and so an origin, of its own, and holds the keys of the named accounts
// of the chain.
type Wallets struct {
	// Host and port of the stand-in Cloud Wallet, loopback only. Default: none,
	// and it does not run.
	Cloud string `json:"cloud,omitempty"`

	// Host and port of the stand-in Anchor and of the resource provider, loopback
	// only. Default: none, and they do not run.
	Anchor string `json:"anchor,omitempty"`

	// Host and port of the stand-in Wombat, an in-app browser that shows `site`,
	// loopback only. Default: none, and it does not run.
	Wombat string `json:"wombat,omitempty"`

	// The origin of the site that uses the wallets, on loopback, such as
	// `http://localhost:8080`. It is required for `wombat`.
	Site string `json:"site,omitempty"`
}

// check reports the first address that is not on loopback.
func (w Wallets) check() error {
	for _, address := range []string{w.Cloud, w.Anchor, w.Wombat} {
		if address == "" {
			continue
		}
		if err := loopback.Address(address); err != nil {
			return fmt.Errorf("wallets: %w", err)
		}
	}
	if w.Wombat != "" && w.Site == "" {
		return errors.New("wallets: wombat needs the site that it shows: write it after the address")
	}
	if w.Site != "" {
		if _, err := wombat.Site(w.Site); err != nil {
			return fmt.Errorf("wallets: %w", err)
		}
	}
	return nil
}

// service is a handler on an address of its own.
type service struct {
	listen  string
	handler http.Handler
	// close lets go of what the handler holds.
	close func()
}

// services are the stand-in wallets that have an address.
func (c *runningChain) services(wallets Wallets) (services []service) {
	signer := &standin.Signer{Chain: c.Ledger(), Names: genesis.Named()}
	if wallets.Cloud != "" {
		services = append(services, service{wallets.Cloud, cloudwallet.New(cloudwallet.Config{Signer: signer, Site: wallets.Site}), func() {}})
	}
	if wallets.Anchor != "" {
		services = append(services, newAnchor(signer, wallets.Anchor))
	}
	if wallets.Wombat != "" {
		site, _ := wombat.Site(wallets.Site) // it was checked
		browser := wombat.New(wombat.Config{Signer: signer, Site: site, Log: zap.NewStdLog(caddy.Log().Named("devchain.wombat"))})
		services = append(services, service{wallets.Wombat, browser, browser.Close})
	}
	return services
}

// newAnchor makes the stand-in Anchor and, on the same address, the resource
// provider.
func newAnchor(signer *standin.Signer, listen string) service {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	wallet, fuel := anchor.New(anchor.Config{Signer: signer, HTTP: &http.Client{Transport: transport}}), provider.New(signer.Chain)
	routes := http.NewServeMux()
	routes.Handle(provider.Path, fuel)
	routes.Handle(provider.ModePath, fuel)
	routes.Handle("/", wallet)
	return service{listen, routes, func() {
		wallet.Close()
		transport.CloseIdleConnections()
	}}
}
