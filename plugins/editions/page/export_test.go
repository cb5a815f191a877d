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

// Marks are the lists that can be marked in the main of a route, or in what is of no route, the
// slots that can stand there, and the fields of its item.
func (c Contents) Marks(of *release.Route) (lists, slots, fields []string) {
	allowed := c.mainGrammar(of)
	return allowed.lists, allowed.slots, allowed.fields
}
