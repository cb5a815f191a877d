// Command bare writes the answers of a file with net/http and nothing else: what
// no server in Go can go below.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"fieldhouse/gateway/bench/answer"
)

func main() {
	listen := flag.String("listen", "", "loopback address and port")
	file := flag.String("answers", "", "file with the answers, as JSON")
	flag.Parse()
	if err := serve(*listen, *file); err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
		os.Exit(1)
	}
}

func serve(listen, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var answers []answer.Answer
	if err := json.Unmarshal(text, &answers); err != nil {
		return fmt.Errorf("reading %s: %w", file, err)
	}
	server := &http.Server{Addr: listen, Handler: handler(answers), ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServe()
}

func handler(answers []answer.Answer) http.Handler {
	byPath := make(map[string]*answer.Answer, len(answers))
	for i := range answers {
		byPath[answers[i].Path] = &answers[i]
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ready := byPath[r.URL.Path]
		if ready == nil {
			http.NotFound(w, r)
			return
		}
		header := w.Header()
		for name, values := range ready.Header {
			header[name] = values
		}
		w.WriteHeader(ready.Status)
		_, _ = w.Write(ready.Body) // the load's end is no error
	})
}
