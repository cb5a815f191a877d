package link

import (
	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/link/serve"
	"fieldhouse/plugins/metric"

	"github.com/prometheus/client_golang/prometheus"
)

const subsystem = "link"

// deliverySeconds outlasts reloads; each configuration's registry, which is new
// at each reload, takes it.
var deliverySeconds = prometheus.NewHistogram(prometheus.HistogramOpts{
	Namespace: "fieldhouse", Subsystem: subsystem, Name: "delivery_seconds",
	Help:    "How long listeners took to acknowledge a message.",
	Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
})

// numbers are those of the service at a moment.
type numbers struct {
	channel.Stats
	serve.Refusals
}

func (s *state) numbers() numbers { return numbers{s.hub.Stats(), s.server.Refusals()} }

const (
	messagesHelp = "Messages by what their sender was told."
	refusedHelp  = "Requests refused by a bound."
)

var collected = metric.NewCollector(subsystem, nil, []metric.Metric[*numbers]{
	{Name: "messages_total", Help: messagesHelp, Labels: prometheus.Labels{"outcome": "delivered"}, Value: func(n *numbers) float64 { return float64(n.Delivered) }},
	{Name: "messages_total", Help: messagesHelp, Labels: prometheus.Labels{"outcome": "buffered"}, Value: func(n *numbers) float64 { return float64(n.Buffered) }},
	{Name: "messages_total", Help: messagesHelp, Labels: prometheus.Labels{"outcome": "undelivered"}, Value: func(n *numbers) float64 { return float64(n.Undelivered) }},
	{Name: "messages_total", Help: messagesHelp, Labels: prometheus.Labels{"outcome": "replaced"}, Value: func(n *numbers) float64 { return float64(n.Replaced) }},
	{Name: "messages_total", Help: messagesHelp, Labels: prometheus.Labels{"outcome": "left"}, Value: func(n *numbers) float64 { return float64(n.Left) }},
	{Name: "refused_total", Help: refusedHelp, Labels: prometheus.Labels{"bound": "full"}, Value: func(n *numbers) float64 { return float64(n.Full) }},
	{Name: "refused_total", Help: refusedHelp, Labels: prometheus.Labels{"bound": "rate"}, Value: func(n *numbers) float64 { return float64(n.Rate) }},
	{Name: "refused_total", Help: refusedHelp, Labels: prometheus.Labels{"bound": "client_listeners"}, Value: func(n *numbers) float64 { return float64(n.Refusals.Listeners) }},
	{Name: "refused_total", Help: refusedHelp, Labels: prometheus.Labels{"bound": "max_message"}, Value: func(n *numbers) float64 { return float64(n.Size) }},
	{Name: "fetched_total", Help: "Kept messages that a listener acknowledged afterwards.", Value: func(n *numbers) float64 { return float64(n.Fetched) }},
	{Name: "displaced_total", Help: "Kept messages and listeners that made room for another client's.", Value: func(n *numbers) float64 { return float64(n.Displaced) }},
	{Name: "expired_total", Help: "Kept messages that nobody fetched within their age.", Value: func(n *numbers) float64 { return float64(n.Expired) }},
	{Name: "unacknowledged_total", Help: "Deliveries that the listener did not acknowledge.", Value: func(n *numbers) float64 { return float64(n.Unacknowledged) }},
	{Name: "channels", Help: "Channels with a listener or a message.", Value: func(n *numbers) float64 { return float64(n.Channels) }},
	{Name: "listeners", Help: "WebSockets and long polls that listen.", Value: func(n *numbers) float64 { return float64(n.Stats.Listeners) }},
	{Name: "senders", Help: "Senders that wait to be told what became of their message.", Value: func(n *numbers) float64 { return float64(n.Senders) }},
	{Name: "kept_messages", Help: "Messages that no listener took so far.", Value: func(n *numbers) float64 { return float64(n.Kept) }},
	{Name: "kept_bytes", Help: "Bytes of the messages that no listener took so far.", Value: func(n *numbers) float64 { return float64(n.KeptBytes) }},
}, func(send func(*numbers, ...string)) {
	if running := living(); running != nil {
		now := running.numbers()
		send(&now)
	}
})
