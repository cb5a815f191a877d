package visit

import (
	"encoding/json"
	"time"

	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/site/settings"

	"go.uber.org/zap"
)

const hour = 3600

// at is the moment of the tests: 27 Nov 2026, 14:00 UTC.
var at = time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)

// row is a row of the drops table with fields replaced.
func row(id int, change map[string]any) json.RawMessage {
	fields := map[string]any{
		"drop_id": id, "edition": "football", "name": "Pack", "display_data": `{"description":"Five cards"}`,
		"listing_price": "24.99 USD", "max_claimable": 5000, "current_claimed": 3796,
		"start_time": at.Unix() - hour, "end_time": at.Unix() + hour, "is_hidden": 0,
	}
	for key, value := range change {
		fields[key] = value
	}
	return asJSON(fields)
}

// asJSON is a value as it can stand in a script.
func asJSON(value any) json.RawMessage {
	content, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return content
}

func testSettings() *settings.Settings {
	site := settings.Default()
	site.Product = "Fieldhouse"
	return &site
}

// openReleases opens the releases of the store in a folder, and follows its lineup until Close.
func openReleases(folder string, logger func() *zap.Logger) *Releases {
	r := NewReleases(folder, logger, nil, new(peers.Process))
	r.Start()
	return r
}
