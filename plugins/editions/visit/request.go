package visit

import (
	"net/http"
	"strings"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

// The cookie that keeps a visitor's choice and its two values (specification,
// section 3: language EN or SP).
const (
	languageCookie = "language"
	englishCookie  = "EN"
	spanishCookie  = "SP"
	// languageAge is a year, in seconds.
	languageAge = 31536000
)

// ChooseLanguage is the language a request is answered in: what its address
// chooses, else what the visitor chose before, else Spanish when the browser's
// first language is es-ES, else English (specification, section 4). It also
// reports whether the address chose, which is then remembered.
func ChooseLanguage(r *http.Request) (language release.Language, chosen bool) {
	if language, known := ParseLanguage(r.URL.Query().Get("lang")); known {
		return language, true
	}
	for _, cookie := range r.CookiesNamed(languageCookie) {
		switch cookie.Value {
		case englishCookie:
			return release.English, false
		case spanishCookie:
			return release.Spanish, false
		}
	}
	if accepted := r.Header["Accept-Language"]; len(accepted) > 0 && prefersSpanish(accepted[0]) {
		return release.Spanish, false
	}
	return release.English, false
}

// ParseLanguage reads a language's tag.
func ParseLanguage(tag string) (release.Language, bool) {
	switch release.Language(tag) {
	case release.English:
		return release.English, true
	case release.Spanish:
		return release.Spanish, true
	}
	return "", false
}

// LanguageCookie is the Set-Cookie value that remembers a choice. Pages read it
// too, so it is not HttpOnly.
func LanguageCookie(language release.Language, secure bool) string {
	value := englishCookie
	if language == release.Spanish {
		value = spanishCookie
	}
	cookie := http.Cookie{Name: languageCookie, Value: value, Path: "/", MaxAge: languageAge, SameSite: http.SameSiteLaxMode, Secure: secure}
	return cookie.String()
}

// prefersSpanish reports whether the first language of an Accept-Language
// header is es-ES; tags compare without case (RFC 9110, section 12.5.4; RFC
// 5646, section 2.1.1).
func prefersSpanish(accepted string) bool {
	first, _, _ := strings.Cut(accepted, ",")
	tag, _, _ := strings.Cut(first, ";")
	return strings.EqualFold(strings.TrimSpace(tag), "es-ES")
}

// looksCookie is what the shell's header leaves at the address of an unknown path or of a
// page of the shell's: "<header>.<footer>", the looks that it stands in.
const looksCookie = "looks"

// looksBefore are the looks that a path stood in when navigation in the page
// led to it, zero where it was not: the previous ones stay (specification, section 2),
// and a reload keeps them.
func looksBefore(r *http.Request) page.Looks {
	for _, cookie := range r.CookiesNamed(looksCookie) {
		if header, footer, found := strings.Cut(cookie.Value, "."); found {
			return page.Looks{Header: release.Look(header), Footer: release.Look(footer)}
		}
	}
	return page.Looks{}
}
