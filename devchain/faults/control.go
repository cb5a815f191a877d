package faults

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"fieldhouse/devchain/httpjson"
)

// maxRequest is the largest POST in bytes.
const maxRequest = 4 << 10

// ServeHTTP is the control of the board:
//
//	GET    /dev/faults                     what is on, and how many requests met it
//	POST   /dev/faults                     switches one on; see Parse
//	DELETE /dev/faults[?node=2][&fault=…]  switches all off, or those of a node,
//	                                       of a ?service= or of a kind
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
		choose, err := readChoice(r.URL.Query())
		if err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		answer(w, http.StatusOK, struct {
			Cleared int `json:"cleared"`
		}{b.Clear(choose)})
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		refuse(w, http.StatusMethodNotAllowed, errors.New("faults are read with GET, switched on with POST and off with DELETE"))
	}
}

func (b *Board) post(r *http.Request) (Fault, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequest+1))
	if err != nil {
		return Fault{}, fmt.Errorf("reading the fault: %w", err)
	}
	if len(body) > maxRequest {
		return Fault{}, fmt.Errorf("reading the fault: it has more than %d bytes", maxRequest)
	}
	fault, err := Parse(body)
	if err != nil {
		return Fault{}, err
	}
	return fault, b.Set(fault)
}

// readChoice reads which faults a DELETE is about.
func readChoice(query url.Values) (func(Fault) bool, error) {
	node := 0
	for name := range query {
		switch name {
		case "service", "fault":
		case "node":
			var err error
			if node, err = strconv.Atoi(query.Get(name)); err != nil || node < 1 {
				return nil, fmt.Errorf("switching faults off: the node %.64q is no number from 1 on", query.Get(name))
			}
		default:
			return nil, fmt.Errorf("switching faults off: there is no parameter %.64q; there are node, service and fault", name)
		}
	}
	service, kind := query.Get("service"), Kind(query.Get("fault"))
	return func(f Fault) bool {
		return (node == 0 || f.Node == node) && (service == "" || f.Service == service) && (kind == "" || f.Kind == kind)
	}, nil
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
