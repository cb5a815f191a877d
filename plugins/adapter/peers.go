package adapter

import (
	"fieldhouse/plugins/peers"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// Peers are the other processes of the cluster, if the configuration has one: the app `cluster`
// joins it.
var Peers = &peers.Process{Report: func(err error) { caddy.Log().Named("cluster").Error("between processes", zap.Error(err)) }}

// LineWeight is under which name processes weigh for their parts of the nodes' rates
// (peers.Process.Weigh): who has a line of purchases weighs more.
const LineWeight = "line"
