// Package node is a wallet's view of the chain: the few calls of a node's HTTP
// API that it needs.
package node

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"fieldhouse/devchain/abi"
	"fieldhouse/plugins/antelope"
)

const (
	// timeout bounds one call.
	timeout = 10 * time.Second
	// maxAnswer bounds an answer in bytes; the largest is an ABI.
	maxAnswer = 4 << 20
	// maxABIs bounds the ABIs that are remembered.
	maxABIs = 64
	// abiAge is how long an ABI is used before it is asked for again, failureAge
	// how long a failure to get one.
	abiAge     = time.Minute
	failureAge = 2 * time.Second
)

// Client asks one node.
type Client struct {
	address string
	http    *http.Client
	now     func() time.Time

	mutex sync.Mutex
	abis  map[antelope.Name]cachedABI
}

type cachedABI struct {
	description *abi.ABI
	err         error
	until       time.Time
}

// New makes a client of the node at an address such as http://127.0.0.1:8081.
func New(address string, client *http.Client, now func() time.Time) *Client {
	return &Client{address: strings.TrimSuffix(address, "/"), http: client, now: now, abis: map[antelope.Name]cachedABI{}}
}

// Info is what a wallet needs of get_info.
type Info struct {
	ChainID antelope.Checksum256
	// Irreversible is the id of the last irreversible block, which transactions
	// refer to: it stays in every fork.
	Irreversible antelope.Checksum256
	// HeadTime is the chain's now.
	HeadTime time.Time
}

// Info asks for the chain's head.
func (c *Client) Info(ctx context.Context) (Info, error) {
	var answer struct {
		ChainID      antelope.Checksum256 `json:"chain_id"`
		Irreversible antelope.Checksum256 `json:"last_irreversible_block_id"`
		HeadTime     string               `json:"head_block_time"`
	}
	if err := c.call(ctx, "get_info", struct{}{}, &answer); err != nil {
		return Info{}, err
	}
	head, err := antelope.ParseTimePoint(answer.HeadTime)
	if err != nil {
		return Info{}, fmt.Errorf("asking the chain get_info: %w", err)
	}
	return Info{ChainID: answer.ChainID, Irreversible: answer.Irreversible, HeadTime: head.Time()}, nil
}

// ABI asks for the description of an account's contract. It is remembered for a
// minute, a failure for a moment.
func (c *Client) ABI(ctx context.Context, account antelope.Name) (*abi.ABI, error) {
	c.mutex.Lock()
	known, found := c.abis[account]
	c.mutex.Unlock()
	if found && c.now().Before(known.until) {
		return known.description, known.err
	}
	var answer struct {
		ABI *abi.ABI `json:"abi"`
	}
	err := c.call(ctx, "get_abi", map[string]antelope.Name{"account_name": account}, &answer)
	if err == nil && answer.ABI == nil {
		err = fmt.Errorf("the account %s has no contract", account)
	}
	if err != nil && ctx.Err() != nil {
		return nil, err // it says nothing about the node
	}
	age := abiAge
	if err != nil {
		age = failureAge
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.abis) >= maxABIs {
		clear(c.abis)
	}
	c.abis[account] = cachedABI{answer.ABI, err, c.now().Add(age)}
	return answer.ABI, err
}

// Pushed says where a transaction landed.
type Pushed struct {
	ID    antelope.Checksum256
	Block uint32
}

// Push sends a signed transaction once. The error is an *APIError when the node
// refused it.
func (c *Client) Push(ctx context.Context, packed []byte, signatures []antelope.Signature) (Pushed, error) {
	request := struct {
		Signatures      []antelope.Signature `json:"signatures"`
		Compression     string               `json:"compression"`
		ContextFreeData string               `json:"packed_context_free_data"`
		Packed          string               `json:"packed_trx"`
	}{signatures, "none", "", hex.EncodeToString(packed)}
	var answer struct {
		ID        antelope.Checksum256 `json:"transaction_id"`
		Processed struct {
			Block uint32 `json:"block_num"`
		} `json:"processed"`
	}
	if err := c.call(ctx, "push_transaction", request, &answer); err != nil {
		return Pushed{}, err
	}
	return Pushed{ID: answer.ID, Block: answer.Processed.Block}, nil
}

// APIError is an error in a node's form.
type APIError struct {
	// Name and Code are the exception's; Message is its first detail, which says
	// most.
	Name    string
	Code    int
	Message string
}

// Error is what a person should read.
func (e *APIError) Error() string { return e.Message }

func (c *Client) call(ctx context.Context, endpoint string, request, answer any) error {
	if err := c.ask(ctx, endpoint, request, answer); err != nil {
		return fmt.Errorf("asking the chain %s: %w", endpoint, err)
	}
	return nil
}

func (c *Client) ask(ctx context.Context, endpoint string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	asked, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address+"/v1/chain/"+endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	asked.Header.Set("Content-Type", "application/json")
	got, err := c.http.Do(asked)
	if err != nil {
		return err
	}
	defer func() { _ = got.Body.Close() }() // nothing more is read
	text, err := io.ReadAll(io.LimitReader(got.Body, maxAnswer+1))
	if err != nil {
		return err
	}
	if len(text) > maxAnswer {
		return fmt.Errorf("the answer is larger than %d bytes", maxAnswer)
	}
	if got.StatusCode/100 != 2 {
		return refusal(got.StatusCode, text)
	}
	return json.Unmarshal(text, answer)
}

// refusal reads an error in a node's form.
func refusal(status int, text []byte) error {
	var answer struct {
		Error struct {
			Code    int    `json:"code"`
			Name    string `json:"name"`
			What    string `json:"what"`
			Details []struct {
				Message string `json:"message"`
			} `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(text, &answer) != nil || answer.Error.Name == "" {
		return fmt.Errorf("it answered %d", status)
	}
	refused := &APIError{Name: answer.Error.Name, Code: answer.Error.Code, Message: answer.Error.What}
	if len(answer.Error.Details) > 0 {
		refused.Message = answer.Error.Details[0].Message
	}
	return refused
}
