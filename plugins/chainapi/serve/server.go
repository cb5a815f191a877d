// Package serve passes /v1/chain/ on for the wallets' own calls: reads out of
// the cache, pushes once. It answers in the shapes of a node and knows nothing
// of Caddy.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/call"
	"fieldhouse/plugins/chainapi/push/share"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/trace"
	"fieldhouse/plugins/unread"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Chain is what is read when the engine has no fresh answer.
type Chain interface {
	Reach(ctx context.Context, block uint64, except ...string) error
	Read(ctx context.Context, path string, body []byte, minBlock uint64, except ...string) (pool.Raw, error)
}

// Config describes a server.
type Config struct {
	// Engine keeps the answers of reads. It has a class for each of call.Cached,
	// named like it, and was made with Prepare.
	Engine *edgecache.Engine
	Chain  Chain
	// ChainID is the chain that pushes are signed for.
	ChainID antelope.Checksum256
	// Contracts are those that a purchase is made of: all share the reads of their ABIs. Default none.
	Contracts []string
	// Line sends the pushes.
	Line *share.Line
	// Client is the address of a request's client.
	Client func(*http.Request) string
	// Pushes and Reads bound the pushes, and the reads that are not kept, of
	// each client.
	Pushes, Reads *clients.Limits
	// MaxRead and MaxPush bound the body of a read and of a push, in bytes.
	MaxRead, MaxPush int64
	// ReadTimeout bounds a read that is not kept.
	ReadTimeout time.Duration
	// Waits are those of the configuration before as well.
	Waits *Waits
	// Logger is told of reads that fail.
	Logger *zap.Logger
	// Now is the clock; it must be the engine's. Default time.Now.
	Now func() time.Time
}

// Server answers requests below call.Prefix.
type Server struct {
	config Config
	// shared are the keys of the ABIs of Config.Contracts.
	shared map[string]bool
	noted  rate.Sometimes
}

// Waits are the answers that wait for a change. The zero value has none.
type Waits struct {
	seats clients.Seats
	taken atomic.Int64
}

// New makes a server.
func New(config Config) *Server {
	if config.Now == nil {
		config.Now = time.Now
	}
	shared := make(map[string]bool)
	for _, contract := range config.Contracts {
		for _, name := range []string{"get_abi", "get_raw_abi"} {
			shared[call.Find(name).Key(fmt.Appendf(nil, `{"account_name":%q}`, contract))] = true
		}
	}
	// With the chain gone every read fails: a few lines a second say it.
	return &Server{config: config, shared: shared, noted: rate.Sometimes{First: 5, Interval: time.Second}}
}

// The CORS headers of a public node: wallets ask from origins of their own,
// without credentials, which * does not allow (Fetch standard, section 3.2).
const (
	allowHeaders  = "X-Requested-With,Accept,Content-Type,Origin"
	exposeHeaders = pool.HeadHeader + ",Retry-After"
	allowFor      = "86400" // seconds
)

// ServeHTTP answers a request for paths.ChainAPI, paths.Pushes or paths.Places.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer unread.Begin(w, r)()
	if token, is := strings.CutPrefix(r.URL.Path, paths.Pushes); is {
		s.status(w, r, share.OfPush, strings.TrimPrefix(token, "/"))
		return
	}
	if token, is := strings.CutPrefix(r.URL.Path, paths.Places); is {
		if token = strings.TrimPrefix(token, "/"); token != "" {
			s.status(w, r, share.OfPlace, token)
		} else if !answerMethod(w, r, "POST") {
			s.askPlace(w, r)
		}
		return
	}
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Access-Control-Expose-Headers", exposeHeaders)
	c := call.Find(strings.TrimPrefix(r.URL.Path, call.Prefix))
	if c == nil {
		fail(w, 0, shape.UnknownEndpoint())
		return
	}
	trace.Of(r.Context()).Text("chain.call", c.Name)
	methods := "POST, OPTIONS"
	if c.Gets() {
		methods = "GET, HEAD, POST, OPTIONS"
	}
	switch {
	case r.Method == http.MethodOptions:
		header.Set("Access-Control-Allow-Methods", methods)
		header.Set("Access-Control-Allow-Headers", allowHeaders)
		header.Set("Access-Control-Max-Age", allowFor)
		header.Set("Allow", methods)
		w.WriteHeader(http.StatusOK)
	case r.Method == http.MethodPost, c.Gets() && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		switch c.Class {
		case call.Push:
			s.push(w, r, c)
		case call.Direct:
			s.direct(w, r, c)
		default:
			s.read(w, r, c)
		}
	default:
		notAllowed(w, methods, c.Name, fmt.Sprintf("%s cannot be called with %.20s", c.Name, r.Method))
	}
}

// body reads a request's body of at most so many bytes, or answers why not.
// Like a node it does not look at the content type.
func (s *Server) body(w http.ResponseWriter, r *http.Request, c *call.Call, limit int64) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return body, true
	case errors.As(err, &tooLarge):
		fail(w, 0, shape.Ours(http.StatusRequestEntityTooLarge, "request_too_large", "Payload Too Large", c.Name,
			fmt.Sprintf("a request of %s may have %d bytes", c.Name, limit)))
	default:
		fail(w, 0, shape.Invalid(c.Name, "the request could not be read to its end"))
	}
	return nil, false
}

// tooMany answers a client that asks more often than it may.
func tooMany(w http.ResponseWriter, wait time.Duration, call, why string) {
	fail(w, wait, shape.Ours(http.StatusTooManyRequests, shape.NameTooMany, "Too Many Requests", call, why+". Try again in a moment."))
}

// notAllowed answers a request of a method that is not among those.
func notAllowed(w http.ResponseWriter, methods, call, why string) {
	w.Header().Set("Allow", methods)
	fail(w, 0, shape.Ours(http.StatusMethodNotAllowed, "method_not_allowed", "Method Not Allowed", call, why+"; allowed: "+methods))
}

// fail answers an error in a node's shape.
func fail(w http.ResponseWriter, retryAfter time.Duration, problem shape.Problem) {
	representation.SetRetryAfter(w, retryAfter)
	write(w, problem.Status, shape.Failure(problem))
}

// write answers what is nobody else's and of this moment only.
func write(w http.ResponseWriter, status int, body []byte) {
	representation.WriteOnce(w, status, "application/json", body)
}
