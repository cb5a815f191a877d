package traces

import "testing"

// https://opentelemetry.io/docs/specs/otel/protocol/exporter/#endpoint-urls-for-otlphttp
func TestTheVariableForAllSignalsIsABaseAddressAndTheOneForTracesAWholeOne(t *testing.T) {
	for _, c := range []struct{ setting, traces, all, want string }{
		{"", "", "", "http://localhost:4318/v1/traces"},
		{"", "", "http://collector:4318", "http://collector:4318/v1/traces"},
		{"", "", "https://otlp.example/otlp", "https://otlp.example/otlp/v1/traces"},
		{"", "", "https://otlp.example/otlp/", "https://otlp.example/otlp/v1/traces"},
		{"", "", "http://collector:4318/v1/traces", "http://collector:4318/v1/traces"},
		{"", "https://otlp.example/mine", "https://otlp.example/otlp", "https://otlp.example/mine"},
		{"https://otlp.example/own", "https://otlp.example/mine", "", "https://otlp.example/own"},
	} {
		t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", c.traces)
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.all)
		app := App{Endpoint: c.setting}
		if err := app.complete(); err != nil || app.endpoint != c.want {
			t.Errorf("%+v: %s, %v", c, app.endpoint, err)
		}
	}
}
