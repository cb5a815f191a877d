// Package client asks the API by which teams and ops ship (package api), for the
// commands. It knows nothing of Caddy.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"fieldhouse/plugins/beat"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/upstream"
)

// How long a question may take, and an upload; and how much of an answer is read.
const (
	timeout       = 30 * time.Second
	uploadTimeout = 15 * time.Minute
	maxAnswer     = 16 << 20
)

// errInterrupted ends a question that somebody did not wait for.
var errInterrupted = errors.New("it was interrupted before the gateway answered: `fieldhouse releases` says what is live")

// ErrUnreachable is that the API did not answer, or not as one.
var ErrUnreachable = errors.New("the gateway cannot be reached")

// Client asks one gateway.
type Client struct {
	base  *url.URL
	token string
	http  *http.Client
	// patience is Wait's, and that of uploads.
	patience time.Duration
}

// New is a client for the API at an address such as http://localhost:2019 or
// https://releases.example. A token goes over TLS, or stays on this machine.
func New(to, token string) (*Client, error) {
	base, err := url.Parse(strings.TrimSuffix(strings.TrimSuffix(to, "/"), api.Path))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil || base.RawQuery != "" {
		return nil, fmt.Errorf("address %q: write scheme and host, such as https://releases.example or http://localhost:2019", to)
	}
	if base.Scheme == "http" && token != "" && !isLoopback(base.Hostname()) {
		return nil, fmt.Errorf("address %q: a token would go over the network for everybody to read: use https", to)
	}
	if strings.ContainsFunc(token, func(sign rune) bool { return sign < '!' || sign > '~' }) {
		return nil, errors.New("the token is one line of letters, digits and signs: give that alone")
	}
	// What answers elsewhere gets no token, and an upload is not sent twice.
	return &Client{base, token, upstream.Client(nil), patience}, nil
}

func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}

type request struct {
	method, path string
	query        url.Values
	// ifMatch is the version of the lineup that it is for; 0 for any.
	ifMatch uint64
	// body is JSON unless it is an io.Reader; nil for none.
	body any
}

// ask answers a question. An answer that is a problem is an *api.Problem.
func ask[T any](ctx context.Context, c *Client, asked request, within time.Duration) (answer T, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var body io.Reader
	switch given := asked.body.(type) {
	case nil:
	case io.Reader:
		body = given
	default:
		content, err := json.Marshal(given)
		if err != nil {
			return answer, err
		}
		body = bytes.NewReader(content)
	}
	address := c.base.JoinPath(api.Path, asked.path)
	address.RawQuery = asked.query.Encode()
	r, err := http.NewRequestWithContext(ctx, asked.method, address.String(), body)
	if err != nil {
		return answer, err
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if asked.ifMatch != 0 {
		r.Header.Set("If-Match", fmt.Sprintf(`"%d"`, asked.ifMatch))
	}
	response, err := c.http.Do(r)
	if err != nil {
		return answer, unreachable(err, address, within)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return answer, unreachable(err, address, within)
	}
	if response.StatusCode < 300 {
		if err := json.Unmarshal(content, &answer); err != nil {
			return answer, fmt.Errorf("%w: %s answers what cannot be read: %w", ErrUnreachable, address.Redacted(), err)
		}
		return answer, nil
	}
	problem := &api.Problem{Status: response.StatusCode}
	if err := json.Unmarshal(content, problem); err != nil || problem.Code == "" {
		return answer, fmt.Errorf("%w: %s answers %s: %.200s: is it the address of the releases, and does the configuration have `releases`?", ErrUnreachable, address.Redacted(), response.Status, content)
	}
	problem.RetryAfter, _ = upstream.RetryAfter(response.Header, time.Now()) // 0 for none
	return answer, problem
}

// patiently asks again while the gateway says that too much is under way, when it says to.
func patiently[T any](ctx context.Context, c *Client, try func() (T, error)) (T, error) {
	until := time.Now().Add(c.patience)
	for {
		answer, err := try()
		var problem *api.Problem
		if !errors.As(err, &problem) || problem.Code != api.CodeRate || problem.RetryAfter <= 0 || time.Now().Add(problem.RetryAfter).After(until) {
			return answer, err
		}
		if !beat.Pause(ctx, problem.RetryAfter) {
			return answer, errInterrupted
		}
	}
}

// unreachable says why there is no answer, and what to do.
func unreachable(err error, address *url.URL, within time.Duration) error {
	var network net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return errInterrupted
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout():
		return fmt.Errorf("%w: %s has not answered within %s: look whether it runs and is not overloaded, and try again", ErrUnreachable, address.Redacted(), within)
	}
	return fmt.Errorf("%w: %w: look whether it runs, and whether %s is its address (--address)", ErrUnreachable, err, address.Host)
}

// Lineup is what is shown.
func (c *Client) Lineup(ctx context.Context) (journal.State, error) {
	return ask[journal.State](ctx, c, request{method: http.MethodGet, path: "lineup"}, timeout)
}

// Change changes the lineup in one step, if it is at a version, or at any for 0.
func (c *Client) Change(ctx context.Context, ifMatch uint64, change api.Change) (journal.State, error) {
	return ask[journal.State](ctx, c, request{method: http.MethodPost, path: "lineup", ifMatch: ifMatch, body: change}, timeout)
}

// LinkPreview is what leads to a preview for so long; 0 is a week.
func (c *Client) LinkPreview(ctx context.Context, edition, name string, within time.Duration) (api.PreviewLink, error) {
	asked := api.LinkPreview{Release: name}
	if within != 0 {
		asked.For = within.String()
	}
	return ask[api.PreviewLink](ctx, c, request{method: http.MethodPost, path: ofEdition(edition) + "/previews", body: asked}, timeout)
}

// Journal are the last changes of an edition, or of all for "".
func (c *Client) Journal(ctx context.Context, edition string, limit int) ([]journal.Entry, error) {
	query := url.Values{"limit": {fmt.Sprint(limit)}}
	if edition != "" {
		query.Set("edition", edition)
	}
	answer, err := ask[struct{ Entries []journal.Entry }](ctx, c, request{method: http.MethodGet, path: "journal", query: query}, timeout)
	return answer.Entries, err
}

func ofEdition(edition string) string { return "editions/" + url.PathEscape(edition) }

// Releases are those of an edition that the store has.
func (c *Client) Releases(ctx context.Context, edition string) ([]api.StoredRelease, error) {
	answer, err := ask[struct{ Releases []api.StoredRelease }](ctx, c, request{method: http.MethodGet, path: ofEdition(edition)}, timeout)
	return answer.Releases, err
}

// Reports are what browsers have reported of an edition.
func (c *Client) Reports(ctx context.Context, edition string) (health.Reading, error) {
	return ask[health.Reading](ctx, c, request{method: http.MethodGet, path: ofEdition(edition) + "/reports"}, timeout)
}

// Prune removes what is old, or says what it would.
func (c *Client) Prune(ctx context.Context, dry bool) (store.Pruned, error) {
	return ask[store.Pruned](ctx, c, request{method: http.MethodPost, path: "prune", body: map[string]bool{"dryRun": dry}}, uploadTimeout)
}

// Tokens are those that were made.
func (c *Client) Tokens(ctx context.Context) ([]token.Known, error) {
	answer, err := ask[struct{ Tokens []token.Known }](ctx, c, request{method: http.MethodGet, path: "tokens"}, timeout)
	return answer.Tokens, err
}

// MakeToken makes one, and shows it this once.
func (c *Client) MakeToken(ctx context.Context, asked api.MakeToken) (api.MadeToken, error) {
	return ask[api.MadeToken](ctx, c, request{method: http.MethodPost, path: "tokens", body: asked}, timeout)
}

// RevokeToken ends one.
func (c *Client) RevokeToken(ctx context.Context, name string) (token.Known, error) {
	return ask[token.Known](ctx, c, request{method: http.MethodDelete, path: "tokens/" + url.PathEscape(name)}, timeout)
}
