package gateway

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/upgrade"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// caddys are the commands that are Caddy's own, or those of its modules here.
var caddys = strings.Fields(`adapt add-package build-info completion environ export-template file-server fmt hash-password help
	list-modules manpage reload remove-package respond reverse-proxy run start stop storage trust untrust validate version`)

// flagsOf are the flags of each command of the binary, as its --help has them.
func flagsOf() map[string]*pflag.FlagSet {
	all := map[string]*pflag.FlagSet{}
	for name, command := range caddycmd.Commands() {
		made := new(cobra.Command)
		if command.CobraFunc != nil {
			command.CobraFunc(made)
		}
		if command.Flags != nil {
			made.Flags().AddGoFlagSet(command.Flags)
		}
		made.InitDefaultHelpFlag()
		all[name] = made.Flags()
	}
	own := upgrade.Command()
	own.InitDefaultHelpFlag()
	all[own.Name()] = own.Flags()
	return all
}

// documents are the texts for people, by their names.
func documents(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range append(files, "../README.md", "../CONTRIBUTING.md") {
		texts[filepath.Base(file)] = read(t, file)
	}
	return texts
}

func TestEachCommandOfOursAndEachOfItsFlagsStandsInTheDocuments(t *testing.T) {
	var all strings.Builder
	for _, text := range documents(t) {
		all.WriteString(text)
	}
	for name, flags := range flagsOf() {
		if slices.Contains(caddys, name) {
			continue
		}
		if !strings.Contains(all.String(), "fieldhouse "+name) && !strings.Contains(all.String(), "fieldhouse-dev "+name) && !strings.Contains(all.String(), ", `"+name+" ") {
			t.Errorf("no document has the command `fieldhouse %s`", name)
		}
		flags.VisitAll(func(flag *pflag.Flag) {
			if !regexp.MustCompile(`--` + regexp.QuoteMeta(flag.Name) + `\b[^-]`).MatchString(all.String()) {
				t.Errorf("no document has --%s, which `fieldhouse %s` has", flag.Name, name)
			}
		})
	}
}

var (
	fenced = regexp.MustCompile("(?s)```.*?```")
	inline = regexp.MustCompile("`[^`\n]+`")
	// called is a call of the binary: at a code's or a line's beginning, or after what sets its
	// environment or path, or as the user or in the container `fieldhouse`. A comment or another command ends it.
	called = regexp.MustCompile(`(?m)(?:^|[\x60/ ])(?:fieldhouse )?fieldhouse ([a-z][a-z-]*)([^\n\x60#|;]*)`)
	option = regexp.MustCompile(`(?:^|[\s\[])--([a-z][a-z-]*)`)
)

func TestEachCallInTheDocumentsIsOneThatTheBinaryHas(t *testing.T) {
	commands, calls := flagsOf(), 0
	for document, text := range documents(t) {
		codes := append(fenced.FindAllString(text, -1), inline.FindAllString(fenced.ReplaceAllString(text, ""), -1)...)
		for _, code := range codes {
			for _, call := range called.FindAllStringSubmatch(code, -1) {
				flags, has := commands[call[1]]
				if !has {
					if call[1] != "devchain" { // of the development chain's keys: no call
						t.Errorf("%s: the binary has no command %q: %s", document, call[1], call[0])
					}
					continue
				}
				calls++
				for _, given := range option.FindAllStringSubmatch(call[2], -1) {
					if flags.Lookup(given[1]) == nil {
						t.Errorf("%s: `fieldhouse %s` has no --%s: %s", document, call[1], given[1], call[0])
					}
				}
			}
		}
	}
	if calls < 50 {
		t.Errorf("only %d calls were found", calls)
	}
}
