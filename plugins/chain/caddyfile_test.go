package chain

import (
	"testing"

	"fieldhouse/plugins/plugintest/golden"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "chain", map[string]string{
		`breaker`:               `wrong argument count or unexpected line ending after 'breaker', at Caddyfile:3`,
		`breaker 0`:             `breaker "0": write a number from 1 on, at Caddyfile:3`,
		`breaker 5`:             `{"breaker_faults":5}`,
		`deadline -1s`:          `deadline "-1s": write a duration such as 2s, at Caddyfile:3`,
		`health 0s`:             `health "0s": write a duration such as 2s, at Caddyfile:3`,
		`health 10s 2m`:         `{"health_interval":10000000000,"health_idle":120000000000}`,
		`health 1s`:             `{"health_interval":1000000000}`,
		`hedge 110%`:            `hedge "110%": write a share of the reads such as 10%, or off, at Caddyfile:3`,
		`hedge 2.5`:             `{"hedge_share":0.025}`,
		`hedge off`:             `{"hedge_share":-1}`,
		`hedge off 50ms`:        `hedge "off": write a share of the reads such as 10%, or off, at Caddyfile:3`,
		`max_answer 0`:          `max_answer "0": write a size such as 64MiB, at Caddyfile:3`,
		`max_lag 1s 2s 3s`:      `wrong argument count or unexpected line ending after '3s', at Caddyfile:3`,
		`max_lag 5s`:            `{"max_lag":5000000000}`,
		`max_lag near`:          `max_lag "near": write a duration such as 2s, at Caddyfile:3`,
		`max_retry_after 5m`:    `{"max_retry_after":300000000000}`,
		`max_retry_after never`: `max_retry_after "never": write a duration such as 2s, at Caddyfile:3`,
		`node`:                  `wrong argument count or unexpected line ending after 'node', at Caddyfile:3`,
		"node https://one.example https://two.example/\nnode http://127.0.0.1:8888": `{"nodes":["https://one.example","https://two.example/","http://127.0.0.1:8888"]}`,
		`node https://user:secret@wax.example`:                                      `"https://user:xxxxx@wax.example" is not the address of a node: write https://host, without query or credentials, at Caddyfile:3`,
		`node wax.example`:                                                          `"wax.example" is not the address of a node: write https://host, without query or credentials, at Caddyfile:3`,
		`rate 0`:                                                                    `rate "0": write a number per second such as 20, at Caddyfile:3`,
		`rate 16.5 30`:                                                              `{"rate":16.5,"burst":30}`,
		`rate 200`:                                                                  `{"rate":200}`,
		`rate 5 few`:                                                                `rate: the burst "few" is not a number from 1 on, at Caddyfile:3`,
		`retries 3`:                                                                 `unrecognized subdirective: retries, at Caddyfile:3`,
		`timeout 1s 2s`:                                                             `wrong argument count or unexpected line ending after '2s', at Caddyfile:3`,
		`timeout soon`:                                                              `timeout "soon": write a duration such as 2s, at Caddyfile:3`,
		`traceparent on`:                                                            `wrong argument count or unexpected line ending after 'on', at Caddyfile:3`,
		"{\nchain\nchain\n}":                                                        `the chain block stands twice: a process reads one chain, at Caddyfile:3`,
		"{\nchain\n}":                                                               `{}`,
		"{\nchain https://wax.example\n}":                                           `wrong argument count or unexpected line ending after 'https://wax.example', at Caddyfile:2`,
	})
}
