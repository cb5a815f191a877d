package items

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestWhatSettingsAndChainSayDifferentlyOfTheSaleIsSaid(t *testing.T) {
	for _, test := range []struct {
		name  string
		start time.Duration
		rows  []json.RawMessage
		want  string
	}{
		{"the start is past and a drop is on sale", -time.Hour, []json.RawMessage{row(1, nil)}, ""},
		{"the start is past and nothing is on sale", -time.Hour, nil, "no drop of the chain is on sale"},
		{"the start is past and what is on sale is hidden", 0, []json.RawMessage{row(1, map[string]any{"is_hidden": 1})}, "no drop of the chain is on sale"},
		{"the start is past and all is sold", 0, []json.RawMessage{row(1, map[string]any{"current_claimed": 5000})}, "no drop of the chain is on sale"},
		{"a drop starts when the settings say", time.Hour, []json.RawMessage{row(1, map[string]any{"start_time": at.Unix() + hour + 59, "end_time": 0})}, ""},
		{"no drop starts then", time.Hour, []json.RawMessage{row(1, map[string]any{"start_time": at.Unix() + hour + 61, "end_time": 0})}, "no drop of the chain starts then"},
		{"no drop starts then, one is live", time.Hour, []json.RawMessage{row(1, nil)}, "no drop of the chain starts then"},
	} {
		got := saleDifference(at.Add(test.start), readDrops(test.rows), at)
		if !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
