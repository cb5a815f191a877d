package draw

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// values are the objects of a browser's that the renderer holds by numbers: what wasm-bindgen
// has generated JavaScript for, as far as the renderer asks for it.
type values struct{ held map[uint32]any }

// firstValue is the first number of an object: those below are undefined, null and such.
const firstValue = 132

// The objects, besides strings and copied bytes.
type (
	// memory is the renderer's own, and view a part of it.
	memory struct{}
	view   struct{ at, size uint32 }
	list   struct{ items []any }
	// iterator goes over a list, and step is one of its answers.
	iterator struct {
		of   *list
		next int
	}
	step struct {
		value any
		done  bool
	}
)

func (v *values) add(value any) uint32 {
	number := uint32(firstValue + len(v.held))
	for v.held[number] != nil {
		number++
	}
	v.held[number] = value
	return number
}

func (v *values) take(number uint32) any {
	value := v.held[number]
	delete(v.held, number)
	return value
}

// bytesOf are those of an object; they are the renderer's own for a view.
func (v *values) bytesOf(module api.Module, value any) []byte {
	switch value := value.(type) {
	case []byte:
		return value
	case view:
		return read(module, value.at, value.size)
	case memory:
		return read(module, 0, module.Memory().Size())
	}
	panic(fmt.Sprintf("the renderer wants the bytes of %T", value))
}

// read panics where the memory ends, which wazero answers as an error of the call.
func read(module api.Module, at, size uint32) []byte {
	bytes, within := module.Memory().Read(at, size)
	if !within {
		panic("the renderer names what is beyond its memory")
	}
	return bytes
}

// export gives a runtime the functions that the renderer imports.
func (v *values) export(ctx context.Context, runtime wazero.Runtime) error {
	text := func(module api.Module, at, size uint32) string { return string(read(module, at, size)) }
	named := map[string]any{
		"__wbg_new_28c511d9baebfa89": func(_ context.Context, m api.Module, at, size uint32) uint32 {
			return v.add(text(m, at, size))
		},
		"__wbindgen_memory":                                 func() uint32 { return v.add(memory{}) },
		"__wbg_buffer_12d079cc21e14bdb":                     func(uint32) uint32 { return v.add(memory{}) },
		"__wbg_newwithbyteoffsetandlength_aa4a17c33a06e5cb": func(_, at, size uint32) uint32 { return v.add(view{at, size}) },
		"__wbindgen_object_drop_ref":                        func(number uint32) { v.take(number) },
		"__wbg_new_63b92bc8671ed464": func(_ context.Context, m api.Module, of uint32) uint32 {
			if _, whole := v.held[of].(memory); whole {
				return v.add(memory{})
			}
			return v.add(append([]byte{}, v.bytesOf(m, v.held[of])...))
		},
		"__wbg_values_839f3396d5aac002": func(of uint32) uint32 { return v.add(&iterator{of: v.held[of].(*list)}) },
		"__wbg_next_196c84450b364254": func(of uint32) uint32 {
			over := v.held[of].(*iterator)
			if over.next >= len(over.of.items) {
				return v.add(step{done: true})
			}
			over.next++
			return v.add(step{value: over.of.items[over.next-1]})
		},
		"__wbg_done_298b57d23c0fc80c": func(of uint32) uint32 {
			if v.held[of].(step).done {
				return 1
			}
			return 0
		},
		"__wbg_value_d93c65011f51a456": func(of uint32) uint32 { return v.add(v.held[of].(step).value) },
		"__wbg_instanceof_Uint8Array_2b3bbecd033d19f6": func(of uint32) uint32 {
			if _, is := v.held[of].([]byte); is {
				return 1
			}
			return 0
		},
		"__wbindgen_string_get": func(ctx context.Context, m api.Module, at, of uint32) {
			written, is := v.held[of].(string)
			var start uint32
			if is {
				start = put(ctx, m, written)
			}
			m.Memory().WriteUint32Le(at, start)
			m.Memory().WriteUint32Le(at+4, uint32(len(written)))
		},
		"__wbg_new_16b304a2cfa7ff4a": func() uint32 { return v.add(new(list)) },
		"__wbindgen_string_new": func(_ context.Context, m api.Module, at, size uint32) uint32 {
			return v.add(text(m, at, size))
		},
		"__wbg_push_a5b05aedc7234f9f": func(of, item uint32) uint32 {
			to := v.held[of].(*list)
			to.items = append(to.items, v.held[item])
			return uint32(len(to.items))
		},
		"__wbg_length_c20a40f15020d68a": func(_ context.Context, m api.Module, of uint32) uint32 {
			return uint32(len(v.bytesOf(m, v.held[of])))
		},
		"__wbg_set_a47bac70306a19a7": func(_ context.Context, m api.Module, to, from, at uint32) {
			copy(v.bytesOf(m, v.held[to])[at:], v.bytesOf(m, v.held[from]))
		},
		"__wbindgen_throw": func(_ context.Context, m api.Module, at, size uint32) { panic(text(m, at, size)) },
	}
	builder := runtime.NewHostModuleBuilder("wbg")
	for name, function := range named {
		builder = builder.NewFunctionBuilder().WithFunc(function).Export(name)
	}
	_, err := builder.Instantiate(ctx)
	return err
}

// put writes a text into the renderer's memory, which is the renderer's then.
func put(ctx context.Context, module api.Module, text string) uint32 {
	answer, err := module.ExportedFunction("__wbindgen_malloc").Call(ctx, uint64(len(text)), 1)
	if err != nil {
		panic(err)
	}
	start := uint32(answer[0])
	if !module.Memory().WriteString(start, text) {
		panic("the renderer has no room for a text")
	}
	return start
}
