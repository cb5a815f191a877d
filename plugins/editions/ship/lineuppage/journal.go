package lineuppage

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
)

// journalLine is a line of the journal, of one edition, in words.
type journalLine struct {
	At      time.Time
	Version uint64
	By      string
	// What was done, with Release in the middle of it.
	Before, Release, After string
	Edition                string
	Why                    string
	// From is where the release came from; empty for unknown.
	From string
}

func (p journalLine) String() string { return p.Before + p.Release + p.After }

func (n names) lines(entries []journal.Entry) (lines []journalLine) {
	for _, entry := range entries {
		line := journalLine{At: entry.At, Version: entry.Version, By: cmp.Or(entry.By, "somebody"), Why: entry.Reason}
		if entry.BrokeGlass {
			line.Why = "broke the glass: " + line.Why
		}
		switch entry.Action {
		case journal.Frozen, journal.Thawed, journal.Pruned, journal.Healed:
			line.Before, line.Edition = aboutAll(entry)
			lines = append(lines, line)
			continue
		}
		for _, edition := range slices.Sorted(maps.Keys(entry.Editions)) {
			line := line
			line.Edition = edition
			line.Before, line.Release, line.After = n.words(entry.Action, entry.Editions[edition])
			if build := entry.Editions[edition].Build; build != nil {
				line.From = build.String()
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// withRefusals are the lines with the uploads that were refused, the latest first. The lines keep
// their order: the clocks of the processes that made the changes may differ.
func withRefusals(lines []journalLine, refused []api.Refusal) (all []journalLine) {
	for _, one := range refused {
		line := journalLine{At: one.At, By: one.By, Before: "refused: " + one.Message, Edition: one.Edition}
		if one.Count > 1 {
			line.Why = fmt.Sprintf("%d times in a row", one.Count)
		}
		earlier := slices.IndexFunc(lines, func(made journalLine) bool { return !made.At.After(one.At) })
		if earlier < 0 {
			earlier = len(lines)
		}
		all = append(append(all, lines[:earlier]...), line)
		lines = lines[earlier:]
	}
	return append(all, lines...)
}

func aboutAll(entry journal.Entry) (what, edition string) {
	edition = "all"
	if names := slices.Sorted(maps.Keys(entry.Editions)); len(names) > 0 {
		edition = strings.Join(names, ", ")
	}
	switch entry.Action {
	case journal.Frozen:
		return "froze shipping", edition
	case journal.Thawed:
		return "ended the freeze", edition
	case journal.Healed:
		return "restored the lineup from a copy", edition
	}
	count := 0
	for _, names := range entry.Removed {
		count += len(names)
	}
	return fmt.Sprintf("removed %d old releases", count), strings.Join(slices.Sorted(maps.Keys(entry.Removed)), ", ")
}

// words are what an action did to an edition, around the release that it was about.
func (n names) words(action journal.Action, move journal.Move) (before, name, after string) {
	was, is := move.Before, move.After
	switch action {
	case journal.Live:
		return "made ", n.short(cmp.Or(move.Release, is.Live)), " live" + n.endedCanary(move)
	case journal.Promoted:
		return "promoted ", n.short(is.Live), n.endedCanary(move)
	case journal.RolledBack:
		return "rolled back to ", n.short(is.Live), " from " + n.short(was.Live)
	case journal.CanarySet:
		if is.Canary != nil && was.Canary != nil && was.Canary.Release == is.Canary.Release {
			way := "raised canary "
			if is.Canary.Share < was.Canary.Share {
				way = "lowered canary "
			}
			return way, n.short(move.Release), fmt.Sprintf(" from %s to %s", percent(was.Canary.Share), percent(is.Canary.Share))
		}
		if is.Canary != nil {
			return "set ", n.short(move.Release), " as canary, " + percent(is.Canary.Share)
		}
	case journal.CanaryEnded:
		if was.Canary != nil {
			return "ended the canary ", n.short(was.Canary.Release), ""
		}
	case journal.Confirmed:
		if is.Canary != nil {
			return "confirmed the canary ", n.short(is.Canary.Release), ""
		}
	case journal.PreviewSet:
		return "set ", n.short(move.Release), " as preview"
	case journal.PreviewEnded:
		return "ended the preview ", n.short(move.Release), ""
	case journal.Withdrawn:
		what := "withdrew "
		if was.Canary != nil && was.Canary.Release == move.Release {
			what = "withdrew canary "
		}
		if was.Live == move.Release && is.Live != "" {
			return what, n.short(move.Release), ", live is " + n.short(is.Live)
		}
		return what, n.short(move.Release), ""
	case journal.Found:
		return "changed the lineup by hand: live is ", n.short(is.Live), ""
	}
	return string(action) + " ", n.short(move.Release), ""
}

// endedCanary is said of a release that went live beside another canary.
func (n names) endedCanary(move journal.Move) string {
	if name := move.EndedCanary(); name != "" {
		return ", which ended the canary " + n.short(name)
	}
	return ""
}

func percent(share int) string {
	if share%10 == 0 {
		return fmt.Sprintf("%d%%", share/10)
	}
	return fmt.Sprintf("%d.%d%%", share/10, share%10)
}

// since is the entry that gave an edition what it is now; entries are the newest first.
func since(entries []journal.Entry, edition string, is func(journal.Shown, []string) bool) (found journal.Entry, known bool) {
	for _, entry := range entries {
		move, about := entry.Editions[edition]
		if about && is(move.After, move.Withdrawn) && !is(move.Before, nil) {
			return entry, true
		}
	}
	return journal.Entry{}, false
}
