package faults

import (
	"math"
	"slices"

	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/ledger"
)

// rows is what the node shows of the rows that one request reads; nil when it shows
// them as they are.
func (s *Switches) rows(target Target) func(ledger.Position, ledger.Row) (ledger.Row, bool) {
	hide, empty, wrong := s.find(target, HideRows), s.find(target, EmptyRows), s.find(target, WrongPrice)
	if hide == nil && empty == nil && wrong == nil {
		return nil
	}
	return func(at ledger.Position, row ledger.Row) (ledger.Row, bool) {
		if wrong != nil && at.Table == oracle.Datapoints.Name {
			row = repriced(row, wrong.Factor)
		}
		isHidden := empty != nil && at.Table == empty.Table || hide != nil && at.Table == hide.Table && hide.isOf(at)
		return row, !isHidden
	}
}

// isOf tells whether a row is one of the fault's account.
func (f Fault) isOf(at ledger.Position) bool {
	return f.Account == 0 || at.Scope == f.Account || slices.Contains(at.Keys, uint64(f.Account))
}

// repriced is a datapoint with its median multiplied.
func repriced(row ledger.Row, factor float64) ledger.Row {
	point := row.Value.(oracle.Datapoint)
	point.Median = uint64(min(math.Round(float64(point.Median)*factor), 1<<63))
	return ledger.NewRow(point)
}
