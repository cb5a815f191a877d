package editions

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/user"
	"slices"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
)

func init() {
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "take",
		Usage: "[--store <folder>] [--live] <release folder>...",
		Short: "Takes releases into the store",
		Long: `
Checks each release folder whole and copies it into the store. With --live it
becomes the live release of its edition, which a running process notices within
a second. Prints one line for each release. The store is that of the process's
configuration: give --store, or the FIELDHOUSE_STORE that the process has.`,
		Flags: func() *flag.FlagSet {
			flags := storeFlags("take")
			flags.Bool("live", false, "Make each release the live one of its edition")
			return flags
		}(),
		Func: func(flags caddycmd.Flags) (int, error) {
			if flags.NArg() == 0 {
				return caddy.ExitCodeFailedStartup, fmt.Errorf("take: name the release folders that the build wrote")
			}
			if err := take(os.Stdout, adapter.StoreFolder(flags.String("store")), flags.Bool("live"), flags.Args()); err != nil {
				return caddy.ExitCodeFailedStartup, err
			}
			return caddy.ExitCodeSuccess, nil
		},
	})
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "verify",
		Usage: "[--store <folder>]",
		Short: "Reads every release of the store whole",
		Long: `
Compares every release of the store and every file of theirs with what was taken
in, and prints a line for each release that is damaged. A process that serves the
store looks at names and sizes only. Take a damaged release again to mend it.`,
		Flags: storeFlags("verify"),
		Func: func(flags caddycmd.Flags) (int, error) {
			if err := verify(os.Stdout, adapter.StoreFolder(flags.String("store"))); err != nil {
				return caddy.ExitCodeFailedStartup, err
			}
			return caddy.ExitCodeSuccess, nil
		},
	})
}

// withdraw takes a release out of a store's lineup, and answers what is shown then. Told is
// what does not run any more and so is not shown.
func withdraw(told io.Writer, folder, edition, name string, change journal.Change) (journal.State, error) {
	checks := journal.ChecksOf(store.NewStore(folder))
	state, err := journal.Withdraw(openJournal(told, folder), change, map[string]string{edition: name}, checks)
	if err != nil {
		return state, err
	}
	host := state.Editions[release.Host].Live
	for _, edition := range slices.Sorted(maps.Keys(state.Editions)) {
		if err := checks.Fit(map[string]string{release.Host: host, edition: state.Editions[edition].Live}); err != nil {
			fmt.Fprintf(told, "not shown any more: %v\n", err)
		}
	}
	return state, nil
}

// openJournal is the journal of a store, whose damage is told.
func openJournal(out io.Writer, folder string) *journal.File {
	return journal.Open(folder, journal.Options{Report: func(err error) { fmt.Fprintln(out, err) }})
}

// systemUser is who runs a command on the store.
func systemUser() string {
	if current, err := user.Current(); err == nil {
		return current.Username
	}
	return "the command line"
}

// verify fails when a release of the store is damaged.
func verify(out io.Writer, folder string) error {
	damaged := 0
	releases, err := store.NewStore(folder).Verify(func(err error) {
		damaged++
		fmt.Fprintln(out, err)
	})
	if err != nil {
		return err
	}
	if damaged > 0 {
		return fmt.Errorf("%d of %d releases are damaged: take them again", damaged, releases)
	}
	fmt.Fprintf(out, "%d releases are whole\n", releases)
	return nil
}

func storeFlags(command string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ExitOnError)
	flags.String("store", adapter.StoreFolder(""), "The folder of the store")
	return flags
}

// take takes all the releases before it makes one of them live: a refused one
// leaves the lineup as it was.
func take(out io.Writer, folder string, live bool, sources []string) error {
	opened := store.NewStore(folder, items.Check)
	taken := make([]*release.Release, 0, len(sources))
	for _, source := range sources {
		found, err := opened.Take(source)
		if err != nil {
			return err
		}
		taken = append(taken, found)
	}
	state := "taken"
	if live {
		names := map[string]string{}
		for _, found := range taken {
			edition := found.Manifest.Edition
			if other := names[edition]; other != "" && other != found.Name {
				return fmt.Errorf("going live: %s and %s are both releases of %s: name one", other, found.Name, edition)
			}
			names[edition] = found.Name
		}
		now, err := journal.SetLive(openJournal(out, folder), journal.Change{By: systemUser()}, names, journal.ChecksOf(opened))
		if err != nil {
			return err
		}
		state = fmt.Sprintf("live in lineup %d", now.Version)
	}
	for _, found := range taken {
		fmt.Fprintf(out, "%s %s (%s) %s\n", found.Manifest.Edition, found.Name, found.Manifest.Version, state)
	}
	return nil
}
