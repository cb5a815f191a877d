package adapter

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

// one is a single class.
var one = Classes{All: []Class{{Name: "a", Share: 1, Soft: time.Second, Hard: time.Minute}}}

func TestWhatIsNotSetComesFromThePluginAndThenFromTheGeneralDefaults(t *testing.T) {
	three, seven := 3.0, 7.0
	plugins := Options{CacheSize: 16 * mebibyte, Misses: &three, MissBurst: 4, FetchTimeout: caddy.Duration(time.Minute)}
	for name, test := range map[string]struct {
		given, defaults Options
		size            int64
		budget          edgecache.Budget
		timeout         time.Duration
	}{
		"nothing":               {Options{}, Options{}, 64 * mebibyte, edgecache.Budget{Misses: 20}, 10 * time.Second},
		"the plugin's":          {Options{}, plugins, 16 * mebibyte, edgecache.Budget{Misses: 3, Burst: 4}, time.Minute},
		"given before the two":  {Options{CacheSize: mebibyte, Misses: &seven, FetchTimeout: 5}, plugins, mebibyte, edgecache.Budget{Misses: 7}, 5},
		"no bound stays none":   {Options{Misses: new(float64)}, plugins, 16 * mebibyte, edgecache.Budget{}, time.Minute},
		"a burst of its own":    {Options{MissBurst: 9}, Options{}, 64 * mebibyte, edgecache.Budget{Misses: 20, Burst: 9}, 10 * time.Second},
		"rate and burst, given": {Options{Misses: &seven, MissBurst: 8}, plugins, 16 * mebibyte, edgecache.Budget{Misses: 7, Burst: 8}, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			options := test.given
			must.Do(t, options.Complete(test.defaults, one))
			budget := edgecache.Budget{Misses: *options.Misses, Burst: options.MissBurst}
			if options.CacheSize != test.size || budget != test.budget {
				t.Errorf("size %d, budget %+v; want %d, %+v", options.CacheSize, budget, test.size, test.budget)
			}
			if class := options.classes[0]; class.Timeout != test.timeout || class.Remember != time.Second || class.Size != test.size {
				t.Errorf("class %+v", class)
			}
		})
	}
}

func TestOptionsThatCannotWorkAreRefused(t *testing.T) {
	less := -1.0
	for name, options := range map[string]Options{
		"a size under 1 MiB": {CacheSize: mebibyte - 1},
		"a negative rate":    {Misses: &less},
		"a negative burst":   {MissBurst: -1},
		"a negative memory":  {Remember: -1},
		"a negative timeout": {FetchTimeout: -1},
	} {
		if err := options.Complete(Options{}, one); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestClassesShareTheCacheInWholeMebibytes(t *testing.T) {
	classes := Classes{All: []Class{{Name: "a", Share: 1, Soft: time.Second, Hard: time.Minute}, {Name: "b", Share: 3, Soft: time.Second, Hard: time.Minute}}}
	configs := must.Get(classes.configs(&Options{CacheSize: 10 * mebibyte, Lifetimes: map[string]Lifetime{"b": {Soft: caddy.Duration(time.Hour)}}}))(t)
	want := []edgecache.ClassConfig{
		{Name: "a", Size: 2 * mebibyte, Soft: time.Second, Hard: time.Minute},
		{Name: "b", Size: 7 * mebibyte, Soft: time.Hour, Hard: time.Hour}, // hard is at least soft
	}
	if !slices.Equal(configs, want) {
		t.Errorf("%+v, want %+v", configs, want)
	}
	if _, err := classes.configs(&Options{CacheSize: 4*mebibyte - 1}); err == nil || !strings.Contains(err.Error(), "4MiB") {
		t.Errorf("a cache too small for its smallest class: %v", err)
	}
}

func TestAStoreThatIsNotNamedIsTheVariables(t *testing.T) {
	t.Setenv("FIELDHOUSE_STORE", "/srv/fieldhouse")
	if folder := StoreFolder(""); folder != "/srv/fieldhouse" {
		t.Errorf("it is %s", folder)
	}
	if folder := StoreFolder("/elsewhere"); folder != "/elsewhere" {
		t.Errorf("a named one is %s", folder)
	}
}

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
		"remember 1s {\n}":     "the option before this block has none",

		"misses 5 9\nremember 1s\nmisses 7": "misses stands twice, first at Testfile:2: take one of the two out, at Testfile:4",
		"remember 1s\nremember 1s":          "remember stands twice, first at Testfile:2",
	} {
		if _, err := parse(block); err == nil || !strings.Contains(err.Error(), naming) {
			t.Errorf("%q: error %v, want one that says %s", block, err, naming)
		}
	}
}
