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

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

const (
	// triesAtOnce bounds what one endpoint is asked at once, and with it how
	// much of its answers is in memory.
	triesAtOnce = 8
	// failuresToOpen in a row open an endpoint's circuit for openFor. Then one
	// try decides.
	failuresToOpen = 5
	openFor        = 5 * time.Second
	// lastFor is how long an endpoint that failed is asked last.
	lastFor = 10 * time.Second
)

// endpoint is one asset index. It is judged by its answers alone: its /health
// says 200 even when it is broken, and is never asked.
type endpoint struct {
	address string // without a slash at its end
	client  *http.Client

	lines   *lines
	breaker circuitbreaker.CircuitBreaker[any]
	trying  chan struct{} // one element per running try

	restsUntil   atomic.Int64 // Unix nanoseconds: it asked to be left alone until then
	failingUntil atomic.Int64 // Unix nanoseconds: asked last until then; 0 when its last answer was good

	asked atomic.Uint64
	mu    sync.Mutex
	told  struct { // guarded by mu
		faults map[Reason]uint64
		last   *Fault
		at     time.Time
		took   time.Duration
	}
}

func newEndpoint(address string, client *http.Client) *endpoint {
	e := &endpoint{
		address: strings.TrimRight(address, "/"),
		client:  client,
		lines:   newLines(),
		breaker: circuitbreaker.NewBuilder[any]().WithFailureThreshold(failuresToOpen).WithSuccessThreshold(1).WithDelay(openFor).Build(),
		trying:  make(chan struct{}, triesAtOnce),
	}
	e.told.faults = make(map[Reason]uint64)
	return e
}

// page asks for one page as soon as the endpoint may be asked. Its error is a
// *Refusal or a *Fault. known are the assets of the pages before, by their ids.
func (e *endpoint) page(ctx context.Context, by *Settings, query Query, number, limit int, known map[string]bool) (page, error) {
	if fault := e.admit(ctx); fault != nil {
		return page{}, fault
	}
	defer func() { <-e.trying }()
	start := time.Now()
	try, cancel := context.WithTimeout(ctx, by.Timeout)
	read, err := e.read(try, by.MaxPageBytes, query, number, limit)
	cancel()
	if err == nil && number > 1 && len(read.assets) == limit && read.within(known) {
		// Nobody mints a whole page between two reads: it does not count pages.
		read, err = page{}, e.fault(Mismatch, 0, fmt.Errorf("its page %d brings only what was there before", number))
	}
	e.note(ctx, by, time.Since(start), err)
	return read, err
}

// admit waits until the endpoint may be asked, and takes a place among its
// tries. It returns a fault when that will not be in time.
func (e *endpoint) admit(ctx context.Context) *Fault {
	if fault := e.shut(); fault != nil {
		return fault
	}
	leave, late, err := e.lines.enter(ctx)
	if err == nil && !late {
		defer leave()
		err = e.lines.bucket.Wait(ctx)
		late = err != nil && ctx.Err() == nil
	}
	switch {
	case late:
		return e.fault(Throttled, time.Second, errors.New("it was asked as often as it may be, and its next turn is after the deadline"))
	case err != nil:
		return e.fault(Throttled, time.Second, fmt.Errorf("waiting until it may be asked: %w", ctx.Err()))
	}
	select {
	case e.trying <- struct{}{}:
	case <-ctx.Done():
		return e.fault(Throttled, time.Second, fmt.Errorf("waiting for %d tries before this one: %w", triesAtOnce, ctx.Err()))
	}
	// While this try waited, another one may have been told to leave it alone.
	fault := e.shut()
	if fault == nil && !e.breaker.TryAcquirePermit() {
		fault = e.open()
	}
	if fault != nil {
		<-e.trying
	}
	return fault
}

// shut says why the endpoint may not be asked now, if it may not.
func (e *endpoint) shut() *Fault {
	if left := time.Until(time.Unix(0, e.restsUntil.Load())); left > 0 {
		return e.fault(Resting, left, fmt.Errorf("it asked not to be asked for another %s", left.Round(time.Millisecond)))
	}
	if e.breaker.IsOpen() && e.breaker.RemainingDelay() > 0 {
		return e.open()
	}
	return nil
}

func (e *endpoint) open() *Fault {
	return e.fault(Open, e.breaker.RemainingDelay(), fmt.Errorf("it failed %d times in a row and is not asked for a while", failuresToOpen))
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
	if response.StatusCode != http.StatusOK {
		return page{}, e.judge(response, body)
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
		// Past the first page the list ends here. Before it, nothing was said:
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

// judge tells a refusal from a fault by what an index answered besides 200.
func (e *endpoint) judge(response *http.Response, body []byte) error {
	status := response.StatusCode
	var said apology
	reads := json.Unmarshal(body, &said) == nil && said.Success != nil && !*said.Success
	message := said.message()
	if !reads {
		message = "without the index's JSON"
	}
	switch status {
	case http.StatusBadRequest, http.StatusRequestedRangeNotSatisfiable:
		if reads {
			return &Refusal{Endpoint: e.address, Status: status, Message: message}
		}
	case http.StatusTooManyRequests:
		return e.fault(Limited, rest(response.Header, defaultRest), fmt.Errorf("status %d: %s", status, message))
	case http.StatusServiceUnavailable:
		return e.fault(Status, rest(response.Header, 0), fmt.Errorf("status %d: %s", status, message))
	case http.StatusRequestTimeout:
		return e.fault(Timeout, 0, fmt.Errorf("status %d: %s: %w", status, message, context.DeadlineExceeded))
	}
	return e.fault(Status, 0, fmt.Errorf("status %d: %s", status, message))
}
