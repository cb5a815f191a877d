package visit

import (
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/release"
)

func TestLanguageOfARequest(t *testing.T) {
	for _, test := range []struct {
		target, cookie, accept string
		want                   release.Language
		chosen                 bool
	}{
		{"/", "", "", "en", false},
		{"/", "", "es-ES", "es", false},
		{"/", "", "es-ES,es;q=0.9,en;q=0.8", "es", false},
		{"/", "", " ES-es ; q=1, en", "es", false},
		{"/", "", "es", "en", false},
		{"/", "", "es-MX,es-ES", "en", false},
		{"/", "", "en-GB,es-ES", "en", false},
		{"/", "", "es-ESP", "en", false},
		{"/", "language=SP", "", "es", false},
		{"/", "language=EN", "es-ES", "en", false},
		{"/", "a=b; language=SP; c=d", "en", "es", false},
		{"/", "xlanguage=SP", "", "en", false},
		{"/", "language=es", "es-ES", "es", false},
		{"/", "language=", "", "en", false},
		{"/?lang=es", "language=EN", "en", "es", true},
		{"/?lang=en", "language=SP", "es-ES", "en", true},
		{"/?a=1&lang=es&lang=en", "", "", "es", true},
		{"/?lang=fr", "language=SP", "", "es", false},
		{"/?lang=", "", "", "en", false},
		{"/?lang=%zz", "", "", "en", false},
		{"/?lang=%65s", "", "", "es", true},
		{"/?language=es", "", "", "en", false},
	} {
		request := httptest.NewRequest("GET", "/", nil)
		_, request.URL.RawQuery, _ = strings.Cut(test.target, "?")
		if test.cookie != "" {
			request.Header.Set("Cookie", test.cookie)
		}
		if test.accept != "" {
			request.Header.Set("Accept-Language", test.accept)
		}
		if got, chosen := ChooseLanguage(request); got != test.want || chosen != test.chosen {
			t.Errorf("%s, cookie %q, Accept-Language %q: %s, chosen %t; want %s, %t", test.target, test.cookie, test.accept, got, chosen, test.want, test.chosen)
		}
	}
}

func TestTheLanguageCookieHoldsTheSpecificationsValues(t *testing.T) {
	if got := LanguageCookie(release.Spanish, false); got != "language=SP; Path=/; Max-Age=31536000; SameSite=Lax" {
		t.Errorf("the cookie is %s", got)
	}
	if got := LanguageCookie(release.English, true); got != "language=EN; Path=/; Max-Age=31536000; Secure; SameSite=Lax" {
		t.Errorf("the cookie is %s", got)
	}
}
