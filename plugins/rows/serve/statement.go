package serve

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/rows/table"

	"github.com/tidwall/gjson"
)

// statement is what an answer says of what one node alone is not believed.
type statement struct {
	nodes []string
	at    time.Time
	// median is the newest one, 10^-4 US dollars for one WAX; 0 for none, and of drops.
	median uint64
	// drops are the terms of each drop, by its id.
	drops map[string]string
}

// terms are the fields of a drop that say whether, when and for what it is sold.
var terms = []string{"listing_price", "settlement_symbol", "max_claimable", "start_time", "end_time", "is_hidden", "auth_required"}

// keptStatement is what is kept of a key, and the median that two nodes agreed on last.
type keptStatement struct {
	statement
	agreed uint64
}

func newStatement(of table.Table, body []byte) (s statement) {
	rows := gjson.GetBytes(body, "rows")
	if of == table.Datapoints {
		s.median = rows.Get("0.median").Uint()
		return s
	}
	s.drops = make(map[string]string)
	rows.ForEach(func(_, row gjson.Result) bool {
		id := row.Get("drop_id").String()
		for _, field := range gjson.GetMany(row.Raw, terms...) {
			s.drops[id] += field.String() + "\n" // an id that is there twice has terms of its own
		}
		return true
	})
	return s
}

// follows reports whether it is believed after what is kept: no drop is gone or sold on
// other terms, and the price is not far from the kept one, nor from the one that two
// nodes agreed on, so that it cannot be led away in small steps.
func (s *statement) follows(kept *keptStatement) bool {
	for id, terms := range kept.drops {
		if s.drops[id] != terms {
			return false
		}
	}
	return !jumps(kept.median, s.median) && !jumps(kept.agreed, s.median)
}

func (s *statement) agrees(other *statement) bool {
	return !jumps(min(s.median, other.median), max(s.median, other.median)) && maps.Equal(s.drops, other.drops)
}

// jumps reports whether a price differs by more than a third.
func jumps(from, to uint64) bool { return max(from, to)-min(from, to) > from/3 }

func (s *statement) sharesNode(other *statement) bool {
	return slices.ContainsFunc(s.nodes, func(node string) bool { return slices.Contains(other.nodes, node) })
}

// mostNamed bounds the drops that a log names.
const mostNamed = 10

// describe says it in words, of drops what differs from the kept ones.
func (s *statement) describe(kept *keptStatement) string {
	switch {
	case s.drops == nil && s.median == 0:
		return "no price"
	case s.drops == nil:
		return fmt.Sprintf("%d.%04d USD for 1 WAX", s.median/10_000, s.median%10_000)
	}
	said := fmt.Sprintf("%d drops", len(s.drops))
	if kept == nil {
		return said
	}
	var gone, changed []string
	for _, id := range slices.Sorted(maps.Keys(kept.drops)) {
		if now, there := s.drops[id]; !there {
			gone = append(gone, id)
		} else if now != kept.drops[id] {
			changed = append(changed, id)
		}
	}
	for _, ids := range []struct {
		what string
		ids  []string
	}{{"without", gone}, {"on other terms", changed}} {
		if len(ids.ids) > 0 {
			said += fmt.Sprintf(", %s %.200s", ids.what, strings.Join(ids.ids[:min(len(ids.ids), mostNamed)], " "))
		}
	}
	return said
}
