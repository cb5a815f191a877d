package gateway

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest"

	"github.com/VictoriaMetrics/metricsql"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"go.yaml.in/yaml/v3"
)

// alert is one of deploy/prometheus/alerts.yml.
type alert struct {
	Alert, Expr         string
	Labels, Annotations map[string]string
}

func alerts(t *testing.T) (all []alert) {
	t.Helper()
	var file struct{ Groups []struct{ Rules []alert } }
	if err := yaml.Unmarshal([]byte(read(t, "../deploy/prometheus/alerts.yml")), &file); err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	return all
}

// panel is one of a dashboard.
type panel struct {
	ID         int
	Title      string
	Datasource struct{ UID string }
	GridPos    struct{ X, Y, W, H int }
	Targets    []struct{ RefID, Expr string }
}

// dashboards are those of deploy/grafana, by their files' names.
func dashboards(t *testing.T) map[string][]panel {
	t.Helper()
	files, err := filepath.Glob("../deploy/grafana/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no dashboards: %v", err)
	}
	all := map[string][]panel{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		var dashboard struct {
			UID    string
			Panels []panel
		}
		if err := json.Unmarshal([]byte(read(t, file)), &dashboard); err != nil || dashboard.UID != "fieldhouse-"+name || len(dashboard.Panels) == 0 {
			t.Fatalf("%s: the uid is %q, %d panels: %v", file, dashboard.UID, len(dashboard.Panels), err)
		}
		all[name] = dashboard.Panels
	}
	return all
}

// scraped are the labels of the series that a process has, by the metric's name; a histogram is
// there by the name of its buckets.
type scraped map[string][]map[string]string

// scrapeFile is where the last scrape is kept, for bench/conformance.
const scrapeFile = "FIELDHOUSE_TEST_SCRAPE"

func (p *process) scrape() scraped {
	p.t.Helper()
	text := p.adminAnswer("/metrics")
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if file := os.Getenv(scrapeFile); err == nil && file != "" {
		err = os.WriteFile(file, []byte(text), 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	all := scraped{}
	for name, family := range families {
		for _, metric := range family.GetMetric() {
			labels := map[string]string{}
			for _, label := range metric.GetLabel() {
				labels[label.GetName()] = label.GetValue()
			}
			if metric.GetHistogram() != nil {
				all[name+"_bucket"] = append(all[name+"_bucket"], labels)
			} else {
				all[name] = append(all[name], labels)
			}
		}
	}
	return all
}

// ofPrometheus are what Prometheus itself adds.
var (
	ownMetrics = []string{"up", "ALERTS"}
	ownLabels  = []string{"job", "instance"}
)

// missing are the selectors of expressions, by where they stand, that no series of the process
// answers. Of alternatives such as `drops|claims` each must have one.
func (s scraped) missing(t *testing.T, expressions map[string]string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for where, expression := range expressions {
		parsed, err := metricsql.Parse(expression)
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		metricsql.VisitAll(parsed, func(part metricsql.Expr) {
			selector, is := part.(*metricsql.MetricExpr)
			if !is || len(selector.LabelFilterss) == 0 {
				return
			}
			for _, filters := range selector.LabelFilterss {
				if len(filters) == 0 || filters[0].Label != "__name__" {
					all[where] = "a selector without a name"
				} else if !slices.Contains(ownMetrics, filters[0].Value) && !s.answers(filters) {
					all[where] = string(selector.AppendString(nil))
				}
			}
		})
	}
	return all
}

func (s scraped) answers(filters []metricsql.LabelFilter) bool {
	series := s[filters[0].Value]
	for _, filter := range filters[1:] {
		if slices.Contains(ownLabels, filter.Label) {
			continue
		}
		values := []string{filter.Value}
		if filter.IsRegexp {
			values = strings.Split(filter.Value, "|")
		}
		var left []map[string]string
		for _, value := range values {
			found := slices.Collect(func(yield func(map[string]string) bool) {
				for _, labels := range series {
					if has, there := labels[filter.Label]; there && (has == value) != filter.IsNegative && !yield(labels) {
						return
					}
				}
			})
			if len(found) == 0 {
				return false
			}
			left = append(left, found...)
		}
		series = left
	}
	return len(series) > 0
}

// An alert by `increase` sees the first event only of a series that was there before it.
func TestAProcessHasEachSeriesOfTheAlertsFromItsStartAndOfTheDashboardsInUse(t *testing.T) {
	p := newProcess(t, ofRows, func(config object) {
		secure := object{"listen": []string{freeAddress(t)}, "routes": []object{{"match": []object{{"host": []string{"localhost"}}}, "handle": []object{{"handler": "static_response"}}}}}
		serveOverTLS(config, secure, "localhost")
		config["apps"].(object)["cluster"] = object{"listen": freeAddress(t), "secret": strings.Repeat("secret", 6)}
		config["apps"].(object)["http"].(object)["servers"].(object)["secure"] = secure
	})
	expressions := map[string]string{}
	for number, alert := range alerts(t) {
		expressions[fmt.Sprint(alert.Alert, " ", number)] = alert.Expr
	}
	var missing map[string]string
	defer func() {
		for where, selector := range missing {
			t.Errorf("%s: nothing of the process answers %s", where, selector)
		}
	}()
	plugintest.Eventually(t, "the alerts have their series before any request", func() bool {
		missing = p.scrape().missing(t, expressions)
		return len(missing) == 0
	})
	client := newClient(t, true)
	for _, path := range []string{"/", "/football", drops, "/v1/chain/get_info"} {
		p.want(client, path)
	}
	expressions = map[string]string{}
	for name, panels := range dashboards(t) {
		for _, panel := range panels {
			for _, target := range panel.Targets {
				expressions[fmt.Sprintf("%s, %s %s", name, panel.Title, target.RefID)] = strings.ReplaceAll(target.Expr, "$__rate_interval", "5m")
			}
		}
	}
	plugintest.Eventually(t, "the dashboards have their series", func() bool {
		missing = p.scrape().missing(t, expressions)
		return len(missing) == 0
	})
}

func TestASeriesThatIsNotThereIsMissing(t *testing.T) {
	has := scraped{"a": {{"kind": "x"}, {"kind": "y", "of": "z"}}}
	for expression, missing := range map[string]bool{
		`rate(a{kind="x"}[5m])`: false, `a{kind=~"x|y"}`: false, `a{kind!="x",job="f",instance=~"$instance"} > 1 or up == 0`: false, `sum by (kind) (a)`: false,
		`b`: true, `a{kind=~"x|w"}`: true, `a{kind="x",of="z"}`: true, `a{other="x"}`: true, `a - on (kind) b{kind="x"}`: true,
	} {
		if got := len(has.missing(t, map[string]string{"": expression})) > 0; got != missing {
			t.Errorf("%s: %t that something is missing", expression, got)
		}
	}
}

func TestTheDashboardsHaveEachPanelOnceAndNoneOnAnother(t *testing.T) {
	for name, panels := range dashboards(t) {
		ids, taken := map[int]bool{}, map[[2]int]string{}
		for _, panel := range panels {
			at := panel.GridPos
			if ids[panel.ID] || at.X < 0 || at.W < 1 || at.H < 1 || at.X+at.W > 24 || panel.Datasource.UID != "${datasource}" || len(panel.Targets) == 0 {
				t.Errorf("%s: %+v: want an id of its own, 24 columns and the chosen data source", name, panel)
			}
			ids[panel.ID] = true
			for x := at.X; x < at.X+at.W; x++ {
				for y := at.Y; y < at.Y+at.H; y++ {
					if other, is := taken[[2]int{x, y}]; is {
						t.Fatalf("%s: %s lies on %s", name, panel.Title, other)
					}
					taken[[2]int{x, y}] = panel.Title
				}
			}
			letters := map[string]bool{}
			for _, target := range panel.Targets {
				if letters[target.RefID] || !strings.Contains(target.Expr, "instance=~'$instance'") && !strings.Contains(target.Expr, "ALERTS") {
					t.Errorf("%s, %s: %+v: want a letter of its own and the chosen instances", name, panel.Title, target)
				}
				letters[target.RefID] = true
			}
		}
	}
}

func TestEachAlertHasASeverityASummaryAndARunbookAndEachRunbookAnAlert(t *testing.T) {
	_, after, _ := strings.Cut(read(t, "../docs/operating.md"), "\n## Alerts\n")
	section, _, _ := strings.Cut(after, "\n## ")
	runbooks := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^### (\S+)\n\S`).FindAllStringSubmatch(section, -1) {
		runbooks[heading[1]] = true
	}
	named := map[string]bool{}
	for _, alert := range alerts(t) {
		named[alert.Alert] = true
		if severity := alert.Labels["severity"]; severity != "critical" && severity != "warning" {
			t.Errorf("%s has the severity %q", alert.Alert, severity)
		}
		if alert.Annotations["summary"] == "" || alert.Annotations["runbook_url"] != "docs/operating.md#"+strings.ToLower(alert.Alert) {
			t.Errorf("%s is annotated with %q", alert.Alert, alert.Annotations)
		}
	}
	if len(named) == 0 || !maps.Equal(named, runbooks) {
		t.Errorf("the alerts are %q, the runbooks %q", slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(runbooks)))
	}
}
