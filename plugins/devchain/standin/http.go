package standin

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
)

// MaxBody is the largest request body that a stand-in wallet reads, in bytes. A
// transaction of the chain's limit in hexadecimal stays far below it.
const MaxBody = 256 << 10

// Own lets through what a wallet's own pages and programs send: no Origin of
// another page, and with a body only JSON, which no plain form can send. Bodies
// are bounded by MaxBody.
func Own(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" {
			if address, err := url.Parse(origin); err != nil || address.Host != r.Host {
				Refuse(w, http.StatusForbidden, errors.New("only the wallet's own pages may ask this"))
				return
			}
		}
		if r.Method == http.MethodPost {
			if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
				Refuse(w, http.StatusUnsupportedMediaType, errors.New("send it with Content-Type: application/json"))
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
		next.ServeHTTP(w, r)
	})
}

// Answer writes a value as JSON that nobody keeps.
func Answer(w http.ResponseWriter, value any) { write(w, http.StatusOK, value) }

// Refuse writes {"error"} with what the error says.
func Refuse(w http.ResponseWriter, status int, err error) {
	write(w, status, struct {
		Error string `json:"error"`
	}{err.Error()})
}

func write(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // a client that went away needs no answer
}
