// Package load asks servers with vegeta, over connections that are kept alive.
package load

import (
	"net/http"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// answerTimeout bounds one request and its answer.
const answerTimeout = 30 * time.Second

// Pace is how often to ask, and until when. Of the zero value it is as fast as all connections are answered, forever.
type Pace struct {
	PerSecond int
	Times     int
	Lasting   time.Duration
	Over      <-chan struct{}
}

// Pace is what vegeta asks for.
func (p Pace) Pace(elapsed time.Duration, hits uint64) (wait time.Duration, stop bool) {
	select {
	case <-p.Over:
		return 0, true
	default:
	}
	if p.Times > 0 && hits >= uint64(p.Times) || p.Lasting > 0 && elapsed > p.Lasting {
		return 0, true
	}
	return vegeta.Rate{Freq: p.PerSecond, Per: time.Second}.Pace(elapsed, hits)
}

// Rate is the requests a second.
func (p Pace) Rate(time.Duration) float64 { return float64(p.PerSecond) }

// Client asks over so many connections at most.
type Client struct {
	*http.Client
	connections uint64
}

// NewClient is to be closed by CloseIdleConnections.
func NewClient(connections int) *Client {
	transport := &http.Transport{DisableCompression: true, MaxConnsPerHost: connections, MaxIdleConnsPerHost: connections}
	return &Client{&http.Client{Transport: transport, Timeout: answerTimeout}, uint64(connections)}
}

// Attack asks for what next says at a pace, and calls each, one call at a time, with what came of it. body is how many
// bytes of each answer it gets to see; negative is all.
func (c *Client) Attack(pace Pace, next vegeta.Targeter, body int64, each func(*vegeta.Result)) {
	// Where it asks at a rate, it has more workers than these once they all wait for answers.
	workers := min(c.connections, 1000)
	attacker := vegeta.NewAttacker(vegeta.Client(c.Client), vegeta.Workers(workers), vegeta.MaxWorkers(c.connections), vegeta.MaxBody(body))
	for result := range attacker.Attack(next, pace, 0, "") {
		each(result)
	}
}
