package index

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// asset is an asset as an index wrote it, and what is read of it.
type asset struct {
	id string
	// raw is byte for byte the index's: what is a number and what a string
	// depends on the value, and is for the client to judge.
	raw []byte
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

// apology is what an index says besides 200.
type apology struct {
	Success *bool `json:"success"`
	Message any   `json:"message"`
}

// message is the index's own words, or none.
func (a apology) message() string {
	words, _ := a.Message.(string)
	return shorten(words)
}

// errUnsuccessful: the index says itself that it did not succeed.
var errUnsuccessful = errors.New("it answered 200 and success false")

// errMismatch: the index answered another question.
var errMismatch = errors.New("it answered another question")

// decodePage reads the body of an answer with status 200. An answer that is not
// wholly what was asked for is none. The page's assets are parts of the body.
func decodePage(body []byte, query Query) (page, error) {
	if !utf8.Valid(body) {
		return page{}, errors.New("its answer is not UTF-8")
	}
	if !json.Valid(body) {
		return page{}, fmt.Errorf("its answer is not JSON: %.40q", body)
	}
	if body = bytes.TrimSpace(body); body[0] != '{' {
		return page{}, fmt.Errorf("its answer is not an object: %.40q", body)
	}
	var success, data, message, queryTime []byte
	for name, value := range members(body) {
		switch name {
		case "success":
			success = value
		case "data":
			data = value
		case "message":
			message = value
		case "query_time":
			queryTime = value
		}
	}
	switch string(success) {
	case "true":
	case "false":
		return page{}, fmt.Errorf("%w: %s", errUnsuccessful, shorten(words(message)))
	default:
		return page{}, fmt.Errorf("its answer has no success: %.40q", body)
	}
	result := page{queryTime: milliseconds(queryTime)}
	if data == nil || string(data) == "null" {
		result.without = true
		return result, nil
	}
	if data[0] != '[' {
		return page{}, fmt.Errorf("its data is not a list: %.40q", data)
	}
	for raw := range elements(data) {
		one, err := decodeAsset(raw, query)
		if err != nil {
			return page{}, fmt.Errorf("its asset %d: %w", len(result.assets), err)
		}
		result.assets = append(result.assets, one)
	}
	return result, nil
}

// words are those of a member that is a string, or none.
func words(value []byte) string {
	if value == nil {
		return ""
	}
	return text(value)
}

// decodeAsset reads what counts of an asset.
func decodeAsset(raw []byte, query Query) (asset, error) {
	if raw[0] != '{' {
		return asset{}, errors.New("it is not an object")
	}
	one := asset{raw: raw}
	var id []byte
	var owner, collection string
	for name, value := range members(raw) {
		switch name {
		case "asset_id":
			id = value
		case "owner":
			owner = text(value)
		case "collection":
			if value[0] == '{' {
				collection = collectionName(value)
			}
		case "updated_at_time":
			one.updated = milliseconds(value)
		}
	}
	var ok bool
	if one.id, ok = digits(id); !ok {
		return asset{}, fmt.Errorf("its asset_id %.40q is not a whole number", id)
	}
	// A cache before an index that leaves out part of the question shows one
	// account's cards to another.
	if query.Owner != "" && owner != query.Owner {
		return asset{}, fmt.Errorf("%w: asset %s is owned by %.40q and not by %s", errMismatch, one.id, owner, query.Owner)
	}
	if collection != "" && collection != query.Collection {
		return asset{}, fmt.Errorf("%w: asset %s is of the collection %.40q and not of %s", errMismatch, one.id, collection, query.Collection)
	}
	return one, nil
}

func collectionName(collection []byte) string {
	for name, value := range members(collection) {
		if name == "collection_name" {
			return text(value)
		}
	}
	return ""
}

// milliseconds reads a moment; 0 when it is none.
func milliseconds(raw []byte) int64 {
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
func digits(raw []byte) (string, bool) {
	number := bytes.TrimPrefix(raw, []byte{'"'})
	if len(number) < len(raw) {
		number = bytes.TrimSuffix(number, []byte{'"'})
	}
	for _, c := range number {
		if c < '0' || c > '9' {
			return "", false
		}
	}
	const most = 20 // of a uint64
	return string(number), len(number) > 0 && len(number) <= most
}

// maxMessageBytes is how much of an index's own words is passed on.
const maxMessageBytes = 200

func shorten(message string) string {
	if len(message) <= maxMessageBytes {
		return message
	}
	// The message came out of JSON and is valid; the cut may end within a letter.
	return string(bytes.ToValidUTF8([]byte(message[:maxMessageBytes]), nil)) + "…"
}
