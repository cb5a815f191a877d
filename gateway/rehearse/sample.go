package rehearse

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/push"
)

// Sample is what the gateway said of itself at a moment, by its admin endpoint.
type Sample struct {
	// At is when, in seconds from the opening on.
	At float64 `json:"at"`
	// Waiting are the pushes in line, Places those that are not signed yet, Oldest how long the first waits, in seconds.
	Waiting int     `json:"waiting"`
	Places  int     `json:"places"`
	Oldest  float64 `json:"oldest"`
	// Nodes are the states of the nodes, in their order.
	Nodes []string `json:"nodes"`
	// Asked are the requests to nodes so far, by class and by node. A process that starts anew counts on.
	Asked   map[string]float64 `json:"asked"`
	AskedOf []float64          `json:"asked_of"`
	// Memory is resident, in bytes, Processor the time of processors so far, in seconds. 0 where `metrics` is off.
	Memory    float64 `json:"memory"`
	Processor float64 `json:"processor"`
}

// sampler asks an admin endpoint.
type sampler struct {
	address string
	http    *http.Client
	// last are the counters as they were read last, sums what all processes have counted together.
	last, sums map[string]float64
}

func newSampler(address string) *sampler {
	return &sampler{address, &http.Client{Timeout: 5 * time.Second}, map[string]float64{}, map[string]float64{}}
}

// count is a counter that goes on where a process started anew.
func (s *sampler) count(name string, now float64) float64 {
	grown := now - s.last[name]
	if grown < 0 {
		grown = now
	}
	s.last[name] = now
	s.sums[name] += grown
	return s.sums[name]
}

func (s *sampler) get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+path, nil)
	if err != nil {
		return nil, err
	}
	response, err := s.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 16<<20))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s", path, response.Status)
	}
	return body, err
}

var (
	memoryLine    = regexp.MustCompile(`(?m)^process_resident_memory_bytes (\S+)$`)
	processorLine = regexp.MustCompile(`(?m)^process_cpu_seconds_total (\S+)$`)
)

// take asks for a sample.
func (s *sampler) take(ctx context.Context) (sample Sample, err error) {
	var line push.Stats
	var nodes []pool.NodeStatus
	for path, into := range map[string]any{"/chain/queue": &line, "/chain/nodes": &nodes} {
		text, err := s.get(ctx, path)
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			return sample, fmt.Errorf("the admin endpoint %s: %w", s.address, err)
		}
	}
	metrics, err := s.get(ctx, "/metrics")
	if err != nil {
		return sample, err
	}
	sample = Sample{Waiting: line.Waiting, Places: line.Places, Oldest: line.Oldest.Seconds(), Asked: map[string]float64{}}
	classes := map[string]float64{}
	for i, node := range nodes {
		all := 0.0
		for _, class := range node.Classes {
			all += float64(class.Granted)
			classes[class.Class] += float64(class.Granted)
		}
		sample.Nodes = append(sample.Nodes, fmt.Sprint(node.State))
		sample.AskedOf = append(sample.AskedOf, s.count("node "+strconv.Itoa(i), all))
	}
	for class, all := range classes {
		sample.Asked[class] = s.count("class "+class, all)
	}
	value := func(line *regexp.Regexp) (value float64) {
		if found := line.FindSubmatch(metrics); found != nil {
			value, _ = strconv.ParseFloat(string(found[1]), 64)
		}
		return value
	}
	sample.Memory, sample.Processor = value(memoryLine), s.count("processor", value(processorLine))
	return sample, nil
}
