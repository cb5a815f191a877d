package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

func TestAPlanMeasuresEverySideInEveryRound(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "a") }))
	defer server.Close()
	one := func(name string) *side {
		return &side{Name: name, Address: server.Listener.Addr().String(), Host: "localhost", Path: "/", PID: os.Getpid()}
	}
	plan := plan{Rounds: 3, Requests: 64, Connections: 2, IdleSeconds: 0.001, Sides: []*side{one("a"), one("b")}}
	results, err := plan.run()
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != 2 || results[0].Name != "a" || len(results[0].Costs) != 3 || len(results[1].Costs) != 3 {
		t.Errorf("%+v", results)
	}
	plan.Sides[0].PID = 1 << 30
	if _, err := plan.run(); err == nil || !strings.Contains(err.Error(), "a") {
		t.Errorf("a side without a process: %v", err)
	}
	plan.Sides = nil
	if _, err := plan.run(); err == nil {
		t.Error("a plan without sides was measured")
	}
}
