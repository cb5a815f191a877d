package lineuppage

import (
	"slices"

	"fieldhouse/plugins/editions/lineup/journal"
)

// shortLength is how much of a release's name people are shown.
const shortLength = 4

// names say how much of releases' names has to be shown where several begin alike, by that
// beginning.
type names map[string]int

// namesOf are those of releases that may be shown beside each other.
func namesOf(all []string) names {
	alike := map[string][]string{}
	for _, name := range all {
		if begins := name[:min(len(name), shortLength)]; !slices.Contains(alike[begins], name) {
			alike[begins] = append(alike[begins], name)
		}
	}
	lengths := names{}
	for begins, several := range alike {
		slices.Sort(several)
		for at := 1; at < len(several); at++ {
			differs := 0
			for one, other := several[at-1], several[at]; differs < min(len(one), len(other)) && one[differs] == other[differs]; {
				differs++
			}
			lengths[begins] = max(lengths[begins], differs+1)
		}
	}
	return lengths
}

// short is what of a name people are shown.
func (n names) short(name string) string {
	if name == "" {
		return "none"
	}
	begins := name[:min(len(name), shortLength)]
	return name[:min(len(name), max(n[begins], shortLength))]
}

// namesIn are those that the lineup, the journal and the store have.
func (s *Server) namesIn(state journal.State, entries []journal.Entry) names {
	var all []string
	for edition, part := range state.Editions {
		all = slices.Concat(all, part.Shown(), part.Previous, part.Withdrawn)
		stored, _ := s.config.Store.List(edition, storedLooked)
		for _, one := range stored {
			all = append(all, one.Name)
		}
	}
	for _, entry := range entries {
		for _, move := range entry.Editions {
			all = slices.Concat(all, move.Before.Names(), move.After.Names(), []string{move.Release})
		}
	}
	return namesOf(all)
}
