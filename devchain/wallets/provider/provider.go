// Package provider is a stand-in resource provider, as Greymass Fuel is one: it
// signs transactions beside their sender so that they use its CPU and NET, for
// nothing or for a fee, or hides the fee, which apps must notice (specification,
// sections 5 and 7).
//
//	POST /v1/resource_provider/request_transaction  {"ref", "request", "signer"}
//	GET  /mode   {"mode", "modes"}
//	POST /mode   {"mode": "free"}   for pages and tests on loopback; see Modes
package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// Config is what a provider is made of.
type Config struct {
	// Chain is what the provider reads.
	Chain standin.Chain
	// ChainID is the only chain that the provider serves.
	ChainID antelope.Checksum256
	// Account and Permission sign beside the sender, by Key.
	Account, Permission antelope.Name
	Key                 antelope.PrivateKey
	// NoopContract does nothing: the provider puts its action first, so that it is
	// the one who is charged.
	NoopContract antelope.Name
	// Fees is the account that fees are paid to, Token the contract of the
	// currency they are in.
	Fees, Token antelope.Name
	// Fee is what a transaction costs in the mode fee. Default: 0.05000000 WAX.
	Fee antelope.Asset
}

// defaultFee is the fee of a provider whose Config has none.
const defaultFee = "0.05000000 WAX"

// Modes of the provider.
const (
	// ModeFree signs for nothing: 200.
	ModeFree = "free"
	// ModeFee asks for a fee: 402. A sender who declines it goes on without the
	// provider.
	ModeFee = "fee"
	// ModeHiddenFee takes the fee and says that it signs for nothing.
	ModeHiddenFee = "lie-hidden-fee"
)

// Modes are all modes.
var Modes = []string{ModeFree, ModeFee, ModeHiddenFee}

// Path is where transactions are asked for.
const Path = "/v1/resource_provider/request_transaction"

// ModePath is where the mode is set.
const ModePath = "/mode"

// Provider is a resource provider, for a server behind loopback.Guard.
type Provider struct {
	Config
	routes http.Handler

	mutex sync.Mutex
	mode  string
}

// New makes a provider that signs for nothing.
func New(config Config) (*Provider, error) {
	if config.Chain == nil {
		return nil, errors.New("making a resource provider: it has no chain")
	}
	for _, name := range []antelope.Name{config.Account, config.Permission, config.NoopContract, config.Fees, config.Token} {
		if name == 0 {
			return nil, errors.New("making a resource provider: one of its accounts and actions has no name")
		}
	}
	if config.Fee == (antelope.Asset{}) {
		config.Fee = antelope.MustAsset(defaultFee)
	}
	p := &Provider{Config: config, mode: ModeFree}
	routes := http.NewServeMux()
	routes.HandleFunc("POST "+Path, p.requestTransaction)
	routes.HandleFunc("GET "+ModePath, p.getMode)
	routes.Handle("POST "+ModePath, loopback.JSON(http.HandlerFunc(p.postMode)))
	p.routes = loopback.Shared("GET, POST", http.MaxBytesHandler(routes, standin.MaxBody))
	return p, nil
}

// ServeHTTP answers.
func (p *Provider) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	p.routes.ServeHTTP(answer, r)
}

// modeAnswer says which mode is on and which there are.
type modeAnswer struct {
	Mode  string   `json:"mode"`
	Modes []string `json:"modes"`
}

func (p *Provider) getMode(answer http.ResponseWriter, _ *http.Request) {
	standin.Answer(answer, modeAnswer{p.currentMode(), Modes})
}

func (p *Provider) postMode(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Mode string `json:"mode"`
	}
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
		writeFailure(answer, http.StatusBadRequest, fmt.Sprintf("reading the mode: %v", err))
		return
	}
	if !slices.Contains(Modes, sent.Mode) {
		writeFailure(answer, http.StatusBadRequest, fmt.Sprintf("the mode %q is none of %s", sent.Mode, strings.Join(Modes, ", ")))
		return
	}
	p.mutex.Lock()
	p.mode = sent.Mode
	p.mutex.Unlock()
	p.getMode(answer, r)
}

func (p *Provider) currentMode() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.mode
}

// failure is Greymass Fuel's form of a refusal.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func writeFailure(answer http.ResponseWriter, status int, message string) {
	standin.Write(answer, status, failure{status, message})
}

// cosigner is who signs beside the sender.
func (p *Provider) cosigner() ledger.PermissionLevel {
	return ledger.PermissionLevel{Actor: p.Account, Permission: p.Permission}
}
