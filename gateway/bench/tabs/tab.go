package tabs

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
)

// tab is an open page, of an address of its own.
type tab struct {
	plan   *Plan
	client string
	seen   *counts
	http   *http.Client
	has    map[string]string
	stream io.ReadCloser
}

func newTab(plan *Plan, number int, seen *counts) *tab {
	t := &tab{
		plan: plan, seen: seen, has: map[string]string{},
		client: fmt.Sprintf("10.%d.%d.%d", number>>16&255, number>>8&255, number&255),
	}
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		conn, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, network, plan.Address)
		return counted{conn, seen}, err
	}
	t.http = &http.Client{Transport: &http.Transport{
		DialContext: dial, ForceAttemptHTTP2: true, DisableCompression: true, ReadBufferSize: 4096, WriteBufferSize: 512,
		// It listens on a loopback address, with a certificate of its own authority.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: plan.Host[:strings.LastIndex(plan.Host, ":")]},
	}}
	for _, need := range plan.Followed {
		t.has[need] = ""
	}
	return t
}

// counted is a connection whose incoming bytes count.
type counted struct {
	net.Conn
	seen *counts
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.seen.bytes.Add(int64(n))
	return n, err
}

// begin asks for all, and opens the stream of a tab that is told.
func (t *tab) begin(ctx context.Context) error {
	if err := t.ask(ctx); err != nil || t.plan.Every > 0 {
		return err
	}
	response, err := t.get(ctx, t.followed(), "text/event-stream")
	if err != nil {
		return err
	}
	t.stream = response.Body
	return nil
}

func (t *tab) followed() string {
	query := make([]string, 0, len(t.has))
	for need, version := range t.has {
		query = append(query, need+"="+version)
	}
	return "/_page/data?" + strings.Join(query, "&")
}

// follow goes on until the context is over.
func (t *tab) follow(ctx context.Context) error {
	if t.stream != nil {
		return t.listen()
	}
	// Pages were opened at all times.
	pause(ctx, rand.Int64N(t.plan.Every))
	for ctx.Err() == nil {
		within, cancel := context.WithTimeout(ctx, patience)
		err := t.ask(within)
		cancel()
		if err != nil {
			return err
		}
		pause(ctx, int64(float64(t.plan.Every)*(0.9+0.2*rand.Float64())))
	}
	return nil
}

func (t *tab) get(ctx context.Context, path, accept string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+t.plan.Host+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("Accept-Encoding", "gzip")
	request.Header.Set("X-Forwarded-For", t.client)
	response, err := t.http.Do(request)
	if err == nil && (response.StatusCode != http.StatusOK || response.ProtoMajor != 2) {
		response.Body.Close()
		err = fmt.Errorf("%s is answered %s over %s", path, response.Status, response.Proto)
	}
	return response, err
}

// ask asks what changed.
func (t *tab) ask(ctx context.Context) error {
	response, err := t.get(ctx, t.followed(), "*/*")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := plain(response)
	if err != nil {
		return err
	}
	var told map[string]struct{ Version string }
	if err := json.NewDecoder(body).Decode(&told); err != nil {
		return err
	}
	for need, change := range told {
		t.has[need] = change.Version
	}
	t.seen.answers.Add(1)
	_, err = io.Copy(io.Discard, body)
	return err
}

func plain(response *http.Response) (io.Reader, error) {
	if response.Header.Get("Content-Encoding") != "gzip" {
		return response.Body, nil
	}
	return gzip.NewReader(response.Body)
}

// listen counts the events of a stream. What they hold is left compressed: the driver has to fit beside the gateway.
func (t *tab) listen() error {
	reader := bufio.NewReaderSize(t.stream, 512)
	for {
		// Each event ends with an empty block, as a flush leaves it (RFC 1951, section 3.2.4).
		for matched := 0; matched < len(flushed); {
			next, err := reader.ReadByte()
			switch {
			case err != nil:
				return err
			case next == flushed[matched]:
				matched++
			case next == flushed[0] && matched > 0:
				if matched != 2 {
					matched = 1
				}
			default:
				matched = 0
			}
		}
		t.seen.answers.Add(1)
	}
}

var flushed = []byte{0, 0, 255, 255}

func (t *tab) close() {
	if t.stream != nil {
		t.stream.Close()
	}
	t.http.CloseIdleConnections()
}
