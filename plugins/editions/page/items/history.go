package items

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

var historyFields = []string{
	"path", "usd", "wax", "least", "most", "fromAt", "fromText", "midAt", "midText", "toAt", "toText",
	"leastX", "leastY", "mostX", "mostY", "axis", "axisY",
}

const (
	// fewestPoints is how many hours have to be known for a line that says something.
	fewestPoints = 48
	// maxSteps bounds the steps of the line, each of some whole hours.
	maxSteps = 120
	// historyDollars is what the line is the price of.
	historyDollars = 10
	// The line's box, in the units of its path; nought is at the bottom.
	historyWidth, historyHeight = 1000, 300
)

// pricePoint is what historyDollars were in an hour, in hundredths of WAX.
type pricePoint struct {
	at  time.Time
	wax int64
}

// history is what the price was, hour by hour. Pages have its line in their markup.
type history []pricePoint

// Script is nothing: no page carries the hours.
func (history) Script(string) json.RawMessage { return nil }

func readHistory(_ string, body []byte) (page.Data, error) {
	var answer struct {
		Rows []struct {
			At     time.Time `json:"at"`
			Median int64     `json:"median"`
		} `json:"rows"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, fmt.Errorf("the answer is no history of the median: %w", err)
	}
	points := make(history, 0, len(answer.Rows))
	for _, row := range answer.Rows {
		if row.Median > 0 {
			points = append(points, pricePoint{row.At.UTC(), (historyDollars*1_000_000 + row.Median - 1) / row.Median})
		}
	}
	return points, nil
}

// historyItems is the history as the item of its list: the line, or words in its place.
func historyItems(points []pricePoint, language release.Language) []page.Item {
	if len(points) < fewestPoints {
		return []page.Item{{Variants: []string{"few"}}}
	}
	first, last := points[0], points[len(points)-1]
	least, most := first, first
	for _, point := range points {
		if point.wax < least.wax {
			least = point
		}
		if point.wax > most.wax {
			most = point
		}
	}
	middle := first.at.Add(last.at.Sub(first.at) / 2)
	// Where a point is, from the upper left corner of the box.
	across := func(point pricePoint) string {
		return percent(int64(point.at.Sub(first.at)/time.Hour), int64(last.at.Sub(first.at)/time.Hour)+1)
	}
	down := func(wax int64) string { return percent(5*most.wax-4*wax, 5*most.wax) }
	round := roundBelow(most.wax)
	axis, _, _ := decimals(big.NewInt(round), language)
	amount := func(hundredths int64) string {
		_, _, text := decimals(big.NewInt(hundredths), language)
		return text
	}
	day := func(at time.Time) string { return fmt.Sprintf("%d %s", at.Day(), page.Months[language][at.Month()-1]) }
	return []page.Item{{Variants: []string{"chart"}, Fields: map[string]string{
		"path": historyPath(points, most.wax), "usd": amount(historyDollars * 100),
		"wax": amount(last.wax), "least": amount(least.wax), "most": amount(most.wax),
		"fromAt": first.at.Format(time.RFC3339), "fromText": day(first.at), "midAt": middle.Format(time.RFC3339), "midText": day(middle),
		"toAt": last.at.Format(time.RFC3339), "toText": day(last.at),
		"leastX": across(least), "leastY": down(least.wax), "mostX": across(most), "mostY": down(most.wax),
		"axis": axis, "axisY": down(round),
	}}}
}

// percent is a part of a whole, as drawings have it.
func percent(part, whole int64) string {
	return strconv.FormatFloat(float64(part)*100/float64(whole), 'f', 1, 64) + "%"
}

// roundBelow is the greatest of 1, 2, 5, 10, 20 ... whole WAX that is not above an amount
// in hundredths; nought for less than one.
func roundBelow(hundredths int64) int64 {
	for step := int64(100_000_000_000); step >= 100; step /= 10 {
		for _, times := range []int64{5, 2, 1} {
			if times*step <= hundredths {
				return times * step
			}
		}
	}
	return 0
}

// historyPath is the line in steps, from nought at the bottom; where no hour is known there
// is none.
func historyPath(points []pricePoint, most int64) string {
	hours := int64(points[len(points)-1].at.Sub(points[0].at)/time.Hour) + 1
	width := (hours + maxSteps - 1) / maxSteps
	steps := (hours + width - 1) / width
	// The last that is known in each step.
	known := make([]int64, steps)
	for _, point := range points {
		known[int64(point.at.Sub(points[0].at)/time.Hour)/width] = point.wax
	}
	var path strings.Builder
	draws := false
	for step, wax := range known {
		if wax == 0 {
			draws = false
			continue
		}
		// A quarter of the box stays free above the most.
		y := strconv.FormatInt(historyHeight-historyHeight*4*wax/(5*most), 10)
		if draws {
			path.WriteString("V" + y)
		} else {
			path.WriteString("M" + strconv.FormatInt(historyWidth*int64(step)/steps, 10) + " " + y)
		}
		path.WriteString("H" + strconv.FormatInt(historyWidth*int64(step+1)/steps, 10))
		draws = true
	}
	return path.String()
}
