package upstream

import (
	"net/http"
	"testing"
	"time"
)

func TestSecondsAndDatesAreReadAndNothingElse(t *testing.T) {
	now := time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)
	for value, want := range map[string]struct {
		wait time.Duration
		told bool
	}{
		"120":                           {2 * time.Minute, true},
		" 5 ":                           {5 * time.Second, true},
		"0":                             {0, true},
		"Fri, 27 Nov 2026 14:01:00 GMT": {time.Minute, true},
		"Sat, 01 Jan 1994 00:00:00 GMT": {0, true},
		"":                              {},
		"soon":                          {},
		"-1":                            {},
		"1.5":                           {},
		"99999999999999999999":          {},
	} {
		header := http.Header{"Retry-After": {value}}
		if wait, told := RetryAfter(header, now); wait != want.wait || told != want.told {
			t.Errorf("%q: %s, %v; want %s, %v", value, wait, told, want.wait, want.told)
		}
	}
	if wait, told := RetryAfter(http.Header{}, now); wait != 0 || told {
		t.Errorf("without one: %s, %v", wait, told)
	}
}

func TestTheDateIsComparedWithTheServersOwnClock(t *testing.T) {
	header := http.Header{"Retry-After": {"Tue, 13 Aug 2024 16:02:00 GMT"}, "Date": {"Tue, 13 Aug 2024 16:01:30 GMT"}}
	if wait, told := RetryAfter(header, time.Now()); wait != 30*time.Second || !told {
		t.Errorf("%s, %v", wait, told)
	}
}
