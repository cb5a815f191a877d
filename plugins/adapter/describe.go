package adapter

import "fieldhouse/plugins/edgecache"

// The JSON that ops see. Its names are a promise of their own, so that the
// engine's can change.
type (
	allCaches struct {
		Caches []oneCache `json:"caches"`
	}

	oneCache struct {
		Name       string     `json:"name"`
		Fetching   int        `json:"fetching"`
		MaxFetches int        `json:"max_fetches"`
		Clients    int        `json:"clients"`
		Classes    []oneClass `json:"classes"`
	}

	oneClass struct {
		Class          edgecache.Class `json:"class"`
		Soft           string          `json:"soft"`
		Hard           string          `json:"hard"`
		Hits           uint64          `json:"hits"`
		Stale          staleReasons    `json:"stale"`
		OldestStale    string          `json:"oldest_stale"`
		Misses         uint64          `json:"misses"`
		Coalesced      uint64          `json:"coalesced"`
		Fetches        uint64          `json:"fetches"`
		FetchErrors    uint64          `json:"fetch_errors"`
		Remembered     uint64          `json:"remembered"`
		BudgetRefusals uint64          `json:"budget_refusals"`
		Busy           uint64          `json:"busy"`
		NotAccepted    uint64          `json:"not_accepted"`
		Unchanged      uint64          `json:"unchanged"`
		Oversized      uint64          `json:"oversized"`
		Entries        int             `json:"entries"`
		Bytes          int64           `json:"bytes"`
		HotEntries     int             `json:"hot_entries"`
		HotBytes       int64           `json:"hot_bytes"`
	}

	staleReasons struct {
		Expired uint64 `json:"expired"`
		Purged  uint64 `json:"purged"`
		Error   uint64 `json:"error"`
	}
)

// describeAll is every living cache.
func describeAll() allCaches {
	all := allCaches{Caches: []oneCache{}}
	for _, engine := range listed() {
		stats := engine.Stats()
		cache := oneCache{Name: engine.name, Fetching: stats.Fetching, MaxFetches: stats.MaxFetches, Clients: stats.Clients}
		for _, class := range stats.Classes {
			cache.Classes = append(cache.Classes, describe(class))
		}
		all.Caches = append(all.Caches, cache)
	}
	return all
}

func describe(class edgecache.ClassStats) oneClass {
	return oneClass{
		Class:          class.Class,
		Soft:           written(class.Lifetime.Soft),
		Hard:           written(class.Lifetime.Hard),
		Hits:           class.Hits,
		Stale:          staleReasons{Expired: class.StaleExpired, Purged: class.StalePurged, Error: class.StaleError},
		OldestStale:    written(class.OldestStale),
		Misses:         class.Misses,
		Coalesced:      class.Coalesced,
		Fetches:        class.Fetches,
		FetchErrors:    class.FetchErrors,
		Remembered:     class.Remembered,
		BudgetRefusals: class.OverBudget,
		Busy:           class.Busy,
		NotAccepted:    class.NotAccepted,
		Unchanged:      class.Unchanged,
		Oversized:      class.Oversized,
		Entries:        class.Entries,
		Bytes:          class.Bytes,
		HotEntries:     class.HotEntries,
		HotBytes:       class.HotBytes,
	}
}
