package page

import (
	"fmt"
	"time"

	"fieldhouse/plugins/editions/release"
)

// The browser prints the same values (docs/edition-contract.md, "Lists the
// gateway knows"), so the forms are written out and not taken from a locale's data.

// Months are their short names.
var Months = map[release.Language][12]string{
	release.English: {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	release.Spanish: {"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"},
}

// Moment is a time of the chain for people: 27 Nov 2026, 14:00 UTC.
func Moment(at time.Time, language release.Language) string {
	at = at.UTC()
	return fmt.Sprintf("%d %s %d, %02d:%02d UTC", at.Day(), Months[language][at.Month()-1], at.Year(), at.Hour(), at.Minute())
}
