package devchain

import (
	"testing"

	"fieldhouse/plugins/plugintest/golden"
)

func TestCaddyfile(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "devchain", map[string]string{
		`drops 0`:                        `{"drops":0}`,
		`drops default`:                  `{}`,
		`drops many`:                     `drops "many": write a whole number, at Caddyfile:3`,
		`fans 15626`:                     `fans "15626": write a whole number from 0 to 15625, at Caddyfile:3`,
		`fans many`:                      `fans "many": write a whole number from 0 to 15625, at Caddyfile:3`,
		`fork`:                           `unrecognized subdirective: fork, at Caddyfile:3`,
		`fork yes`:                       `unrecognized subdirective: fork, at Caddyfile:3`,
		`irreversible never`:             `irreversible "never": write a whole number, at Caddyfile:3`,
		`listen 127.0.0.1:1 127.0.0.1:2`: `wrong argument count or unexpected line ending after '127.0.0.1:2', at Caddyfile:3`,
		`nodes 0`:                        `nodes "0": write a number from 1 to 9, at Caddyfile:3`,
		`nodes 9`:                        `{"nodes":9}`,
		`nodes three`:                    `nodes "three": write a number from 1 to 9, at Caddyfile:3`,
		`pace soon`:                      `pace "soon": write a duration such as 4s, at Caddyfile:3`,
		`wallets cloud`:                  `wrong argument count or unexpected line ending after 'cloud', at Caddyfile:3`,
		"wallets {\nanchor\n}":           `wrong argument count or unexpected line ending after 'anchor', at Caddyfile:4`,
		"wallets {\ncloud localhost:18102 localhost:18103\n}": `wrong argument count or unexpected line ending after 'localhost:18102', at Caddyfile:4`,
		"wallets {\nledger localhost:18102\n}":                `unrecognized subdirective: ledger, at Caddyfile:4`,
		"wallets {\nwombat localhost:18104\n}":                `wrong argument count or unexpected line ending after 'localhost:18104', at Caddyfile:4`,
		"{\ndevchain\ndevchain\n}":                            `the devchain block stands twice: a process runs one development chain, at :0`,
		"{\ndevchain\n}":                                      `{}`,
	})
}
