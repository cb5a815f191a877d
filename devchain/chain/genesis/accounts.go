package genesis

// user is a named account for people and tests to sign with.
type user struct {
	name string
	// balance in WAX; empty for an account that never held any.
	balance string
}

// users are rich enough for several packs, for one, for none, never funded, the
// two with collections, and more to sign in with.
var users = []user{
	{"alice.wam", "5000.00000000 WAX"},
	{"bob.wam", "500.00000000 WAX"},
	{"carol.wam", "12.34560000 WAX"},
	{"dave.wam", ""},
	{SmallCollector, "300.00000000 WAX"},
	{LargeCollector, "20000.00000000 WAX"},
	{"bruno.wam", "5000.00000000 WAX"},
	{"carla.wam", "5000.00000000 WAX"},
	{SecureKeyUser, "5000.00000000 WAX"},
}

// buyerFunds is what each simulated buyer starts with: more than the drops at
// the start can cost.
const buyerFunds = "1000000.00000000 WAX"

// buyers are the simulated buyers, in the order they join.
var buyers = []string{
	"ada.wam", "basil.wam", "celia.wam", "dario.wam", "edith.wam", "felix.wam",
	"greta.wam", "hugo.wam", "inez.wam", "jonas.wam", "klara.wam", "luis.wam",
	"mira.wam", "noel.wam", "olga.wam", "pablo.wam", "quinn.wam", "rosa.wam",
	"samir.wam", "tess.wam", "umberto.wam", "vera.wam", "wanda.wam", "yara.wam",
}

// Buyers are the accounts of the simulated buyers, in the order they join.
func Buyers() []string { return append([]string(nil), buyers...) }

// Named are the accounts for people and tests.
func Named() []string {
	names := make([]string, len(users))
	for i := range users {
		names[i] = users[i].name
	}
	return names
}

// oracles write prices in turn, one for each place of the ring.
var oracles = []string{
	"alderguild", "beechguild", "birchguild", "cedarguild", "elderguild", "elmguild", "firguild",
	"hazelguild", "hollyguild", "ivyguild", "larchguild", "lindenguild", "mapleguild", "oakguild",
	"oliveguild", "pineguild", "poplarguild", "rowanguild", "spruceguild", "willowguild", "yewguild",
}

// Oracles are the accounts that write prices, in turn.
func Oracles() []string { return append([]string(nil), oracles...) }

// StartMedian is the price of WAX that the chain starts with: 0.0598 USD.
const StartMedian = 598

// partner is a partner at the start.
type partner struct {
	code, account, label  string
	shareBps, discountBps uint32
	active                bool
}

// partners are one that only shares, one that discounts and one that is over.
var partners = []partner{
	{"huddle", "huddlecast11", "The Huddle Podcast", 500, 0, true},
	{"buzzer", "buzzerclub11", "Buzzer Club", 300, 1000, true},
	{"oldgym", "oldgymshow11", "Old Gym Show", 500, 500, false},
}

// ActivePartners are the codes that can be used at the start.
func ActivePartners() []string {
	var codes []string
	for _, partner := range partners {
		if partner.active {
			codes = append(codes, partner.code)
		}
	}
	return codes
}
