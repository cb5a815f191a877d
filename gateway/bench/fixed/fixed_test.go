package fixed

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func provisioned(t *testing.T, content string) (*Handler, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "answers.json")
	must.Do(t, os.WriteFile(file, []byte(content), 0o600))
	handler := new(Handler)
	must.Do(t, handler.UnmarshalCaddyfile(caddyfile.NewTestDispenser("fixed "+file)))
	return handler, handler.Provision(caddy.Context{})
}

func TestWritesTheAnswerOfThePathAndNothingElse(t *testing.T) {
	answers := []Answer{{Path: "/a", Status: 203, Header: http.Header{"Etag": {`"1"`}}, Body: []byte{0, 1, 0xff}}}
	text := must.Get(json.Marshal(answers))(t)
	handler := must.Get(provisioned(t, string(text)))(t)
	next := caddyhttp.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) error {
		w.WriteHeader(http.StatusNotFound)
		return nil
	})
	for path, status := range map[string]int{"/a?x=1": 203, "/b": 404} {
		recorder := httptest.NewRecorder()
		must.Do(t, handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil), next))
		if recorder.Code != status {
			t.Errorf("%s answered %d, want %d", path, recorder.Code, status)
		}
		if status != 203 {
			continue
		}
		if !reflect.DeepEqual(recorder.Body.Bytes(), answers[0].Body) || !reflect.DeepEqual(recorder.Header(), answers[0].Header) {
			t.Errorf("%s answered %v %v", path, recorder.Header(), recorder.Body.Bytes())
		}
	}
}

func TestRefusesAFileThatIsNoAnswers(t *testing.T) {
	if _, err := provisioned(t, "{"); err == nil {
		t.Error("a broken file was taken")
	}
	if err := new(Handler).UnmarshalCaddyfile(caddyfile.NewTestDispenser("fixed")); err == nil {
		t.Error("a directive without a file was taken")
	}
}
