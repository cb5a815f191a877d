package node

import (
	"slices"

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

// tableByScope answers get_table_by_scope. An account that does not exist has no
// tables; nobody says that it does not exist. Like a node it counts tables of
// other names between the wanted ones towards the limit.
func tableByScope(v ledger.View, request *scopeRequest) (any, error) {
	lower, err := scopeBound(request.LowerBound, "lower_bound scope", 0)
	if err != nil {
		return nil, err
	}
	upper, err := scopeBound(request.UpperBound, "upper_bound scope", ^uint64(0))
	if err != nil {
		return nil, err
	}
	answer := scopeAnswer{Rows: []scopeRow{}}
	all := v.Scopes(request.Code.Name)
	if request.Reverse {
		slices.Reverse(all)
	}
	visited := 0
	for _, found := range all {
		if uint64(found.Scope) < lower || uint64(found.Scope) > upper {
			continue
		}
		if visited++; visited > min(int(request.Limit), maxRows) {
			answer.More = found.Scope.String()
			break
		}
		if table := request.Table.Name; table == 0 || table == found.Table {
			answer.Rows = append(answer.Rows, scopeRow{request.Code.Name, found.Scope, found.Table, found.Payer, found.Count})
		}
	}
	return answer, nil
}

func scopeBound(written text, parameter string, otherwise uint64) (uint64, error) {
	if written == "" {
		return otherwise, nil
	}
	return keyOf(string(written), parameter)
}
