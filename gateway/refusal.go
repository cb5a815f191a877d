package gateway

import (
	"slices"
	"strings"

	"fieldhouse/plugins/upgrade"

	"github.com/spf13/cobra"
)

// refusals are the commands of Caddy that would replace this binary by a
// download without our modules.
var refusals = map[string]string{
	"add-package":    "add-package would replace this binary by a download without Fieldhouse's modules: import the package in gateway/modules.go and build",
	"remove-package": "remove-package would replace this binary by a download without Fieldhouse's modules: remove the import in gateway/modules.go and build",
}

// refusal answers why the command that args name is not carried out here.
func refusal(args []string) (reason string, refused bool) {
	words := wordsOf(args)
	if len(words) == 0 {
		return "", false
	}
	reason, refused = refusals[words[0]]
	return reason, refused
}

// ownUpgrade is the command `upgrade`, or its help, when args name it. Caddy's would replace
// this binary, too.
func ownUpgrade(args []string) *cobra.Command {
	words := wordsOf(args)
	if len(words) > 0 && words[0] == "help" {
		words = words[1:]
	}
	if len(words) == 0 || words[0] != "upgrade" {
		return nil
	}
	root := &cobra.Command{Use: "fieldhouse"}
	root.AddCommand(upgrade.Command())
	root.SetArgs(args)
	return root
}

// wordsOf are the arguments that are no flags.
func wordsOf(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
}
