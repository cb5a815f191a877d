package traces

import (
	"testing"

	"fieldhouse/plugins/plugintest/golden"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "traces", map[string]string{
		"{\ntraces on\n}":                               `wrong argument count or unexpected line ending after 'on', at Caddyfile:2`,
		`endpoint 127.0.0.1:4318`:                       `the address of the collector cannot be read: write one such as http://localhost:4318, and credentials into OTEL_EXPORTER_OTLP_HEADERS, at Caddyfile:3`,
		`endpoint https://ops:secret@collector.example`: `"https://ops:xxxxx@collector.example" is not the address of a collector: write one such as http://localhost:4318, and credentials into OTEL_EXPORTER_OTLP_HEADERS, at Caddyfile:3`,
		`pushes 1001`:                                   `pushes "1001": write a number from 0 to 1000, at Caddyfile:3`,
		`pushes 10 20`:                                  `wrong argument count or unexpected line ending after '20', at Caddyfile:3`,
		`ratio 1.5`:                                     `ratio "1.5": write a share of the requests from 0 to 1, such as 0.001, at Caddyfile:3`,
		`ratio NaN`:                                     `ratio "NaN": write a share of the requests from 0 to 1, such as 0.001, at Caddyfile:3`,
		"{\ntraces\ntraces\n}":                          `the traces block stands twice: a process sends its traces to one collector, at Caddyfile:3`,
		`sampler always`:                                `unrecognized subdirective: sampler, at Caddyfile:3`,
	})
}
