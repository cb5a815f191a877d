package gateway

import (
	_ "fieldhouse/gateway/doctor"
	_ "fieldhouse/gateway/standard"

	_ "fieldhouse/plugins/accesslog"
	_ "fieldhouse/plugins/adapter"
	_ "fieldhouse/plugins/admission"
	_ "fieldhouse/plugins/assets"
	_ "fieldhouse/plugins/chain"
	_ "fieldhouse/plugins/chainapi"
	_ "fieldhouse/plugins/cluster"
	_ "fieldhouse/plugins/editions"
	_ "fieldhouse/plugins/feed"
	_ "fieldhouse/plugins/link"
	_ "fieldhouse/plugins/listeners"
	_ "fieldhouse/plugins/rows"
	_ "fieldhouse/plugins/site"
	_ "fieldhouse/plugins/traces"
	_ "fieldhouse/plugins/upgrade"
)
