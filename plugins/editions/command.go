package editions

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"

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
			if err := take(os.Stdout, storeFolder(flags.String("store")), flags.Bool("live"), flags.Args()); err != nil {
				return caddy.ExitCodeFailedStartup, err
			}
			return caddy.ExitCodeSuccess, nil
		},
	})
	caddycmd.RegisterCommand(caddycmd.Command{
		Name:  "withdraw",
		Usage: "[--store <folder>] <edition> <release>",
		Short: "Takes a release out of the lineup",
		Long: `
Withdraws a release: it is not shown any more, nothing falls back to it, and pages
that were made with it load anew. If it was live, the one before it is. Making it
live again takes that back.`,
		Flags: storeFlags("withdraw"),
		Func: func(flags caddycmd.Flags) (int, error) {
			if flags.NArg() != 2 {
				return caddy.ExitCodeFailedStartup, fmt.Errorf("withdraw: name an edition and a release of it")
			}
			if err := withdraw(os.Stdout, storeFolder(flags.String("store")), flags.Arg(0), flags.Arg(1)); err != nil {
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
			if err := verify(os.Stdout, storeFolder(flags.String("store"))); err != nil {
				return caddy.ExitCodeFailedStartup, err
			}
			return caddy.ExitCodeSuccess, nil
		},
	})
}

// withdraw takes a release out of the lineup.
func withdraw(out io.Writer, folder, edition, name string) error {
	file, err := lineup.Withdraw(folder, edition, name)
	if err != nil {
		return err
	}
	live := cmp.Or(file.Editions[edition].Live, "nothing")
	fmt.Fprintf(out, "%s %s withdrawn, live is %s in lineup %d\n", edition, name, live, file.Version)
	return nil
}

// verify fails when a release of the store is damaged.
func verify(out io.Writer, folder string) error {
	damaged := 0
	releases, err := release.NewStore(folder).Verify(func(err error) {
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
	flags.String("store", storeFolder(""), "The folder of the store")
	return flags
}

// take takes all the releases before it makes one of them live: a refused one
// leaves the lineup as it was.
func take(out io.Writer, folder string, live bool, sources []string) error {
	store := release.NewStore(folder, page.Check)
	taken := make([]*release.Release, 0, len(sources))
	for _, source := range sources {
		found, err := store.Take(source)
		if err != nil {
			return err
		}
		taken = append(taken, found)
	}
	if live {
		if err := fit(store, taken); err != nil {
			return err
		}
	}
	for _, found := range taken {
		state := "taken"
		if live {
			file, err := lineup.SetLive(folder, found.Manifest.Edition, found.Name)
			if err != nil {
				return err
			}
			state = fmt.Sprintf("live in lineup %d", file.Version)
		}
		fmt.Fprintf(out, "%s %s (%s) %s\n", found.Manifest.Edition, found.Name, found.Manifest.Version, state)
	}
	return nil
}

// fit makes sure that what would be live runs together: each edition on the host
// of the shell, whichever of them comes anew. A live release that cannot be read
// is not asked; it is not shown either.
func fit(store *release.Store, taken []*release.Release) error {
	current, err := lineup.Load(store.Folder())
	if err != nil {
		return err
	}
	live := map[string]*release.Manifest{}
	for edition, held := range current.Editions {
		if held, err := store.Open(edition, held.Live); err == nil {
			live[edition] = held.Manifest
		}
	}
	for _, found := range taken {
		live[found.Manifest.Edition] = found.Manifest
	}
	host := live[release.Shell]
	if host == nil {
		return nil
	}
	for _, edition := range slices.Sorted(maps.Keys(live)) {
		if err := live[edition].RunsOn(host); err != nil {
			return fmt.Errorf("going live: %w", err)
		}
	}
	for _, route := range host.Routes {
		owner, _, _ := strings.Cut(route.Path[1:], "/")
		if other := live[owner]; other != nil && owner != release.Shell {
			return fmt.Errorf("going live: the page %s of %s %s belongs to %s %s", route.Path, host.Edition, host.Version, owner, other.Version)
		}
	}
	return nil
}
