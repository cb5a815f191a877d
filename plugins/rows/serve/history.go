package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/median"
	"fieldhouse/plugins/representation"

	"github.com/tidwall/gjson"
)

// historyName is where the medians of the last 90 days are, below paths.Rows.
const historyName = "medians"

// historyAnswer is the history as it is answered, made once for each of its states.
type historyAnswer struct {
	of    *[]median.Point
	body  []byte
	tag   string
	forms *representation.Forms
}

func (s *Server) historyAnswer() *historyAnswer {
	points := s.config.History.Current()
	if made := s.history.Load(); made != nil && made.of == points {
		return made
	}
	type row struct {
		At     time.Time `json:"at"`
		Median uint64    `json:"median"`
	}
	rows := make([]row, len(*points))
	for index, point := range *points {
		rows[index] = row{point.At(), point.Median}
	}
	body, _ := json.Marshal(struct { // it always has a JSON form
		Rows    []row  `json:"rows"`
		More    bool   `json:"more"`
		NextKey string `json:"next_key"`
	}{Rows: rows})
	made := &historyAnswer{of: points, body: body, tag: representation.Tag(body)}
	made.forms = representation.NewForms(body, made.tag)
	s.history.Store(made)
	return made
}

// answerHistory answers with the hours that are known, oldest first.
func (s *Server) answerHistory(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawQuery != "" {
		answer.Refuse(w, http.StatusBadRequest, 0, "the history of the median has no parameters: it is whole")
		return
	}
	made := s.historyAnswer()
	response := made.forms.For(r, http.StatusOK, made.body, []representation.Coding{representation.Zstd, representation.Brotli, representation.Gzip})
	h := representation.NewHeader(w, 2)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	response.Write(w, r, &h, "application/json")
}

// Record adds the oracle's newest median to the history, as that of the hour that it is
// from, unless that of this hour is known.
func (s *Server) Record(ctx context.Context) error {
	if s.config.History.Has(s.config.Now()) {
		return nil
	}
	newest, err := s.Need(ctx, NeedMedian)
	if err != nil {
		return fmt.Errorf("keeping the median: %w", err)
	}
	row := gjson.GetBytes(newest.Body, "rows.0")
	at, err := time.Parse("2006-01-02T15:04:05.999", row.Get("timestamp").String())
	if err != nil || row.Get("median").Uint() == 0 {
		return errors.New("keeping the median: the oracle has none")
	}
	return s.config.History.Add(median.Point{Hour: median.HourOf(at), Median: row.Get("median").Uint()})
}
