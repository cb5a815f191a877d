package median

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/clock"
)

var noon = time.Date(2026, 11, 22, 12, 10, 0, 0, time.UTC)

// at is a point so many hours after noon's.
func at(hours int, median uint64) Point { return Point{HourOf(noon) + int64(hours), median} }

type shelf struct {
	*History
	folder string
	told   []string
}

func open(folder string, clock *clock.Clock) *shelf {
	s := &shelf{folder: folder}
	s.History = Open(folder, "waxpusd", Config{Now: clock.Now, Report: func(err error) { s.told = append(s.told, err.Error()) }})
	return s
}

func (s *shelf) add(t *testing.T, points ...Point) {
	t.Helper()
	if err := s.Add(points...); err != nil {
		t.Fatal(err)
	}
}

// medians are what is known.
func (s *shelf) medians() string {
	var all []uint64
	for _, point := range s.Points() {
		all = append(all, point.Median)
	}
	return fmt.Sprint(all)
}

func TestAnHourIsKeptAsItWasKnownFirstAndOutlastsARestart(t *testing.T) {
	clock := clock.New(noon)
	s := open(t.TempDir(), clock)
	s.add(t, at(0, 598))
	s.add(t, at(0, 700), at(-2, 596))
	if s.medians() != "[596 598]" || !s.Has(noon) || s.Has(noon.Add(-time.Hour)) {
		t.Errorf("known are %s", s.medians())
	}
	if first := s.Points()[0].At(); !first.Equal(noon.Truncate(time.Hour).Add(-2 * time.Hour)) {
		t.Errorf("the first hour began at %s", first)
	}
	if after := open(s.folder, clock); after.medians() != "[596 598]" || len(after.told) != 0 {
		t.Errorf("after a restart known are %s, told %q", after.medians(), after.told)
	}
	other := Open(s.folder, "other", Config{Now: clock.Now})
	if len(other.Points()) != 0 {
		t.Error("another pair has them too")
	}
	memory := open("", clock)
	memory.add(t, at(0, 5))
	if memory.medians() != "[5]" {
		t.Errorf("in memory known are %s", memory.medians())
	}
}

func TestNinetyDaysAreKept(t *testing.T) {
	clock := clock.New(noon)
	s := open(t.TempDir(), clock)
	var many []Point
	for hour := -MaxPoints - 10; hour <= 0; hour++ {
		many = append(many, at(hour, 600))
	}
	s.add(t, many...)
	if points := s.Points(); len(points) != MaxPoints || points[MaxPoints-1] != at(0, 600) {
		t.Errorf("%d hours are kept, the last %v", len(points), points[len(points)-1])
	}
	clock.Move(time.Hour)
	s.add(t, at(1, 601))
	if after := open(s.folder, clock); len(after.Points()) != MaxPoints || after.Points()[0] != at(2-MaxPoints, 600) {
		t.Errorf("%d hours are kept, from %v", len(after.Points()), after.Points()[0])
	}
	for _, wrong := range []Point{at(0, 0), at(24, 600), {0, 600}, {-1, 600}} {
		if err := s.Add(wrong); err == nil {
			t.Errorf("%v was added", wrong)
		}
	}
}

func TestWhatOneProcessAddsAnotherHasASecondLaterAndNoneIsLost(t *testing.T) {
	clock := clock.New(noon)
	one := open(t.TempDir(), clock)
	other := open(one.folder, clock)
	one.Points()
	other.add(t, at(-1, 1))
	one.add(t, at(0, 2))
	clock.Move(time.Second)
	if one.medians() != "[1 2]" || other.medians() != "[1 2]" {
		t.Errorf("known are %s and %s", one.medians(), other.medians())
	}
}

func TestADamagedFileIsToldOnceAndReplaced(t *testing.T) {
	for name, damage := range map[string]string{
		"cut": `{"points":[[1,2],[`, "empty": "", "no median": `{"points":[[1,0]]}`, "not in order": `{"points":[[2,5],[1,5]]}`,
		"another form": `[]`, "too large": strings.Repeat(" ", maxBytes+1),
	} {
		clock := clock.New(noon)
		s := open(t.TempDir(), clock)
		s.add(t, at(-1, 1))
		if err := os.WriteFile(s.file.Path(), []byte(damage), 0o644); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			clock.Move(time.Second)
			if s.medians() != "[1]" {
				t.Errorf("%s: known are %s", name, s.medians())
			}
		}
		if len(s.told) != 1 {
			t.Errorf("%s: told %q", name, s.told)
		}
		s.add(t, at(0, 2))
		if after := open(s.folder, clock); after.medians() != "[1 2]" || len(after.told) != 0 {
			t.Errorf("%s: mended known are %s, told %q", name, after.medians(), after.told)
		}
	}
}
