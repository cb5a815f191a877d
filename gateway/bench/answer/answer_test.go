package answer

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestWritesTheAnswerOfThePath(t *testing.T) {
	all := All{"/a": {Path: "/a", Status: 203, Header: http.Header{"Etag": {`"1"`}}, Body: []byte("body")}}
	for path, status := range map[string]int{"/a?b=c": 203, "/b": 404} {
		w := httptest.NewRecorder()
		all.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != status || status == 203 && (w.Body.String() != "body" || w.Header().Get("Etag") != `"1"`) {
			t.Errorf("%s: %d %v %s", path, w.Code, w.Header(), w.Body)
		}
	}
}
