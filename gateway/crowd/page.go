package crowd

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"fieldhouse/plugins/paths"
)

// Page is an open page, of an address of its own.
type Page struct {
	*Client
	// every is the time between two questions; 0 has it be told by a stream.
	every  time.Duration
	has    map[string]string
	stream io.ReadCloser
}

// Followed is what a page of a sale follows.
var Followed = []string{"rowDrops", "medianPrice"}

// NewPage is a page that asks each so often for what changed of what it follows, or is told by a stream with 0.
func (s *Site) NewPage(from string, cost *Cost, every time.Duration, followed []string) *Page {
	p := &Page{Client: s.Client(from, cost), every: every, has: map[string]string{}}
	for _, need := range followed {
		p.has[need] = ""
	}
	return p
}

// Begin asks for all, and opens the stream of a page that is told.
func (p *Page) Begin(ctx context.Context) error {
	if err := p.ask(ctx); err != nil || p.every > 0 {
		return err
	}
	response, err := p.open(ctx, p.followed(), "text/event-stream")
	if err != nil {
		return err
	}
	p.stream = response.Body
	return nil
}

func (p *Page) followed() string {
	query := make([]string, 0, len(p.has))
	for need, version := range p.has {
		query = append(query, need+"="+version)
	}
	return paths.Data + "?" + strings.Join(query, "&")
}

// Follow goes on until the context is over.
func (p *Page) Follow(ctx context.Context) error {
	if p.stream != nil {
		return p.listen()
	}
	// Pages were opened at all times.
	_ = Pause(ctx, rand.N(p.every))
	for ctx.Err() == nil {
		if err := p.ask(ctx); err != nil {
			return err
		}
		_ = Pause(ctx, time.Duration(float64(p.every)*(0.9+0.2*rand.Float64())))
	}
	return nil
}

func (p *Page) open(ctx context.Context, path, accept string) (*http.Response, error) {
	what, _, _ := strings.Cut(path, "?")
	response, err := p.send(ctx, http.MethodGet, path, "", "Accept", accept, "Accept-Encoding", "gzip")
	if err != nil {
		return nil, Unexpected(what, Answer{}, err)
	}
	if response.StatusCode != http.StatusOK || p.IsTLS() && response.ProtoMajor != 2 {
		response.Body.Close()
		return nil, &Problem{what, response.StatusCode, "over " + response.Proto, 0}
	}
	return response, nil
}

// Load loads a document.
func (p *Page) Load(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	response, err := p.open(ctx, path, "text/html")
	if err != nil {
		return fmt.Errorf("a page: %w", err)
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// ask asks what changed.
func (p *Page) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	response, err := p.open(ctx, p.followed(), "*/*")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := plain(response)
	if err != nil {
		return err
	}
	var told map[string]struct{ Version string }
	if err := json.NewDecoder(io.LimitReader(body, maxAnswer)).Decode(&told); err != nil {
		return err
	}
	for need, change := range told {
		p.has[need] = change.Version
	}
	p.cost.Answers.Add(1)
	_, err = io.Copy(io.Discard, body)
	return err
}

func plain(response *http.Response) (io.Reader, error) {
	if response.Header.Get("Content-Encoding") != "gzip" {
		return response.Body, nil
	}
	return gzip.NewReader(response.Body)
}

// listen counts the events of a stream. What they hold is left compressed: many pages have to fit beside the gateway.
func (p *Page) listen() error {
	reader, last := bufio.NewReaderSize(p.stream, 512), uint64(0) // the last eight bytes
	for {
		next, err := reader.ReadByte()
		if err != nil {
			return err
		}
		if last = last<<8 | uint64(next); last&(1<<56-1) == eventEnd {
			p.cost.Answers.Add(1)
		}
	}
}

// eventEnd are the last seven bytes of an event: its empty line, and the flush after it. Its other parts end with a flush, too
// (package representation, Segment).
const eventEnd = 0x0a0a_000000_ffff

// Close ends the page's connections.
func (p *Page) Close() {
	if p.stream != nil {
		p.stream.Close()
		p.stream = nil
	}
	p.http.CloseIdleConnections()
}
