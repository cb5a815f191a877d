package journal

import (
	"encoding/json"
	"maps"
)

// others are the members of an object that another gateway has written: they are
// not looked at, and written again.
type others map[string]json.RawMessage

// read decodes an object into value and keeps all but the known members.
func (o *others) read(content []byte, value any, known ...string) error {
	if err := json.Unmarshal(content, value); err != nil {
		return err
	}
	if err := json.Unmarshal(content, o); err != nil {
		return err
	}
	for _, name := range known {
		delete(*o, name)
	}
	return nil
}

func (o others) write(value any) ([]byte, error) {
	content, err := json.Marshal(value)
	if err != nil || len(o) == 0 {
		return content, err
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(content, &members); err != nil {
		return nil, err
	}
	maps.Copy(members, o)
	return json.Marshal(members)
}

// UnmarshalJSON keeps what it does not know.
func (s *State) UnmarshalJSON(content []byte) error {
	type plain State
	return s.others.read(content, (*plain)(s), "version", "editions", "frozen", "check")
}

// MarshalJSON writes what was kept too.
func (s State) MarshalJSON() ([]byte, error) {
	type plain State
	return s.others.write(plain(s))
}

// UnmarshalJSON keeps what it does not know.
func (e *Edition) UnmarshalJSON(content []byte) error {
	type plain Edition
	return e.others.read(content, (*plain)(e), "live", "previous", "withdrawn", "canary", "previews", "version")
}

// MarshalJSON writes what was kept too.
func (e Edition) MarshalJSON() ([]byte, error) {
	type plain Edition
	return e.others.write(plain(e))
}
