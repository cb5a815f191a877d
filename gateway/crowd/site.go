// Package crowd is visitors of a gateway as their browsers and wallets behave: pages that stay open and are told of changes,
// and buyers who make whole purchases, each with a key. It knows a site's API and a node's, and nothing of the process.
package crowd

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/site/settings"
)

const (
	// patience is how long a connection, and an answer but a stream's, may take. A waiting read takes 20 s.
	patience = 30 * time.Second
	// maxAnswer is how much of an answer is read, in bytes.
	maxAnswer = 16 << 20
)

// Site is a gateway that is visited.
type Site struct {
	// Address is its base address, such as https://play.example.
	Address string
	// Host is what requests name; empty for the address's.
	Host string
	// Connect is the host:port to connect to; empty for the address's.
	Connect string
	// TLS is how its certificate is checked; nil for the system's authorities.
	TLS *tls.Config
	// Network is the chain that it sells on.
	Network settings.Network
	// Drop is what is bought.
	Drop Drop
	// Shared is what visitors connect by who have no connection of their own, which is all where there is no TLS.
	Shared *http.Transport
}

// Cost counts what visitors asked for, and what came.
type Cost struct {
	Requests atomic.Int64
	// Bytes are those that were received, as they were sent: with TLS and frames.
	Bytes atomic.Int64
	// Answers are the changes that open pages were told of.
	Answers atomic.Int64
}

// Client is somebody at an address, by which a gateway that trusts us as a proxy knows them.
type Client struct {
	*Site
	from string
	cost *Cost
	http *http.Client
}

// IsTLS reports whether the site is on https, where each visitor has a connection of their own over HTTP/2.
func (s *Site) IsTLS() bool { return strings.HasPrefix(s.Address, "https:") }

// Client is one at an address, whose requests are counted.
func (s *Site) Client(from string, cost *Cost) *Client {
	transport := s.Shared
	if transport == nil || s.IsTLS() {
		transport = s.transport(cost)
	}
	return &Client{s, from, cost, &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// transport is a visitor's own.
func (s *Site) transport(cost *Cost) *http.Transport {
	return &http.Transport{
		DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
			if s.Connect != "" {
				to = s.Connect
			}
			connection, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, network, to)
			return counted{connection, cost}, err
		},
		ForceAttemptHTTP2: true, DisableCompression: true, ReadBufferSize: 4096, WriteBufferSize: 512,
		TLSClientConfig: s.TLS.Clone(), TLSHandshakeTimeout: patience, ResponseHeaderTimeout: patience, IdleConnTimeout: 2 * time.Minute,
	}
}

// counted is a connection whose incoming bytes count.
type counted struct {
	net.Conn
	cost *Cost
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.cost.Bytes.Add(int64(n))
	return n, err
}

// Answer is what something was answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// send asks the gateway and leaves the answer to be read. headers are names and values.
func (c *Client) send(ctx context.Context, method, path, body string, headers ...string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.Address+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Host = c.Host
	request.Header.Set("X-Forwarded-For", c.from)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	c.cost.Requests.Add(1)
	return c.http.Do(request)
}

func (c *Client) do(ctx context.Context, method, path, body string, headers ...string) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	response, err := c.send(ctx, method, path, body, headers...)
	if err != nil {
		return Answer{}, err
	}
	return read(response)
}

func read(response *http.Response) (Answer, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return Answer{response.StatusCode, response.Header, body}, err
}

// Get asks for a path. headers are names and values.
func (c *Client) Get(ctx context.Context, path string, headers ...string) (Answer, error) {
	return c.do(ctx, http.MethodGet, path, "", headers...)
}

// Post posts JSON.
func (c *Client) Post(ctx context.Context, path, body string, headers ...string) (Answer, error) {
	return c.do(ctx, http.MethodPost, path, body, append(headers, "Content-Type", "application/json")...)
}

// Problem is that something was answered otherwise than well.
type Problem struct {
	What string
	// Status is the answer's; 0 for none.
	Status int
	Why    string
	// After is how long to wait before asking again, if the answer says it.
	After time.Duration
}

func (p *Problem) Error() string {
	if p.Status == 0 {
		return p.What + ": " + p.Why
	}
	return fmt.Sprintf("%s: %d %s", p.What, p.Status, p.Why)
}

// Unexpected says what came instead of a good answer.
func Unexpected(what string, got Answer, err error) error {
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		err = failed.Err // its address would tell failures of one kind apart
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", what, err)
	}
	if network := (*net.OpError)(nil); errors.As(err, &network) {
		err = fmt.Errorf("%s: %w", network.Op, network.Err) // and so would its own
	}
	if err != nil {
		return &Problem{What: what, Why: err.Error()}
	}
	var said struct {
		Message string `json:"message"` // of the data API
		Error   struct {
			Name    string `json:"name"`
			Details []struct{ Message string }
		} `json:"error"`
	}
	_ = json.Unmarshal(got.Body, &said) // else nothing is said
	why := said.Message
	if details := said.Error.Details; len(details) > 0 {
		why = said.Error.Name + ": " + details[0].Message
	}
	seconds, _ := strconv.Atoi(got.Header.Get("Retry-After"))
	return &Problem{what, got.Status, kindOf(why), time.Duration(seconds) * time.Second}
}

// decode reads the JSON of a good answer, or says what came instead; into may be nil.
func decode(what string, got Answer, err error, into any) error {
	if err == nil && got.Status == http.StatusOK && into != nil {
		err = json.Unmarshal(got.Body, into)
	}
	if err != nil || got.Status != http.StatusOK {
		return Unexpected(what, got, err)
	}
	return nil
}

// kindOf leaves out what tells failures of one kind apart.
func kindOf(message string) string { return apart.ReplaceAllString(message, "…") }

var apart = regexp.MustCompile(`[a-z1-5.]+\.wam|\b[0-9a-f]*[0-9][0-9a-f]*\b`)

// Address is one of its own in a /24 of its own.
func Address(first byte, number int) string {
	return fmt.Sprintf("%d.%d.%d.1", first, number>>8&255, number&255)
}
