package link

import (
	"time"

	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/link/serve"

	"github.com/prometheus/client_golang/prometheus"
)

const namespace, subsystem = "fieldhouse", "link"

// deliverySeconds outlasts reloads; each configuration's registry, which is new
// at each reload, takes it.
var deliverySeconds = prometheus.NewHistogram(prometheus.HistogramOpts{
	Namespace: namespace, Subsystem: subsystem, Name: "delivery_seconds",
	Help:    "How long listeners took to acknowledge a message.",
	Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
})

func observeDelivery(took time.Duration) { deliverySeconds.Observe(took.Seconds()) }

// numbers are those of the service at a moment.
type numbers struct {
	channel.Stats
	serve.Refusals
}

func (s *state) numbers() numbers { return numbers{s.hub.Stats(), s.server.Refusals()} }

// metric is one number; some have a label that says which.
type metric struct {
	description *prometheus.Desc
	kind        prometheus.ValueType
	which       []string
	value       func(*numbers) float64
}

// collector reads the numbers when Prometheus asks.
type collector struct{ metrics []metric }

var (
	messages = describe("messages_total", "Messages by what their sender was told.", "outcome")
	refused  = describe("refused_total", "Requests refused by a bound.", "bound")
)

var collected = &collector{[]metric{
	{messages, prometheus.CounterValue, []string{"delivered"}, func(n *numbers) float64 { return float64(n.Delivered) }},
	{messages, prometheus.CounterValue, []string{"buffered"}, func(n *numbers) float64 { return float64(n.Buffered) }},
	{messages, prometheus.CounterValue, []string{"undelivered"}, func(n *numbers) float64 { return float64(n.Undelivered) }},
	{messages, prometheus.CounterValue, []string{"replaced"}, func(n *numbers) float64 { return float64(n.Replaced) }},
	{messages, prometheus.CounterValue, []string{"left"}, func(n *numbers) float64 { return float64(n.Left) }},
	{refused, prometheus.CounterValue, []string{"full"}, func(n *numbers) float64 { return float64(n.Full) }},
	{refused, prometheus.CounterValue, []string{"rate"}, func(n *numbers) float64 { return float64(n.Rate) }},
	{refused, prometheus.CounterValue, []string{"client_listeners"}, func(n *numbers) float64 { return float64(n.Refusals.Listeners) }},
	{refused, prometheus.CounterValue, []string{"max_message"}, func(n *numbers) float64 { return float64(n.Size) }},
	counter("fetched_total", "Kept messages that a listener acknowledged afterwards.", func(n *numbers) uint64 { return n.Fetched }),
	counter("displaced_total", "Kept messages and listeners that made room for another client's.", func(n *numbers) uint64 { return n.Displaced }),
	counter("expired_total", "Kept messages that nobody fetched within their age.", func(n *numbers) uint64 { return n.Expired }),
	counter("unacknowledged_total", "Deliveries that the listener did not acknowledge.", func(n *numbers) uint64 { return n.Unacknowledged }),
	gauge("channels", "Channels with a listener or a message.", func(n *numbers) float64 { return float64(n.Channels) }),
	gauge("listeners", "WebSockets and long polls that listen.", func(n *numbers) float64 { return float64(n.Stats.Listeners) }),
	gauge("senders", "Senders that wait to be told what became of their message.", func(n *numbers) float64 { return float64(n.Senders) }),
	gauge("kept_messages", "Messages that no listener took so far.", func(n *numbers) float64 { return float64(n.Kept) }),
	gauge("kept_bytes", "Bytes of the messages that no listener took so far.", func(n *numbers) float64 { return float64(n.KeptBytes) }),
}}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName(namespace, subsystem, name), help, labels, nil)
}

func counter(name, help string, count func(*numbers) uint64) metric {
	return metric{describe(name, help), prometheus.CounterValue, nil, func(n *numbers) float64 { return float64(count(n)) }}
}

func gauge(name, help string, value func(*numbers) float64) metric {
	return metric{describe(name, help), prometheus.GaugeValue, nil, value}
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range c.metrics {
		to <- m.description
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	running := living()
	if running == nil {
		return
	}
	now := running.numbers()
	for _, m := range c.metrics {
		to <- prometheus.MustNewConstMetric(m.description, m.kind, m.value(&now), m.which...)
	}
}
