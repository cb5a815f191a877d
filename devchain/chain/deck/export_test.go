package deck

// Teams and Positions are a sport's in their order.
func Teams(name string) []string {
	dealt := sports[name]
	return dealt.teams[:]
}

func Positions(name string) []string {
	dealt := sports[name]
	return dealt.positions[:]
}
