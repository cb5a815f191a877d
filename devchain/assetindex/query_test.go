package assetindex

import (
	"net/url"
	"testing"
)

// FuzzQuery reads questions as anybody may ask them: what is taken is within its
// bounds, and a page of a list is a part of it.
func FuzzQuery(f *testing.F) {
	f.Add("owner=vault.wam&page=2&limit=1000&sort=name&order=asc")
	f.Add("ids=1,2&burned=true&template_id=-1&schema_name=packs")
	f.Add("page=1000000&limit=1000")
	f.Add("owner=%00&ids=,,")
	rows := make([]int, 2500)
	for i := range rows {
		rows[i] = i
	}
	f.Fuzz(func(t *testing.T, raw string) {
		query, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		if p, err := readPage(query, "asset_id", "name"); err == nil {
			part := cut(rows, p)
			if p.page < 1 || p.limit < 1 || p.limit > maxLimit || len(part) > p.limit {
				t.Errorf("%q asks for %+v and gets %d rows", raw, p, len(part))
			}
			if first := (p.page - 1) * p.limit; len(part) > 0 && part[0] != first {
				t.Errorf("%q starts with row %d, want %d", raw, part[0], first)
			}
		}
		if wanted, err := readFilter(query); err == nil {
			if len(wanted.ids) > maxValues || len(wanted.owners) > maxValues || len(wanted.templates) > maxValues {
				t.Errorf("%q asks for too much: %+v", raw, wanted)
			}
		}
	})
}
