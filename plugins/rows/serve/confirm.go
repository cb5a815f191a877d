package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/table"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"
)

// errUnconfirmed: what a node said is nothing that one node alone is believed, and
// no other one has said the same.
var errUnconfirmed = errors.New("no second node confirms what one node says")

// confirmation reads the drops or the price of WAX that all pages show, and asks a
// second node about what one alone could ruin a sale with: a first read, drops that are
// gone or sold on other terms, a price that jumps. What two nodes say is believed. When
// they disagree, the one that says what is kept is, or neither. Reads of one key never
// run at once (edgecache), so it takes no lock.
type confirmation struct {
	config *Config
	// doubted are statements of the last minute that others contradicted, and those
	// of who did, one of each node.
	doubted []statement
	// logged is when something was last to be said of a node.
	logged map[string]time.Time
}

// doubtedFor is how long a statement can confirm another node's.
const doubtedFor = time.Minute

// silence is how long something must not have happened to be logged again.
const silence = 10 * time.Minute

// read answers rows that are believed, with the median that two nodes agreed on last.
// Its errors are those of Query.Read, and errUnconfirmed.
func (c *confirmation) read(ctx context.Context, query table.Query, bounds table.Bounds) (table.Result, uint64, error) {
	chain := c.config.Chain
	first, err := query.Read(ctx, chain, bounds)
	if err != nil {
		return first, 0, err
	}
	entry := c.config.Engine.Kept(edgecache.Class(query.Table), query.Key())
	if entry != nil && query.Table == table.Drops && bytes.Equal(entry.Body, first.Body) {
		return first, 0, nil // nearly always
	}
	var kept *keptStatement
	if entry != nil {
		kept = &keptStatement{statement: newStatement(query.Table, entry.Body), agreed: entry.Prepared.(*prepared).agreed}
	}
	now := c.config.Now()
	c.doubted = slices.DeleteFunc(c.doubted, func(s statement) bool { return now.Sub(s.at) >= doubtedFor })
	said := newStatement(query.Table, first.Body)
	said.nodes, said.at = first.Nodes, now
	if agreed, ok := c.believes(&said, kept); ok {
		return first, agreed, nil
	}

	second, err := query.Read(ctx, without{chain, c.asked(said.nodes)}, bounds)
	if err != nil {
		if c.inBand(&said) && len(said.nodes) == 1 && c.isAlone(said.nodes) {
			return first, said.median, nil
		}
		c.doubt(said)
		c.tell(ctx, query, "a node is not believed, since no other one confirms what it says", &said, zap.String("says", said.describe(kept)), zap.Error(err))
		return table.Result{}, 0, fmt.Errorf("%w: %w", errUnconfirmed, err)
	}
	heard := newStatement(query.Table, second.Body)
	heard.nodes, heard.at = second.Nodes, now
	if c.inBand(&said) && said.agrees(&heard) {
		return first, said.median, nil
	}
	agreed, ok := c.believes(&heard, kept)
	if !ok && kept == nil && !c.inBand(&said) && c.inBand(&heard) && c.isAlone(slices.Concat(said.nodes, heard.nodes)) {
		agreed, ok = heard.median, true // the only one whose word can be true
	}
	c.doubt(said, heard)
	fields := []zap.Field{
		zap.String("says", said.describe(kept)),
		zap.Strings("other_nodes", heard.nodes), zap.String("other_says", heard.describe(kept)),
	}
	if !ok {
		c.tell(ctx, query, "two nodes contradict each other and neither is believed", &said, fields...)
		return table.Result{}, 0, errUnconfirmed
	}
	c.tell(ctx, query, "a node is not believed, since another one contradicts it", &said, fields...)
	for _, node := range said.nodes {
		chain.Contradicted(node, fmt.Errorf("of %s it says %s, another node %s", query.Table, said.describe(kept), heard.describe(kept)))
	}
	return second, agreed, nil
}

// believes reports whether a statement is believed without asking another node, and the
// median that two nodes agreed on last if it is.
func (c *confirmation) believes(s *statement, kept *keptStatement) (agreed uint64, ok bool) {
	switch {
	case !c.inBand(s):
		return 0, false
	case kept != nil && s.follows(kept):
		return kept.agreed, true
	}
	return s.median, slices.ContainsFunc(c.doubted, func(other statement) bool {
		return !other.sharesNode(s) && c.inBand(&other) && s.agrees(&other)
	})
}

// inBand reports whether a price is one that the operator holds possible. That there is
// none is no price.
func (c *confirmation) inBand(s *statement) bool {
	return s.median == 0 || c.config.WAXPrice.Holds(s.median)
}

// doubt keeps statements, each in the place of an earlier one of its nodes.
func (c *confirmation) doubt(statements ...statement) {
	for _, s := range statements {
		c.doubted = append(slices.DeleteFunc(c.doubted, func(other statement) bool { return other.sharesNode(&s) }), s)
	}
}

// asked are the nodes that a second one has to be another than: those of this read, and
// as long as there are others those that were heard lately, so that a third one decides.
func (c *confirmation) asked(nodes []string) []string {
	all := slices.Clone(nodes)
	for _, s := range c.doubted {
		all = append(all, s.nodes...)
	}
	if well, _ := c.config.Chain.Others(all); well > 0 {
		return all
	}
	return nodes
}

// isAlone reports whether there is no node besides these that could be asked now or
// after a rest.
func (c *confirmation) isAlone(nodes []string) bool {
	well, resting := c.config.Chain.Others(nodes)
	return well+resting == 0
}

// tell logs once what nodes say, and again when they had stopped for a while.
func (c *confirmation) tell(ctx context.Context, query table.Query, what string, s *statement, fields ...zap.Field) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	key, now := what+strings.Join(s.nodes, " "), c.config.Now()
	last, before := c.logged[key]
	maps.DeleteFunc(c.logged, func(_ string, at time.Time) bool { return now.Sub(at) >= silence })
	c.logged[key] = now
	if before && now.Sub(last) < silence {
		return
	}
	fields = append([]zap.Field{zap.Strings("nodes", s.nodes)}, fields...)
	if !c.inBand(s) {
		what = "a price outside of wax_price is not believed"
	}
	c.config.Logger.Warn(what, append(about(query), fields...)...)
}

// without is a chain but for some of its nodes.
type without struct {
	Chain
	nodes []string
}

// TableRows implements table.Chain.
func (w without) TableRows(ctx context.Context, request pool.Request) (pool.Answer, error) {
	request.Except = w.nodes
	return w.Chain.TableRows(ctx, request)
}

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
