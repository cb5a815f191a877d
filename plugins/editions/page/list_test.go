package page_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
)

// A gateway tells by the contract's minor version whether what it does not know is a mistake
// or something later, so what is added to the lists raises it.
func TestTheListsAreThoseOfTheContract(t *testing.T) {
	const golden = "testdata/lists.txt"
	var now strings.Builder
	lists := items.Contents.All()
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		kind := lists[name]
		fmt.Fprintf(&now, "%s: needs %q, variants %q, optional %q, fields %q, inside %q\n", name, kind.Need, kind.Needed, kind.Optional, kind.Fields, kind.Inside)
	}
	places := map[string]*release.Route{"header, footer and not found": nil, "a page": {}}
	for name := range release.Items {
		places["a page of "+name] = &release.Route{Item: name}
	}
	places["a page of the shell"] = &release.Route{}
	for _, place := range slices.Sorted(maps.Keys(places)) {
		edition := releasetest.Football
		if place == "a page of the shell" {
			edition = release.Shell
		}
		marked, slots, fields := items.Contents.Marks(edition, places[place])
		fmt.Fprintf(&now, "%s: lists %q, slots %q, fields %q\n", place, marked, slots, fields)
	}
	fmt.Fprintf(&now, "a header: fields %q\n", page.HeaderFields)
	if before, err := os.ReadFile(golden); err != nil || string(before) != now.String() {
		t.Errorf("raise the minor version of @fieldhouse/contract, and have %s say (%v):\n%s", golden, err, &now)
	}
}
