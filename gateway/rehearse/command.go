package rehearse

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"fieldhouse/plugins/adapter"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
)

// Exit codes of the command.
const (
	exitWrong   = 1
	exitRefused = 2
)

func init() {
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "rehearse",
		Usage: "[--target <address> --keys <file> --drop <edition>/<id>] [--at <HH:MM>] [--visitors <n>] [--buyers <n>] [--fault <fault>@+<duration>]...",
		Short: "Rehearses the opening of a sale, and writes a report",
		Long: `
Has visitors open pages until the sale opens and keep them open, and buyers buy from then on,
each a whole purchase with a signature of its own. Writes a page with what each of them met,
compared with what the chain has.

The target has to say that it is staging (the option staging of site), and is never on
mainnet. Without a target fieldhouse-dev starts a site on the development chain, with a copy
of the releases of a store.

A fault is one of

  node[:<1 to 9>]:dies|hangs|slows|lags|limits|lies|back   on a development chain
  process:kill                                             of a site that is started here
  ship:<edition>:<folder>                                  a built release goes live

and when, from the opening on: node:dies@+10s, process:kill@+20s, ship:rugby:dist@-5s.
Releases go to FIELDHOUSE_RELEASES with the token of FIELDHOUSE_TOKEN.

An interrupt ends it, with a report of what was seen. Exit codes: 0, 1 when a purchase was
carried out twice or a buyer was told what the chain does not have, 2 when it was refused or
could not be run.`,
		CobraFunc: func(command *cobra.Command) {
			p, at, faults, report, asJSON := new(Plan), "", []string{}, "", ""
			flags := command.Flags()
			flags.StringVar(&p.Target, "target", "", "The site's address (a site of its own on the development chain)")
			flags.StringVar(&p.Chain, "chain", "", "A node that is asked what the chain has (the network's first)")
			flags.StringVar(&p.Admin, "admin", "", "The host:port of the target's admin endpoint, for the line, nodes and costs")
			flags.StringVar(&p.Store, "store", "", "The store whose releases a site of its own has (that of FIELDHOUSE_STORE)")
			flags.IntVar(&p.Nodes, "nodes", 3, "How many nodes a site of its own has, 1 to 9")
			flags.StringVar(&p.Keys, "keys", "", "The file of the buyers: a line for each, an account and its private key")
			flags.StringVar(&p.Drop, "drop", "", "What is bought: an edition and the drop's id (a new one of a store's first edition)")
			flags.StringVar(&at, "at", "", "When the sale opens, HH:MM or HH:MM:SS in the local time zone (in a minute)")
			flags.IntVar(&p.Visitors, "visitors", 200, "How many pages are opened before the opening")
			flags.IntVar(&p.Buyers, "buyers", 50, "How many buyers press")
			flags.DurationVar(&p.Within, "within", time.Minute, "How long after the opening the last one presses")
			flags.StringArrayVar(&faults, "fault", nil, "What goes wrong and when, such as node:dies@+10s; may be repeated")
			flags.DurationVar(&p.Patience, "patience", 5*time.Minute, "How long after the opening all ends, at most 2h")
			flags.StringVar(&report, "report", "rehearsal.html", "The file of the report")
			flags.StringVar(&asJSON, "json", "", "A file for the same as JSON")
			command.Args = cobra.NoArgs
			command.RunE = func(command *cobra.Command, _ []string) error {
				code, err := rehearse(p, at, faults, report, asJSON)
				if err != nil {
					fmt.Fprintln(os.Stderr, "rehearse: "+err.Error())
				}
				os.Exit(code)
				return nil
			}
		},
	})
}

// rehearse is what the command does.
func rehearse(p *Plan, at string, faults []string, report, asJSON string) (code int, err error) {
	if p.Lobby = time.Minute; at != "" {
		if p.Opens, err = ParseAt(at, time.Now()); err != nil {
			return exitRefused, err
		}
	}
	for _, text := range faults {
		fault, err := ParseFault(text)
		if err != nil {
			return exitRefused, err
		}
		p.Faults = append(p.Faults, fault)
	}
	p.Store = adapter.StoreFolder(p.Store)
	for _, file := range []string{report, asJSON} { // not after half an hour
		if err := canWrite(file); err != nil {
			return exitRefused, fmt.Errorf("the report: %w: name another file by --report or --json", err)
		}
	}
	ending := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as by nohup; else a lost terminal would leave the site's processes behind
		ending = append(ending, syscall.SIGHUP)
	}
	signal.Ignore(syscall.SIGPIPE) // and so would a lost pipe, as to `tee`
	ctx, stop := signal.NotifyContext(context.Background(), ending...)
	defer stop()
	results, err := Run(ctx, p, func(line string) { fmt.Println(line) })
	if err != nil {
		return exitRefused, err
	}
	return tell(results, report, asJSON)
}

// tell says what came of a rehearsal, and writes its reports. What it came to stands even where they cannot be written any more.
func tell(results *Results, report, asJSON string) (code int, err error) {
	fmt.Println(results.view().Verdict)
	if results.IsWrong() {
		code = exitWrong
	}
	var page bytes.Buffer
	err = results.Write(&page)
	if err == nil {
		err = os.WriteFile(report, page.Bytes(), 0o644)
	}
	if asJSON != "" {
		text, unwritten := json.MarshalIndent(results, "", "  ")
		err = errors.Join(err, unwritten, os.WriteFile(asJSON, text, 0o644))
	}
	if err != nil {
		return cmp.Or(code, exitRefused), err
	}
	fmt.Println("The report is", report)
	return code, nil
}

// canWrite tries a file, and leaves it as it was; an empty name is none.
func canWrite(file string) error {
	if file == "" {
		return nil
	}
	_, missing := os.Stat(file)
	opened, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if missing != nil {
		defer os.Remove(file)
	}
	return opened.Close()
}
