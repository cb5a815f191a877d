package adapter

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/dustin/go-humanize"
)

// Subdirectives read the options of a block, by their names.
type Subdirectives map[string]Subdirective

// Subdirective reads an option, at which the dispenser stands, with its arguments.
type Subdirective func(d *caddyfile.Dispenser, option string) error

// Argument reads one argument of an option.
type Argument func(d *caddyfile.Dispenser, option, value string) error

// ParseBlock reads a directive or global option that has no arguments but a
// block of options.
func ParseBlock(d *caddyfile.Dispenser, options ...Subdirectives) error {
	d.Next()
	return Block(options...)(d, d.Val())
}

// Block reads an option that has no arguments but a block of options.
func Block(options ...Subdirectives) Subdirective {
	known := make(Subdirectives)
	for _, some := range options {
		maps.Copy(known, some)
	}
	return func(d *caddyfile.Dispenser, _ string) error {
		if d.NextArg() {
			return d.ArgErr()
		}
		for nesting := d.Nesting(); d.NextBlock(nesting); {
			option := d.Val()
			if err := importArgument(d); err != nil {
				return err
			}
			read := known[option]
			if option == "{" {
				return d.Err("the option before this block has none")
			}
			if read == nil {
				return d.Errf("unrecognized subdirective: %s", option)
			}
			if err := read(d, option); err != nil {
				return err
			}
		}
		return nil
	}
}

// missingArgument is a placeholder of an `import` that has too few arguments: Caddy leaves it as it is.
var missingArgument = regexp.MustCompile(`\{args\[(\d+):?\]\}`)

// importArgument refuses an option with such a placeholder: "unrecognized subdirective" would
// mislead.
func importArgument(d *caddyfile.Dispenser) error {
	option, values := d.Val(), d.RemainingArgs()
	for range values {
		d.Prev()
	}
	for _, value := range append([]string{option}, values...) {
		found := missingArgument.FindStringSubmatch(value)
		if found == nil {
			continue
		}
		index, err := strconv.Atoi(found[1])
		if err != nil {
			continue
		}
		return d.Errf("the `import` of this snippet has too few arguments: %s is argument %d; the comment above the snippet says what each one is", value, index+1)
	}
	return nil
}

// once refuses an option that stands in a block already: the last one would count, and nobody knows
// that there is another.
func once(read Subdirective) Subdirective {
	first := ""
	return func(d *caddyfile.Dispenser, option string) error {
		if first != "" {
			return d.Errf("%s stands twice, first at %s: take one of the two out", option, first)
		}
		first = fmt.Sprintf("%s:%d", d.File(), d.Line())
		return read(d, option)
	}
}

// Arguments reads an option with arguments, of which the first must be there.
func Arguments(read ...Argument) Subdirective {
	return once(func(d *caddyfile.Dispenser, option string) error {
		values := d.RemainingArgs()
		if len(values) == 0 || len(values) > len(read) {
			return d.ArgErr()
		}
		for i, value := range values {
			if err := read[i](d, option, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// Flag reads an option without arguments.
func Flag(into *bool) Subdirective {
	return once(func(d *caddyfile.Dispenser, _ string) error {
		if d.NextArg() {
			return d.ArgErr()
		}
		*into = true
		return nil
	})
}

// Strings reads an option that has any number of arguments and may be repeated,
// each argument once in all. check, which may be nil, refuses one.
func Strings(into *[]string, check func(string) error) Subdirective {
	return func(d *caddyfile.Dispenser, option string) error {
		values := d.RemainingArgs()
		if len(values) == 0 {
			return d.ArgErr()
		}
		for _, value := range values {
			if slices.Contains(*into, value) {
				return d.Errf("%s: %s stands twice", option, value)
			}
			if check != nil {
				if err := check(value); err != nil {
					return d.Errf("%v", err)
				}
			}
			*into = append(*into, value)
		}
		return nil
	}
}

// Texts reads an option with these arguments, no more and no fewer.
func Texts(into ...*string) Subdirective {
	return once(func(d *caddyfile.Dispenser, _ string) error {
		if !d.AllArgs(into...) {
			return d.ArgErr()
		}
		return nil
	})
}

// Text reads a text that is not empty.
func Text(into *string) Argument {
	return func(d *caddyfile.Dispenser, _, value string) error {
		if value == "" {
			return d.ArgErr()
		}
		*into = value
		return nil
	}
}

// Size reads a size such as 64MiB as bytes.
func Size(into *int64) Argument {
	return func(d *caddyfile.Dispenser, option, value string) error {
		size, err := humanize.ParseBytes(value)
		if err != nil || size == 0 || size > math.MaxInt32*mebibyte {
			return d.Errf("%s %q: write a size such as 64MiB", option, value)
		}
		*into = int64(size)
		return nil
	}
}

// Duration reads a duration of more than nothing; such is one to write instead
// of what cannot be read.
func Duration(into *caddy.Duration, such string) Argument {
	return func(d *caddyfile.Dispenser, option, value string) error {
		parsed, err := caddy.ParseDuration(value)
		if err != nil || parsed <= 0 {
			return d.Errf("%s %q: write a duration such as %s", option, value, such)
		}
		*into = caddy.Duration(parsed)
		return nil
	}
}

// Number reads a whole number from 1 to most; 0 is no bound.
func Number(into *int, most int) Argument {
	return func(d *caddyfile.Dispenser, option, value string) error {
		number, err := strconv.ParseInt(value, 10, 32)
		switch {
		case err == nil && number >= 1 && (most == 0 || number <= int64(most)):
			*into = int(number)
			return nil
		case most == 0:
			return d.Errf("%s %q: write a number from 1 on", option, value)
		}
		return d.Errf("%s %q: write a number from 1 to %d", option, value, most)
	}
}

// Rate reads how often a client may do something each second and how often at
// once; burst is 0 when it is not given:
//
//	<option> <per second> [<burst>]
func Rate(perSecond *float64, burst *int) Subdirective {
	return once(func(d *caddyfile.Dispenser, option string) (err error) {
		*perSecond, *burst, err = parseRate(d, option, false)
		return err
	})
}

// RateOrNone is a Rate of which 0 a second may be given, which bounds nothing.
func RateOrNone(perSecond **float64, burst *int) Subdirective {
	return once(func(d *caddyfile.Dispenser, option string) (err error) {
		*perSecond = new(float64)
		**perSecond, *burst, err = parseRate(d, option, true)
		return err
	})
}

func parseRate(d *caddyfile.Dispenser, option string, unbounded bool) (perSecond float64, burst int, err error) {
	args := d.RemainingArgs()
	if len(args) < 1 || len(args) > 2 {
		return 0, 0, d.ArgErr()
	}
	perSecond, err = strconv.ParseFloat(args[0], 64)
	switch {
	case err == nil && (perSecond > 0 && perSecond <= math.MaxInt32 || unbounded && perSecond == 0):
	case unbounded:
		return 0, 0, d.Errf("%s %q: write a number per second such as 20, or 0 for no bound", option, args[0])
	default:
		return 0, 0, d.Errf("%s %q: write a number per second such as 20", option, args[0])
	}
	if len(args) == 2 {
		if burst, err = strconv.Atoi(args[1]); err != nil || burst < 1 || burst > math.MaxInt32 {
			return 0, 0, d.Errf("%s: the burst %q is not a number from 1 on", option, args[1])
		}
	}
	return perSecond, burst, nil
}
