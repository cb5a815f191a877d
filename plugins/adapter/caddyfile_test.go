package adapter

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

// parse reads a block of options as a plugin does.
func parse(block string) (*Options, error) {
	options := new(Options)
	d := caddyfile.NewTestDispenser("plugin {\n" + block + "\n}")
	if err := ParseBlock(d, options.Subdirectives(Classes{})); err != nil {
		return nil, err
	}
	return options, nil
}

func TestSharedOptionsAreReadTheSameWayEverywhere(t *testing.T) {
	for block, want := range map[string]string{
		"":                      `{}`,
		"cache_size 16MiB":      `{"cache_size":16777216}`,
		"misses 5":              `{"misses":5}`,
		"misses 0.5 10":         `{"misses":0.5,"miss_burst":10}`,
		"misses 0":              `{"misses":0}`,
		"misses 5 9\nmisses 7":  `{"misses":7}`,
		"remember 2s":           `{"remember":2000000000}`,
		"fetch_timeout 1m":      `{"fetch_timeout":60000000000}`,
		"remember 1s\nmisses 1": `{"misses":1,"remember":1000000000}`,
	} {
		options, err := parse(block)
		if err != nil {
			t.Errorf("%q: %v", block, err)
			continue
		}
		if got, _ := json.Marshal(options); string(got) != want {
			t.Errorf("%q: %s, want %s", block, got, want)
		}
	}
}

func TestAnOptionThatCannotBeIsRefusedWithItsValue(t *testing.T) {
	for block, naming := range map[string]string{
		"cache_size":           "wrong argument count",
		"cache_size 1MiB 2":    "wrong argument count",
		"cache_size lots":      `cache_size "lots"`,
		"cache_size 0":         `cache_size "0"`,
		"misses":               "wrong argument count",
		"misses 1 2 3":         "wrong argument count",
		"misses -1":            `misses "-1"`,
		"misses NaN":           `misses "NaN"`,
		"misses +Inf":          `misses "+Inf"`,
		"misses 1 0":           `misses: the burst "0"`,
		"misses 1 99999999999": `"99999999999"`,
		"remember never":       `remember "never"`,
		"remember {args[2]}":   "too few arguments: {args[2]} is argument 3",
		"{args[3:]}":           "too few arguments: {args[3:]} is argument 4",
		"remember 0s":          `remember "0s"`,
		"fetch_timeout":        "wrong argument count",
		"fetch_timeout -1s":    `fetch_timeout "-1s"`,
		"other 1":              "unrecognized subdirective: other",
	} {
		if _, err := parse(block); err == nil || !strings.Contains(err.Error(), naming) {
			t.Errorf("%q: error %v, want one that says %s", block, err, naming)
		}
	}
}
