package faults

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"fieldhouse/devchain/httpjson"
)

// ServeHTTP is the control of the board:
//
//	GET    /dev/faults            what is on, and how many requests met it
//	POST   /dev/faults            switches one on; see Parse
//	DELETE /dev/faults[?fault=…]  switches all off, or those of a kind
//
// Errors are {"code","message"}.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet:
		answer(w, http.StatusOK, struct {
			Nodes  int   `json:"nodes"`
			Faults []Met `json:"faults"`
		}{b.Nodes(), b.List()})
	case http.MethodPost:
		fault, err := b.post(r)
		if err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		answer(w, http.StatusOK, fault)
	case http.MethodDelete:
		answer(w, http.StatusOK, struct {
			Cleared int `json:"cleared"`
		}{b.Clear(Kind(r.URL.Query().Get("fault")))})
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		refuse(w, http.StatusMethodNotAllowed, errors.New("faults are read with GET, switched on with POST and off with DELETE"))
	}
}

func (b *Board) post(r *http.Request) (Fault, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return Fault{}, fmt.Errorf("reading the fault: %w", err)
	}
	fault, err := Parse(body)
	if err != nil {
		return Fault{}, err
	}
	return fault, b.Set(fault)
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Cache-Control", "no-store")
	httpjson.Write(w, status, body)
}

func refuse(w http.ResponseWriter, status int, err error) {
	answer(w, status, struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{status, err.Error()})
}
