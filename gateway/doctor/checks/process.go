package checks

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// Process is the running one, and what it is compared with.
type Process struct {
	// Admin gets a path of its admin endpoint; nil where the configuration has none.
	Admin func(ctx context.Context, path string) ([]byte, error)
	// Version is that of this binary, BuiltWith those of what it is made with, and Built when its
	// file was written.
	Version   string
	BuiltWith string
	Built     time.Time
	// Config is the file's configuration, as JSON.
	Config []byte
	// Own is what a process may have that this shell starts.
	Own Limits
	// Taken is how many connections a process takes that may have so many file descriptors and
	// bytes, how many it should, and what to raise where that is more.
	Taken func(descriptors int, memory int64) (taken, wanted int, advice string)
}

// Limits are what a process may have.
type Limits struct {
	Descriptors, Cores int
	Memory             int64
}

// Check looks at the running process, and at what it may have.
func (p Process) Check() Check {
	return Check{"process", func(ctx context.Context) []Result {
		found := []Result{ok("version", "this is %s (%s)", p.Version, p.BuiltWith)}
		own := p.capacity("a process that this shell starts", p.Own)
		if p.Admin == nil {
			return append(found, warn("process", "none can be told of while the configuration has `admin off`", "the running process has no admin endpoint"), own)
		}
		scraped, err := p.Admin(ctx, "/metrics")
		if err != nil {
			return append(found, warn("process", "start it: fieldhouse run; where it runs, give the --config and environment that it has", "the admin endpoint does not answer: %v", err), own)
		}
		values, err := metrics(scraped)
		if err != nil {
			return append(found, problem("process", "is another program at that address?", "its /metrics: %v", err), own)
		}
		found = append(found, p.age(ctx, values), p.configuration(ctx))
		return append(found, p.capacity("the running process", Limits{
			Descriptors: int(min(values["process_max_fds"], math.MaxInt32)), Cores: int(values["go_sched_gomaxprocs_threads"]),
			Memory: int64(min(values["go_gc_gomemlimit_bytes"], 1<<62)),
		}))
	}}
}

// metrics are the values without labels of a scrape.
func metrics(scraped []byte) (map[string]float64, error) {
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(scraped))
	if err != nil {
		return nil, err
	}
	values := map[string]float64{}
	for name, family := range families {
		if all := family.GetMetric(); len(all) == 1 {
			values[name] = max(all[0].GetGauge().GetValue(), all[0].GetUntyped().GetValue(), all[0].GetCounter().GetValue())
		}
	}
	if values["process_start_time_seconds"] == 0 {
		return nil, fmt.Errorf("there is no process_start_time_seconds")
	}
	return values, nil
}

// age says whether the running process is of this binary.
func (p Process) age(ctx context.Context, values map[string]float64) Result {
	const do = "start the service anew while no sale is near: open pages and the line are told"
	var running struct {
		Version string `json:"fieldhouse_version"`
	}
	text, err := p.Admin(ctx, "/debug/vars")
	if err == nil {
		err = json.Unmarshal(text, &running)
	}
	began := time.UnixMilli(int64(values["process_start_time_seconds"] * 1000))
	since := began.UTC().Format(time.RFC3339)
	switch {
	case err != nil:
		return warn("process", do, "it runs since %s and does not say its version: %v", since, err)
	case running.Version != p.Version:
		return warn("process", do, "version %q runs since %s, and this is %q", running.Version, since, p.Version)
	case p.Built.After(began.Add(startOff)):
		return warn("process", do, "it runs since %s, and the binary is of %s", since, p.Built.UTC().Format(time.RFC3339))
	}
	return ok("process", "it runs since %s, of this version", since)
}

// configuration says whether the running configuration is the file's. Values may be secret: it
// names places.
func (p Process) configuration(ctx context.Context) Result {
	const do = "fieldhouse reload with this file, or give the environment that the service has (SITE_ADDRESS, FIELDHOUSE_STORE)"
	var running, file any
	text, err := p.Admin(ctx, "/config/")
	if err == nil {
		err = json.Unmarshal(text, &running)
	}
	if err == nil {
		err = json.Unmarshal(p.Config, &file)
	}
	if err != nil {
		return warn("configuration", do, "the running one: %v", err)
	}
	if places := differences("", running, file); len(places) > 0 {
		more := ""
		if len(places) > mostPlaces {
			places, more = places[:mostPlaces], fmt.Sprintf(" and %d more", len(places)-mostPlaces)
		}
		return warn("configuration", do, "what runs is not the file's: %s%s", strings.Join(places, ", "), more)
	}
	return ok("configuration", "what runs is the file's")
}

const mostPlaces = 5

// startOff is by how much the start that a process tells may be off: it is reckoned from the
// machine's, which is known to the second.
const startOff = 5 * time.Second

// differences are the places in which two JSON values differ.
func differences(at string, one, two any) (places []string) {
	ones, isObject := one.(map[string]any)
	twos, areBoth := two.(map[string]any)
	if !isObject || !areBoth {
		if reflect.DeepEqual(one, two) {
			return nil
		}
		return []string{max(at, "/")}
	}
	both := maps.Clone(ones)
	maps.Copy(both, twos)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		places = append(places, differences(at+"/"+name, ones[name], twos[name])...)
	}
	return places
}

// What a page that is open during a sale takes, by stream over HTTP/2 and TLS: docs/sale-day.md.
const (
	pagesOfCore = 25_000
	bytesOfPage = 84_000
)

// capacity says how many open pages a process holds.
func (p Process) capacity(whose string, limits Limits) Result {
	taken, wanted, advice := p.Taken(limits.Descriptors, limits.Memory)
	pages := min(taken, limits.Cores*pagesOfCore)
	found := fmt.Sprintf("%s takes %s connections (%s descriptors, %s of memory): %s open pages of a sale, in %s and %.2g of %d cores",
		whose, comma(taken), comma(limits.Descriptors), humanize.IBytes(uint64(limits.Memory)),
		comma(pages), humanize.IBytes(uint64(pages)*bytesOfPage), float64(pages)/pagesOfCore, limits.Cores)
	if advice != "" {
		return warn("capacity", advice, "%s; %s connections are wanted", found, comma(wanted))
	}
	return ok("capacity", "%s", found)
}

func comma(of int) string { return humanize.Comma(int64(of)) }
