// Command fieldhouse is the gateway as it runs in production.
package main

import "fieldhouse/gateway"

func main() { gateway.Main() }
