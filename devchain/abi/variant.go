package abi

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"fieldhouse/plugins/antelope"
)

// printVariant prints a value that is one of several types as nodes do: a list
// of the type's name and the value.
func (a *ABI) printVariant(out []byte, choice *Variant, r *antelope.Reader, depth int) ([]byte, error) {
	index, err := r.Varuint32()
	if err != nil {
		return nil, err
	}
	if int64(index) >= int64(len(choice.Types)) {
		return nil, fmt.Errorf("the type number %d of a %s, which has %d", index, choice.Name, len(choice.Types))
	}
	chosen := choice.Types[index]
	out = append(AppendString(append(out, '['), chosen), ',')
	if out, err = a.print(out, chosen, r, depth+1); err != nil {
		return nil, err
	}
	return append(out, ']'), nil
}

func (a *ABI) packVariant(out []byte, choice *Variant, value any, depth int) ([]byte, error) {
	pair, ok := value.([]any)
	if !ok || len(pair) != 2 {
		return nil, fmt.Errorf("the %s must be a JSON array of a type and a value, such as [\"%s\", ...]", choice.Name, choice.Types[0])
	}
	chosen, ok := pair[0].(string)
	index := slices.Index(choice.Types, chosen)
	if !ok || index < 0 {
		return nil, fmt.Errorf("%v is no type of %s; it is one of %s", pair[0], choice.Name, strings.Join(choice.Types, ", "))
	}
	return a.pack(binary.AppendUvarint(out, uint64(index)), chosen, pair[1], depth+1)
}
