package crowd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"
)

// pipes is a listener in memory.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if connection, open := <-p; open {
		return connection, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// gateway answers a purchase: pushes by the answers given in turn, and statuses likewise; the last one goes on. An empty answer
// is a connection that ends.
type gateway struct {
	pushes, statuses []string
	claims           string
	pushed           []string
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	next := func(answers *[]string) string {
		answer := (*answers)[0]
		if len(*answers) > 1 {
			*answers = (*answers)[1:]
		}
		if answer == "" {
			panic(http.ErrAbortHandler)
		}
		return answer
	}
	switch path := r.URL.Path; {
	case path == "/v1/chain/send_transaction":
		body, _ := io.ReadAll(r.Body)
		g.pushed = append(g.pushed, string(body))
		answer := next(&g.pushes)
		w.Header().Set("Location", "/api/v1/pushes/x")
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprint(w, answer)
	case path == "/api/v1/pushes/x":
		answer := next(&g.statuses)
		if answer == "forgotten" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, answer)
	case path == "/api/v1/places":
		w.WriteHeader(http.StatusNoContent)
	case strings.HasSuffix(path, "/claims"):
		fmt.Fprintf(w, `{"rows":[{"trx_id":%q}]}`, g.claims)
	case strings.HasSuffix(path, "/datapoints"):
		fmt.Fprint(w, `{"rows":[{"median":598}]}`)
	default:
		fmt.Fprint(w, `{"head_block_num":9,"head_block_time":"2026-11-28T12:00:00.000","ref_block_prefix":7,"rows":[]}`)
	}
}

// buyerAt is a buyer at a gateway in memory.
func buyerAt(t *testing.T, handler http.Handler, chain string) *Buyer {
	listener := make(pipes)
	server := &http.Server{Handler: handler}
	go server.Serve(listener)
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		listener <- there
		return here, nil
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	secret := make([]byte, antelope.PrivateKeySize)
	secret[31] = 7
	key := must.Get(antelope.NewPrivateKey(antelope.K1, secret))(t)
	site := &Site{
		Address: "http://gateway.example", Shared: transport, Drop: Drop{"7", antelope.MustAsset("9.99 USD"), antelope.MustSymbol("8,WAX")},
		Network: settings.Network{ChainID: chain, Token: "eosio.token", GameContract: "game"},
	}
	return site.NewBuyer(Account{"ann.wam", key}, Address(20, 0), new(Cost))
}

const (
	queued  = `{"state":"queued","place":3}`
	landed  = `{"state":"landed"}`
	refused = `{"state":"refused","error":{"details":[{"message":"overdrawn balance"}]}}`
)

func TestABuyerPushesTheSameUntilItIsKnownWhatBecameOfIt(t *testing.T) {
	for name, c := range map[string]struct {
		gateway
		// inClaims: the chain's rows have it.
		inClaims bool
		pushes   int
		lands    bool
		says     string
	}{
		"at once":                              {gateway{pushes: []string{landed}}, false, 1, true, ""},
		"out of the line":                      {gateway{pushes: []string{queued}, statuses: []string{queued, `{"state":"sent"}`, landed}}, false, 1, true, ""},
		"an answer that is lost":               {gateway{pushes: []string{"", landed}}, false, 2, true, ""},
		"a status that is lost":                {gateway{pushes: []string{queued, landed}, statuses: []string{""}}, false, 2, true, ""},
		"a process that knows nothing of it":   {gateway{pushes: []string{queued, landed}, statuses: []string{"forgotten"}}, false, 2, true, ""},
		"what was taken out of the line":       {gateway{pushes: []string{`{"state":"left"}`, landed}}, false, 2, true, ""},
		"refused":                              {gateway{pushes: []string{refused}}, false, 1, false, "refused: overdrawn balance"},
		"refused, once it had landed unheard":  {gateway{pushes: []string{"", refused}}, true, 2, true, ""},
		"unknown, and the rows have it":        {gateway{pushes: []string{`{"state":"unknown"}`}}, true, 1, true, ""},
		"refused after a push that was lost":   {gateway{pushes: []string{"", refused}}, false, 0, false, "refused after a push that was lost"},
		"never taken, until it cannot be more": {gateway{pushes: []string{""}}, false, 0, false, "deadline exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := c.gateway
				b := buyerAt(t, &g, settings.TestnetChainID)
				if c.inClaims {
					// The id follows from what is signed, which is the same each time.
					signed := must.Get(b.sign(t.Context(), 598))(t)
					g.claims = signed.ID
				}
				began := time.Now()
				err := b.Buy(t.Context())
				if isLanded := !b.Landed.IsZero(); isLanded != c.lands || (err == nil) != c.lands || err != nil && !strings.Contains(err.Error(), c.says) {
					t.Errorf("landed: %v, %v", isLanded, err)
				}
				if c.pushes > 0 && len(g.pushed) != c.pushes || len(slices.Compact(slices.Clone(g.pushed))) != 1 {
					t.Errorf("it was pushed %d times: %q", len(g.pushed), slices.Compact(g.pushed))
				}
				if isRefused := !b.Refused.IsZero(); isRefused != (name == "refused") {
					t.Errorf("told that it was refused: %v", isRefused)
				}
				if time.Since(began) > life+time.Minute {
					t.Errorf("it goes on after it cannot come about any more")
				}
			})
		})
	}
}

func TestNothingIsSignedForMainnet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gateway{pushes: []string{landed}}
		b := buyerAt(t, g, strings.ToUpper(settings.MainnetChainID))
		if err := b.Buy(t.Context()); !errors.Is(err, ErrMainnet) || len(g.pushed) > 0 || b.Signed != "" {
			t.Errorf("%v; %d were pushed", err, len(g.pushed))
		}
	})
}
