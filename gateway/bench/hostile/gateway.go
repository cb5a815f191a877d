package hostile

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/transaction"

	vegeta "github.com/tsenart/vegeta/v12/lib"
	"golang.org/x/sync/errgroup"
)

// gateway is the one that is measured, as browsers at many addresses ask it.
type gateway struct {
	*Plan
	client *http.Client
}

// target is a request of somebody at an address; a fresh one takes nothing that is stale.
func (g *gateway) target(client, method, path string, body []byte, fresh bool) vegeta.Target {
	header := http.Header{"Host": {g.Host}, "X-Forwarded-For": {client}}
	if fresh {
		header.Set("Cache-Control", "max-age=0")
	}
	return vegeta.Target{Method: method, URL: g.Gateway + path, Body: body, Header: header}
}

// unexpected says what came instead of a good answer.
func unexpected(what string, status int, body []byte, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: %d %s", what, status, body)
}

// name is an account's; none is another number's.
func name(prefix string, number int) string {
	const letters = "abcdefghijklmnopqrst"
	var b strings.Builder
	b.WriteString(prefix)
	for range 6 {
		b.WriteByte(letters[number%len(letters)])
		number /= len(letters)
	}
	return b.String()
}

// purchase is what a buyer at an address of his own does.
type purchase struct {
	*gateway
	client, buyer string
	began         time.Time

	mu    sync.Mutex
	steps []string
}

func (g *gateway) newPurchase(number int) *purchase {
	return &purchase{
		gateway: g, client: fmt.Sprintf("192.0.%d.%d", number/250%256, number%250), buyer: name("buyer.", number),
		began: time.Now(),
	}
}

// ask asks as the buyer, and notes when it was answered.
func (p *purchase) ask(ctx context.Context, method, path string, body []byte, fresh bool) (status int, answer []byte, err error) {
	began := time.Since(p.began)
	target := p.target(p.client, method, path, body, fresh)
	request, err := target.Request()
	if err != nil {
		return 0, nil, err
	}
	response, err := p.gateway.client.Do(request.WithContext(ctx))
	if err == nil {
		defer response.Body.Close()
		status = response.StatusCode
		answer, err = io.ReadAll(response.Body)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.steps = append(p.steps, fmt.Sprintf("%s %d at %d to %d", path[strings.LastIndexByte(path, '/')+1:], status, began.Milliseconds(), time.Since(p.began).Milliseconds()))
	return status, answer, err
}

// make does what a page and its wallet do, in their order: the head, the quote by
// rows of that block or, when no node has it yet, the newest; the account; the push;
// and the drops of the block of the transaction.
func (p *purchase) make() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	var info struct {
		Head uint64 `json:"head_block_num"`
	}
	status, body, err := p.ask(ctx, http.MethodGet, "/v1/chain/get_info", nil, false)
	if err != nil || status != http.StatusOK {
		return unexpected("the head", status, body, err)
	}
	if err := json.Unmarshal(body, &info); err != nil {
		return fmt.Errorf("the head: %w", err)
	}
	var quote errgroup.Group
	for _, path := range []string{"drops?isLimited=false", "datapoints?limit=1&isLimited=true", "accounts?scope=" + p.buyer, "claims?index=" + p.buyer} {
		path = "/api/v1/rows/" + path
		quote.Go(func() error {
			status, body, err := p.ask(ctx, http.MethodGet, fmt.Sprintf("%s&min_block=%d", path, info.Head), nil, true)
			if err == nil && status >= 500 {
				status, body, err = p.ask(ctx, http.MethodGet, path, nil, true)
			}
			if err != nil || status != http.StatusOK {
				return unexpected(path, status, body, err)
			}
			return nil
		})
	}
	if err := quote.Wait(); err != nil {
		return err
	}
	status, body, err = p.ask(ctx, http.MethodPost, "/v1/chain/get_account", fmt.Appendf(nil, `{"account_name":%q}`, p.buyer), false)
	if err != nil || status != http.StatusOK {
		return unexpected("the account", status, body, err)
	}
	packed := chainapitest.Packed(time.Now().Add(2*time.Minute), info.Head, p.buyer)
	status, body, err = p.ask(ctx, http.MethodPost, "/v1/chain/"+transaction.SendTransaction2, chainapitest.Body(transaction.SendTransaction2, packed), false)
	var pushed struct {
		Processed struct {
			Block uint64 `json:"block_num"`
		} `json:"processed"`
	}
	if err != nil || status/100 != 2 || json.Unmarshal(body, &pushed) != nil || pushed.Processed.Block == 0 {
		return unexpected("the push", status, body, err)
	}
	for {
		status, body, err = p.ask(ctx, http.MethodGet, fmt.Sprintf("/api/v1/rows/drops?isLimited=false&min_block=%d", pushed.Processed.Block), nil, false)
		if err != nil {
			return unexpected("the drops after the purchase", status, body, err)
		}
		if status == http.StatusOK {
			return nil
		}
		time.Sleep(500 * time.Millisecond) // as the page does
	}
}
