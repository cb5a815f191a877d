package rows

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/rows/pause"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
)

// saleCommands pause sales and let them go on.
var saleCommands = []caddycmd.Command{
	{
		Name:  "pause-sale",
		Usage: "[--store <folder>] --en <text> --es <text> <edition>...",
		Short: "Pauses the sale of editions, with a notice",
		Long: `
Has every page tell visitors of the editions' drops that the sale is paused and why, in
both languages, instead of selling. Open pages have it within some seconds, without a
restart, and it holds over restarts until resume-sale. Of a sale that is paused already the
notice becomes another. It writes into the store that the process has as the state of its
site: give --store, or the FIELDHOUSE_STORE that the process has. That process tells the others
of its cluster.

  fieldhouse pause-sale rugby --en "Back at 20:00 UTC." --es "Volvemos a las 20:00 UTC."`,
		Flags: func() *flag.FlagSet {
			flags := saleFlags("pause-sale")
			flags.String("en", "", "The notice in English")
			flags.String("es", "", "The notice in Spanish")
			return flags
		}(),
		Func: func(flags caddycmd.Flags) (int, error) {
			notice := pause.Notice{English: flags.String("en"), Spanish: flags.String("es"), By: audit.SystemUser()}
			return changeSales(os.Stdout, flags, func(file *pause.File, editions []string) error { return file.Pause(notice, editions...) })
		},
	},
	{
		Name:  "resume-sale",
		Usage: "[--store <folder>] <edition>...",
		Short: "Lets the sale of editions go on",
		Long:  "\nTakes back what pause-sale did.",
		Flags: saleFlags("resume-sale"),
		Func: func(flags caddycmd.Flags) (int, error) {
			return changeSales(os.Stdout, flags, func(file *pause.File, editions []string) error { return file.Resume(editions...) })
		},
	},
}

func init() {
	for _, command := range saleCommands {
		caddycmd.RegisterCommand(command)
	}
}

func saleFlags(command string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ExitOnError)
	flags.String("store", adapter.StoreFolder(""), "The folder of the store")
	return flags
}

// changeSales does it to the editions that were named, and prints what is paused then.
func changeSales(out io.Writer, flags caddycmd.Flags, change func(*pause.File, []string) error) (int, error) {
	editions := flags.Args()
	if len(editions) == 0 {
		return caddy.ExitCodeFailedStartup, fmt.Errorf("%s: name the editions whose sale it is", flags.Name())
	}
	file := pause.Open(adapter.StoreFolder(flags.String("store")), pause.Config{Report: func(err error) { fmt.Fprintln(out, err) }})
	entry := audit.Entry{Action: strings.ReplaceAll(flags.Name(), "-", " "), By: audit.SystemUser(), On: strings.Join(editions, " "), Outcome: audit.Done, Before: pausedNow(file)}
	err := change(file, editions)
	if entry.After = pausedNow(file); err != nil {
		entry.Outcome, entry.Reason = audit.Refused, err.Error()
	}
	adapter.Audit.Write(entry)
	if err != nil {
		return caddy.ExitCodeFailedStartup, fmt.Errorf("%s: %w", flags.Name(), err)
	}
	notices := file.Current().Notices()
	if len(notices) == 0 {
		fmt.Fprintln(out, "no sale is paused")
	}
	for _, edition := range slices.Sorted(maps.Keys(notices)) {
		notice := notices[edition]
		fmt.Fprintf(out, "%s is paused since %s by %s: %s\n", edition, notice.Since.Format(time.RFC3339), notice.By, strings.Join([]string{notice.English, notice.Spanish}, " / "))
	}
	return caddy.ExitCodeSuccess, nil
}
