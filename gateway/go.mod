module fieldhouse/gateway

go 1.26.0

require fieldhouse/plugins v0.0.0

replace fieldhouse/plugins => ../plugins
