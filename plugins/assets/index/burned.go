package index

import (
	"encoding/json"
	"fmt"

	"github.com/tidwall/gjson"
)

// burned is what is passed on of a burned asset. Collection, schema and template, which
// an index repeats in each, are left out.
type burned struct {
	ID    string `json:"asset_id"`
	Block string `json:"burned_at_block"`
	// Time is in milliseconds of the Unix time.
	Time int64 `json:"burned_at_time"`
	// Data are the attributes as the index wrote them.
	Data json.RawMessage `json:"data"`
}

// decodeBurned reads what counts of a burned asset.
func decodeBurned(written gjson.Result, query Query) (asset, error) {
	id, ok := digits(written.Get("asset_id").Raw)
	if !ok {
		return asset{}, fmt.Errorf("its asset_id %.40q is not a whole number", written.Get("asset_id").Raw)
	}
	if owner := written.Get("owner"); owner.Type != gjson.Null {
		return asset{}, fmt.Errorf("%w: asset %s is owned by %.40q and not burned", errMismatch, id, owner.Raw)
	}
	for _, one := range []struct{ path, want string }{
		{"burned_by_account", query.Burner}, {"collection.collection_name", query.Collection}, {"schema.schema_name", query.Schema},
	} {
		if is := text(written.Get(one.path)); is != one.want {
			return asset{}, fmt.Errorf("%w: the %s of asset %s is %.40q and not %s", errMismatch, one.path, id, is, one.want)
		}
	}
	read := burned{ID: id, Time: milliseconds(written.Get("burned_at_time").Raw)}
	if read.Block, ok = digits(written.Get("burned_at_block").Raw); !ok || read.Time == 0 {
		return asset{}, fmt.Errorf("the index does not say when asset %s was burned", id)
	}
	data := written.Get("data")
	if !data.IsObject() {
		return asset{}, fmt.Errorf("the data of asset %s is not an object: %.40q", id, data.Raw)
	}
	read.Data = json.RawMessage(data.Raw)
	raw, err := json.Marshal(read)
	return asset{id: id, raw: string(raw), updated: read.Time}, err
}
