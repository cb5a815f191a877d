package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// control is the control of the command node.
type control struct{ base string }

// controlClient never waits for a node: the control answers at once.
var controlClient = &http.Client{Timeout: 10 * time.Second}

// asked is how often rows and the origin have been asked so far.
func (c control) asked() (int, error) {
	response, err := controlClient.Get(c.base + "/control/asked")
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	var counts struct{ Rows, Origin int }
	if err := json.NewDecoder(response.Body).Decode(&counts); err != nil {
		return 0, fmt.Errorf("reading what the nodes were asked: %w", err)
	}
	return counts.Rows + counts.Origin, nil
}

// turn gives a node a fault; none takes it away.
func (c control) turn(node int, kind string) error {
	response, err := controlClient.PostForm(c.base+"/control/fault", url.Values{"node": {fmt.Sprint(node)}, "kind": {kind}})
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("turning node %d %s: %s", node, kind, response.Status)
	}
	return nil
}
