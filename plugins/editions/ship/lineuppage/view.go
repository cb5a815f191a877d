package lineuppage

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"

	"go.uber.org/zap"
)

// How long a withdrawn release is listed, and how many of those that are stored only.
const (
	withdrawnListed = 7 * 24 * time.Hour
	storedListed    = 2
	storedLooked    = 20
	firstShare      = 50
)

// page is all that is shown; without a user it is signing in.
type page struct {
	User *token.Token
	Now  time.Time
	// Trouble is why something was not done, and Help what to do.
	Trouble, Help string
	Done          string
	Alert         *journalLine
	// Reported is the row of what the alert is about; nil where nothing was reported of it.
	Reported *row
	Freezes  []string
	Editions []edition
	Lines    []journalLine
	Dialogs  []dialog
	names    names
}

type edition struct {
	Name, Title string
	// Paint is which colour it has: its place among the site's editions.
	Paint int
	Live  string
	// Canary is empty for none; of its share, in percent.
	Canary, Share, Rest string
	// Edge is where the canary begins on a line of 1000.
	Edge int
	// Notes are what is said of the canary.
	Notes []string
	Rows  []row
}

type row struct {
	ID, Role, Mark string
	Release, Name  string
	Version, By    string
	// From is where it came from; empty for unknown.
	From         string
	At           time.Time
	Today        bool
	Size, Beside string
	Plots        []plot
	Actions      []dialog
	// See leads to a preview; empty for what is none, or another team's.
	See                 string
	Groups              []health.Group
	Reports             int
	Foreign, Unreadable bool
}

// dialog asks before a change is made, and is the form of it.
type dialog struct {
	ID, Title, Label, Action  string
	Edition, Release          string
	Text, Button              string
	Version                   uint64
	Asks, Keeps, Main, Opened bool
	// What was typed before, where the change was refused.
	Share, Why      string
	Keep            bool
	Trouble, Advice string
	Meanwhile       []journalLine
}

// page is what somebody with a token is shown now.
func (s *Server) page(who token.Token) (page, error) {
	state, err := s.config.Journal.Read()
	if err != nil {
		return page{}, err
	}
	entries, err := s.config.Journal.Entries("", journalLength)
	if err != nil {
		return page{}, err
	}
	shown := page{User: &who, Now: s.config.Now(), names: s.namesIn(state, entries)}
	shown.Lines = shown.names.lines(entries)
	if len(entries) > 0 && entries[0].Action == journal.Withdrawn && shown.Now.Sub(entries[0].At) < 24*time.Hour {
		shown.Alert = &shown.Lines[0]
	}
	refused, err := s.config.API.Refusals()
	if err != nil {
		s.config.Logger().Error("the lineup page", zap.Error(err))
	}
	shown.Lines = withRefusals(shown.Lines, refused)
	shown.Lines = shown.Lines[:min(len(shown.Lines), maxJournalLines)]
	for name, freeze := range state.Freezes(shown.Now) {
		if name == journal.All {
			name = "every edition"
		}
		until := "until somebody ends the freeze"
		if freeze.Until != nil {
			until = "until " + freeze.Until.UTC().Format("2 Jan 15:04") + " UTC"
		}
		shown.Freezes = append(shown.Freezes, fmt.Sprintf("Shipping of %s is frozen %s, by %s: %s", name, until, freeze.By, freeze.Reason))
	}
	for _, name := range s.order(state) {
		part := s.edition(name, state, entries, who, shown.names)
		shown.Editions = append(shown.Editions, part)
		for _, row := range part.Rows {
			shown.Dialogs = append(shown.Dialogs, row.Actions...)
		}
	}
	if shown.Alert != nil {
		for _, part := range shown.Editions {
			for at, row := range part.Rows {
				if row.Reports > 0 && part.Name == shown.Alert.Edition && row.Name == entries[0].Editions[part.Name].Release {
					shown.Reported = &part.Rows[at]
				}
			}
		}
	}
	return shown, nil
}

// order are the editions of the site, then those that the lineup has besides, and what all
// stand on last.
func (s *Server) order(state journal.State) (names []string) {
	for _, edition := range s.config.Editions() {
		names = append(names, edition.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(state.Editions)) {
		if !slices.Contains(names, name) && name != release.Shell && name != release.Host {
			names = append(names, name)
		}
	}
	return append(names, release.Shell, release.Host)
}

func (s *Server) title(name string) string {
	for _, edition := range s.config.Editions() {
		if edition.Name == name {
			return edition.NameEN
		}
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

func (s *Server) edition(name string, state journal.State, entries []journal.Entry, who token.Token, names names) edition {
	part := state.Editions[name]
	shown := edition{Name: name, Title: s.title(name), Live: names.short(part.Live), Rest: "100%", Edge: 1000}
	for at, of := range s.config.Editions() {
		if of.Name == name {
			shown.Paint = at + 1
		}
	}
	if part.Live == "" {
		shown.Live, shown.Rest = "", "0%"
	}
	if canary := part.Canary; canary != nil {
		shown.Canary, shown.Share, shown.Rest = names.short(canary.Release), percent(canary.Share), percent(journal.MaxShare-canary.Share)
		shown.Edge = journal.MaxShare - canary.Share
	}
	reading := s.config.Reports(name)
	reported := map[string]health.Release{}
	for _, one := range reading.Releases {
		reported[one.Release] = one
	}
	if verdict := reading.Verdict; verdict != nil && part.Canary != nil && verdict.Canary.Release == part.Canary.Release {
		shown.Notes = append([]string{verdict.Text}, verdict.Notes...)
		if by := part.Canary.Confirmed; by != "" {
			shown.Notes = append(shown.Notes, "Confirmed by "+by+".")
		} else if verdict.Promotes {
			shown.Notes = append(shown.Notes, "Once it holds and somebody has confirmed it, it goes live by itself.")
		}
	}
	live, _ := s.config.Store.Open(name, part.Live)
	var rows []row
	var column []health.Release
	add := func(role, mark, release string, is func(journal.Shown, []string) bool, actions ...dialog) {
		one := row{ID: name + "-" + release, Role: role, Mark: mark, Release: names.short(release), Name: release, Foreign: !who.Ships(name)}
		if entry, known := since(entries, name, is); known {
			one.By, one.At = cmp.Or(entry.By, "somebody"), entry.At
			one.Today = s.config.Now().Sub(entry.At) < 24*time.Hour
		}
		s.weigh(&one, name, release, live)
		if !one.Foreign {
			for _, action := range actions {
				action.Edition, action.Release, action.Version = name, release, state.Version
				one.Actions = append(one.Actions, s.worded(action, part, one, names))
			}
		}
		rows, column = append(rows, one), append(column, reported[release])
	}
	back := cmp.Or(state.GoesBackTo(name, journal.ChecksOf(s.config.Store)), firstOf(part))
	if part.Live != "" {
		var actions []dialog
		if back != "" {
			actions = append(actions, dialog{Action: api.Rollback, Text: back})
		}
		add("Live", "live", part.Live, func(now journal.Shown, _ []string) bool { return now.Live == part.Live }, actions...)
		for at := range rows[0].Actions {
			rows[0].Actions[at].Release = back
		}
	}
	if canary := part.Canary; canary != nil {
		actions := []dialog{{Action: api.Promote, Main: true}, {Action: api.Canary, Share: percent(nextShare(canary.Share))}, {Action: "end"}}
		if verdict := reading.Verdict; verdict != nil && verdict.Promotes && canary.Confirmed == "" {
			actions = append(actions, dialog{Action: api.Confirm})
		}
		add("Canary", "canary", canary.Release, func(now journal.Shown, _ []string) bool {
			return now.Canary != nil && now.Canary.Release == canary.Release
		}, actions...)
	}
	for _, gone := range part.Withdrawn[:min(len(part.Withdrawn), 1)] {
		is := func(_ journal.Shown, withdrawn []string) bool { return slices.Contains(withdrawn, gone) }
		if entry, known := since(entries, name, is); known && s.config.Now().Sub(entry.At) < withdrawnListed {
			add("Withdrawn", "gone", gone, is, dialog{Action: api.Canary, Share: percent(firstShare)}, dialog{Action: api.Live})
		}
	}
	for _, preview := range part.Previews {
		actions := []dialog{{Action: api.Canary, Share: percent(firstShare), Main: true}, {Action: api.Promote}, {Action: api.EndPreview}}
		if part.Canary != nil && part.Canary.Release == preview {
			actions = actions[2:]
		}
		add("Preview", "preview", preview, func(now journal.Shown, _ []string) bool { return slices.Contains(now.Previews, preview) }, actions...)
		if one := &rows[len(rows)-1]; !one.Foreign {
			one.See = previewPath + "?" + url.Values{"edition": {name}, "release": {preview}}.Encode()
		}
	}
	if back != "" {
		add("Kept", "kept", back, func(now journal.Shown, _ []string) bool { return now.Live == back }, dialog{Action: api.Preview})
	}
	listed := 0
	stored, _ := s.config.Store.List(name, storedLooked)
	for _, one := range stored {
		if listed == storedListed || slices.Contains(part.Previous, one.Name) || slices.Contains(part.Withdrawn, one.Name) || slices.Contains(part.Shown(), one.Name) {
			continue
		}
		listed++
		actions := []dialog{{Action: api.Preview}, {Action: api.Canary, Share: percent(firstShare)}}
		if part.Live == "" {
			actions = []dialog{{Action: api.Live, Main: true}}
		}
		add("Stored", "kept", one.Name, func(journal.Shown, []string) bool { return false }, actions...)
		rows[len(rows)-1].At = one.TakenAt
	}
	for at := range rows {
		rows[at].tell(column[at], column)
	}
	shown.Rows = rows
	return shown
}

// firstOf is the latest that was live before; empty for none.
func firstOf(part journal.Edition) string {
	for _, name := range part.Previous {
		if !slices.Contains(part.Withdrawn, name) && name != part.Live {
			return name
		}
	}
	return ""
}

func nextShare(share int) int {
	for _, next := range []int{10, 50, 100, 250, 500, journal.MaxShare} {
		if next > share {
			return next
		}
	}
	return journal.MaxShare
}

// weigh reads what a release is and weighs, beside the live one.
func (s *Server) weigh(one *row, edition, name string, live *release.Folder) {
	held, err := s.config.Store.Open(edition, name)
	if err != nil {
		one.Unreadable = true
		return
	}
	_, _, size := held.Weight()
	one.Version, one.Size, one.From = held.Manifest.Version, kilobytes(size), s.config.Store.Build(edition, name).String()
	switch {
	case live == nil:
	case name == live.Name:
		one.Beside = "budget " + strconv.FormatInt(release.BudgetOf(edition)/1000, 10)
	default:
		one.Beside = "as live"
		_, _, liveSize := live.Weight()
		if more := size - liveSize; more != 0 {
			one.Beside = fmt.Sprintf("%+.1f kB", float64(more)/1000)
		}
	}
}

func kilobytes(size int64) string { return fmt.Sprintf("%.1f kB", float64(size)/1000) }

// tell draws what browsers reported of a release, on the scales of its column.
func (r *row) tell(own health.Release, column []health.Release) {
	r.Groups = own.Groups
	for _, group := range own.Groups {
		r.Reports += group.Count
	}
	for _, vital := range vitals {
		r.Plots = append(r.Plots, vital.draw(own.Vitals[vital.name], vital.top(column)))
	}
	if r.Plots = append(r.Plots, errorsOf(own, topOfErrors(column))); !r.Plots[0].Drawn {
		r.Plots[0].Words = fmt.Sprintf("%d pages so far", own.Views)
		if own.Views == 1 {
			r.Plots[0].Words = "1 page so far"
		}
	}
}

// worded is a dialog with what it says.
func (s *Server) worded(asked dialog, part journal.Edition, one row, names names) dialog {
	name := strings.ToLower(s.title(asked.Edition))
	version := cmp.Or(one.Version, one.Release)
	switch asked.Action {
	case api.Rollback:
		back := asked.Text
		held, err := s.config.Store.Open(asked.Edition, back)
		version = names.short(back)
		if err == nil {
			version = cmp.Or(held.Manifest.Version, version)
		}
		asked.Label, asked.Title, asked.Button, asked.Keeps = "Roll back to "+names.short(back), "Roll "+name+" back to "+names.short(back)+"?", "Roll back", true
		asked.Text = "Visitors get " + version + " from their next page on. " + one.Release + " is withdrawn, and open tabs that have it load their next page anew, unless it is kept for them."
	case api.Promote, api.Live:
		asked.Label, asked.Title, asked.Button = "Promote", "Promote "+name+" "+one.Release+"?", "Promote"
		if asked.Action == api.Live {
			asked.Label, asked.Title, asked.Button = "Make live", "Make "+name+" "+one.Release+" live?", "Make live"
		}
		asked.Text = "Every visitor gets " + version + " from their next page on. Open tabs stay with what they have. You can roll back with one click."
		if canary := part.Canary; canary != nil && canary.Release != one.Name {
			asked.Text += " The canary " + names.short(canary.Release) + " ends."
		}
	case api.Canary:
		asked.Label, asked.Title, asked.Button, asked.Asks = "Canary "+asked.Share, "Give "+name+" "+one.Release+" to some?", "Set canary", true
		if one.Mark == "gone" {
			asked.Label = "Canary again"
		}
		if one.Mark == "canary" {
			asked.Label, asked.Title = "Change share", "Give "+name+" "+one.Release+" to more?"
		}
		asked.Text = "That share of the visitors gets " + version + " from their next page on, and keeps it while the share grows."
		if canary := part.Canary; canary != nil && canary.Release != one.Name {
			asked.Text += " It takes the place of " + names.short(canary.Release) + "."
		}
	case "end":
		asked.Action, asked.ID, asked.Share = api.Canary, "end", "0"
		asked.Label, asked.Title, asked.Button = "End canary", "End the canary "+one.Release+" of "+name+"?", "End canary"
		asked.Text = "Every visitor gets the live release from their next page on. Open tabs stay with what they have."
	case api.Confirm:
		asked.Label, asked.Title, asked.Button = "Confirm", "Confirm the canary "+one.Release+" of "+name+"?", "Confirm"
		asked.Text = "You have looked at " + version + " and it is good: once it holds, every visitor gets it by itself. Until then nothing changes."
	case api.Preview:
		asked.Label, asked.Title, asked.Button = "Preview", "Preview "+name+" "+one.Release+"?", "Set preview"
		asked.Text = "Who has the link sees " + version + " inside the site. Visitors see nothing of it."
	case api.EndPreview:
		asked.Label, asked.Title, asked.Button = "End preview", "End the preview "+one.Release+" of "+name+"?", "End preview"
		asked.Text = "Its link shows it to nobody any more. The release stays in the store."
	}
	asked.ID = "ask-" + cmp.Or(asked.ID, asked.Action) + "-" + one.ID
	return asked
}

// done says what the change of a version did.
func (p *page) done(version string) {
	number, err := strconv.ParseUint(version, 10, 64)
	if err != nil {
		return
	}
	for _, line := range p.Lines {
		if line.Version == number {
			p.Done = fmt.Sprintf("%s %s: %s.", line.Edition, line.Release, line)
			return
		}
	}
}
