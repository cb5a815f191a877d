package crowd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Node is a node of the chain that is asked itself, past the gateway. A development chain's can do more.
type Node struct {
	// Address is its base address.
	Address string
	// HTTP asks it; nil for http.DefaultClient. Each question has 30 s.
	HTTP *http.Client
}

func (n Node) ask(ctx context.Context, method, path, body string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, n.Address+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	asker := n.HTTP
	if asker == nil {
		asker = http.DefaultClient
	}
	var got Answer
	response, err := asker.Do(request)
	if err == nil {
		got, err = read(response)
	}
	if err != nil || got.Status/100 != 2 {
		return Unexpected(n.Address+path, got, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.Body, into)
}

// Head is what a node says of the chain.
type Head struct {
	Number  uint32 `json:"head_block_num"`
	Time    string `json:"head_block_time"`
	ChainID string `json:"chain_id"`
}

// At is when the block was made.
func (h Head) At() (time.Time, error) { return time.Parse("2006-01-02T15:04:05.000", h.Time) }

// Head asks for the newest block.
func (n Node) Head(ctx context.Context) (h Head, err error) {
	return h, n.ask(ctx, http.MethodPost, "/v1/chain/get_info", "{}", &h)
}

// Blocks are the ids of transactions in the blocks from one up to the head.
func (n Node) Blocks(ctx context.Context, from uint32) (all [][]string, err error) {
	last, err := n.Head(ctx)
	for number := from; err == nil && number <= last.Number; number++ {
		var read struct {
			Transactions []struct{ Trx json.RawMessage }
		}
		if err = n.ask(ctx, http.MethodPost, "/v1/chain/get_block", fmt.Sprintf(`{"block_num_or_id":%d}`, number), &read); err != nil {
			break
		}
		ids := make([]string, len(read.Transactions))
		for i, one := range read.Transactions {
			var whole struct{ ID string }
			if json.Unmarshal(one.Trx, &whole) != nil { // of a delayed one there is the id alone
				_ = json.Unmarshal(one.Trx, &whole.ID)
			}
			ids[i] = whole.ID
		}
		all = append(all, ids)
	}
	return all, err
}

// SetFault has a development chain's node or service fail; fault is the JSON of its /dev/faults.
func (n Node) SetFault(ctx context.Context, fault string) error {
	return n.ask(ctx, http.MethodPost, "/dev/faults", fault, nil)
}

// ClearFaults has all of a development chain answer well again.
func (n Node) ClearFaults(ctx context.Context) error {
	return n.ask(ctx, http.MethodDelete, "/dev/faults", "", nil)
}

// settlement is what drops are paid in that are made on a development chain.
const settlement = "8,WAX"

// Announce puts a drop without limits on sale on a development chain, from a moment on. The price is such as `9.99 USD`.
func (n Node) Announce(ctx context.Context, contract, edition, price string, from time.Time) (Drop, error) {
	sale := fmt.Sprintf(`{"actions":[{"account":%[1]q,"name":"newdrop","authorization":[{"actor":%[1]q,"permission":"active"}],"data":{
		"edition":%[4]q,"name":"Opening","display_data":"{\"img\":\"\",\"odds\":{},\"contents\":{}}","assets_to_mint":[{"template_id":700101,"amount":1}],
		"listing_price":%[2]q,"settlement_symbol":%[5]q,"price_recipient":%[1]q,"max_claimable":0,"already_claimed":0,"account_limit":0,
		"account_limit_cooldown":0,"auth_required":false,"start_time":%[3]d,"end_time":0,"is_hidden":false}}]}`, contract, price, from.Unix(), edition, settlement)
	if err := n.ask(ctx, http.MethodPost, "/dev/apply", sale, nil); err != nil {
		return Drop{}, err
	}
	var found struct {
		Rows []struct {
			ID json.RawMessage `json:"drop_id"`
		} `json:"rows"`
	}
	newest := fmt.Sprintf(`{"json":true,"code":%[1]q,"scope":%[1]q,"table":"drops","reverse":true,"limit":1}`, contract)
	if err := n.ask(ctx, http.MethodPost, "/v1/chain/get_table_rows", newest, &found); err != nil {
		return Drop{}, err
	}
	if len(found.Rows) == 0 {
		return Drop{}, errors.New("the chain has no drop after one was made")
	}
	return readDrop(found.Rows[0].ID, price, settlement)
}
