package opening

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/gateway/crowd"
	"fieldhouse/plugins/site/settings"
)

// price is what the drop costs that is bought.
const price = "9.99 USD"

// site is the gateway that is measured, and the chain behind it.
type site struct {
	*Plan
	crowd.Site
	node crowd.Node
}

func (p *Plan) site(transport *http.Transport) *site {
	return &site{
		Plan: p,
		Site: crowd.Site{
			Address: p.Gateway, Host: p.Host, Shared: transport,
			Network: settings.Network{
				ChainID: genesis.ChainID, GameContract: genesis.GameContract, Token: genesis.Token, Oracle: genesis.Oracle, OraclePair: genesis.OraclePair,
			},
		},
		node: crowd.Node{Address: p.Chain, HTTP: &http.Client{Transport: transport}},
	}
}

// fan is an account of the chain's that can buy.
func fan(number int) crowd.Account {
	name := genesis.Fan(number)
	return crowd.Account{Name: name, Key: genesis.Key(name)}
}

// ask asks the admin endpoint.
func (s *site) ask(method, path, kind, body string) ([]byte, error) {
	request, err := http.NewRequest(method, s.Admin+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", kind)
	response, err := s.node.HTTP.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return nil, crowd.Unexpected(path, crowd.Answer{Status: response.StatusCode, Body: content}, err)
	}
	return content, nil
}

// announce puts a drop without limits on sale, from a moment on.
func (s *site) announce(ctx context.Context, from time.Time) (err error) {
	s.Drop, err = s.node.Announce(ctx, genesis.GameContract, genesis.Editions[0], price, from)
	return err
}

// turns are where each push stood among those that left the line, by its id, as the gateway's
// log has it. One that no node could be given was put back, and had its turn before that.
func (s *site) turns() (map[string]turn, error) {
	log, err := os.ReadFile(s.Log)
	if err != nil {
		return nil, err
	}
	all := make(map[string]turn)
	for line := range bytes.Lines(log) {
		var said struct {
			Transaction string  `json:"transaction"`
			Turn        uint64  `json:"turn"`
			Left        float64 `json:"left_line"` // epoch seconds
		}
		if json.Unmarshal(line, &said) != nil || said.Turn == 0 {
			continue
		}
		if before, had := all[said.Transaction]; !had || said.Turn < before.nth {
			all[said.Transaction] = turn{said.Turn, time.UnixMicro(int64(said.Left * 1e6))}
		}
	}
	return all, nil
}

var granted = regexp.MustCompile(`(?m)^fieldhouse_chain_class_granted_total\{.*?class="(\w+)".*?\} (\S+)$`)

// requests are how many were made to nodes so far, by their class.
func (s *site) requests() (map[string]int, error) {
	metrics, err := s.ask(http.MethodGet, "/metrics", "", "")
	if err != nil {
		return nil, err
	}
	all := make(map[string]int)
	for _, found := range granted.FindAllSubmatch(metrics, -1) {
		count, err := strconv.ParseFloat(string(found[2]), 64)
		if err != nil {
			return nil, err
		}
		all[string(found[1])] += int(count)
	}
	return all, nil
}
