package shape_test

import (
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chainapi/lookup"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/chainapi/transaction"
)

func TestFailuresHaveANodesShape(t *testing.T) {
	for name, test := range map[string]struct {
		got  []byte
		want string
	}{
		"unknown endpoint": {
			shape.Failure(shape.UnknownEndpoint()),
			`{"code":404,"message":"Not Found","error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"Unknown Endpoint","file":"fieldhouse","line_number":0,"method":""}]}}`,
		},
		"invalid": {
			shape.Failure(shape.Invalid("get_account", `there is no <account> "name"`)),
			`{"code":400,"message":"Invalid Request","error":{"code":3200006,"name":"invalid_http_request","what":"invalid http request","details":[{"message":"there is no <account> \"name\"","file":"fieldhouse","line_number":0,"method":"get_account"}]}}`,
		},
		"expired": {
			shape.Failure(shape.Expired("push_transaction", "it did not happen")),
			`{"code":500,"message":"Internal Service Error","error":{"code":3040005,"name":"expired_tx_exception","what":"Expired Transaction","details":[{"message":"it did not happen","file":"fieldhouse","line_number":0,"method":"push_transaction"}]}}`,
		},
	} {
		if string(test.got) != test.want {
			t.Errorf("%s: %s\nwant %s", name, test.got, test.want)
		}
	}
}

func TestALandedTransactionHasANodesShapeAndNullForWhatIsNotKnown(t *testing.T) {
	id, hex := transaction.ID{0xaa}, "aa"+strings.Repeat("00", 31)
	known := shape.Landed(id, lookup.Finding{
		Block: 324182164, BlockID: "bb", Status: "executed", CPU: 269, Net: 18,
		Time: time.Date(2024, 8, 13, 18, 1, 33, 500e6, time.FixedZone("", 2*3600)),
	})
	want := `{"transaction_id":"` + hex + `","processed":{"id":"` + hex + `","block_num":324182164,"block_time":"2024-08-13T16:01:33.500","producer_block_id":"bb",` +
		`"receipt":{"status":"executed","cpu_usage_us":269,"net_usage_words":18},"elapsed":269,"net_usage":144,"scheduled":false,"action_traces":[],` +
		`"account_ram_delta":null,"except":null,"error_code":null}}`
	if string(known) != want {
		t.Errorf("%s\nwant %s", known, want)
	}
	onlyBlock := shape.Landed(id, lookup.Finding{Block: 324182164})
	if !strings.Contains(string(onlyBlock), `"block_num":324182164,"block_time":null,`) {
		t.Errorf("%s", onlyBlock)
	}
	unknown := shape.Landed(id, lookup.Finding{})
	want = `{"transaction_id":"` + hex + `","processed":{"id":"` + hex + `","block_num":null,"block_time":null,"producer_block_id":null,` +
		`"receipt":{"status":"executed","cpu_usage_us":0,"net_usage_words":0},"elapsed":0,"net_usage":0,"scheduled":false,"action_traces":[],` +
		`"account_ram_delta":null,"except":null,"error_code":null}}`
	if string(unknown) != want {
		t.Errorf("%s\nwant %s", unknown, want)
	}
}
