package assetindex

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"fieldhouse/devchain/contract/atomic"
	"fieldhouse/plugins/antelope"
)

// listAccounts lists those with the most assets first; that order is the only one.
func (x *Index) listAccounts(r *http.Request) (any, error) {
	p, wanted, err := readList(r.URL.Query())
	if err != nil {
		return nil, err
	}
	type holding struct {
		account antelope.Name
		count   int
	}
	var held []holding
	for owner, assets := range x.owned {
		count := 0
		for _, candidate := range assets {
			if wanted.has(candidate) {
				count++
			}
		}
		if count > 0 && (wanted.owners == nil || slices.Contains(wanted.owners, owner)) {
			held = append(held, holding{owner, count})
		}
	}
	slices.SortFunc(held, func(one, two holding) int {
		return cmp.Or(cmp.Compare(two.count, one.count), cmp.Compare(one.account.String(), two.account.String()))
	})
	shapes := []accountShape{}
	for _, one := range cut(held, p) {
		shapes = append(shapes, accountShape{one.account, strconv.Itoa(one.count)})
	}
	return shapes, nil
}

func (x *Index) oneAccount(r *http.Request) (any, error) {
	name, err := antelope.ParseName(r.PathValue("account"))
	if err != nil {
		return nil, badParameter("account")
	}
	type place struct {
		collection antelope.Name
		template   int32
	}
	collections, templates := map[antelope.Name]int{}, map[place]int{}
	for _, held := range x.owned[name] {
		id := int32(atomic.NoTemplate)
		if held.template != nil {
			id = held.template.TemplateID
		}
		collections[held.collection.CollectionName]++
		templates[place{held.collection.CollectionName, id}]++
	}
	shape := accountAlone{Collections: []accountCollection{}, Templates: []accountTemplate{}, Assets: strconv.Itoa(len(x.owned[name]))}
	for _, in := range slices.Sorted(maps.Keys(collections)) {
		shape.Collections = append(shape.Collections, accountCollection{x.collections[in].shape(), strconv.Itoa(collections[in])})
	}
	for _, at := range slices.SortedFunc(maps.Keys(templates), func(one, two place) int {
		return cmp.Or(cmp.Compare(one.collection, two.collection), cmp.Compare(one.template, two.template))
	}) {
		counted := accountTemplate{CollectionName: at.collection, Assets: strconv.Itoa(templates[at])}
		if at.template != atomic.NoTemplate {
			id := strconv.Itoa(int(at.template))
			counted.TemplateID = &id
		}
		shape.Templates = append(shape.Templates, counted)
	}
	return shape, nil
}
