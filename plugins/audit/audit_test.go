package audit

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestAFloodOfRefusalsIsBoundedAndSaysHowManyWereLeftOut(t *testing.T) {
	core, written := observer.New(zap.InfoLevel)
	logger, now := zap.New(core), time.Unix(1_700_000_000, 0)
	log := New(func() *zap.Logger { return logger }, func() time.Time { return now })
	for range 1000 {
		log.Write(Entry{Action: "use a token", From: "192.0.2.1", Outcome: Refused, Reason: strings.Repeat("x", 10_000)})
	}
	lines := written.TakeAll()
	if len(lines) != refusedAtOnce {
		t.Fatalf("%d lines of 1000 refusals; want %d", len(lines), refusedAtOnce)
	}
	if reason := lines[0].ContextMap()["reason"].(string); len(reason) != maxText {
		t.Errorf("a reason of %d bytes; want %d", len(reason), maxText)
	}
	// What was done is never left out.
	log.Write(Entry{Action: "make token", Outcome: Done})
	now = now.Add(time.Second)
	log.Write(Entry{Action: "use a token", Outcome: Failed})
	log.Write(Entry{Action: "use a token", Outcome: Refused})
	lines = written.TakeAll()
	if len(lines) != 2 || lines[0].Message != "make token" || lines[1].ContextMap()["left_out"] != int64(1000-refusedAtOnce) {
		t.Errorf("after the flood: %v", lines)
	}
	if _, has := lines[0].ContextMap()["by"]; has {
		t.Error("an empty field is written")
	}
}
