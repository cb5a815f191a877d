package assetindex

import "net/http"

// healthShape is the answer of the health check. Its status is 200 whatever it says.
type healthShape struct {
	Version  string         `json:"version"`
	Postgres postgresHealth `json:"postgres"`
	Redis    serviceHealth  `json:"redis"`
	Chain    chainHealth    `json:"chain"`
}

type postgresHealth struct {
	Status  string         `json:"status"`
	Readers []readerHealth `json:"readers"`
}

type readerHealth struct {
	BlockNum string `json:"block_num"`
}

type serviceHealth struct {
	Status string `json:"status"`
}

type chainHealth struct {
	Status    string `json:"status"`
	HeadBlock uint32 `json:"head_block"`
	HeadTime  int64  `json:"head_time"` // milliseconds since 1970
}

func (a *API) health(w http.ResponseWriter, _ *http.Request) {
	a.index.mutex.RLock()
	at := a.index.head
	a.index.mutex.RUnlock()
	now := at.time.Time().UnixMilli()
	if a.trouble().Down {
		const failed = "ERROR"
		write(w, http.StatusOK, success{true, healthShape{
			Version: Version, Postgres: postgresHealth{failed, []readerHealth{}}, Redis: serviceHealth{failed},
			Chain: chainHealth{Status: failed},
		}, now})
		return
	}
	const fine = "OK"
	write(w, http.StatusOK, success{true, healthShape{
		Version: Version, Postgres: postgresHealth{fine, []readerHealth{{at.blockText()}}}, Redis: serviceHealth{fine},
		Chain: chainHealth{fine, at.block, now},
	}, now})
}
