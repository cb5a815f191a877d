package edgecache

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/representation"
)

func TestAnEnvelopeGivesBackTheEntryItWasMadeOf(t *testing.T) {
	moment := time.Unix(0, 1795788000_123456789)
	body := []byte(`{"rows":[],"more":false,"next_key":""}`)
	for _, entry := range []*Entry{
		{
			Code: 200, Body: body, ETag: representation.Tag(body), Tags: []string{"table:drops", ""}, Meta: "324182164 2024-08-13T16:01:33.500",
			Stored: moment, Soft: moment.Add(soft), Hard: moment.Add(hard), Cacheable: true,
		},
		{Body: []byte{}, Stored: moment, Soft: moment, Hard: moment, Cacheable: true},
	} {
		got := decodeEnvelope(encodeEnvelope(entry))
		for _, times := range [][2]*time.Time{{&entry.Stored, &got.Stored}, {&entry.Soft, &got.Soft}, {&entry.Hard, &got.Hard}} {
			if !times[0].Equal(*times[1]) {
				t.Errorf("a time is %s, want %s", times[1], times[0])
			}
			*times[1] = *times[0] // but for its monotonic reading
		}
		if !reflect.DeepEqual(got, entry) {
			t.Errorf("%+v, want %+v", got, entry)
		}
	}
}

func TestAnEntryFromItsEnvelopeAgesWhenTheMachinesClockWasSetBack(t *testing.T) {
	stored := time.Now()
	got := decodeEnvelope(encodeEnvelope(&Entry{Stored: stored}))
	if age := clock.SetBack(stored.Add(time.Minute), 3600).Sub(got.Stored); age != time.Minute {
		t.Errorf("it is %s old; want 1m", age)
	}
}

func TestTheLargestHeadFitsIntoWhatTheBodyLimitLeavesForIt(t *testing.T) {
	entry := &Entry{ETag: strings.Repeat("x", etagBytes), Meta: strings.Repeat("x", maxMetaBytes)}
	for range maxTags {
		entry.Tags = append(entry.Tags, strings.Repeat("x", maxTagBytes))
	}
	if size := len(encodeEnvelope(entry)); size != maxEnvelopeHead {
		t.Errorf("%d bytes, computed %d", size, maxEnvelopeHead)
	}
}
