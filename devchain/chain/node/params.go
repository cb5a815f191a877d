package node

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"fieldhouse/plugins/antelope"
)

// MaxBody is the largest request body in bytes.
const MaxBody = 1 << 20

// text is a parameter that is a string and may be written as a number or bool.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(t))
	}
	if len(raw) > 0 && (raw[0] == '{' || raw[0] == '[') {
		return fmt.Errorf("%s is no string", raw)
	}
	if string(raw) != "null" {
		*t = text(raw)
	}
	return nil
}

// flag is a parameter that is true or false and may be written as 1, 0 or a
// string.
type flag bool

func (f *flag) UnmarshalJSON(raw []byte) error {
	switch strings.ToLower(strings.Trim(string(raw), `"`)) {
	case "true", "1":
		*f = true
	case "false", "0", "null", "":
		*f = false
	default:
		return fmt.Errorf("%s is neither true nor false", raw)
	}
	return nil
}

// count is a parameter that is a whole number from 0 to 2^32 - 1 and may be
// written as a string.
type count uint32

func (c *count) UnmarshalJSON(raw []byte) error {
	value, err := strconv.ParseUint(strings.Trim(string(raw), `"`), 10, 32)
	if err != nil {
		return fmt.Errorf("%s is no whole number from 0 to 4294967295", raw)
	}
	*c = count(value)
	return nil
}

// name is a parameter that is an account or table name.
type name struct{ antelope.Name }

func (n *name) UnmarshalJSON(raw []byte) error {
	var written text
	if err := written.UnmarshalJSON(raw); err != nil {
		return err
	}
	return n.Name.UnmarshalText([]byte(written))
}

// parse reads the request's body. Unknown members are ignored, as nodes do.
func parse(r *http.Request, into any) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return BadRequest.New("The body is larger than %d bytes", tooLarge.Limit)
		}
		return BadRequest.New("Unable to read the POST body: %v", err)
	}
	if len(body) == 0 {
		return BadRequest.New("A Request body is required")
	}
	if err := json.Unmarshal(body, into); err != nil {
		return BadRequest.New("Unable to parse valid input from POST body: %v", err)
	}
	return nil
}
