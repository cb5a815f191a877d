package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// faults asks for rows that nobody asked for before, and for rows that are kept,
// with all nodes good and with one of them bad in each way.
type faults struct {
	// Gateway's path is that of the rows that are kept.
	Gateway target `json:"gateway"`
	// Miss is a path to which something is added to make it new.
	Miss string `json:"miss"`
	// Node is which one turns bad, from 1 on.
	Node  int     `json:"node"`
	Kinds []fault `json:"kinds"`
	// Misses are asked for with each fault, Clients of them at a time.
	Misses  int `json:"misses"`
	Clients int `json:"clients"`
	// RecoverySeconds is how long a node that was bad may rest until it is asked
	// again.
	RecoverySeconds float64 `json:"recoverySeconds"`
}

// fault is a way to be bad.
type fault struct {
	Kind string `json:"kind"`
	// NoticeSeconds is how long after a node turned bad it is asked.
	NoticeSeconds float64 `json:"noticeSeconds"`
}

type faultResult struct {
	Kind string `json:"kind"`
	// Wrong answers hold what a bad node said; Failed ones are none.
	Wrong  int `json:"wrong"`
	Failed int `json:"failed"`
	Misses int `json:"misses"`
	// MissMedian is in milliseconds.
	MissMedian  float64 `json:"missMedian"`
	MissSlowest float64 `json:"missSlowest"`
	// Hits of the rows that are kept, out of KeptAsked.
	Hits      int `json:"hits"`
	KeptAsked int `json:"keptAsked"`
}

// good is the kind of no fault.
const good = "none"

func (f *faults) run(nodes control) ([]faultResult, error) {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2 * f.Clients}}
	defer client.CloseIdleConnections()
	if _, _, _, err := f.get(client, f.Gateway.Path); err != nil {
		return nil, err
	}
	var all []faultResult
	for i, fault := range append([]fault{{Kind: good}}, f.Kinds...) {
		if err := nodes.turn(f.Node, fault.Kind); err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(fault.NoticeSeconds * float64(time.Second)))
		all = append(all, f.ask(client, fault.Kind, i))
		if err := nodes.turn(f.Node, good); err != nil {
			return nil, err
		}
		if fault.Kind == good {
			continue
		}
		// The next fault begins with three good nodes. They are looked at for half a
		// minute after the last request.
		time.Sleep(time.Duration(f.RecoverySeconds * float64(time.Second)))
	}
	return all, nil
}

func (f *faults) ask(client *http.Client, kind string, series int) faultResult {
	result := faultResult{Kind: kind}
	var mu sync.Mutex
	var took []time.Duration
	var asking sync.WaitGroup
	for c := range f.Clients {
		asking.Go(func() {
			for n := c; n < f.Misses; n += f.Clients {
				began := time.Now()
				status, _, body, err := f.get(client, f.Miss+name(series*f.Misses+n))
				waited := time.Since(began)
				_, kept, _, keptErr := f.get(client, f.Gateway.Path)
				mu.Lock()
				result.Misses++
				took = append(took, waited)
				switch {
				case err != nil || status != http.StatusOK:
					result.Failed++
				case strings.Contains(body, `"lie":true`):
					result.Wrong++
				}
				result.KeptAsked++
				if keptErr == nil && strings.HasPrefix(kept, "fieldhouse;hit") {
					result.Hits++
				}
				mu.Unlock()
			}
		})
	}
	asking.Wait()
	slices.Sort(took)
	result.MissMedian, result.MissSlowest = milliseconds(took[len(took)/2]), milliseconds(took[len(took)-1])
	return result
}

func (f *faults) get(client *http.Client, path string) (status int, cacheStatus, body string, err error) {
	request, err := http.NewRequest(http.MethodGet, "http://"+f.Gateway.Address+path, nil)
	if err != nil {
		return 0, "", "", err
	}
	request.Host = f.Gateway.Host
	response, err := client.Do(request)
	if err != nil {
		return 0, "", "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, "", "", fmt.Errorf("reading %s: %w", path, err)
	}
	return response.StatusCode, response.Header.Get("Cache-Status"), string(text), nil
}

// name is the nth of many account names: up to 12 of a to z, and a dot.
func name(n int) string {
	text := []byte("x.")
	for ; n > 0; n /= 26 {
		text = append(text, 'a'+byte(n%26))
	}
	return string(append(text, 'z'))
}
