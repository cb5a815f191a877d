package main

import (
	_ "fieldhouse/gateway/standard"

	_ "fieldhouse/plugins/chain"
	_ "fieldhouse/plugins/devchain"
	_ "fieldhouse/plugins/editions"
	_ "fieldhouse/plugins/listeners"
	_ "fieldhouse/plugins/rows"
	_ "fieldhouse/plugins/site"
)
