package representation

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/asking"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// text is a body that compresses well.
func text(bytes int) []byte {
	const line = `{"drop_id":1,"name":"Starter Pack","listing_price":"10.00 USD"},`
	return []byte(strings.Repeat(line, bytes/len(line)+1)[:bytes])
}

// sample is a body with its forms.
type sample struct {
	*Forms
	body []byte
	code int
}

func newSample(body []byte) *sample { return &sample{NewForms(body, `"tag"`), body, 200} }

// write answers a request by GET with headers in pairs.
func write(s *sample, header ...string) *httptest.ResponseRecorder {
	return writeTo(httptest.NewRecorder(), http.MethodGet, s, header...)
}

func writeTo(w *httptest.ResponseRecorder, method string, s *sample, header ...string) *httptest.ResponseRecorder {
	r := asking.Request(method, "/", header...)
	answer, h := s.For(r, s.code, s.body, all), NewHeader(w, 0)
	answer.Write(w, r, &h, "application/json")
	return w
}
