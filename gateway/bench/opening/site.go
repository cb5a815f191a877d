package opening

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fieldhouse/devchain/chain/genesis"
)

// site is the gateway that is measured, and the chain behind it.
type site struct {
	*Plan
	http *http.Client
	drop uint64
}

// client is somebody at an address, by which the gateway knows them.
type client struct {
	*site
	address string
}

func (s *site) client(address string) *client { return &client{s, address} }

// answer is what something was answered.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do asks the gateway. headers are names and values.
func (c *client) do(ctx context.Context, method, path, body string, headers ...string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.Gateway+path, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	request.Host = c.Host
	request.Header.Set("X-Forwarded-For", c.address)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return c.ask(request)
}

func (c *client) get(ctx context.Context, path string, headers ...string) (answer, error) {
	return c.do(ctx, http.MethodGet, path, "", headers...)
}

func (c *client) post(ctx context.Context, path, body string, headers ...string) (answer, error) {
	return c.do(ctx, http.MethodPost, path, body, append(headers, "Content-Type", "application/json")...)
}

func (s *site) ask(request *http.Request) (answer, error) {
	response, err := s.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, body}, err
}

// post sends JSON and reads the answer, which must be a good one.
func (s *site) post(address, kind, body string, into any) error {
	request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", kind)
	got, err := s.ask(request)
	if err != nil || got.status/100 != 2 {
		return unexpected(address, got, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.body, into)
}

// unexpected says what came instead of a good answer.
func unexpected(what string, got answer, err error) error {
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		err = failed.Err // its address would tell failures of one kind apart
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	var said struct {
		Message string `json:"message"` // of the data API
		Error   struct {
			Name    string `json:"name"`
			Details []struct{ Message string }
		} `json:"error"`
	}
	_ = json.Unmarshal(got.body, &said) // else nothing is said
	why := said.Message
	if details := said.Error.Details; len(details) > 0 {
		why = said.Error.Name + ": " + details[0].Message
	}
	return fmt.Errorf("%s: %d %s", what, got.status, digits.ReplaceAllString(why, "…"))
}

// digits are what tells failures of one kind apart.
var digits = regexp.MustCompile(`fa[1-5]{6}\.wam|\b[0-9a-f]*[0-9][0-9a-f]*\b`)

// address is one of its own in a /24 of its own.
func address(first byte, number int) string {
	return fmt.Sprintf("%d.%d.%d.1", first, number>>8&255, number&255)
}

// announce puts a drop without limits on sale, from a moment on.
func (s *site) announce(from time.Time) error {
	sale := fmt.Sprintf(`{"actions":[{"account":%[1]q,"name":"newdrop","authorization":[{"actor":%[1]q,"permission":"active"}],"data":{
		"edition":%[4]q,"name":"Opening","display_data":"{\"img\":\"\",\"odds\":{},\"contents\":{}}","assets_to_mint":[{"template_id":700101,"amount":1}],
		"listing_price":%[2]q,"settlement_symbol":"8,WAX","price_recipient":%[1]q,"max_claimable":0,"already_claimed":0,"account_limit":0,
		"account_limit_cooldown":0,"auth_required":false,"start_time":%[3]d,"end_time":0,"is_hidden":false}}]}`, genesis.GameContract, price, from.Unix(), genesis.Editions[0])
	if err := s.post(s.Chain+"/dev/apply", "application/json", sale, nil); err != nil {
		return err
	}
	var found struct {
		Rows []struct {
			ID uint64 `json:"drop_id"`
		} `json:"rows"`
	}
	newest := fmt.Sprintf(`{"json":true,"code":%[1]q,"scope":%[1]q,"table":"drops","reverse":true,"limit":1}`, genesis.GameContract)
	if err := s.post(s.Chain+"/v1/chain/get_table_rows", "application/json", newest, &found); err != nil {
		return err
	}
	s.drop = found.Rows[0].ID
	return nil
}

// clearFaults has the chain's nodes answer as good ones do.
func (s *site) clearFaults() error {
	request, err := http.NewRequest(http.MethodDelete, s.Chain+"/dev/faults", nil)
	if err != nil {
		return err
	}
	got, err := s.ask(request)
	if err != nil || got.status/100 != 2 {
		return unexpected("clearing the faults", got, err)
	}
	return nil
}

type head struct {
	Number uint32 `json:"head_block_num"`
	Time   string `json:"head_block_time"`
}

func (h head) at() (time.Time, error) { return time.Parse("2006-01-02T15:04:05.000", h.Time) }

func (s *site) head() (h head, err error) {
	return h, s.post(s.Chain+"/v1/chain/get_info", "application/json", "{}", &h)
}

// blocks are the ids of transactions in those of the chain up to its head.
func (s *site) blocks(from uint32) (all [][]string, err error) {
	last, err := s.head()
	for number := from; err == nil && number <= last.Number; number++ {
		var read struct {
			Transactions []struct{ Trx struct{ ID string } }
		}
		if err = s.post(s.Chain+"/v1/chain/get_block", "application/json", fmt.Sprintf(`{"block_num_or_id":%d}`, number), &read); err != nil {
			break
		}
		ids := make([]string, len(read.Transactions))
		for i, one := range read.Transactions {
			ids[i] = one.Trx.ID
		}
		all = append(all, ids)
	}
	return all, err
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
	request, err := http.NewRequest(http.MethodGet, s.Admin+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	got, err := s.ask(request)
	if err != nil || got.status != http.StatusOK {
		return nil, unexpected("the metrics", got, err)
	}
	all := make(map[string]int)
	for _, found := range granted.FindAllSubmatch(got.body, -1) {
		count, err := strconv.ParseFloat(string(found[2]), 64)
		if err != nil {
			return nil, err
		}
		all[string(found[1])] += int(count)
	}
	return all, nil
}
