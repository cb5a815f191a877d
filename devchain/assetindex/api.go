package assetindex

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"fieldhouse/devchain/httpjson"
	"fieldhouse/plugins/antelope"
)

// Prefix is where the API lives; the health check is at HealthPath.
const (
	Prefix     = "/atomicassets/v1/"
	HealthPath = "/health"
)

// Trouble is what can be wrong with an index beside its connections.
type Trouble struct {
	// Timeout answers every question with 408, as when the database is too slow.
	Timeout bool
	// Down answers every question with 500; the health check says so, but with
	// status 200 as always.
	Down bool
	// LyingHealth lets the health check say that all is well while every question
	// is answered with 500.
	LyingHealth bool
}

// Version is what the health check says runs.
const Version = "1.3.24-devchain"

// API answers the index's questions over HTTP.
type API struct {
	index   *Index
	trouble func() Trouble
	routes  *http.ServeMux
}

// NewAPI makes the handler of Prefix and HealthPath. The function says what is
// wrong at the moment.
func NewAPI(index *Index, trouble func() Trouble) *API {
	a := &API{index: index, trouble: trouble, routes: http.NewServeMux()}
	for pattern, answer := range map[string]question{
		"assets": (*Index).listAssets, "assets/{id}": (*Index).oneAsset,
		"accounts": (*Index).listAccounts, "accounts/{account}": (*Index).oneAccount,
		"collections": (*Index).listCollections, "collections/{name}": (*Index).oneCollection,
		"schemas":   (*Index).listSchemas,
		"templates": (*Index).listTemplates, "templates/{name}/{id}": (*Index).oneTemplate,
	} {
		a.routes.Handle("GET "+Prefix+pattern, a.answer(answer))
	}
	a.routes.HandleFunc("GET "+HealthPath, a.health)
	a.routes.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		Refuse(w, http.StatusNotFound, "Route not found")
	})
	return a
}

// question is one address. It runs while the index stands still.
type question func(x *Index, r *http.Request) (any, error)

// errNotFound is answered with 416, as the public indexes do.
var errNotFound = errors.New("not found")

// ServeHTTP answers a question. Like the public ones it lets every page read.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	a.routes.ServeHTTP(w, r)
}

func (a *API) answer(ask question) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch trouble := a.trouble(); {
		case trouble.Down || trouble.LyingHealth:
			Refuse(w, http.StatusInternalServerError, "Internal Server Error")
			return
		case trouble.Timeout:
			Refuse(w, http.StatusRequestTimeout, "Max database query time exceeded. Please try to add more filters to your query.")
			return
		}
		a.index.mutex.RLock()
		data, err := ask(a.index, r)
		at := a.index.head
		a.index.mutex.RUnlock()
		var bad badParameter
		switch {
		case errors.As(err, &bad):
			Refuse(w, http.StatusBadRequest, err.Error())
		case err != nil:
			Refuse(w, http.StatusRequestedRangeNotSatisfiable, err.Error())
		default:
			write(w, http.StatusOK, success{true, data, at.time.Time().UnixMilli()})
		}
	})
}

// success is every good answer. QueryTime is in milliseconds since 1970: of the
// newest block that was indexed, so that the same state gives the same answer.
type success struct {
	Success   bool  `json:"success"`
	Data      any   `json:"data"`
	QueryTime int64 `json:"query_time"`
}

// Refuse answers an error as the public indexes do.
func Refuse(w http.ResponseWriter, status int, message string) {
	write(w, status, struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}{false, message})
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	httpjson.Write(w, status, body)
}

func (x *Index) listAssets(r *http.Request) (any, error) {
	query := r.URL.Query()
	p, wanted, err := readList(query)
	if err != nil {
		return nil, err
	}
	p.sort = query.Get("sort")
	shapes := []assetShape{}
	for _, found := range cut(x.find(wanted, p), p) {
		shapes = append(shapes, found.shape(x.account))
	}
	return shapes, nil
}

func (x *Index) oneAsset(r *http.Request) (any, error) {
	id, err := parseID(r.PathValue("id"))
	if err != nil {
		return nil, badParameter("asset_id")
	}
	found, known := x.assets[id]
	if !known {
		return nil, errors.New("Asset not found") //nolint:staticcheck // the API's own words
	}
	return found.shape(x.account), nil
}

func (x *Index) listCollections(r *http.Request) (any, error) {
	p, err := readPage(r.URL.Query(), "created")
	if err != nil {
		return nil, err
	}
	shapes := []collectionAlone{}
	for _, name := range slices.Sorted(maps.Keys(x.collections)) {
		shapes = append(shapes, x.collections[name].alone(x.account))
	}
	return cut(shapes, p), nil
}

func (x *Index) oneCollection(r *http.Request) (any, error) {
	found, err := x.named(r)
	if err != nil {
		return nil, err
	}
	return found.alone(x.account), nil
}

func (c *collection) alone(contract antelope.Name) collectionAlone {
	return collectionAlone{contract, c.shape(), object(c.Data)}
}

// named is the collection of the address.
func (x *Index) named(r *http.Request) (*collection, error) {
	name, err := antelope.ParseName(r.PathValue("name"))
	if err != nil {
		return nil, badParameter("collection_name")
	}
	found, known := x.collections[name]
	if !known {
		return nil, errors.New("Collection not found") //nolint:staticcheck // the API's own words
	}
	return found, nil
}

func (x *Index) listSchemas(r *http.Request) (any, error) {
	p, wanted, err := readList(r.URL.Query(), "created")
	if err != nil {
		return nil, err
	}
	type schemaAlone struct {
		Contract antelope.Name `json:"contract"`
		schemaShape
		Collection collectionShape `json:"collection"`
	}
	shapes := []schemaAlone{}
	for _, in := range slices.Sorted(maps.Keys(x.collections)) {
		if wanted.collections != nil && !slices.Contains(wanted.collections, in) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(x.collections[in].schemas)) {
			shapes = append(shapes, schemaAlone{x.account, x.collections[in].schemas[name].shape(), x.collections[in].shape()})
		}
	}
	return cut(shapes, p), nil
}

func (x *Index) listTemplates(r *http.Request) (any, error) {
	p, wanted, err := readList(r.URL.Query(), "created", "name")
	if err != nil {
		return nil, err
	}
	shapes := []templateAlone{}
	for _, id := range slices.Sorted(maps.Keys(x.templates)) {
		found := x.templates[id]
		if wanted.templates != nil && !slices.Contains(wanted.templates, id) ||
			wanted.collections != nil && !slices.Contains(wanted.collections, found.CollectionName) ||
			wanted.schemas != nil && !slices.Contains(wanted.schemas, found.SchemaName) {
			continue
		}
		shapes = append(shapes, found.alone(x.account, x.collections[found.CollectionName]))
	}
	if p.sort == "name" {
		slices.SortStableFunc(shapes, func(one, two templateAlone) int { return cmp.Compare(one.Name, two.Name) })
	}
	if p.descending {
		slices.Reverse(shapes)
	}
	return cut(shapes, p), nil
}

func readList(query url.Values, sorts ...string) (page, filter, error) {
	p, err := readPage(query, sorts...)
	if err != nil {
		return p, filter{}, err
	}
	wanted, err := readFilter(query)
	return p, wanted, err
}

func (x *Index) oneTemplate(r *http.Request) (any, error) {
	in, err := x.named(r)
	if err != nil {
		return nil, err
	}
	id, err := parseTemplate(r.PathValue("id"))
	if err != nil {
		return nil, badParameter("template_id")
	}
	found, known := x.templates[id]
	if !known || found.CollectionName != in.CollectionName {
		return nil, errors.New("Template not found") //nolint:staticcheck // the API's own words
	}
	return found.alone(x.account, in), nil
}
