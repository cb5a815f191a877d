// Command node is several chain nodes and a plain origin in one process, for the
// benchmarks: each node can be made slow, stalled, behind or of another chain,
// and everything that is asked is counted.
//
//	/<n>/v1/chain/get_info, /<n>/v1/chain/get_table_rows   node n, from 1 on
//	/origin/<anything>                                     an answer that any cache keeps
//	/<n>/v1/chain/get_account, /<n>/v1/chain/send_transaction2   the same
//	/control/fault?node=<n>&kind=<kind>                    changes a node; kind none: as it was
//	/control/asked                                         the counts so far, as JSON
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	var nodes nodes
	listen := flag.String("listen", "", "loopback address and port")
	flag.StringVar(&nodes.chainID, "chain", "", "chain id that the nodes say")
	flag.DurationVar(&nodes.delay, "delay", 50*time.Millisecond, "how long each node takes for an answer")
	flag.IntVar(&nodes.rowBytes, "row-bytes", 2000, "size of the answer's rows")
	flag.Float64Var(&nodes.rate, "rate", 0, "requests a second that each node takes, beyond which it answers 429; 0: any; rows then tell when they were read")
	flag.IntVar(&nodes.burst, "burst", 30, "requests that it takes at once")
	flag.Parse()
	server := &http.Server{Addr: *listen, Handler: &nodes, ReadHeaderTimeout: 10 * time.Second}
	if err := server.ListenAndServe(); err != nil {
		fmt.Fprintln(os.Stderr, "node:", err)
		os.Exit(1)
	}
}
