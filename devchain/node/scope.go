package node

import (
	"net/http"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// scopeRequest is the body of get_table_by_scope. The bounds are of scopes, both
// included.
type scopeRequest struct {
	Code       name  `json:"code"`
	Table      name  `json:"table"`
	LowerBound text  `json:"lower_bound"`
	UpperBound text  `json:"upper_bound"`
	Limit      count `json:"limit"`
	Reverse    flag  `json:"reverse"`
}

// scopeAnswer is the answer of get_table_by_scope.
type scopeAnswer struct {
	Rows []scopeRow `json:"rows"`
	// More is the scope where the next page starts, empty at the end.
	More string `json:"more"`
}

type scopeRow struct {
	Code  antelope.Name `json:"code"`
	Scope antelope.Name `json:"scope"`
	Table antelope.Name `json:"table"`
	Payer antelope.Name `json:"payer"`
	Count int           `json:"count"`
}

// getTableByScope answers get_table_by_scope. An account that does not exist has
// no tables; nobody says that it does not exist.
func (n *node) getTableByScope(r *http.Request) (any, error) {
	request := scopeRequest{Limit: defaultLimit}
	if err := parse(r, &request); err != nil {
		return nil, err
	}
	lower, upper := uint64(0), ^uint64(0)
	for _, bound := range []struct {
		written text
		name    string
		into    *uint64
	}{{request.LowerBound, "lower_bound scope", &lower}, {request.UpperBound, "upper_bound scope", &upper}} {
		if bound.written == "" {
			continue
		}
		var err error
		if *bound.into, err = keyOf(string(bound.written), bound.name); err != nil {
			return nil, err
		}
	}
	answer := scopeAnswer{Rows: []scopeRow{}}
	n.Ledger.Read(func(v ledger.View) { answer.list(v, &request, lower, upper) })
	return answer, nil
}

// list takes the page that is asked for. Like a node it counts tables of other
// names between the wanted ones towards the limit.
func (a *scopeAnswer) list(v ledger.View, request *scopeRequest, lower, upper uint64) {
	all := v.Scopes(request.Code.Name)
	visited := 0
	for i := range all {
		found := all[i]
		if request.Reverse {
			found = all[len(all)-1-i]
		}
		if uint64(found.Scope) < lower || uint64(found.Scope) > upper {
			continue
		}
		if visited++; visited > min(int(request.Limit), maxRows) {
			a.More = found.Scope.String()
			return
		}
		if table := request.Table.Name; table == 0 || table == found.Table {
			a.Rows = append(a.Rows, scopeRow{request.Code.Name, found.Scope, found.Table, found.Payer, found.Count})
		}
	}
}
