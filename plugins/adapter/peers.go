package adapter

import "fieldhouse/plugins/peers"

// Peers are the other processes of the cluster, if the configuration has one: the app `cluster`
// joins it.
var Peers = new(peers.Process)
