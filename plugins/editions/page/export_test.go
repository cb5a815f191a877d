package page

import (
	"maps"

	"fieldhouse/plugins/editions/release"
)

// All are the lists that a release can fill, by name: those of the settings, and those of data.
func (c Contents) All() map[string]List {
	all := maps.Clone(settingLists)
	for _, content := range c {
		maps.Copy(all, content.Lists)
	}
	return all
}

// HeaderFields are those that a header can mark.
var HeaderFields = headerFields

// Marks are the lists that can be marked in the main of a route of an edition, or in what is of no route, the
// slots that can stand there, and the fields of its item.
func (c Contents) Marks(edition string, of *release.Route) (lists, slots, fields []string) {
	allowed := c.mainGrammar(edition, of)
	return allowed.lists, allowed.slots, allowed.fields
}
