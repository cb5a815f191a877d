package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"

	"github.com/dustin/go-humanize"
)

func writeJSON(out io.Writer, value any) {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(value)
}

func table(out io.Writer, rows ...[]string) {
	writer := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(writer, strings.Join(row, "\t"))
	}
	_ = writer.Flush()
}

func printShipped(out io.Writer, shipped api.Shipped) {
	state := shipped.As
	if shipped.DryRun {
		state = "would be " + state
	}
	fmt.Fprintf(out, "%s %s (%s) %s in lineup %d\n", shipped.Edition, shipped.Release, versionOf(shipped.Version, shipped.Build), state, shipped.Lineup)
	for _, checked := range shipped.Checked {
		fmt.Fprintln(out, "  checked: "+checked)
	}
	sizes := [][]string{{"  size", "files", "bytes", "script of a first page"}, sizeRow("  this", shipped.Size)}
	if shipped.LiveSize != nil {
		sizes = append(sizes, sizeRow("  live before", *shipped.LiveSize))
	}
	table(out, sizes...)
	for _, route := range shipped.RemovedRoutes {
		fmt.Fprintln(out, "  gone: "+route)
	}
	if shipped.EndsCanary != "" {
		ends := "ended"
		if shipped.DryRun {
			ends = "would end"
		}
		fmt.Fprintf(out, "  canary: %s %s, all visitors get this release\n", shipped.EndsCanary, ends)
	}
	if shipped.See != "" {
		see := "  see: " + shipped.See
		if !shipped.SeeUntil.IsZero() {
			see += " until " + shipped.SeeUntil.Format(time.RFC3339)
		}
		fmt.Fprintln(out, see)
	}
}

// versionOf tells releases apart whose apps have one version.
func versionOf(version string, build release.Build) string {
	if from := build.String(); from != "" {
		return version + ", " + from
	}
	return version
}

func sizeRow(of string, size api.Size) []string {
	return []string{of, humanize.Comma(int64(size.Files)), humanize.Comma(size.Bytes), humanize.Comma(size.FirstPage)}
}

func printFits(out io.Writer, fits []api.Fit) {
	if len(fits) == 0 {
		return
	}
	rows := [][]string{{"with", "release", "version", "as", "runs"}}
	for _, fit := range fits {
		runs := "yes"
		if !fit.Fits {
			runs = "no: " + fit.Why
		}
		rows = append(rows, []string{fit.Edition, fit.Release, fit.Version, fit.As, runs})
	}
	table(out, rows...)
}

// printLineup prints what is shown, and where it came from as far as entries of the journal
// say it.
func printLineup(out io.Writer, state journal.State, entries ...journal.Entry) {
	builds := map[string]string{}
	for _, entry := range entries {
		for edition, move := range entry.Editions {
			if name := edition + cmp.Or(move.Release, move.After.Live); move.Build != nil && builds[name] == "" {
				builds[name] = move.Build.String()
			}
		}
	}
	rows := [][]string{{fmt.Sprintf("lineup %d", state.Version), "live", "canary", "previews", "before", "live is from"}}
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		part := state.Editions[edition]
		canary := ""
		if part.Canary != nil {
			canary = fmt.Sprintf("%s %s%%", part.Canary.Release, humanize.Ftoa(float64(part.Canary.Share)/10))
		}
		before := part.Candidates()
		rows = append(rows, []string{edition, part.Live, canary, strings.Join(part.Previews, " "), fmt.Sprint(max(len(before)-1, 0)), builds[edition+part.Live]})
	}
	table(out, rows...)
	for scope, freeze := range state.Freezes(time.Now()) {
		until := "until it is thawed"
		if freeze.Until != nil {
			until = "until " + freeze.Until.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(out, "frozen: %s, %s, by %s: %s\n", scope, until, freeze.By, freeze.Reason)
	}
}

func printReleases(out io.Writer, releases []api.StoredRelease) {
	rows := [][]string{{"release", "version", "is", "taken", "files", "bytes", "first page", "from"}}
	for _, one := range releases {
		rows = append(rows, slices.Concat([]string{one.Release, one.Version, one.As, one.TakenAt.Format(time.RFC3339)}, sizeRow("", one.Size)[1:], []string{one.Build.String()}))
	}
	table(out, rows...)
}

func printEntries(out io.Writer, entries []journal.Entry) {
	rows := [][]string{{"version", "when", "who", "what", "editions", "why", "from"}}
	for _, entry := range entries {
		var moves, from []string
		for _, edition := range slices.Sorted(maps.Keys(entry.Editions)) {
			move := entry.Editions[edition]
			moved := strings.TrimSuffix(edition+" "+move.Release, " ")
			if canary := move.EndedCanary(); canary != "" {
				moved += " (the canary " + canary + " ended)"
			}
			moves = append(moves, moved)
			if move.Build != nil {
				from = append(from, move.Build.String())
			}
		}
		why := entry.Reason
		if entry.BrokeGlass {
			why += " (broke the glass)"
		}
		rows = append(rows, []string{fmt.Sprint(entry.Version), entry.At.UTC().Format(time.RFC3339), entry.By, string(entry.Action), strings.Join(moves, ", "), why, strings.Join(from, "; ")})
	}
	table(out, rows...)
}

func printTokens(out io.Writer, tokens []token.Known) {
	rows := [][]string{{"name", "edition", "made", "expires", "revoked"}}
	for _, one := range tokens {
		revoked := ""
		if !one.RevokedAt.IsZero() {
			revoked = one.RevokedAt.Format(time.RFC3339)
		}
		rows = append(rows, []string{one.Name, one.Edition, one.CreatedAt.Format(time.RFC3339), one.ExpiresAt.Format(time.RFC3339), revoked})
	}
	table(out, rows...)
}

// progress tells a terminal how much of an upload is sent; nothing elsewhere.
func progress(out io.Writer, edition string) func(sent, all int64) {
	file, is := out.(*os.File)
	if !is {
		return nil
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return func(sent, all int64) {
		fmt.Fprintf(out, "\r%s: %s of %s sent", edition, humanize.Bytes(uint64(sent)), humanize.Bytes(uint64(all)))
		if sent == all {
			fmt.Fprintln(out)
		}
	}
}

func printPruned(out io.Writer, pruned store.Pruned, dry bool) {
	removed := "removed"
	if dry {
		removed = "would be removed"
	}
	for _, one := range pruned.Releases {
		fmt.Fprintf(out, "%s %s, taken %s, %s\n", one.Edition, one.Name, one.TakenAt.UTC().Format(time.RFC3339), removed)
	}
	fmt.Fprintf(out, "%d releases and %d files of %s %s\n", len(pruned.Releases), pruned.Files, humanize.Bytes(uint64(pruned.Bytes)), removed)
}
