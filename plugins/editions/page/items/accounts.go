package items

import (
	"strconv"
	"time"

	"fieldhouse/plugins/editions/page"
)

// aboutAccounts are the pages of accounts. Nothing is read for them: a name that an account can
// have has a page, whether or not anybody has it, and any other has none.
var aboutAccounts = map[string]page.About{"accounts": {Fields: []string{"account", "width", "room"}, Named: named}}

// account is a name that an account can have.
type account string

func named(name string) page.Subject {
	if !isAccount(name) {
		return nil
	}
	return account(name)
}

// maxAccount is how many characters a name has at most.
const maxAccount = 12

// isAccount is antelope.IsAccount, of which what composes pages anywhere knows nothing.
func isAccount(name string) bool {
	if name == "" || len(name) > maxAccount || name[len(name)-1] == '.' {
		return false
	}
	for _, symbol := range []byte(name) {
		if _, known := advances[symbol]; !known {
			return false
		}
	}
	return true
}

// advances are how wide a name's characters are as capitals of the display face, in thousandths
// of its size: about, for what is set by them is drawn to the width that they give.
var advances = map[byte]int{
	'a': 560, 'b': 480, 'c': 470, 'd': 480, 'e': 400, 'f': 385, 'g': 475, 'h': 495, 'i': 250, 'j': 460,
	'k': 520, 'l': 385, 'm': 680, 'n': 505, 'o': 475, 'p': 460, 'q': 475, 'r': 485, 's': 465, 't': 390,
	'u': 475, 'v': 480, 'w': 790, 'x': 520, 'y': 490, 'z': 400,
	'1': 330, '2': 460, '3': 465, '4': 470, '5': 465, '.': 220,
}

// leastRoom keeps a short name from being drawn higher than a window.
const leastRoom = 3800

func (a account) Parameter(string) string { return string(a) }

func (account) Published() time.Time { return time.Time{} }

func (a account) Describe(page.Context) page.Description {
	width := 0
	for _, symbol := range []byte(a) {
		width += advances[symbol]
	}
	return page.Description{Fields: map[string]string{
		"account": string(a), "width": strconv.Itoa(width), "room": strconv.Itoa(max(leastRoom, width)),
	}}
}
