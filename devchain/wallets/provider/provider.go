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
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"fieldhouse/devchain/httpjson"
	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// fee is what a transaction costs in the mode fee.
var fee = antelope.MustAsset("0.05000000 WAX")

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
	chain  standin.Chain
	routes http.Handler

	mutex sync.Mutex
	mode  string
}

// New makes a provider for a chain that signs for nothing.
func New(chain standin.Chain) *Provider {
	p := &Provider{chain: chain, mode: ModeFree}
	routes := http.NewServeMux()
	routes.HandleFunc("POST "+Path, p.requestTransaction)
	routes.HandleFunc("GET "+ModePath, p.getMode)
	routes.Handle("POST "+ModePath, loopback.JSON(http.HandlerFunc(p.postMode)))
	p.routes = loopback.Shared("GET, POST", http.MaxBytesHandler(routes, standin.MaxBody))
	return p
}

// ServeHTTP answers.
func (p *Provider) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	p.routes.ServeHTTP(answer, r)
}

func (p *Provider) getMode(answer http.ResponseWriter, _ *http.Request) {
	standin.Answer(answer, map[string]any{"mode": p.currentMode(), "modes": Modes})
}

func (p *Provider) postMode(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Mode string `json:"mode"`
	}
	if err := httpjson.Read(r, &sent); err != nil {
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

// writeFailure refuses in Greymass Fuel's form.
func writeFailure(answer http.ResponseWriter, status int, message string) {
	standin.Write(answer, status, map[string]any{"code": status, "message": message})
}
