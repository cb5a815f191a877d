package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"fieldhouse/plugins/strictjson"

	"github.com/tidwall/gjson"
)

// asset is an asset as an index wrote it, and what is read of it.
type asset struct {
	id string
	// raw is byte for byte the index's: what is a number and what a string
	// depends on the value, and is for the client to judge.
	raw string
	// updated is when the asset last changed, in milliseconds of the Unix time.
	updated int64
}

// page is one page of an index's answer.
type page struct {
	assets []asset
	// without says that the page had no data: the list does not go on.
	without bool
	// queryTime is when the index answered, in milliseconds of the Unix time.
	queryTime int64
}

// within reports whether all its assets are among the known ones.
func (p page) within(known map[string]bool) bool {
	for _, one := range p.assets {
		if !known[one.id] {
			return false
		}
	}
	return true
}

// failureBody is the body of an answer other than 200.
type failureBody struct {
	Success *bool `json:"success"`
	Message any   `json:"message"`
}

// message is the index's own words, or none.
func (f failureBody) message() string {
	words, _ := f.Message.(string)
	return shorten(words)
}

// errUnsuccessful: the index says itself that it did not succeed.
var errUnsuccessful = errors.New("it answered 200 and success false")

// errMismatch: the answer does not fit the query.
var errMismatch = errors.New("its answer does not fit the query")

// decodePage reads the body of an answer with status 200. An answer that is not
// wholly what was asked for is none. Members that do not count are passed over
// without being taken apart: a page has megabytes.
func decodePage(body []byte, query Query) (page, error) {
	if !utf8.Valid(body) {
		return page{}, errors.New("its answer is not UTF-8")
	}
	if !json.Valid(body) {
		return page{}, fmt.Errorf("its answer is not JSON: %.40q", body)
	}
	answer := gjson.ParseBytes(body)
	if !answer.IsObject() {
		return page{}, fmt.Errorf("its answer is not an object: %.40q", body)
	}
	fields := members(answer)
	switch fields["success"].Type {
	case gjson.True:
	case gjson.False:
		return page{}, fmt.Errorf("%w: %s", errUnsuccessful, shorten(text(fields["message"])))
	default:
		return page{}, fmt.Errorf("its answer has no success: %.40q", body)
	}
	result := page{queryTime: milliseconds(fields["query_time"].Raw)}
	data := fields["data"]
	if data.Type == gjson.Null {
		result.without = true
		return result, nil
	}
	if !data.IsArray() {
		return page{}, fmt.Errorf("its data is not a list: %.40q", data.Raw)
	}
	for _, written := range data.Array() {
		one, err := query.decode(written)
		if errors.Is(err, errBundle) {
			continue
		}
		if err != nil {
			return page{}, fmt.Errorf("its asset %d: %w", len(result.assets), err)
		}
		result.assets = append(result.assets, one)
	}
	return result, nil
}

// Check reports why a body that another process has is none of Listing.Body for the query. Whose
// sales and burned assets are is left out of what is listed of them, so that is not checked.
func Check(body []byte, query Query) error {
	if query.Sales == "" && query.Burner == "" {
		read, err := decodePage(body, query)
		if err == nil && read.without {
			err = errors.New("it has no data")
		}
		return err
	}
	var listed struct {
		Success   bool            `json:"success"`
		Data      json.RawMessage `json:"data"`
		QueryTime int64           `json:"query_time"`
	}
	err := strictjson.Decode(body, &listed)
	switch {
	case err != nil:
	case !listed.Success:
		err = errUnsuccessful
	case query.Sales != "":
		err = strictjson.Decode(listed.Data, new([]sale))
	default:
		err = strictjson.Decode(listed.Data, new([]burned))
	}
	return err
}

// decode reads what is listed of the answer to a query.
func (q Query) decode(written gjson.Result) (asset, error) {
	switch {
	case !written.IsObject():
		return asset{}, errors.New("it is not an object")
	case q.Sales != "":
		return decodeSale(written, q)
	case q.Burner != "":
		return decodeBurned(written, q)
	}
	return decodeAsset(written, q)
}

// members are those of an object by their names; of two the last, as in browsers.
func members(object gjson.Result) map[string]gjson.Result {
	all := make(map[string]gjson.Result)
	object.ForEach(func(name, value gjson.Result) bool {
		all[name.Str] = value
		return true
	})
	return all
}

// text is a string, or "" of what is none.
func text(value gjson.Result) string {
	if value.Type != gjson.String {
		return ""
	}
	return value.Str
}

// decodeAsset reads what counts of an asset.
func decodeAsset(written gjson.Result, query Query) (asset, error) {
	fields := members(written)
	id, ok := digits(fields["asset_id"].Raw)
	if !ok {
		return asset{}, fmt.Errorf("its asset_id %.40q is not a whole number", fields["asset_id"].Raw)
	}
	one := asset{id: id, raw: written.Raw, updated: milliseconds(fields["updated_at_time"].Raw)}
	// A cache before an index that leaves out part of the question shows one
	// account's cards to another.
	if owner := text(fields["owner"]); query.Owner != "" && owner != query.Owner {
		return asset{}, fmt.Errorf("%w: asset %s is owned by %.40q and not by %s", errMismatch, one.id, owner, query.Owner)
	}
	if query.Asset != "" && id != query.Asset {
		return asset{}, fmt.Errorf("%w: it is asset %s and not %s", errMismatch, id, query.Asset)
	}
	if collection := text(members(fields["collection"])["collection_name"]); collection != "" && collection != query.Collection {
		return asset{}, fmt.Errorf("%w: asset %s is of the collection %.40q and not of %s", errMismatch, one.id, collection, query.Collection)
	}
	return one, nil
}

// milliseconds reads a moment; 0 when it is none.
func milliseconds(raw string) int64 {
	number, _ := digits(raw)
	moment, err := strconv.ParseInt(number, 10, 64)
	if err != nil || moment > maxMoment {
		return 0
	}
	return moment
}

// maxMoment is the last moment that JavaScript's Date knows, in milliseconds.
const maxMoment = 8_640_000_000_000_000

// digits reads a whole number that is written as a string, as indexes do, or as
// a number.
func digits(raw string) (string, bool) {
	number := raw
	if unquoted, quoted := strings.CutPrefix(raw, `"`); quoted {
		number = strings.TrimSuffix(unquoted, `"`)
	}
	const most = 20 // of a uint64
	if number == "" || len(number) > most || strings.Trim(number, "0123456789") != "" {
		return "", false
	}
	return number, true
}

// maxMessageBytes is how much of an index's own words is passed on.
const maxMessageBytes = 200

func shorten(message string) string {
	if len(message) <= maxMessageBytes {
		return message
	}
	// The message came out of JSON and is valid; the cut may end within a letter.
	return strings.ToValidUTF8(message[:maxMessageBytes], "") + "…"
}
