package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/table"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"
)

// errUnconfirmed: one node alone is not believed about its answer, and no other node has
// answered the same.
var errUnconfirmed = errors.New("no second node confirms what one node says")

// confirmation reads the drops, the partners or the price of WAX that all pages show. Where one
// lying node could ruin a sale (a first read, drops that are gone, sold out or sold on other terms,
// a partner whose code saves less, a price that jumps), it reads from a second node, too. What two
// nodes agree on is accepted. When they disagree, the one that agrees with the cached rows is, or
// neither. Reads of one key never run at once (edgecache), so it takes no lock.
type confirmation struct {
	config *Config
	// doubted are the contradicting statements of the last minute, one of each node.
	doubted []statement
	// suspected are what nodes said first of what others contradict since, one of each node.
	suspected []statement
	// logged is when something was last to be reported of a node.
	logged map[string]time.Time
}

// doubtedFor is how long a statement can confirm another node's.
const doubtedFor = time.Minute

// silence is how long a message must not have been due to be logged again.
const silence = 10 * time.Minute

// read returns rows that are accepted, with the median that two nodes agreed on last.
// Its errors are those of Query.Read, and errUnconfirmed.
func (c *confirmation) read(ctx context.Context, query table.Query, bounds table.Bounds) (table.Result, uint64, error) {
	chain := c.config.Chain
	first, err := query.Read(ctx, chain, bounds)
	if err != nil {
		return first, 0, err
	}
	entry := c.config.Engine.Cached(edgecache.Class(query.Table), query.Key())
	if entry != nil && query.Table != table.Datapoints && bytes.Equal(entry.Body, first.Body) {
		c.acquit(first.Nodes)
		return first, 0, nil // nearly always
	}
	cached, now := newCachedStatement(query.Table, entry), c.config.Now()
	isOld := func(s statement) bool { return now.Sub(s.at) >= doubtedFor }
	c.doubted, c.suspected = slices.DeleteFunc(c.doubted, isOld), slices.DeleteFunc(c.suspected, isOld)
	reported := newStatement(query.Table, first.Body)
	reported.nodes, reported.at = first.Nodes, now
	if agreed, ok := c.accepts(&reported, cached); ok {
		c.acquit(first.Nodes)
		if cached == nil || !reported.follows(cached) {
			c.doubted, c.suspected = nil, nil // two have agreed since
		}
		return first, agreed, nil
	}

	second, err := query.Read(ctx, excluding{chain, c.exclude(reported.nodes)}, bounds)
	if err != nil {
		if c.inBand(&reported) && len(reported.nodes) == 1 && c.isAlone(reported.nodes) {
			return first, reported.median, nil
		}
		c.remember(reported)
		c.logOnce(ctx, query, "a node is not believed, since no other one confirms what it says", &reported, zap.String("says", reported.describe(cached)), zap.Error(err))
		return table.Result{}, 0, fmt.Errorf("%w: %w", errUnconfirmed, err)
	}
	otherReported := newStatement(query.Table, second.Body)
	otherReported.nodes, otherReported.at = second.Nodes, now
	if c.inBand(&reported) && reported.agrees(&otherReported) {
		c.doubted, c.suspected = nil, nil
		return first, reported.median, nil
	}
	agreed, ok := c.accepts(&otherReported, cached)
	if !ok && cached == nil && !c.inBand(&reported) && c.inBand(&otherReported) && c.isAlone(slices.Concat(reported.nodes, otherReported.nodes)) {
		agreed, ok = otherReported.median, true // the only one whose word can be true
	}
	c.remember(reported, otherReported)
	fields := []zap.Field{
		zap.String("says", reported.describe(cached)),
		zap.Strings("other_nodes", otherReported.nodes), zap.String("other_says", otherReported.describe(cached)),
	}
	if !ok {
		c.logOnce(ctx, query, "two nodes contradict each other and neither is believed", &reported, fields...)
		return table.Result{}, 0, errUnconfirmed
	}
	if cached == nil || !otherReported.follows(cached) {
		// Of the others two have agreed since.
		c.doubted = []statement{reported}
		c.suspected = slices.DeleteFunc(c.suspected, func(s statement) bool { return !s.sharesNode(&reported) })
	}
	c.logOnce(ctx, query, "a node is not believed, since another one contradicts it", &reported, fields...)
	if cached != nil && !c.repeats(&reported, &cachedStatement{otherReported, agreed}) {
		return second, agreed, nil // it may be ahead of the other one
	}
	for _, node := range reported.nodes {
		chain.Contradicted(node, fmt.Errorf("of %s it says %s, another node %s", query.Table, reported.describe(cached), otherReported.describe(cached)))
	}
	return second, agreed, nil
}

// takes reports whether rows that another process has read are accepted, and if so the median that
// two nodes agreed on last. Whose word they are is not known, so they confirm no other statement.
func (c *confirmation) takes(query table.Query, body []byte) (agreed uint64, ok bool) {
	cached := newCachedStatement(query.Table, c.config.Engine.Cached(edgecache.Class(query.Table), query.Key()))
	reported := newStatement(query.Table, body)
	if cached == nil || !c.inBand(&reported) || !reported.follows(cached) {
		return 0, false
	}
	return cached.agreed, true
}

// accepts reports whether a statement is accepted without another node, and if so the
// median that two nodes agreed on last.
func (c *confirmation) accepts(s *statement, cached *cachedStatement) (agreed uint64, ok bool) {
	switch {
	case !c.inBand(s):
		return 0, false
	case cached != nil && s.follows(cached):
		return cached.agreed, true
	}
	return s.median, slices.ContainsFunc(c.doubted, func(other statement) bool {
		return !other.sharesNode(s) && c.inBand(&other) && s.agrees(&other)
	})
}

// inBand reports whether the operator holds a price possible. No price is in any band.
func (c *confirmation) inBand(s *statement) bool {
	return s.median == 0 || c.config.WAXPrice.Holds(s.median)
}

// remember replaces the earlier statements of the same nodes.
func (c *confirmation) remember(statements ...statement) {
	for _, s := range statements {
		c.doubted = append(slices.DeleteFunc(c.doubted, func(other statement) bool { return other.sharesNode(&s) }), s)
	}
}

// repeats reports whether what nodes said first is contradicted for longer than a node that is well
// may be behind another one. What another one says too meanwhile is suspected no more.
func (c *confirmation) repeats(s *statement, other *cachedStatement) bool {
	for _, first := range c.suspected {
		if first.sharesNode(s) && !first.follows(other) {
			return s.at.Sub(first.at) >= pool.DefaultMaxLag
		}
	}
	c.acquit(s.nodes)
	c.suspected = append(c.suspected, *s)
	return false
}

// acquit forgets what is suspected of nodes.
func (c *confirmation) acquit(nodes []string) {
	c.suspected = slices.DeleteFunc(c.suspected, func(s statement) bool { return s.sharesNode(&statement{nodes: nodes}) })
}

// exclude lists the nodes that the second one must differ from: those of this read, and as
// long as there are others those of recent statements, so that a third one decides.
func (c *confirmation) exclude(nodes []string) []string {
	all := slices.Clone(nodes)
	for _, s := range c.doubted {
		all = append(all, s.nodes...)
	}
	if well, _ := c.config.Chain.Others(all); well > 0 {
		return all
	}
	return nodes
}

// isAlone reports whether there is no other node that could be asked, now or after a
// rest.
func (c *confirmation) isAlone(nodes []string) bool {
	well, resting := c.config.Chain.Others(nodes)
	return well+resting == 0
}

// logOnce logs what nodes answered once, and again after a while without it.
func (c *confirmation) logOnce(ctx context.Context, query table.Query, what string, s *statement, fields ...zap.Field) {
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
	c.config.Logger.Warn(what, append(queryFields(query), fields...)...)
}

// excluding is a chain without some of its nodes.
type excluding struct {
	Chain
	nodes []string
}

// TableRows implements table.Chain.
func (e excluding) TableRows(ctx context.Context, request pool.Request) (pool.Answer, error) {
	request.Except = e.nodes
	return e.Chain.TableRows(ctx, request)
}

// statement is the part of an answer about which one node alone is not believed.
type statement struct {
	nodes []string
	at    time.Time
	// median is the newest one, 10^-4 US dollars for one WAX; 0 for none that pages read, and of other tables.
	median uint64
	// table is that of rows that have terms, by their ids.
	table table.Table
	terms map[string]string
}

// confirmed are the fields of a row that one node alone is not believed about. What is not
// among them passes, such as count, or shows nobody another offer.
type confirmed struct {
	id, count string
	integers  []string
	// others are texts and flags. For pages a number is no text, and a text no flag.
	others []string
}

var confirmedOf = map[table.Table]confirmed{
	table.Drops: {
		"drop_id", "current_claimed", []string{"drop_id", "max_claimable", "account_limit", "account_limit_cooldown", "start_time", "end_time"},
		[]string{"edition", "name", "display_data", "listing_price", "settlement_symbol", "is_hidden", "auth_required"},
	},
	table.Partners: {
		"code", "uses", []string{"share_bps", "discount_bps", "starts_at", "ends_at"},
		[]string{"code", "account", "label", "active"},
	},
}

// cachedStatement is that of the cached rows, and the median that two nodes agreed on last.
type cachedStatement struct {
	statement
	agreed uint64
}

// newCachedStatement is that of an entry; nil for none.
func newCachedStatement(of table.Table, entry *edgecache.Entry) *cachedStatement {
	if entry == nil {
		return nil
	}
	return &cachedStatement{statement: newStatement(of, entry.Body), agreed: entry.Prepared.(*prepared).agreed}
}

func newStatement(of table.Table, body []byte) (s statement) {
	rows := gjson.GetBytes(body, "rows")
	if of == table.Datapoints {
		if at := rows.Get("0.timestamp"); at.Type == gjson.String && at.Str != "" {
			s.median, _ = integer(rows.Get("0.median"))
		}
		return s
	}
	s.table, s.terms = of, make(map[string]string)
	names := confirmedOf[of]
	rows.ForEach(func(_, row gjson.Result) bool {
		id := row.Get(names.id).String() // one that is there twice has terms of its own
		for _, field := range gjson.GetMany(row.Raw, names.integers...) {
			term := "unread " + field.Raw
			if n, isRead := integer(field); isRead {
				term = strconv.FormatUint(n, 10)
			}
			s.terms[id] += term + "\n"
		}
		for _, field := range gjson.GetMany(row.Raw, names.others...) {
			term := field.Raw
			if field.Type == gjson.String {
				term = strconv.Quote(field.Str) // whatever is escaped in it
			}
			s.terms[id] += term + "\n"
		}
		if isGone(row, names.count) {
			s.terms[id] += "gone\n"
		}
		return true
	})
	return s
}

const (
	// mostDigits are those of an integer of 64 bits; pages read no more.
	mostDigits = 20
	// mostExact is the largest number that browsers read to its last digit; what is larger comes as text.
	mostExact = 1<<53 - 1
)

// integer is one as pages read it, a number or a text, but none such as 1e2 or 7.0; 0 and false for what they do not read.
func integer(field gjson.Result) (n uint64, isRead bool) {
	digits := field.Raw
	if field.Type == gjson.String {
		digits = field.Str
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || len(digits) > mostDigits || field.Type == gjson.Number && n > mostExact {
		return 0, false
	}
	return n, true
}

// isGone reports whether a row is of a drop that is sold out, or has a count that no page can read.
func isGone(row gjson.Result, count string) bool {
	sold, isRead := integer(row.Get(count))
	most, _ := integer(row.Get("max_claimable")) // 0 without a limit
	return !isRead || most > 0 && sold >= most
}

// follows reports whether it can follow the cached statement: nothing is gone or on other
// terms, and the price is not far from the cached one, nor from the one that two
// nodes agreed on, so that a liar cannot lead it away in small steps.
func (s *statement) follows(cached *cachedStatement) bool {
	for id, terms := range cached.terms {
		if s.terms[id] != terms {
			return false
		}
	}
	return !jumps(cached.median, s.median) && !jumps(cached.agreed, s.median)
}

func (s *statement) agrees(other *statement) bool {
	return !jumps(min(s.median, other.median), max(s.median, other.median)) && maps.Equal(s.terms, other.terms)
}

// jumps reports whether a price differs by more than a third.
func jumps(from, to uint64) bool { return max(from, to)-min(from, to) > from/3 }

func (s *statement) sharesNode(other *statement) bool {
	return slices.ContainsFunc(s.nodes, func(node string) bool { return slices.Contains(other.nodes, node) })
}

// mostNamed bounds the rows that a log names.
const mostNamed = 10

// describe says it in words, of rows what differs from the cached ones.
func (s *statement) describe(cached *cachedStatement) string {
	switch {
	case s.terms == nil && s.median == 0:
		return "no price"
	case s.terms == nil:
		return fmt.Sprintf("%d.%04d USD for 1 WAX", s.median/10_000, s.median%10_000)
	}
	reported := fmt.Sprintf("%d %s", len(s.terms), s.table)
	if cached == nil {
		return reported
	}
	var gone, changed []string
	for _, id := range slices.Sorted(maps.Keys(cached.terms)) {
		if now, there := s.terms[id]; !there {
			gone = append(gone, id)
		} else if now != cached.terms[id] {
			changed = append(changed, id)
		}
	}
	for _, ids := range []struct {
		what string
		ids  []string
	}{{"without", gone}, {"on other terms", changed}} {
		if len(ids.ids) > 0 {
			reported += fmt.Sprintf(", %s %.200s", ids.what, strings.Join(ids.ids[:min(len(ids.ids), mostNamed)], " "))
		}
	}
	return reported
}
