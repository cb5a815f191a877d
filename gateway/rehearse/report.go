package rehearse

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"fieldhouse/gateway/crowd"
)

//go:embed report.tmpl
var reportText string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"seconds": func(at float64) string { return fmt.Sprintf("%+.1f s", at) },
	"add":     func(a, b int) int { return a + b },
}).Parse(reportText))

// Row is a line of a table.
type Row []string

// view is the report as the page shows it.
type view struct {
	*Results
	Verdict, Level               string
	Plan, Figures, Cost          []Row
	Times                        []Row
	Served, Line, Nodes, Trouble []Drawn
	NodeRows, TroubleRows        []Row
}

// Write writes the report as a page that needs nothing else.
func (r *Results) Write(to io.Writer) error { return reportTemplate.Execute(to, r.view()) }

func (r *Results) view() *view {
	v := &view{Results: r}
	switch {
	case r.IsWrong():
		v.Level, v.Verdict = "bad", fmt.Sprintf("Wrong: %d purchases were carried out twice, and %d buyers were told what the chain does not have.", len(r.Chain.Twice), len(r.Chain.Untrue))
	case r.Chain == nil:
		v.Level, v.Verdict = "unknown", "Not known: the chain could not be read, so that nothing was compared with it."
	default:
		v.Level, v.Verdict = "good", fmt.Sprintf("No purchase was carried out twice, and nobody was told what the chain does not have. It has %d of %d purchases.", r.Chain.Carried, r.Buyers)
	}
	if r.IsInterrupted {
		v.Verdict += " The rehearsal was interrupted: what follows is what was seen until then."
	}
	told := "are told by a stream over HTTP/2"
	if !r.IsTold {
		told = "ask every 5 s"
	}
	v.Plan = []Row{
		{"Site", r.Site + ", on " + r.Network}, {"Drop", r.Drop}, {"Opening", r.Opens.Format("2006-01-02 15:04:05 MST (-07:00)")},
		{"Visitors", fmt.Sprintf("%d, who come within %.0f s before it; their pages %s", r.Visitors, -r.Began, told)},
		{"Buyers", fmt.Sprintf("%d, who press within %g s after it", r.Buyers, r.Within)},
	}
	v.purchases()
	v.line()
	v.nodes()
	v.trouble()
	v.cost()
	return v
}

// plot draws over the whole time.
func (v *view) plot(title, unit string, lines ...Line) Drawn {
	return Plot{title, unit, lines, v.Faults, v.Began, v.Ended}.Draw()
}

// moments are those times of purchases that came.
func (v *view) moments(of func(Purchase) *float64) (all []float64) {
	for _, bought := range v.Purchases {
		if at := of(bought); at != nil {
			all = append(all, *at)
		}
	}
	return all
}

func (v *view) purchases() {
	var pages, pageAt, pageTook, pressed, waited []float64
	for _, page := range v.Opened {
		pages = append(pages, page.At+page.Took/1000)
		pageAt, pageTook = append(pageAt, page.At), append(pageTook, page.Took)
	}
	for _, bought := range v.Purchases {
		if bought.Pressed != nil && bought.Landed != nil {
			pressed, waited = append(pressed, *bought.Pressed), append(waited, *bought.Landed-*bought.Pressed)
		}
	}
	p50, p99 := percentiles(pressed, waited)
	pageP50, pageP99 := percentiles(pageAt, pageTook)
	lines := []Line{}
	for _, one := range []struct {
		name string
		of   func(Purchase) *float64
	}{
		{"pressed", func(p Purchase) *float64 { return p.Pressed }}, {"in line", func(p Purchase) *float64 { return p.Queued }},
		{"sent", func(p Purchase) *float64 { return p.Sent }}, {"landed", func(p Purchase) *float64 { return p.Landed }},
	} {
		moments := v.moments(one.of)
		lines = append(lines, cumulative(one.name, v.Began, moments))
		v.Figures = append(v.Figures, Row{fmt.Sprint(len(moments)), one.name})
	}
	v.Figures = append(v.Figures, Row{fmt.Sprint(len(v.moments(func(p Purchase) *float64 { return p.Refused }))), "refused"}, Row{fmt.Sprint(len(v.Opened)), "pages opened"})
	v.Served = []Drawn{
		v.plot("Purchases, counted up", "", lines...),
		v.plot("From the press until landed, by when it was pressed", "s", p50, p99),
		v.plot("Pages opened, counted up", "", cumulative("pages", v.Began, pages)),
		v.plot("Loading a page, by when it was asked for", "ms", pageP50, pageP99),
	}
	for _, one := range []struct {
		name string
		of   crowd.Spread
	}{{"a page", v.Loads}, {"in line", v.Queued}, {"sent", v.Sent}, {"landed", v.Landed}} {
		if one.of.Count > 0 {
			v.Times = append(v.Times, Row{one.name, fmt.Sprint(one.of.Count), milliseconds(one.of.P50), milliseconds(one.of.P99), milliseconds(one.of.Most)})
		}
	}
}

func milliseconds(value float64) string {
	if value >= 1000 {
		return fmt.Sprintf("%.1f s", value/1000)
	}
	return fmt.Sprintf("%.0f ms", value)
}

// sampled is a line of what samples say.
func (v *view) sampled(name string, of func(Sample) float64) Line {
	line := Line{Name: name}
	for _, sample := range v.Samples {
		line.Points = append(line.Points, Point{sample.At, of(sample)})
	}
	return line
}

func (v *view) line() {
	var begins, ends []float64
	for _, bought := range v.Purchases {
		if bought.Queued == nil {
			continue
		}
		end := math.NaN()
		if bought.Sent != nil {
			end = *bought.Sent
		}
		begins, ends = append(begins, *bought.Queued), append(ends, end)
	}
	lines := []Line{between("as buyers were told", v.Began, begins, ends)}
	if len(v.Samples) > 0 {
		lines = append(lines, v.sampled("by the gateway", func(s Sample) float64 { return float64(s.Waiting + s.Places) }))
	}
	v.Line = []Drawn{v.plot("Who waits in line", "", lines...)}
	if len(v.Samples) > 0 {
		v.Line = append(v.Line, v.plot("How long the first has waited", "s", v.sampled("oldest", func(s Sample) float64 { return s.Oldest })))
	}
}

// rates is a counter of samples as a rate in a second.
func (v *view) rates(name string, of func(Sample) float64) Line {
	line := Line{Name: name}
	for i := 1; i < len(v.Samples); i++ {
		before, now := v.Samples[i-1], v.Samples[i]
		line.Points = append(line.Points, Point{now.At, max(of(now)-of(before), 0) / max(now.At-before.At, 0.1)})
	}
	return line
}

func (v *view) nodes() {
	if len(v.Samples) < 2 {
		return
	}
	first, last := v.Samples[0], v.Samples[len(v.Samples)-1]
	var classes []Line
	for _, class := range slices.Sorted(maps.Keys(last.Asked)) {
		if last.Asked[class] > first.Asked[class] {
			classes = append(classes, v.rates(class, func(s Sample) float64 { return s.Asked[class] }))
		}
	}
	v.Nodes = []Drawn{v.plot("Nodes were asked, by class", "a second", classes...)}
	for i := range last.Nodes {
		var states []string
		before := ""
		for _, sample := range v.Samples {
			if i < len(sample.Nodes) && sample.Nodes[i] != before {
				if before != "" {
					states = append(states, fmt.Sprintf("%s from %+.0f s", sample.Nodes[i], sample.At))
				} else {
					states = append(states, sample.Nodes[i])
				}
				before = sample.Nodes[i]
			}
		}
		asked := last.AskedOf[i]
		if i < len(first.AskedOf) { // what it was asked before does not count
			asked -= first.AskedOf[i]
		}
		v.NodeRows = append(v.NodeRows, Row{fmt.Sprint(i + 1), fmt.Sprintf("%.0f", asked), strings.Join(states, ", ")})
	}
	v.Nodes = append(v.Nodes,
		v.plot("The gateway's processor", "cores", v.rates("cores", func(s Sample) float64 { return s.Processor })),
		v.plot("The gateway's memory, resident", "MB", v.sampled("MB", func(s Sample) float64 { return s.Memory / 1e6 })))
}

func (v *view) trouble() {
	names, counts := kinds(v.Mishaps)
	for _, name := range names {
		v.TroubleRows = append(v.TroubleRows, Row{fmt.Sprint(counts[name]), name})
	}
	if len(v.Mishaps) == 0 {
		return
	}
	of := func(who string) (events []Event) {
		for _, one := range v.Mishaps {
			if strings.HasPrefix(one.What, who) {
				events = append(events, one)
			}
		}
		return events
	}
	v.Trouble = []Drawn{v.plot("Troubles in each second", "", each("of open pages", v.Began, of("an open page")), each("of buyers", v.Began, of("a buyer")))}
}

func (v *view) cost() {
	each := func(costs Costs, people int) string {
		if people == 0 {
			return "nobody came"
		}
		return fmt.Sprintf("%.1f requests, %.1f kB received", float64(costs.Requests)/float64(people), float64(costs.Bytes)/1000/float64(people))
	}
	v.Cost = []Row{{"A visitor's page", each(v.Page, len(v.Opened)) + fmt.Sprintf("; %d changes were told to all", v.Page.Answers)}, {"A buyer", each(v.Buyer, v.Results.Buyers)}}
	if len(v.Samples) < 2 {
		return
	}
	first, last := v.Samples[0], v.Samples[len(v.Samples)-1]
	asked, memory := 0.0, 0.0
	for class, count := range last.Asked {
		asked += count - first.Asked[class]
	}
	for _, sample := range v.Samples {
		memory = max(memory, sample.Memory)
	}
	v.Cost = append(v.Cost,
		Row{"Nodes", fmt.Sprintf("%.0f requests, %.1f for each purchase that landed", asked, asked/float64(max(v.Results.Landed.Count, 1)))},
		Row{"The gateway", fmt.Sprintf("%.1f s of processors in %.0f s; at most %.0f MB of memory", last.Processor-first.Processor, last.At-first.At, memory/1e6)})
}
