package items

import (
	"html"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

// pack is the drop of the page's edition that the post is about, while that is on sale or
// will be, and the moment when one of those changes its state next; none for none.
func (p *post) pack(t page.Context) ([]page.Item, time.Time) {
	of := tableOf(t.Rows, release.NeedDrops)
	if of == nil {
		return nil, time.Time{}
	}
	now := uint64(max(t.Now.Unix(), 0))
	drops, next := sortedDrops(of.rows, func(read *drop) bool { return read.Edition == t.Edition }, now)
	drops = slices.DeleteFunc(drops, func(read drop) bool { return read.state(now) > dropSoon })
	about := p.about(drops)
	if about == nil {
		return nil, next
	}
	price := dropPrice(about.Price, about.Settled, median(t.Rows), t.Language)
	shown := about.item(price, of.paused, t.Language, now, 1)
	shown.Fields["index"] = "0"
	return inLanguage([]page.Item{shown}, t.Site.Settings().DropTexts, t.Language), next
}

// about is the one drop that the post links to; else the one that its title or a category
// names; else the one that its text names. Of several it is about none.
func (p *post) about(drops []drop) *drop {
	text := html.UnescapeString(p.Content)
	for _, isMeant := range []func(*drop) bool{
		func(read *drop) bool { return names(text, "/"+read.Edition+"/drops/"+read.id()) },
		func(read *drop) bool { return names(p.Title, read.Name) || slices.Contains(p.Categories, read.Name) },
		func(read *drop) bool { return names(text, read.Name) },
	} {
		var meant []*drop
		for index := range drops {
			if drops[index].Name != "" && isMeant(&drops[index]) {
				meant = append(meant, &drops[index])
			}
		}
		if len(meant) == 1 {
			return meant[0]
		}
	}
	return nil
}

// names reports whether a name stands in a text as it is written, and not as a part of
// longer words.
func names(text, name string) bool {
	for at := 0; ; {
		found := strings.Index(text[at:], name)
		if found < 0 {
			return false
		}
		begin := at + found
		end := begin + len(name)
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		after, _ := utf8.DecodeRuneInString(text[end:])
		isWhole := !unicode.IsLetter(before) || strings.HasPrefix(name, "/")
		if isWhole && !unicode.IsLetter(after) && !unicode.IsDigit(after) {
			return true
		}
		at = end
	}
}
