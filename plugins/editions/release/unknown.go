package release

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Bounds of what is reported of a release: how many things, and the letters of each.
const (
	maxUnknown     = 100
	maxUnknownName = 100
)

// Unknown is what a release of a later minor version of the contract has and this gateway
// does not know: it is left empty. It is nil for a release of which the gateway knows all,
// where what is unknown is a mistake.
type Unknown map[string]bool

// Leave reports whether something unknown is to be left empty, and notes it.
func (u Unknown) Leave(format string, arguments ...any) bool {
	if u != nil && len(u) < maxUnknown {
		u[fmt.Sprintf("%.*s", maxUnknownName, fmt.Sprintf(format, arguments...))] = true
	}
	return u != nil
}

// Names are what was left empty.
func (u Unknown) Names() []string { return slices.Sorted(maps.Keys(u)) }

// leaveOutUnknown takes from a manifest of a later minor version what only that one has.
func (m *Manifest) leaveOutUnknown(content []byte) error {
	var tree any
	if err := json.Unmarshal(content, &tree); err != nil {
		return err
	}
	m.unknown.leaveFields(tree, reflect.TypeFor[Manifest](), "")
	m.Routes = slices.DeleteFunc(m.Routes, func(route Route) bool {
		return route.hasUnknownItem() && m.unknown.Leave("page %s", route.Path)
	})
	for index := range m.Routes {
		route := &m.Routes[index]
		route.Data = slices.DeleteFunc(route.Data, func(need string) bool {
			return !slices.Contains(Needs[:], need) && m.unknown.Leave("data %s", need)
		})
		if route.Shows != "" && route.Shows != ShowsCard && route.Shows != ShowsWall && m.unknown.Leave("shows %s", route.Shows) {
			route.Shows = ""
		}
		maps.DeleteFunc(route.PackPictures, func(kind string, _ Texts) bool {
			return !packKind.MatchString(kind) && m.unknown.Leave("kind of pack %s", kind)
		})
	}
	m.Icons = slices.DeleteFunc(m.Icons, func(icon Icon) bool {
		return icon.Purpose != IconAny && icon.Purpose != IconMaskable && m.unknown.Leave("purpose of an icon %s", icon.Purpose)
	})
	return nil
}

// leaveFields notes the members of a tree of JSON that the type does not have.
func (u Unknown) leaveFields(tree any, of reflect.Type, path string) {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch tree := tree.(type) {
	case map[string]any:
		for name, member := range tree {
			switch of.Kind() {
			case reflect.Map:
				u.leaveFields(member, of.Elem(), path)
			case reflect.Struct:
				if field := fieldOf(of, name); field != nil {
					u.leaveFields(member, field, path+name+".")
				} else {
					u.Leave("field %s%s", path, name)
				}
			}
		}
	case []any:
		for _, element := range tree {
			if of.Kind() == reflect.Slice {
				u.leaveFields(element, of.Elem(), path)
			}
		}
	}
}

// fieldOf is the type of the field that a member of JSON is read into; nil for none.
func fieldOf(of reflect.Type, name string) reflect.Type {
	for field := range of.Fields() {
		if written, _, _ := strings.Cut(field.Tag.Get("json"), ","); written != "" && strings.EqualFold(written, name) {
			return field.Type
		}
	}
	return nil
}

// hasUnknownItem reports whether the page is one of a list, or has parameters, that this
// gateway does not know.
func (r *Route) hasUnknownItem() bool {
	item, known := Items[r.Item]
	return r.Item != "" && (!known || slices.ContainsFunc(r.Pattern().Parameters(), func(name string) bool { return !slices.Contains(item.Parameters, name) }))
}
