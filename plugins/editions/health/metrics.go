package health

import (
	"fieldhouse/plugins/metric"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are what browsers reported of a release.
func Metrics() []metric.Metric[Counted] {
	metrics := []metric.Metric[Counted]{
		{Name: "views_total", Help: "Page views that were reported.", Value: func(c Counted) float64 { return float64(c.Views) }},
		{Name: "erroneous_views_total", Help: "Reported page views in which something of the release failed.", Value: func(c Counted) float64 { return float64(c.Erroneous) }},
	}
	for _, kind := range []Kind{Remote, Uncaught, Hang, Recoverable} {
		metrics = append(metrics, metric.Metric[Counted]{
			Name: "errors_total", Help: "Reported page views that had an error, by its kind.", Labels: prometheus.Labels{"kind": string(kind)},
			Value: func(c Counted) float64 { return float64(c.Errors[kind]) },
		})
	}
	const milliseconds = 1000
	for _, vital := range []struct {
		of, name, help string
		unit           float64
	}{
		{LCP, "lcp_seconds", "Largest contentful paint of reported views: up to 2.5 s is good, above 4 s poor.", milliseconds},
		{INP, "inp_seconds", "Interaction to next paint of reported views: up to 0.2 s is good, above 0.5 s poor.", milliseconds},
		{CLS, "cls", "Cumulative layout shift of reported views: up to 0.1 is good, above 0.25 poor.", 1},
	} {
		bounds := make([]float64, len(VitalBounds[vital.of]))
		for at, bound := range VitalBounds[vital.of] {
			bounds[at] = bound / vital.unit
		}
		metrics = append(metrics, metric.Metric[Counted]{Name: vital.name, Help: vital.help, Values: func(c Counted) metric.Values {
			of := c.Vitals[vital.of]
			return metric.Values{Bounds: bounds, Counts: append(of.Counts, make([]uint64, len(bounds)+1-len(of.Counts))...), Sum: of.Sum / vital.unit}
		}})
	}
	return metrics
}
