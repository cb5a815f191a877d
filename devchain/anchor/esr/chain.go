package esr

import (
	"fmt"

	"fieldhouse/plugins/antelope"
)

// Chain names a chain by a number that the protocol gives it or by its id.
type Chain struct {
	// Alias is the chain's number, AnyChain for a request that is good on several
	// chains.
	Alias uint8
	// ID is set for a chain without number.
	ID antelope.Checksum256
}

const (
	// AnyChain is the alias of a request that is good on every chain, or on those
	// that its info lists as chain_ids.
	AnyChain = 0
	// noAlias marks a chain that is given by its id. The protocol's numbers are
	// far below it.
	noAlias = 0xff
)

// aliases are the protocol's numbers of chains.
var aliases = map[uint8]antelope.Checksum256{
	1:  mustID("aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906"), // EOS
	2:  mustID("4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11"), // Telos
	3:  mustID("e70aaab8997e1dfce58fbfac80cbbb8fecec7b99cf982a9444273cbc64c41473"), // Jungle
	4:  mustID("5fff1dae8dc8e2fc4d5b23b2c7665c97f9e9d8edf2b6485a86ba311c25639191"), // Kylin
	5:  mustID("73647cde120091e0a4b85bced2f3cfdb3041e266cbbe95cee59b73235a1b3b6f"), // Worbli
	6:  mustID("d5a3d18fbb3c084e3b1f3fa98c21014b5f3db536cc15d08f9f6479517c6a3d86"), // BOS
	7:  mustID("cfe6486a83bad4962f232d48003b1824ab5665c36778141034d75e57b956e422"), // MEET.ONE
	8:  mustID("b042025541e25a472bffde2d62edd457b7e70cee943412b1ea0f044f88591664"), // Insights
	9:  mustID("b912d19a6abd2b1b05611ae5be473355d64d95aeff0c09bedc8c166cd6468fe4"), // BEOS
	10: mustID("1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4"), // WAX
	11: mustID("384da888112027f0321850a169f737c33e53b388aad48b5adace4bab97f437e0"), // Proton
	12: mustID("21dcae42c0182200e93f954a074011f9048a7624c6fe81d3c9541a614a88bd1c"), // FIO
}

func mustID(text string) antelope.Checksum256 {
	id, err := antelope.ParseChecksum256(text)
	if err != nil {
		panic(err)
	}
	return id
}

// ChainOf names a chain by its number when it has one, as the library does.
func ChainOf(id antelope.Checksum256) Chain {
	for alias, known := range aliases {
		if known == id {
			return Chain{Alias: alias}
		}
	}
	return Chain{Alias: noAlias, ID: id}
}

// Resolve gives the chain's id. AnyChain and unknown numbers have none.
func (c Chain) Resolve() (antelope.Checksum256, error) {
	if c.Alias == noAlias {
		return c.ID, nil
	}
	id, known := aliases[c.Alias]
	if !known {
		return id, fmt.Errorf("the chain number %d has no chain id", c.Alias)
	}
	return id, nil
}

// IsAny tells whether the request is good on several chains.
func (r *Request) IsAny() bool { return r.Chain.Alias == AnyChain }

// AllowsChain tells whether the request may be answered on a chain. A request
// for several chains may list them (specification, section 5: the chain id of a
// multi-chain answer must match).
func (r *Request) AllowsChain(id antelope.Checksum256) error {
	allowed := []Chain{r.Chain}
	if r.IsAny() {
		listed, found, err := r.chainIDs()
		if err != nil || !found {
			return err
		}
		allowed = listed
	}
	for _, chain := range allowed {
		if known, err := chain.Resolve(); err == nil && known == id {
			return nil
		}
	}
	return fmt.Errorf("the request is not for the chain %s", id)
}

// chainIDs reads the info chain_ids.
func (r *Request) chainIDs() (chains []Chain, found bool, err error) {
	value, found := r.InfoBytes(infoChainIDs)
	if !found {
		return nil, false, nil
	}
	// What stands behind the list is passed over.
	if err := antelope.Read(antelope.NewReader(value), &chains); err != nil {
		return nil, true, fmt.Errorf("reading the request's list of chains: %w", err)
	}
	return chains, true, nil
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
