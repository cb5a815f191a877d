package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/upstream"
)

const (
	// triesAtOnce bounds what one endpoint is asked at once, and with it how
	// much of its answers is in memory.
	triesAtOnce = 8
	// failuresToOpen in a row open an endpoint's circuit for openFor. Then one
	// try decides.
	failuresToOpen = 5
	openFor        = 5 * time.Second
	// defaultRest is how long an endpoint that limits is left alone when it does
	// not say how long: at 240 requests a minute the budget of some 40 requests
	// has come back.
	defaultRest = 10 * time.Second
	// minRest and maxRest bound what an endpoint can ask for: a mistyped one
	// must not be gone for a day.
	minRest = time.Second
	maxRest = 5 * time.Minute
	// lastFor is how long an endpoint that failed is asked last.
	lastFor = 10 * time.Second
)

// division is how an index's rate is divided. What is refreshed and what is not
// kept have half each: a flood of invented accounts does not keep what is kept
// from being refreshed, and many accounts that are being watched do not keep a
// new one from being read. Nothing else is asked of an index, so that both may
// have all of it.
var division = upstream.Division{
	Guaranteed: map[upstream.Class]float64{upstream.Account: .5, upstream.Miss: .5},
	Capped:     1,
	Waiting:    20,
}

// breaking is when an endpoint is not asked because it fails.
var breaking = upstream.Breaking{Failures: failuresToOpen, Of: failuresToOpen, Rest: openFor}

// endpoint is one asset index. It is judged by its answers alone: its /health
// says 200 even when it is broken, and is never asked.
type endpoint struct {
	address string // without a slash at its end
	client  *http.Client

	rate    *upstream.Rate
	breaker *upstream.Breaker
	rest    upstream.Rest // which it asked for

	failingUntil atomic.Int64 // monotonic nanoseconds: asked last until then; 0 when its last answer was good

	asked  atomic.Uint64
	mu     sync.Mutex
	record struct { // guarded by mu
		faults map[Reason]uint64
		last   *Fault
		at     time.Time
		took   time.Duration
	}
}

func newEndpoint(address string, client *http.Client, line *upstream.Line) *endpoint {
	e := &endpoint{
		address: strings.TrimRight(address, "/"),
		client:  client,
		rate:    line.NewRate(DefaultRate, DefaultBurst, triesAtOnce),
		breaker: upstream.NewBreaker(breaking),
	}
	e.record.faults = make(map[Reason]uint64)
	return e
}

// page asks for one page as soon as the endpoint may be asked. Its error is a
// *Refusal or a *Fault. known are the assets of the earlier pages, by their ids.
func (e *endpoint) page(ctx context.Context, by *Settings, query Query, number, limit int, known map[string]bool) (page, error) {
	if fault := e.admit(ctx); fault != nil {
		return page{}, fault
	}
	defer e.rate.Done()
	trial := e.breaker.Begin()
	start := time.Now()
	try, cancel := context.WithTimeout(ctx, by.Timeout)
	read, err := e.read(try, by.MaxPageBytes, query, number, limit)
	cancel()
	if err == nil && number > 1 && len(read.assets) == limit && read.within(known) {
		// Nobody mints a whole page between two reads: it does not count pages.
		read, err = page{}, e.fault(Mismatch, 0, fmt.Errorf("its page %d brings only what was there before", number))
	}
	e.conclude(ctx, by, trial, time.Since(start), err)
	return read, err
}

// admit waits until the endpoint may be asked, and takes a place among its
// tries. It returns a fault when that will not be in time.
func (e *endpoint) admit(ctx context.Context) *Fault {
	if fault := e.unavailable(); fault != nil {
		return fault
	}
	if err := e.rate.Wait(ctx); err != nil {
		after := time.Second
		var limited *upstream.LimitedError
		if errors.As(err, &limited) {
			after = limited.RetryAfter
		}
		return e.fault(Throttled, after, err)
	}
	// While this try waited, another one may have been told to leave it alone.
	fault := e.unavailable()
	if fault == nil && !e.breaker.Permit() {
		fault = e.open()
	}
	if fault != nil {
		e.rate.Done()
	}
	return fault
}

// unavailable is why the endpoint may not be asked now; nil when it may.
func (e *endpoint) unavailable() *Fault {
	if left, _ := e.rest.Left(time.Now()); left > 0 {
		return e.fault(Resting, left, fmt.Errorf("it asked not to be asked for another %s", left.Round(time.Millisecond)))
	}
	if _, shut := e.breaker.Shut(); shut {
		return e.open()
	}
	return nil
}

func (e *endpoint) open() *Fault {
	left, _ := e.breaker.Shut()
	return e.fault(Open, left, fmt.Errorf("it failed %d times in a row and is not asked for a while", failuresToOpen))
}

func (e *endpoint) fault(reason Reason, after time.Duration, err error) *Fault {
	return &Fault{Endpoint: e.address, Reason: reason, RetryAfter: after, Err: err}
}

// read makes one request.
func (e *endpoint) read(ctx context.Context, maxBytes int64, query Query, number, limit int) (page, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, query.address(e.address, number, limit), nil)
	if err != nil {
		return page{}, e.fault(Connection, 0, err)
	}
	request.Header.Set("Accept", "application/json")
	response, err := e.client.Do(request)
	if err != nil {
		return page{}, e.broken(ctx, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBytes+1))
	if err != nil {
		return page{}, e.broken(ctx, fmt.Errorf("reading its answer: %w", err))
	}
	if int64(len(body)) > maxBytes {
		return page{}, e.fault(TooLarge, 0, fmt.Errorf("its answer has more than %d bytes", maxBytes))
	}
	if response.StatusCode == http.StatusNotFound && query.Sales != "" {
		// An index without the market is a good one for assets.
		return page{}, &Refusal{Endpoint: e.address, Status: http.StatusNotFound, Message: "the asset index knows no market"}
	}
	if response.StatusCode != http.StatusOK {
		return page{}, e.classify(response, body)
	}
	read, err := decodePage(body, query)
	switch {
	case errors.Is(err, errUnsuccessful):
		return page{}, e.fault(Unsuccessful, 0, err)
	case errors.Is(err, errMismatch):
		return page{}, e.fault(Mismatch, 0, err)
	case err != nil:
		return page{}, e.fault(Unreadable, 0, err)
	case read.without && number == 1:
		// Past the first page the list ends here. As the first page it is no answer:
		// it must not be taken for an account without assets.
		return page{}, e.fault(Unreadable, 0, errors.New("its first page has no data"))
	}
	return read, nil
}

// broken is the fault of a connection that failed; the deadline's end goes
// before what the transport made of it.
func (e *endpoint) broken(ctx context.Context, err error) *Fault {
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
		err = ended
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return e.fault(Timeout, 0, err)
	}
	return e.fault(Connection, 0, err)
}

// classify tells a refusal from a fault by an answer other than 200.
func (e *endpoint) classify(response *http.Response, body []byte) error {
	status := response.StatusCode
	var failure failureBody
	reads := json.Unmarshal(body, &failure) == nil && failure.Success != nil && !*failure.Success
	message := failure.message()
	if !reads {
		message = "without the index's JSON"
	}
	switch status {
	case http.StatusBadRequest, http.StatusRequestedRangeNotSatisfiable:
		if reads {
			return &Refusal{Endpoint: e.address, Status: status, Message: message}
		}
	case http.StatusTooManyRequests:
		return e.fault(Limited, restOf(response.Header, defaultRest), fmt.Errorf("status %d: %s", status, message))
	case http.StatusServiceUnavailable:
		return e.fault(Status, restOf(response.Header, 0), fmt.Errorf("status %d: %s", status, message))
	case http.StatusRequestTimeout:
		return e.fault(Timeout, 0, fmt.Errorf("status %d: %s: %w", status, message, context.DeadlineExceeded))
	}
	return e.fault(Status, 0, fmt.Errorf("status %d: %s", status, message))
}

// restOf is how long an endpoint asks to be left alone; otherwise when it does not
// say.
func restOf(header http.Header, otherwise time.Duration) time.Duration {
	wait, ok := upstream.RetryAfter(header, time.Now())
	if !ok {
		return otherwise
	}
	return min(max(wait, minRest), maxRest)
}
