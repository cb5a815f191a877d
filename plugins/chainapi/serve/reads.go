package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/call"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/upstream"

	"go.uber.org/zap"
)

// refusalSoft is how long a node's refusal is fresh: the account that is not
// there may be made at any moment, whatever class it is of.
const refusalSoft = time.Second

// Prepare is the engine's: answers are a node's JSON.
func Prepare(entry, previous *edgecache.Entry) any {
	ready := answer.Prepare(entry, previous, "application/json")
	if entry.Meta != "" {
		ready.With(pool.HeadHeader, entry.Meta)
	}
	return ready
}

// read answers a call out of the cache.
func (s *Server) read(w http.ResponseWriter, r *http.Request, c *call.Call) {
	body, ok := s.request(w, r, c)
	if !ok {
		return
	}
	key := c.Key(body)
	lookup := edgecache.Lookup{
		Key: key, Class: edgecache.Class(c.Class), Client: s.config.Client(r),
		// What every purchase is signed with is no single client's.
		Shared: c.Class == call.Info || s.shared[key] || s.isRecent(c, body),
	}
	if lookup.Shared {
		lookup.Take = s.take(c)
	}
	entry, status, err := s.config.Engine.Get(r.Context(), lookup, func(ctx context.Context) (edgecache.Content, error) {
		return s.fetch(ctx, c, body)
	})
	if err != nil {
		answer.SetFailureStatus(w, err)
		s.failRead(w, r, c, err)
		return
	}
	answer.Write(w, r, entry, entry.Prepared.(*answer.Prepared), status, s.config.Now())
}

// recentBlocks is how many of the last blocks all share the reads of. A page signs on
// the block three before the head of a get_info, which may be 3 s old, and takes a moment.
const recentBlocks = 12

// info is what the answer of get_info is kept as.
var info = call.Find("get_info").Key([]byte("{}"))

// isRecent says whether a request is for the info of one of the last blocks, which all
// who sign in the same half second ask for. Whoever asks for all of these causes no more
// reads than the chain makes blocks, and one refresh of each. Only one way of writing the
// number counts, since each is a key of its own.
func (s *Server) isRecent(c *call.Call, body []byte) bool {
	block := c.Block(body)
	if c.Name != "get_block_info" || string(body) != fmt.Sprintf(`{"block_num":%d}`, block) {
		return false
	}
	kept := s.config.Engine.Cached(edgecache.Class(call.Info), info)
	if kept == nil {
		return false
	}
	var known struct {
		Head uint64 `json:"head_block_num"`
	}
	return json.Unmarshal(kept.Body, &known) == nil && block <= known.Head && known.Head-block < recentBlocks
}

// request reads a read's body and writes it anew, or answers why not.
func (s *Server) request(w http.ResponseWriter, r *http.Request, c *call.Call) ([]byte, bool) {
	body, ok := s.body(w, r, c, s.config.MaxRead)
	if !ok {
		return nil, false
	}
	canonical, err := c.Body(bytes.TrimSpace(body))
	if err != nil {
		fail(w, 0, shape.Invalid(c.Name, "the request of "+c.Name+": "+err.Error()))
		return nil, false
	}
	return canonical, true
}

// fetch reads from a node. A healthy node's refusal is its answer, and kept
// like one, though not for longer than a moment.
func (s *Server) fetch(ctx context.Context, c *call.Call, body []byte) (edgecache.Content, error) {
	raw, err := s.readAt(ctx, c, body)
	var refusal *pool.Refusal
	if errors.As(err, &refusal) {
		return edgecache.Content{Code: refusal.Status, Body: refusal.Body, Soft: refusalSoft}, nil
	}
	if err != nil {
		s.note(ctx, c, err)
		return edgecache.Content{}, err
	}
	content := edgecache.Content{Code: raw.Status, Body: raw.Body}
	if raw.Head.Block > 0 {
		content.Meta = strconv.FormatUint(raw.Head.Block, 10)
	}
	return content, nil
}

// take takes what another process of the cluster has read: JSON, and of this chain if it says of which.
func (s *Server) take(c *call.Call) func(*edgecache.Content) bool {
	return func(content *edgecache.Content) bool {
		if _, err := strconv.ParseUint(content.Meta, 10, 64); err != nil && content.Meta != "" || !json.Valid(content.Body) {
			return false
		}
		if c.Class != call.Info {
			return true
		}
		said, err := pool.DecodeInfo(content.Body)
		return err == nil && strings.EqualFold(said.ChainID, s.config.ChainID.String())
	}
}

// patience is how long a read waits for a node to reach the block that it is
// about, which is some blocks.
const patience = 1500 * time.Millisecond

// readAt reads a block from a node that has it. A client knows its number from one
// node; another can be some blocks behind. When none has it soon, any node says
// what there is to say of it.
func (s *Server) readAt(ctx context.Context, c *call.Call, body []byte) (pool.Raw, error) {
	block := c.Block(body)
	if block > 0 {
		patient, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if s.config.Chain.Reach(patient, block) != nil {
			block = 0
		}
	}
	return s.config.Chain.Read(ctx, c.Path(), body, block)
}

// note logs a read that failed. One that ended with the cache, or that no node
// serves, did not fail, and that no node answers is for the pool to say.
func (s *Server) note(ctx context.Context, c *call.Call, err error) {
	if errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, pool.ErrUnserved) || errors.Is(err, pool.ErrOutage) {
		return
	}
	s.noted.Do(func() {
		s.config.Logger.Warn("a call could not be passed on", zap.String("call", c.Name), zap.Error(err))
	})
}

// direct passes a read on of which nothing is kept.
func (s *Server) direct(w http.ResponseWriter, r *http.Request, c *call.Call) {
	client := s.config.Client(r)
	if ok, wait := s.config.Reads.Allow(client); !ok {
		tooMany(w, wait, c.Name, c.Name+" is called too often from this address; nothing was sent")
		return
	}
	body, ok := s.request(w, r, c)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(upstream.With(r.Context(), upstream.Account, client), s.config.ReadTimeout)
	defer cancel()
	raw, err := s.config.Chain.Read(ctx, c.Path(), body, 0)
	var refusal *pool.Refusal
	if errors.As(err, &refusal) {
		raw, err = pool.Raw{Status: refusal.Status, Body: refusal.Body}, nil
	}
	if err != nil {
		s.note(ctx, c, err)
		s.failRead(w, r, c, err)
		return
	}
	write(w, raw.Status, raw.Body)
}

// failRead answers a read that failed, without a word of nodes and addresses.
func (s *Server) failRead(w http.ResponseWriter, r *http.Request, c *call.Call, err error) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		return // nobody reads it
	}
	status, retryAfter, message := answer.Failure(err, "the chain")
	name := shape.NameUnreachable
	switch {
	case status == http.StatusTooManyRequests:
		name = shape.NameTooMany
	case errors.Is(err, pool.ErrUnserved):
		status, name, message = http.StatusNotFound, shape.NameUnserved, c.Name+" is served by none of the nodes"
	}
	fail(w, retryAfter, shape.Ours(status, name, http.StatusText(status), c.Name, message))
}
