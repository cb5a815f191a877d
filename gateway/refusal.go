package gateway

import "strings"

// refusals are the commands of Caddy that would replace this binary by a
// download without our modules.
var refusals = map[string]string{
	"upgrade":        "upgrade would replace this binary by a stock Caddy without Fieldhouse's modules: build the new version from source instead",
	"add-package":    "add-package would replace this binary by a download without Fieldhouse's modules: import the package in gateway/modules.go and build",
	"remove-package": "remove-package would replace this binary by a download without Fieldhouse's modules: remove the import in gateway/modules.go and build",
}

// refusal answers why the command that args name is not carried out here.
func refusal(args []string) (reason string, refused bool) {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		reason, refused = refusals[arg]
		return reason, refused
	}
	return "", false
}
