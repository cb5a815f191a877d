package assetindex

import (
	"errors"
	"net/http"

	"fieldhouse/devchain/httpjson"
)

// Path is the only address of the API: its list of assets.
const Path = "/atomicassets/v1/assets"

// ServeHTTP answers the list. Like the public indexes it lets every page read.
func (x *Index) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	asked, err := readQuestion(r.URL.Query())
	var bad badParameter
	if errors.As(err, &bad) {
		Refuse(w, http.StatusBadRequest, bad.Error())
		return
	}
	x.mutex.RLock()
	shapes := []assetShape{}
	for _, found := range x.find(asked) {
		shapes = append(shapes, found.shape(x.account))
	}
	at := x.head.time.Time().UnixMilli()
	x.mutex.RUnlock()
	write(w, http.StatusOK, success{true, shapes, at})
}

// success is every good answer. QueryTime is in milliseconds since 1970: of the
// newest block that was indexed, so that the same state gives the same answer.
type success struct {
	Success   bool         `json:"success"`
	Data      []assetShape `json:"data"`
	QueryTime int64        `json:"query_time"`
}

// Refuse answers an error as the public indexes do.
func Refuse(w http.ResponseWriter, status int, message string) {
	write(w, status, struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}{false, message})
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	httpjson.Write(w, status, body)
}
