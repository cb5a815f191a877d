package pause

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
)

var notice = Notice{English: "Back at 20:00 UTC.", Spanish: "Volvemos a las 20:00 UTC.", By: "anna"}

// store is a folder with releases of editions, and a clock that stands.
func store(t *testing.T, editions ...string) (string, *clock.Clock) {
	t.Helper()
	folder := t.TempDir()
	for _, edition := range append(editions, "host", "shell", "lineup.journal") {
		must.Do(t, os.Mkdir(filepath.Join(folder, edition), 0o755))
	}
	return folder, clock.New(time.Date(2026, 11, 22, 19, 30, 0, 0, time.UTC))
}

// process opens the paused sales as one process does, and writes down what it tells.
func process(folder string, clock *clock.Clock) (*File, *[]string) {
	var reported []string
	return Open(folder, Config{
		Now: clock.Now,
		Changed: func(edition string, notice *Notice) {
			if notice == nil {
				reported = append(reported, edition+" goes on")
			} else {
				reported = append(reported, edition+" paused by "+notice.By+": "+notice.English)
			}
		},
		Report: func(err error) { reported = append(reported, "problem: "+err.Error()) },
	}), &reported
}

func TestAPauseOutlastsARestartUntilTheSaleGoesOn(t *testing.T) {
	folder, clock := store(t, "football", "basketball")
	file, reported := process(folder, clock)
	if file.Current() != nil {
		t.Error("a sale is paused before anybody paused it")
	}
	must.Do(t, file.Pause(notice, "football", "basketball"))
	want := `{"basketball":{"en":"Back at 20:00 UTC.","es":"Volvemos a las 20:00 UTC.","since":"2026-11-22T19:30:00Z"},"football":{"en":"Back at 20:00 UTC.","es":"Volvemos a las 20:00 UTC.","since":"2026-11-22T19:30:00Z"}}`
	if got := string(file.Current().JSON()); got != want {
		t.Errorf("visitors get\n%s\nwant\n%s", got, want)
	}
	clock.Move(time.Hour)
	after, _ := process(folder, clock)
	if got := string(after.Current().JSON()); got != want {
		t.Errorf("after a restart visitors get\n%s", got)
	}
	if err := after.Resume("football", "basketball"); err != nil || after.Current() != nil {
		t.Errorf("%v, and %s is paused", err, after.Current().JSON())
	}
	if err := after.Resume("football"); !errors.Is(err, ErrNotPaused) {
		t.Errorf("a sale that goes on was resumed: %v", err)
	}
	clock.Move(time.Second)
	if file.Current() != nil {
		t.Error("the other process has it paused still")
	}
	all := fmt.Sprint(*reported)
	if all != "[basketball paused by anna: Back at 20:00 UTC. football paused by anna: Back at 20:00 UTC. basketball goes on football goes on]" {
		t.Errorf("the log has %s", all)
	}
}

// A command that is given no store finds another one, or none: its word that a sale is not paused would be about nothing.
func TestOfAStoreWithoutTheEditionNothingIsSaidOfItsSale(t *testing.T) {
	folder := t.TempDir()
	for _, change := range []func(*File) error{
		func(file *File) error { return file.Pause(notice, "football") },
		func(file *File) error { return file.Resume("football") },
	} {
		if err := change(Open(folder, Config{})); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "give --store") {
			t.Errorf("it says %v", err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("it left %v; %v", left, err)
	}
}

func TestWhatOneProcessPausesAnotherHasASecondLater(t *testing.T) {
	folder, clock := store(t, "football")
	serving, reported := process(folder, clock)
	serving.Current()
	command, _ := process(folder, clock)
	must.Do(t, command.Pause(notice, "football"))
	clock.Move(time.Second - 1)
	if serving.Current() != nil {
		t.Error("it is looked for more often than each second")
	}
	clock.Move(1)
	first := serving.Current()
	if first == nil || len(*reported) != 1 {
		t.Fatalf("it is not paused a second later; reported %q", *reported)
	}
	clock.Move(time.Second)
	if serving.Current() != first {
		t.Error("a file that is the same makes another set")
	}
	other := notice
	other.English = "Back at 21:00 UTC."
	must.Do(t, command.Pause(other, "football"))
	clock.Move(time.Second)
	if got := serving.Current().Notices()["football"]; got.English != other.English || !got.Since.Equal(first.Notices()["football"].Since) {
		t.Errorf("with another notice it is %+v", got)
	}
}

func TestTwoProcessesThatPauseAtOnceLoseNone(t *testing.T) {
	folder, clock := store(t, "football", "basketball", "hockey", "rugby")
	failed := make(chan error, 4)
	for _, edition := range []string{"football", "basketball", "hockey", "rugby"} {
		go func() {
			file, _ := process(folder, clock)
			failed <- file.Pause(notice, edition)
		}()
	}
	for range 4 {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	after, _ := process(folder, clock)
	if paused := after.Current().Notices(); len(paused) != 4 {
		t.Errorf("paused are %v", paused)
	}
}

func TestANoticeIsPlainTextInBothLanguages(t *testing.T) {
	folder, clock := store(t, "football")
	file, _ := process(folder, clock)
	for name, test := range map[string]struct {
		english, spanish, edition, naming string
	}{
		"no English":       {"", "Volvemos.", "football", "en is missing"},
		"no Spanish":       {"Back soon.", " ", "football", "es is missing"},
		"too long":         {strings.Repeat("ñ", MaxNotice+1), "Volvemos.", "football", "301 characters"},
		"two lines":        {"Back\nsoon.", "Volvemos.", "football", "one line"},
		"not UTF-8":        {"Back \xff", "Volvemos.", "football", "plain text"},
		"turned around":    {"Back \u202esoon", "Volvemos.", "football", "plain text"},
		"no such edition":  {"Back soon.", "Volvemos.", "footbal", `no edition "footbal": it has football`},
		"not an edition":   {"Back soon.", "Volvemos.", "shell", `no edition "shell"`},
		"outside of store": {"Back soon.", "Volvemos.", "../football", "no edition"},
	} {
		err := file.Pause(Notice{English: test.english, Spanish: test.spanish}, test.edition)
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), test.naming) {
			t.Errorf("%s: %v, want %s", name, err, test.naming)
		}
	}
	if file.Current() != nil {
		t.Error("something was paused")
	}
	if err := file.Pause(Notice{English: strings.Repeat("ñ", MaxNotice), Spanish: "<b>Volvemos</b> & más"}, "football"); err != nil {
		t.Error(err)
	}
}

func TestADamagedFileIsToldOnceAndTakesBackNothing(t *testing.T) {
	for name, damage := range map[string]string{
		"cut": `{"paused":{"football":{"en":"Ba`, "empty": "", "of another form": `["football"]`, "without a list": `{}`,
		"without a text": `{"paused":{"football":{"en":"Back soon."}}}`, "too large": `{"paused":{}}` + strings.Repeat(" ", maxBytes),
	} {
		folder, clock := store(t, "football", "basketball")
		file, reported := process(folder, clock)
		must.Do(t, file.Pause(notice, "football"))
		must.Do(t, os.WriteFile(filepath.Join(folder, fileName), []byte(damage), 0o644))
		for range 3 {
			clock.Move(time.Second)
			if file.Current() == nil {
				t.Errorf("%s: the sale goes on", name)
			}
		}
		if len(*reported) != 2 || !strings.HasPrefix((*reported)[1], "problem: ") {
			t.Errorf("%s: reported %q", name, *reported)
		}
		if after, reported := process(folder, clock); after.Current() != nil || len(*reported) != 1 {
			t.Errorf("%s: after a restart %v is paused, reported %q", name, after.Current(), *reported)
		}
		must.Do(t, file.Pause(notice, "basketball"))
		if after, _ := process(folder, clock); len(after.Current().Notices()) != 2 {
			t.Errorf("%s: mended, paused are %v", name, after.Current().Notices())
		}
	}
}
