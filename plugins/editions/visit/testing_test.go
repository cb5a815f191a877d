package visit

import (
	"encoding/json"

	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/peers"

	"go.uber.org/zap"
)

const hour = 3600

var at, row = releasetest.At, releasetest.Row

// asJSON is a value as it can stand in a script.
func asJSON(value any) json.RawMessage {
	content, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return content
}

// openReleases opens the releases of the store in a folder, and follows its lineup until Close.
func openReleases(folder string, logger func() *zap.Logger) *Releases {
	r := NewReleases(folder, logger, nil, new(peers.Process))
	r.Start()
	return r
}
