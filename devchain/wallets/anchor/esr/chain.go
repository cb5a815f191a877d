package esr

import (
	"fmt"

	"fieldhouse/plugins/antelope"
)

// Chain names a chain by a number that the protocol gives it or by its id.
type Chain struct {
	// Alias is the chain's number, 0 for a request that is good on several chains.
	Alias uint8
	// ID is set for a chain without number.
	ID antelope.Checksum256
}

// noAlias marks a chain that is given by its id. The protocol's numbers are far below
// it.
const noAlias = 0xff

// ChainOf names a chain by its id.
func ChainOf(id antelope.Checksum256) Chain { return Chain{Alias: noAlias, ID: id} }

// AllowsChain tells whether the request is for a chain, which has no number of its
// own.
func (r *Request) AllowsChain(id antelope.Checksum256) error {
	if r.Chain != ChainOf(id) {
		return fmt.Errorf("the request is not for the chain %s", id)
	}
	return nil
}

// AppendPacked adds the binary form, a variant of the number and the id.
func (c Chain) AppendPacked(data []byte) []byte {
	if c.Alias != noAlias {
		return append(data, 0, c.Alias)
	}
	return append(append(data, 1), c.ID[:]...)
}

// ReadPacked reads the binary form.
func (c *Chain) ReadPacked(r *antelope.Reader) error {
	kind, err := r.Varuint32()
	if err != nil {
		return err
	}
	switch kind {
	case 0:
		*c = Chain{}
		return antelope.Read(r, &c.Alias)
	case 1:
		*c = Chain{Alias: noAlias}
		return antelope.Read(r, &c.ID)
	}
	return fmt.Errorf("its chain is of kind %d, which is neither an alias nor an id", kind)
}
