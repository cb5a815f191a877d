package adapter

import "fieldhouse/plugins/peers"

// Peers are the other processes of the cluster, if the configuration has one: the app `cluster`
// joins it.
var Peers = new(peers.Process)

// LineWeight is under which name processes weigh for their parts of the nodes' rates
// (peers.Process.Weigh): who has a line of purchases weighs more.
const LineWeight = "line"
