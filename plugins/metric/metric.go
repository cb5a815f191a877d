// Package metric has numbers that are read from their owners when Prometheus asks. It knows
// nothing of Caddy.
package metric

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// Metric is a number that is read from its owner when Prometheus asks. One whose
// name ends with _total is a counter, any other a gauge.
type Metric[T any] struct {
	Name, Help string
	Value      func(T) float64
	// Values, in Value's place, makes it a histogram.
	Values func(T) Values
	// Labels, if there are any, tell metrics of one name apart.
	Labels prometheus.Labels
}

// Values are those that a histogram counts.
type Values struct {
	// Bounds are in ascending order; Counts are of the values up to each of them and above
	// the one before, at last of those above all.
	Bounds []float64
	Counts []uint64
	Sum    float64
}

// metric is the histogram of the values (Prometheus counts all up to each bound).
func (v Values) metric(description *prometheus.Desc, labels []string) prometheus.Metric {
	all, upTo := uint64(0), make(map[float64]uint64, len(v.Bounds))
	for at, count := range v.Counts {
		if all += count; at < len(v.Bounds) {
			upTo[v.Bounds[at]] = all
		}
	}
	return prometheus.MustNewConstHistogram(description, all, v.Sum, upTo, labels...)
}

// NewCollector collects metrics of a subsystem ("chain"). each sends those that have
// these numbers, such as nodes, with what they are called by labels ("node").
func NewCollector[T any](subsystem string, labels []string, metrics []Metric[T], each func(send func(of T, labels ...string))) prometheus.Collector {
	c := &collector[T]{metrics, make([]*prometheus.Desc, len(metrics)), each}
	for i, metric := range metrics {
		c.descriptions[i] = prometheus.NewDesc(prometheus.BuildFQName("fieldhouse", subsystem, metric.Name), metric.Help, labels, metric.Labels)
	}
	return c
}

type collector[T any] struct {
	metrics      []Metric[T]
	descriptions []*prometheus.Desc
	each         func(send func(of T, labels ...string))
}

// Describe implements prometheus.Collector.
func (c *collector[T]) Describe(to chan<- *prometheus.Desc) {
	for _, description := range c.descriptions {
		to <- description
	}
}

// Collect implements prometheus.Collector.
func (c *collector[T]) Collect(to chan<- prometheus.Metric) {
	c.each(func(of T, labels ...string) {
		for i, metric := range c.metrics {
			if metric.Values != nil {
				to <- metric.Values(of).metric(c.descriptions[i], labels)
				continue
			}
			kind := prometheus.GaugeValue
			if strings.HasSuffix(metric.Name, "_total") {
				kind = prometheus.CounterValue
			}
			to <- prometheus.MustNewConstMetric(c.descriptions[i], kind, metric.Value(of), labels...)
		}
	})
}
