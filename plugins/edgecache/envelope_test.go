package edgecache

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/representation"
)

func exampleEntry() *Entry {
	moment := time.Unix(0, 1795788000_123456789)
	body := []byte(`{"rows":[],"more":false,"next_key":""}`)
	return &Entry{
		Code: 200, Body: body, ETag: representation.Tag(body), Tags: []string{"table:drops", ""}, Meta: "324182164 2024-08-13T16:01:33.500",
		Stored: moment, Soft: moment.Add(soft), Hard: moment.Add(hard), Cacheable: true,
	}
}

func TestAnEnvelopeGivesBackTheEntryItWasMadeOf(t *testing.T) {
	entry := exampleEntry()
	class, got, err := decodeEnvelope(encodeEnvelope(rows, entry))
	for _, times := range [][2]*time.Time{{&entry.Stored, &got.Stored}, {&entry.Soft, &got.Soft}, {&entry.Hard, &got.Hard}} {
		if !times[0].Equal(*times[1]) {
			t.Errorf("a time is %s, want %s", times[1], times[0])
		}
		*times[1] = *times[0] // but for its monotonic reading
	}
	if err != nil || class != rows || !reflect.DeepEqual(got, entry) {
		t.Errorf("class %q, entry %+v, error %v; want %+v", class, got, err, entry)
	}
}

func TestAnEntryFromItsEnvelopeAgesWhenTheMachinesClockWasSetBack(t *testing.T) {
	entry := exampleEntry()
	entry.Stored = time.Now()
	_, got, err := decodeEnvelope(encodeEnvelope(rows, entry))
	if age := clock.SetBack(entry.Stored.Add(time.Minute), 3600).Sub(got.Stored); err != nil || age != time.Minute {
		t.Errorf("it is %s old, error %v; want 1m", age, err)
	}
}

func TestADamagedEnvelopeIsRefusedWhole(t *testing.T) {
	whole := encodeEnvelope(rows, exampleEntry())
	for length := range whole {
		if _, _, err := decodeEnvelope(whole[:length]); err == nil {
			t.Errorf("the first %d of %d bytes were accepted", length, len(whole))
		}
	}
	if _, _, err := decodeEnvelope(append(bytes.Clone(whole), 0)); err == nil {
		t.Error("a byte too many was accepted")
	}
	other := bytes.Clone(whole)
	other[0]++
	if _, _, err := decodeEnvelope(other); err == nil {
		t.Error("another version was accepted")
	}
}

func TestTheLargestHeadFitsIntoWhatTheBodyLimitLeavesForIt(t *testing.T) {
	text := func(n int) string { return string(bytes.Repeat([]byte("x"), n)) }
	entry := &Entry{ETag: text(etagBytes), Meta: text(maxMetaBytes)}
	for range maxTags {
		entry.Tags = append(entry.Tags, text(maxTagBytes))
	}
	if size := len(encodeEnvelope(Class(text(maxClassBytes)), entry)); size != maxEnvelopeHead {
		t.Errorf("%d bytes, computed %d", size, maxEnvelopeHead)
	}
}

func FuzzEnvelope(f *testing.F) {
	whole := encodeEnvelope(rows, exampleEntry())
	f.Add(whole)
	f.Add(whole[:40])
	f.Add([]byte{})
	f.Add(encodeEnvelope("", &Entry{}))
	f.Fuzz(func(t *testing.T, b []byte) {
		class, entry, err := decodeEnvelope(b)
		if err != nil {
			return
		}
		if again := encodeEnvelope(class, entry); !bytes.Equal(again, b) {
			t.Errorf("%x decodes to an entry that encodes to %x", b, again)
		}
	})
}
