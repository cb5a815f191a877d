package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fieldhouse/plugins/editions/release"

	"golang.org/x/net/html"
)

// fragment is prerendered markup compiled into pieces (docs/edition-contract.md,
// "Marks").
type fragment struct {
	pieces []piece
}

type piece struct {
	kind pieceKind
	// text is the literal markup, or the name in the mark.
	text string
}

type pieceKind uint8

const (
	literalPiece pieceKind = iota
	settingPiece
	// propPiece is a setting in the props of an island, a string of JSON in an attribute.
	propPiece
	listPiece
	itemPiece
	slotPiece
	// unknownPiece is a mark of a kind that this gateway does not know.
	unknownPiece
)

const (
	// releaseMark becomes the release's base address.
	releaseMark = "@release/"
	settingMark = "@setting/"
	itemMark    = "@item/"
)

// quotedTag is a tag as React writes it: every value in double quotes, which is
// what values are escaped for. A mark cannot stand anywhere else in one.
var quotedTag = regexp.MustCompile(`^<[A-Za-z][A-Za-z0-9:-]*(\s+[A-Za-z_:][A-Za-z0-9_:.-]*(="[^"]*")?)*\s*/?>$`)

// grammar is which marks may stand in a piece of markup.
type grammar struct {
	// base replaces @release/.
	base string
	// lists may be marked; slots may be filled.
	lists, slots []string
	// fields of the item, in a partial.
	fields []string
	// guest says that it stands in the markup of another release: its code is not there for
	// islands, and it closes what it opens and nothing else.
	guest bool
	// unknown notes what becomes nothing because a later minor version of the contract has
	// added it; else it is refused.
	unknown release.Unknown
}

// compile turns prerendered markup into pieces. It refuses a mark that the
// gateway does not know, a mark where its value could break out, and markup that
// the page's policy would refuse anyway.
func compile(markup string, allowed grammar) (*fragment, error) {
	builder := builder{grammar: allowed}
	tokens := html.NewTokenizer(strings.NewReader(markup))
	offset := 0
	slot := ""
	var open []string
	for tokens.Next() != html.ErrorToken {
		raw := markup[offset:min(offset+len(tokens.Raw()), len(markup))]
		offset += len(raw)
		token := tokens.Token()
		if slot != "" {
			if token.Type != html.EndTagToken {
				return nil, fmt.Errorf("slot %q: its element must be empty, the gateway fills it", slot)
			}
			builder.add(slotPiece, slot)
			slot = ""
		}
		var err error
		switch token.Type {
		case html.StartTagToken, html.SelfClosingTagToken:
			if slot, err = builder.tag(raw, token); err == nil {
				err = builder.marks(raw, true)
			}
		case html.TextToken:
			err = builder.marks(raw, false)
		default:
			builder.literal(raw)
		}
		if err == nil && allowed.guest {
			open, err = nowOpen(open, token)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("<%s> is not closed: what comes after it in the page would stand in it", open[len(open)-1])
	}
	if offset != len(markup) || slot != "" {
		return nil, fmt.Errorf("the markup ends inside a tag: %.60q", markup[min(offset, len(markup)):])
	}
	builder.closeText()
	return &fragment{pieces: builder.pieces}, nil
}

// voidElements have no end tag (HTML, section 13.1.2).
var voidElements = []string{"area", "br", "col", "hr", "img", "input", "link", "source", "track", "wbr"}

// nowOpen are the elements that are open after a token.
func nowOpen(open []string, token html.Token) ([]string, error) {
	// Outside of SVG a browser overlooks the slash of <div/>.
	endsItself := slices.Contains(voidElements, token.Data) || token.Type == html.SelfClosingTagToken && slices.Contains(append(open, token.Data), "svg")
	switch {
	case (token.Type == html.StartTagToken || token.Type == html.SelfClosingTagToken) && !endsItself:
		return append(open, token.Data), nil
	case token.Type == html.EndTagToken:
		if len(open) == 0 || open[len(open)-1] != token.Data {
			return nil, fmt.Errorf("</%s> closes what is not open there: it may be of the page around it", token.Data)
		}
		return open[:len(open)-1], nil
	}
	return open, nil
}

// isClosed reports whether the markup stands in what is around it in a page, all of it, and what follows
// beside that.
func isClosed(markup string) bool {
	last, err := html.Parse(strings.NewReader("<body><main>" + markup + "</main><wbr>"))
	if err != nil {
		return false
	}
	// The page, its body, and what that ends with: a comment after </html> stands behind all of it.
	for range 3 {
		if last = last.LastChild; last == nil {
			return false
		}
	}
	around := last.Parent.FirstChild
	return last.Data == "wbr" && around.Data == "main" && around.NextSibling == last
}

type builder struct {
	grammar
	pieces []piece
	// text is the literal markup since the last piece.
	text strings.Builder
}

// tag checks a start tag and answers the slot it opens, if any.
func (b *builder) tag(raw string, token html.Token) (slot string, err error) {
	switch token.Data {
	case "script", "style", "base", "meta", "iframe", "object", "embed":
		return "", fmt.Errorf("element <%s>: a fragment cannot hold one, the page's policy refuses it", token.Data)
	}
	for _, attribute := range token.Attr {
		switch {
		case attribute.Key == "style":
			return "", fmt.Errorf("attribute style in %.80q: the page's policy refuses it, use a class", raw)
		case strings.HasPrefix(attribute.Key, "on"):
			return "", fmt.Errorf("attribute %s in %.80q: the page's policy refuses it", attribute.Key, raw)
		case attribute.Key == "data-island" && b.guest:
			return "", fmt.Errorf("island %q: it stands in another release's page, where its code is not loaded; write markup alone", attribute.Val)
		case attribute.Key == "data-slot" && !slices.Contains(b.slots, attribute.Val) && b.unknown.Leave("slot %s", attribute.Val):
		case attribute.Key == "data-slot":
			if !slices.Contains(b.slots, attribute.Val) || token.Type != html.StartTagToken {
				return "", fmt.Errorf("slot %q: the gateway fills %q here", attribute.Val, b.slots)
			}
			slot = attribute.Val
		case attribute.Key == "data-props" && strings.Contains(attribute.Val, itemMark):
			return "", fmt.Errorf("a mark of the item in the props %.80q: its value is no JSON, the island reads the page's data", attribute.Val)
		}
	}
	return slot, nil
}

// marks cuts text or a tag at its marks.
func (b *builder) marks(raw string, inTag bool) error {
	start := 0
	// A tag is looked at once, and not for each of its marks: there may be tens of thousands.
	mayHold, inProps := !inTag, false
	before := func(mark int) string {
		if value := strings.LastIndex(raw[start:mark], `="`); inTag && value >= 0 {
			inProps = strings.HasSuffix(raw[:start+value], " data-props")
		}
		return raw[start:mark]
	}
	for index := 0; index < len(raw); {
		if raw[index] != '@' {
			index++
			continue
		}
		if strings.HasPrefix(raw[index:], releaseMark) {
			b.literal(before(index) + b.base)
			index += len(releaseMark)
			start = index
			continue
		}
		kind, name, length, err := readMark(raw[index:])
		if err != nil {
			return err
		}
		if length == 0 {
			index++
			continue
		}
		known, err := b.knows(kind, name, raw[index:index+length])
		if err != nil {
			return err
		}
		if mayHold = mayHold || quotedTag.MatchString(raw); !mayHold || inTag && kind == listPiece {
			return fmt.Errorf("mark %s in %.80q: it must stand in text, or a value in a double-quoted attribute", raw[index:index+length], raw)
		}
		b.literal(before(index))
		if known {
			if kind == settingPiece && inProps {
				kind = propPiece
			}
			b.add(kind, name)
		}
		index += length
		start = index
	}
	b.literal(raw[start:])
	return nil
}

// readMark reads the mark that a text begins with; its length is 0 where the text only looks
// like one.
func readMark(text string) (kind pieceKind, name string, length int, err error) {
	for _, mark := range [...]struct {
		beginning string
		kind      pieceKind
	}{{settingMark, settingPiece}, {"@list/", listPiece}, {itemMark, itemPiece}} {
		rest, found := strings.CutPrefix(text, mark.beginning)
		if !found {
			continue
		}
		name, _, closed := strings.Cut(rest, "@")
		if !closed || name == "" || strings.ContainsFunc(name, notNameLetter) {
			return 0, "", 0, fmt.Errorf("mark %.40q: it is not closed as %s<name>@", text, mark.beginning)
		}
		return mark.kind, name, len(mark.beginning) + len(name) + 1, nil
	}
	return unknownPiece, "", len(otherMark.FindString(text)), nil
}

var otherMark = regexp.MustCompile(`^@[a-z]+/[A-Za-z.]+@`)

func notNameLetter(letter rune) bool {
	return (letter < 'a' || letter > 'z') && (letter < 'A' || letter > 'Z') && letter != '.'
}

// knows reports whether a mark is one that is filled here; the error is of one that is not,
// unless it may be unknown.
func (g *grammar) knows(kind pieceKind, name, mark string) (bool, error) {
	var names []string
	switch kind {
	case settingPiece:
		names = settingNames
	case listPiece:
		names = g.lists
	case itemPiece:
		names = g.fields
	}
	if slices.Contains(names, name) {
		return true, nil
	}
	if g.unknown.Leave("mark %s", mark) {
		return false, nil
	}
	if kind == unknownPiece {
		return false, fmt.Errorf("mark %s: there is none of this kind, there are %s, %s, @list/ and %s", mark, releaseMark, settingMark, itemMark)
	}
	return false, fmt.Errorf("mark for %q: there is none of this name here, there are %q", name, names)
}

func (b *builder) literal(text string) { b.text.WriteString(text) }

func (b *builder) add(kind pieceKind, text string) {
	b.closeText()
	b.pieces = append(b.pieces, piece{kind, text})
}

func (b *builder) closeText() {
	if b.text.Len() > 0 {
		b.pieces = append(b.pieces, piece{literalPiece, b.text.String()})
		b.text.Reset()
	}
}

// maxPage is far more than anybody reads, in bytes. Each mark of a list stands for all its items, so a
// release that is small could have a page take all memory.
const maxPage = 16 << 20

// filling is what the marks of one root on one page become.
type filling struct {
	site     *Site
	partials partials
	lists    map[string][]Item
	// item is what the page is about, and content its text as markup.
	item    Item
	content string
}

// Item is one item of a list.
type Item struct {
	// Variants name the partial, the first that the release has counts.
	Variants []string
	Fields   map[string]string
	// Content is the list inside a group.
	Content []Item
	// markup is another release's, which stands in the place of a partial.
	markup *fragment
}

// fill appends the markup with its marks replaced. A value is appended as it is
// escaped and never read again, so a mark inside a value stays text.
func (f *fragment) fill(page []byte, filling *filling) []byte {
	return f.fillItem(page, filling, filling.item)
}

func (f *fragment) fillItem(page []byte, filling *filling, current Item) []byte {
	for _, piece := range f.pieces {
		if len(page) > maxPage {
			panic(fmt.Sprintf("it has more than %d bytes", maxPage))
		}
		switch piece.kind {
		case literalPiece:
			page = append(page, piece.text...)
		case settingPiece:
			page = append(page, filling.site.escaped[piece.text]...)
		case propPiece:
			quoted := MustScriptJSON(filling.site.scalars[piece.text])
			page = appendEscaped(page, string(quoted[1:len(quoted)-1]))
		case itemPiece:
			page = appendEscaped(page, current.Fields[piece.text])
		case slotPiece:
			if piece.text == contentSlot {
				page = append(page, filling.content...)
				continue
			}
			page = filling.list(page, piece.text, filling.lists[piece.text])
		case listPiece:
			items := filling.lists[piece.text]
			if piece.text == contentList {
				items = current.Content
			}
			page = filling.list(page, piece.text, items)
		}
	}
	return page
}

func (f *fragment) holds(list string) bool {
	return f != nil && slices.ContainsFunc(f.pieces, func(piece piece) bool {
		return (piece.kind == listPiece || piece.kind == slotPiece) && piece.text == list
	})
}

func (f *filling) list(page []byte, name string, items []Item) []byte {
	for _, item := range items {
		if item.markup != nil {
			page = item.markup.fillItem(page, f, item)
			continue
		}
		for _, variant := range item.Variants {
			if partial := f.partials[name][variant]; partial != nil {
				page = partial.fillItem(page, f, item)
				break
			}
		}
	}
	return page
}
