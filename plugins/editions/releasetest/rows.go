package releasetest

import (
	"encoding/json"
	"time"

	"fieldhouse/plugins/site/settings"
)

// At is the moment of the pages of tests.
var At = time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)

// Row is a row of the drops table, of one that is on sale at that moment, with fields replaced.
func Row(id int, change map[string]any) json.RawMessage {
	fields := map[string]any{
		"drop_id": id, "edition": "football", "name": "Pack", "display_data": `{"description":"Five cards"}`,
		"listing_price": "24.99 USD", "max_claimable": 5000, "current_claimed": 3796,
		"start_time": At.Unix() - 3600, "end_time": At.Unix() + 3600, "is_hidden": 0,
	}
	for key, value := range change {
		fields[key] = value
	}
	content, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return content
}

// Settings are those of a site with a name.
func Settings() *settings.Settings {
	site := settings.Default()
	site.Product = "Fieldhouse"
	return &site
}
