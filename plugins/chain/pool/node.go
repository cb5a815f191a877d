package pool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

// node is one API server.
type node struct {
	address string // without a slash at its end
	client  *http.Client
	maxBody int64

	checked    atomic.Bool // of the right chain
	wrongChain atomic.Bool // of another one: never used again
	restsUntil atomic.Int64
	head       atomic.Pointer[observed]
	checking   singleflight.Group
	looking    atomic.Bool // a look at its head is under way
}

// observed is a head and when it was asked for.
type observed struct {
	head Head
	at   time.Time
}

// call posts to a path of the chain API and returns the body of a 2xx answer.
// Its error is a *Refusal or a *Fault.
func (n *node) call(ctx context.Context, path string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, n.address+path, bytes.NewReader(body))
	if err != nil {
		return nil, &Fault{n.address, err}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	response, err := n.client.Do(request)
	if err != nil {
		return nil, &Fault{n.address, cause(ctx, err)}
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, n.maxBody+1))
	if err != nil {
		return nil, &Fault{n.address, fmt.Errorf("reading its answer: %w", cause(ctx, err))}
	}
	if int64(len(answer)) > n.maxBody {
		return nil, &Fault{n.address, fmt.Errorf("its answer has more than %d bytes", n.maxBody)}
	}
	switch status := response.StatusCode; {
	case status >= 200 && status < 300:
		return answer, nil
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		return nil, &Fault{n.address, fmt.Errorf("status %d: it is limiting or busy", status)}
	default:
		return nil, judge(n.address, status, answer)
	}
}

// cause prefers the deadline to what the transport made of it.
func cause(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
		return ended
	}
	return err
}

// info asks for get_info and remembers the head.
func (n *node) info(ctx context.Context, now func() time.Time) (Info, error) {
	asked := now()
	body, err := n.call(ctx, "/v1/chain/get_info", []byte("{}"))
	if err != nil {
		return Info{}, err
	}
	info, err := decodeInfo(body)
	if err != nil {
		return Info{}, &Fault{n.address, fmt.Errorf("its get_info cannot be read: %w", err)}
	}
	info.Node = n.address
	// Answers may overtake each other: the head never goes back for that.
	for {
		last := n.head.Load()
		if last != nil && last.at.After(asked) {
			return info, nil
		}
		if n.head.CompareAndSwap(last, &observed{info.Head, asked}) {
			return info, nil
		}
	}
}

func (n *node) rows(ctx context.Context, body []byte) (Answer, error) {
	var head Head
	if known := n.head.Load(); known != nil {
		head = known.head
	}
	raw, err := n.call(ctx, "/v1/chain/get_table_rows", body)
	if err != nil {
		return Answer{}, err
	}
	answer, err := decodeRows(raw)
	if err != nil {
		return Answer{}, &Fault{n.address, fmt.Errorf("its get_table_rows cannot be read: %w", err)}
	}
	answer.Node, answer.Head = n.address, head
	return answer, nil
}

func trimAddress(address string) string { return strings.TrimRight(address, "/") }
