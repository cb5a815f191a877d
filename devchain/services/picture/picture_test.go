package picture_test

import (
	"bytes"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/devchain/services/picture"
)

var subjects = []picture.Subject{
	{Kind: picture.KindPhoto, Sport: "football", Name: "Fieldhouse"},
	{Kind: picture.KindPhoto, Sport: "football", Name: "A floor"},
	{Kind: picture.KindPhoto, Sport: "football", Name: "Schönes Ünknown Lettering That Is Far Too Long For The Width"},
}

func ask(gateway http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	gateway.ServeHTTP(answer, request)
	return answer
}

func TestPicturesFollowFromTheirHash(t *testing.T) {
	first, second := picture.NewGateway(subjects), picture.NewGateway(subjects)
	seen := map[string]string{}
	for _, subject := range subjects {
		path := picture.Prefix + subject.Hash()
		if len(subject.Hash()) != 46 || !strings.HasPrefix(subject.Hash(), "Qm") {
			t.Errorf("%+v has the hash %s", subject, subject.Hash())
		}
		one, again := ask(first, "GET", path), ask(second, "GET", path)
		if !bytes.Equal(one.Body.Bytes(), again.Body.Bytes()) {
			t.Errorf("%+v was drawn in two ways", subject)
		}
		if other := seen[one.Body.String()]; other != "" {
			t.Errorf("%+v looks like %s", subject, other)
		}
		seen[one.Body.String()] = path
		drawn, err := png.Decode(one.Body)
		if err != nil || drawn.Bounds().Dx() != 300 || drawn.Bounds().Dy() != 420 {
			t.Errorf("%+v: %v", subject, err)
		}
	}
}

func TestPicturesAreKeptForGood(t *testing.T) {
	gateway, path := picture.NewGateway(subjects), picture.Prefix+subjects[0].Hash()
	answer := ask(gateway, "GET", path)
	for name, want := range map[string]string{
		"Content-Type": "image/png", "X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*",
		"Cache-Control": "public, max-age=31536000, immutable", "ETag": `"` + subjects[0].Hash() + `"`,
	} {
		if got := answer.Header().Get(name); answer.Code != http.StatusOK || got != want {
			t.Errorf("%d, %s: %q, want %q", answer.Code, name, got, want)
		}
	}
	tag := answer.Header().Get("ETag")
	if again := ask(gateway, "GET", path, "If-None-Match", `"other", W/`+tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("who has it gets %d and %d bytes", again.Code, again.Body.Len())
	}
	if head := ask(gateway, "HEAD", path); head.Code != http.StatusOK || head.Body.Len() > 0 || head.Header().Get("Content-Length") == "" {
		t.Errorf("HEAD gets %d and %d bytes", head.Code, head.Body.Len())
	}
}

func TestUnknownHashesAreNotFound(t *testing.T) {
	gateway := picture.NewGateway(subjects[1:])
	for path, want := range map[string]int{
		picture.Prefix + subjects[0].Hash():          404,
		picture.Prefix:                               404,
		picture.Prefix + "../etc/passwd":             404,
		picture.Prefix + subjects[1].Hash() + "/x":   404,
		"/other/" + subjects[1].Hash():               404,
		picture.Prefix + subjects[1].Hash():          200,
		picture.Prefix + subjects[1].Hash() + "?x=1": 200,
	} {
		if answer := ask(gateway, "GET", path); answer.Code != want {
			t.Errorf("%s: %d, want %d", path, answer.Code, want)
		}
	}
	if answer := ask(gateway, "POST", picture.Prefix+subjects[1].Hash()); answer.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", answer.Code)
	}
}
