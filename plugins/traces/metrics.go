package traces

import (
	"sync/atomic"

	"fieldhouse/plugins/metric"
)

// counts are those of spans.
type counts struct{ recorded, sent, failed atomic.Uint64 }

var counted counts

// collected are the numbers of the spans, which outlast reloads.
var collected = metric.NewCollector("traces", nil, []metric.Metric[*counts]{
	{Name: "spans_total", Help: "Spans that were recorded. Those that are neither sent nor failed wait, or were dropped because too many waited.", Value: func(c *counts) float64 { return float64(c.recorded.Load()) }},
	{Name: "spans_sent_total", Help: "Spans that the collector took.", Value: func(c *counts) float64 { return float64(c.sent.Load()) }},
	{Name: "spans_failed_total", Help: "Spans that were thrown away because the collector did not take them.", Value: func(c *counts) float64 { return float64(c.failed.Load()) }},
}, func(send func(*counts, ...string)) { send(&counted) })
