package pool

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/upstream"
)

// info is an answer of get_info.
func info(chain string, head uint64, at time.Time) string {
	return fmt.Sprintf(`{"chain_id":%q,"head_block_num":%d,"head_block_time":%q,"last_irreversible_block_num":%d}`, chain, head, at.UTC().Format("2006-01-02T15:04:05.000"), head-332)
}

func FuzzDecodeRows(f *testing.F) {
	f.Add([]byte(chaintest.Empty))
	f.Add([]byte(`{"rows":["0a0b",{"id":1}],"more":true,"next_key":"594475150812905472"}`))
	f.Add([]byte(`{"rows":[],"more":true,"next_key":18446744073709551615}`))
	f.Add([]byte(`{"rows":[],"more":1}`))
	f.Add([]byte(`{"rows":[{"a":1`))
	f.Add([]byte(`{"rows": [ "00" , 1, [] , null ] ,"more":false}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var plain struct{ Rows []json.RawMessage }
		isPlain := json.Unmarshal(body, &plain) == nil
		answer, err := decodeRows(body, 3)
		if err != nil {
			return
		}
		if len(answer.Rows) > 3 || isPlain && len(answer.Rows) != len(plain.Rows) {
			t.Errorf("%d rows of %q, asked for 3", len(answer.Rows), body)
		}
		for _, row := range answer.Rows {
			if !json.Valid(row) {
				t.Errorf("row %q of %q is no JSON", row, body)
			}
		}
	})
}

func FuzzDecodeInfo(f *testing.F) {
	f.Add([]byte(info(chaintest.ChainID, chaintest.Head, time.Date(2024, 8, 13, 16, 1, 33, 5e8, time.UTC))))
	f.Add([]byte(`{"chain_id":"00","head_block_num":1,"head_block_time":"9999-12-31T23:59:59"}`))
	f.Add([]byte(`{"chain_id":"00","head_block_num":18446744073709551615,"head_block_time":"0000-01-01T00:00:00"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		seen, err := DecodeInfo(body)
		if err != nil {
			return
		}
		if seen.ChainID == "" || seen.Head.Block == 0 {
			t.Errorf("info %+v of %q", seen, body)
		}
		// Whatever a node says, judging it does not fail, nor does it rule out
		// those that are right.
		now := time.Date(2024, 8, 13, 16, 1, 34, 0, time.UTC)
		config := must.Get(Config{Nodes: []string{"http://a", "http://b", "http://c"}}.Complete())(t)
		config.Now = func() time.Time { return now }
		p := &Pool{line: upstream.NewLine(division, config.Now)}
		p.settings.Store(&config)
		for i, address := range config.Nodes {
			n := newNode(i, address, p, &config)
			n.seen = &sighting{info: Info{Head: Head{Block: chaintest.Head, Time: now}}, asked: now, answered: now}
			p.nodes = append(p.nodes, n)
		}
		p.nodes[0].seen.info = seen
		if all := p.assess(now); all[1].state != Good || all[2].state != Good {
			t.Errorf("%q makes the others %s and %s", body, all[1].state, all[2].state)
		}
	})
}

func FuzzJudge(f *testing.F) {
	f.Add([]byte(`{"code":500,"error":{"code":3060003,"details":[{"message":"x"}]}}`), 500)
	f.Add([]byte(`{"code":500,"error":{"code":0,"details":[{"message":"unknown key"}]}}`), 200)
	f.Add([]byte(`<html>`), 200)
	f.Add([]byte(`{"error":"rate limited"}`), 200)
	f.Add([]byte(`null`), 503)
	n := &node{address: "http://a"}
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		var fault *Fault
		var refusal *Refusal
		if err := n.judge(status, body); errors.As(err, &fault) == errors.As(err, &refusal) {
			t.Errorf("%q is judged %v", body, err)
		}
		if err := n.judgeSuccess(status, body); err == nil && !json.Valid(body) {
			t.Errorf("%q counts as an answer", body)
		}
	})
}
