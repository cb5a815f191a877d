// Package load asks servers with vegeta, over connections that are kept alive.
package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"fieldhouse/gateway/crowd"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// Plan is what to ask for. It ends after Times or after Seconds.
type Plan struct {
	// Targets are asked by turns.
	Targets []Target `json:"targets"`
	// Connections are kept alive.
	Connections int `json:"connections"`
	// PerSecond is how often to ask; 0 is as fast as all connections are answered.
	PerSecond int     `json:"perSecond"`
	Times     int     `json:"times"`
	Seconds   float64 `json:"seconds"`
	// Warm is a path of the first target that is asked for as often before, so that each connection is there when it counts.
	Warm string `json:"warm"`
	// Counter is an address of counts, as a JSON object, which is read before and after.
	Counter string `json:"counter"`
}

// Target is a server and what is asked of it.
type Target struct {
	// Address is where it listens, Host what the Host header says.
	Address string `json:"address"`
	Host    string `json:"host"`
	Path    string `json:"path"`
	// Unique: to each path something is added that makes it another one, by a number from First on.
	Unique bool `json:"unique"`
	First  int  `json:"first"`
	// Headers of the request, besides Host.
	Headers map[string]string `json:"headers"`
	// Status that every answer must have; 0 is any, and none.
	Status int `json:"status"`
}

// Results are what came of a plan.
type Results struct {
	// Targets are in the order of the plan's.
	Targets []Result `json:"targets"`
	Seconds float64  `json:"seconds"`
	// Counted is by how much the counts grew.
	Counted map[string]int `json:"counted"`
}

// Result is what a target answered.
type Result struct {
	Took crowd.Spread `json:"took"`
	// OK are the answers of status 200. Hits came from the gateway's cache, and Wrong hold what a bad node said.
	OK    int `json:"ok"`
	Hits  int `json:"hits"`
	Wrong int `json:"wrong"`
}

// lie marks the rows of a node that must not be believed (gateway/bench/node), near their beginning.
var lie = []byte(`"lie":true`)

const (
	// beginning is how much of an answer is looked at, in bytes.
	beginning = 1 << 10
	// answerTimeout bounds one request and its answer.
	answerTimeout = 30 * time.Second
)

// Run asks.
func (p *Plan) Run() (*Results, error) {
	if p.Connections < 1 || len(p.Targets) == 0 {
		return nil, errors.New("the plan needs connections and targets")
	}
	ctx, end := context.WithCancel(context.Background())
	defer end()
	transport := &http.Transport{DisableCompression: true, MaxConnsPerHost: p.Connections, MaxIdleConnsPerHost: p.Connections}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: answerTimeout}
	if p.Warm != "" {
		p.attack(ctx, client, vegeta.Rate{}, 0, vegeta.NewStaticTargeter(p.Targets[0].get(p.Warm)), func(*vegeta.Result) {})
	}
	before, err := p.count()
	if err != nil {
		return nil, err
	}
	results := &Results{Targets: make([]Result, len(p.Targets))}
	took := make([][]time.Duration, len(p.Targets))
	rate := vegeta.Rate{Freq: p.PerSecond, Per: time.Second}
	began := time.Now()
	p.attack(ctx, client, rate, time.Duration(p.Seconds*float64(time.Second)), p.next(), func(got *vegeta.Result) {
		i, target := p.targetOf(got)
		if target.Status != 0 && int(got.Code) != target.Status {
			err = fmt.Errorf("%s: the answer has status %d, want %d: %s", got.URL, got.Code, target.Status, got.Error)
			end()
		}
		took[i] = append(took[i], got.Latency)
		result := &results.Targets[i]
		if got.Code == http.StatusOK {
			result.OK++
		}
		if strings.HasPrefix(got.Headers.Get("Cache-Status"), "fieldhouse;hit") {
			result.Hits++
		}
		if bytes.Contains(got.Body, lie) {
			result.Wrong++
		}
	})
	if err != nil {
		return nil, err
	}
	results.Seconds = time.Since(began).Seconds()
	for i := range took {
		results.Targets[i].Took = crowd.SpreadOf(took[i])
	}
	results.Counted, err = p.count()
	for name, count := range before {
		results.Counted[name] -= count
	}
	return results, err
}

// attack asks for what next says until it has asked so often, for so long, or the context ends, and calls each, one call at a
// time, with what came of it.
func (p *Plan) attack(ctx context.Context, client *http.Client, rate vegeta.Rate, lasting time.Duration, next vegeta.Targeter, each func(*vegeta.Result)) {
	connections := uint64(p.Connections)
	// Where it asks at a rate, it has more workers than these once they all wait for answers.
	attacker := vegeta.NewAttacker(vegeta.Client(client), vegeta.Workers(min(connections, 1000)), vegeta.MaxWorkers(connections), vegeta.MaxBody(beginning))
	defer context.AfterFunc(ctx, func() { attacker.Stop() })()
	var sent atomic.Int64
	limited := func(target *vegeta.Target) error {
		if sent.Add(1) > int64(p.Times) && p.Times > 0 {
			return vegeta.ErrNoTargets
		}
		return next(target)
	}
	for result := range attacker.Attack(limited, rate, lasting, "") {
		if result.Error != vegeta.ErrNoTargets.Error() {
			each(result)
		}
	}
}

// next takes the targets by turns.
func (p *Plan) next() vegeta.Targeter {
	same := make([]vegeta.Target, len(p.Targets))
	for i, target := range p.Targets {
		same[i] = target.get(target.Path)
	}
	var sent atomic.Int64
	return func(into *vegeta.Target) error {
		n := int(sent.Add(1) - 1)
		i := n % len(p.Targets)
		*into = same[i]
		if target := p.Targets[i]; target.Unique {
			*into = target.get(target.Path + Name(target.First+n/len(p.Targets)))
		}
		return nil
	}
}

// targetOf finds whose result one is.
func (p *Plan) targetOf(got *vegeta.Result) (int, Target) {
	if len(p.Targets) == 1 || got.URL == "" {
		return 0, p.Targets[0]
	}
	i := slices.IndexFunc(p.Targets, func(target Target) bool { return strings.HasPrefix(got.URL, "http://"+target.Address+target.Path) })
	return i, p.Targets[i]
}

// get is the request for a path of the target.
func (t Target) get(path string) vegeta.Target {
	header := http.Header{"Host": {t.Host}}
	for name, value := range t.Headers {
		header.Set(name, value)
	}
	return vegeta.Target{Method: http.MethodGet, URL: "http://" + t.Address + path, Header: header}
}

func (p *Plan) count() (counts map[string]int, err error) {
	if p.Counter == "" {
		return nil, nil
	}
	response, err := http.Get(p.Counter)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&counts); err != nil {
		return nil, fmt.Errorf("reading the counts of %s: %w", p.Counter, err)
	}
	return counts, nil
}

// Name is the nth of many account names: up to 12 of a to z, and a dot.
func Name(n int) string {
	text := []byte("x.")
	for ; n > 0; n /= 26 {
		text = append(text, 'a'+byte(n%26))
	}
	return string(append(text, 'z'))
}
