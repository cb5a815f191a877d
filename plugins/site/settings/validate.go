package settings

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fieldhouse/plugins/paths"
)

// Bounds of what a page carries on every view.
const (
	maxName       = 80
	maxLink       = 512
	maxNavigation = 16
	maxSocials    = 24
	maxEditions   = 16
	maxDropTexts  = 64
	maxDropText   = 500
)

// Validate reports the first setting that pages could not show.
func (s *Settings) Validate() error {
	err := cmp.Or(validateName("product", s.Product), validateNamedLink("developer", s.Developer), ValidateNavigation(s.Navigation))
	for _, single := range []struct{ name, link string }{
		{"whitepaper", s.Links.Whitepaper},
		{"play_game", s.Links.PlayGame},
		{"play_now", s.Links.PlayNow},
		{"create_account", s.Links.CreateAccount},
		{"community", s.Links.Community},
		{"play_site", s.Network.PlaySite},
	} {
		err = cmp.Or(err, validateLink(single.name, single.link))
	}
	if wrong := s.Wallets.validate(); err == nil && wrong != nil {
		return fmt.Errorf("wallets: %w", wrong)
	}
	if err == nil && len(s.Socials) > maxSocials {
		return fmt.Errorf("social: %d links: at most %d fit into the footer", len(s.Socials), maxSocials)
	}
	for _, social := range s.Socials {
		err = cmp.Or(err, validateNamedLink("social", social.NamedLink))
	}
	if err != nil {
		return err
	}
	for name, target := range map[string]string{"sale": s.Countdowns.Sale, "season": s.Countdowns.Season} {
		if _, err := time.Parse(time.RFC3339, target); err != nil {
			return fmt.Errorf("countdown %s %q: write it as 2023-11-27T14:00:00Z", name, target)
		}
	}
	if s.Countdowns.SeasonNumber < 1 {
		return fmt.Errorf("season %d: it is 1 or more", s.Countdowns.SeasonNumber)
	}
	return validateDropTexts(s.DropTexts)
}

// validateDropTexts wants each text once: a row's text has one in the other language.
func validateDropTexts(texts []DropText) error {
	if len(texts) > maxDropTexts {
		return fmt.Errorf("drop_text: %d texts: at most %d", len(texts), maxDropTexts)
	}
	seen := map[string]bool{}
	for _, text := range texts {
		for _, said := range []string{text.EN, text.ES} {
			if err := validateText("drop_text", said, maxDropText); err != nil {
				return err
			}
			if seen[said] {
				return fmt.Errorf("drop_text %q: it is there twice", said)
			}
			seen[said] = true
		}
	}
	return nil
}

// ValidateEditions reports the first edition that a site could not have.
func ValidateEditions(editions []Edition) error {
	if len(editions) > maxEditions {
		return fmt.Errorf("%d editions: at most %d", len(editions), maxEditions)
	}
	for index, edition := range editions {
		switch {
		case edition.Name == "shell" || edition.Name == "host" || edition.Name == "default":
			return fmt.Errorf("edition %s: every site has it; name those whose pages begin with their name", edition.Name)
		case !paths.IsEdition(edition.Name):
			return fmt.Errorf("edition %q: write 2 to 32 lower case letters and digits that are no address of the gateway", edition.Name)
		case slices.ContainsFunc(editions[:index], func(other Edition) bool { return other.Name == edition.Name }):
			return fmt.Errorf("edition %s: it is there twice", edition.Name)
		}
		if err := ValidateNavigation([]NavEntry{edition.Entry()}); err != nil {
			return fmt.Errorf("edition %s: %w", edition.Name, err)
		}
	}
	return nil
}

// ValidateNavigation reports the first entry of a menu that pages could not show.
func ValidateNavigation(entries []NavEntry) error {
	return validateNavigation("navigation", entries, true)
}

func validateNavigation(where string, entries []NavEntry, groups bool) error {
	if len(entries) > maxNavigation {
		return fmt.Errorf("%s: %d entries: at most %d", where, len(entries), maxNavigation)
	}
	for _, entry := range entries {
		named := where + " " + entry.NameEN
		err := cmp.Or(validateName(where+" nameEN", entry.NameEN), validateName(where+" NameSP", entry.NameSP))
		if entry.TextEN != "" || entry.TextSP != "" {
			err = cmp.Or(err, validateName(named+" textEN", entry.TextEN), validateName(named+" textSP", entry.TextSP))
		}
		switch {
		case err != nil:
		case len(entry.Content) == 0:
			err = validateLink(named+" link", entry.Link)
		case !groups:
			err = fmt.Errorf("%s: a group cannot stand inside a group", named)
		case entry.Link != "":
			err = fmt.Errorf("%s: an entry has a link or content, not both", named)
		default:
			err = validateNavigation(named, entry.Content, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func validateNamedLink(where string, named NamedLink) error {
	return cmp.Or(validateName(where, named.Name), validateLink(where+" "+named.Name, named.Link))
}

func validateName(where, name string) error { return validateText(where, name, maxName) }

func validateText(where, text string, most int) error {
	switch {
	case strings.TrimSpace(text) == "":
		return fmt.Errorf("%s: it is empty", where)
	case !utf8.ValidString(text), strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%s %q: it holds a control character or is not UTF-8", where, text)
	case utf8.RuneCountInString(text) > most:
		return fmt.Errorf("%s %q: it is longer than %d characters", where, text, most)
	}
	return nil
}

// validateLink accepts what a page may lead to: an https address, an http one
// on this machine, or a path of this site. Anything else, such as
// `javascript:`, would run or leave without saying so; what starts with two
// slashes, or more, is another host to a browser.
func validateLink(where, link string) error {
	if len(link) > maxLink {
		return fmt.Errorf("%s: the address is longer than %d bytes", where, maxLink)
	}
	parsed, err := url.Parse(link)
	if err != nil {
		return fmt.Errorf("%s %q: not an address", where, link)
	}
	switch {
	case parsed.Scheme == "https" && parsed.Host != "":
		return nil
	case parsed.Scheme == "http" && isLoopback(parsed.Hostname()):
		return nil
	case parsed.Scheme == "" && parsed.Host == "" && strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") && !strings.HasPrefix(link, "/\\"):
		return nil
	}
	return fmt.Errorf("%s %q: use an https address or a path of this site that starts with /", where, link)
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}
