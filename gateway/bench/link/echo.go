package main

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

// serveEcho is what is written first with net/http and the library: it reads a
// message and writes it back.
func serveEcho(address string) error {
	server := &http.Server{Addr: address, Handler: http.HandlerFunc(echo), ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServe()
}

func echo(w http.ResponseWriter, r *http.Request) {
	var upgrader websocket.Upgrader
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	for {
		kind, message, err := ws.ReadMessage()
		if err != nil || ws.WriteMessage(kind, message) != nil {
			return
		}
	}
}
