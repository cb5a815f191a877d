package releasetest

import (
	"strings"

	"golang.org/x/net/html"
)

// Structure is a document's tags with the names of their attributes.
func Structure(markup string) string {
	var tags strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(markup))
	for tokens.Next() != html.ErrorToken {
		token := tokens.Token()
		if token.Type == html.TextToken {
			continue
		}
		tags.WriteString(token.Type.String() + token.Data)
		for _, attribute := range token.Attr {
			tags.WriteString(" " + attribute.Key)
		}
		tags.WriteByte('\n')
	}
	return tags.String()
}

// HostileValues are what somebody may write to break out of a page.
var HostileValues = []string{
	`</script><script>alert(1)</script>`, `<!--`, `-->`, `<!--<script>`, "\u2028\u2029", `"`, `'`, `" onload="alert(1)`,
	`' onload='alert(1)`, `@setting/product@`, `@item/name@`, `@release/`, `@list/socials@`, `&lt;`, `&quot;`, "\x00", "\xff\xfe",
	`]]>`, `</title>`, `</textarea>`, "a\r\nSet-Cookie: x=1", `\u003c/script>`,
}
