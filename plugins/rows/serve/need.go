package serve

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"
)

// The needs of a page that are rows (the contract's DataNeed).
const (
	NeedDrops    = "rowDrops"
	NeedMedian   = "medianPrice"
	NeedPartners = "partnersCodes"
	// NeedHistory is what the median was, hour by hour.
	NeedHistory = "medianHistory"
)

// prepareNeeds makes the questions that pages ask, which are those that all share.
func (s *Server) prepareNeeds() error {
	s.needs, s.shared, s.confirmed = make(map[string]*question), make(map[string]bool), make(map[string]*confirmation)
	for need, ask := range map[string]struct {
		table table.Table
		query string
	}{
		NeedDrops:    {table.Drops, ""},
		NeedMedian:   {table.Datapoints, fmt.Sprintf("limit=%d&isLimited=true", settings.MedianLimit)},
		NeedPartners: {table.Partners, ""},
	} {
		query, err := s.config.Site.Parse(ask.table, ask.query)
		if err != nil {
			return fmt.Errorf("preparing the need %s: %w", need, err)
		}
		s.shared[query.Key()] = true
		if need != NeedPartners {
			s.confirmed[query.Key()] = &confirmation{config: &s.config, logged: make(map[string]time.Time)}
		}
		s.needs[need] = s.question(query)
	}
	return nil
}

// Need answers what a page needs: the node's envelope as JSON and a version,
// which is another one exactly when the body is another one. It waits for the
// chain only when there is no answer at all, and no longer than ctx. It counts
// on no client's budget. The body must not be changed.
func (s *Server) Need(ctx context.Context, need string) (body []byte, version string, err error) {
	if need == NeedHistory {
		made := s.historyAnswer()
		return made.body, strings.Trim(made.tag, `"`), nil
	}
	q := s.needs[need]
	if q == nil {
		return nil, "", fmt.Errorf("the need %q is not one of rows", need)
	}
	entry, _, err := s.config.Engine.Get(ctx, q.lookup, q.fetch)
	if err != nil {
		return nil, "", fmt.Errorf("reading the need %s: %w", need, err)
	}
	entry = s.told(q, entry)
	return entry.Body, strings.Trim(entry.ETag, `"`), nil
}
