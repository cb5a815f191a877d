// Package draw makes pixels of SVG drawings. The renderer is resvg as WebAssembly, the one that
// a release's other pictures are drawn with: it has no files, no network and no clock, and as
// much memory and time as it is given here, so a drawing can harm nothing but itself.
package draw

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"image"
	"image/png"
	"io"
	"sync"

	"github.com/tetratelabs/wazero"
)

// The renderer of the npm package @resvg/resvg-wasm, under the Mozilla Public License 2.0;
// renderer.test.ts of packages/build compares them.
//
//go:embed resvg.wasm.gz
var renderer []byte

// maxPages bounds the renderer's memory: 64 KiB each.
const maxPages = 2048

// compiled has the renderer's machine code, which takes seconds to make: from the first drawing on.
var compiled = sync.OnceValue(wazero.NewCompilationCache)

// PNG draws a drawing as SVG does, as a picture.
func PNG(ctx context.Context, drawing string, fonts [][]byte) ([]byte, error) {
	drawn, err := SVG(ctx, drawing, fonts)
	if err != nil {
		return nil, err
	}
	var picture bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&picture, drawn); err != nil {
		return nil, err
	}
	return picture.Bytes(), nil
}

// SVG draws a drawing of its own size with these fonts, TrueType or OpenType. It ends with an
// error when the context does.
func SVG(ctx context.Context, drawing string, fonts [][]byte) (_ *image.NRGBA, err error) {
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(compiled()).WithCloseOnContextDone(true).WithMemoryLimitPages(maxPages))
	defer runtime.Close(context.WithoutCancel(ctx))
	code, err := unpacked()
	if err != nil {
		return nil, fmt.Errorf("unpacking the renderer: %w", err)
	}
	held := &values{held: map[uint32]any{}}
	if err := held.export(ctx, runtime); err != nil {
		return nil, fmt.Errorf("preparing the renderer: %w", err)
	}
	// Not closed: its machine code is kept.
	program, err := runtime.CompileModule(ctx, code)
	if err != nil {
		return nil, fmt.Errorf("compiling the renderer: %w", err)
	}
	module, err := runtime.InstantiateModule(ctx, program, wazero.NewModuleConfig())
	if err != nil {
		return nil, fmt.Errorf("starting the renderer: %w", err)
	}
	call := func(name string, arguments ...uint64) (uint32, error) {
		answer, err := module.ExportedFunction(name).Call(ctx, arguments...)
		if err != nil || len(answer) == 0 {
			return 0, err
		}
		return uint32(answer[0]), nil
	}
	// tried is a call that answers where it is told to: an object, or what went wrong.
	tried := func(name string, arguments ...uint64) (uint32, error) {
		at, err := call("__wbindgen_add_to_stack_pointer", uint64(0xffffffff-15))
		if err != nil {
			return 0, err
		}
		if _, err := call(name, append([]uint64{uint64(at)}, arguments...)...); err != nil {
			return 0, err
		}
		object, _ := module.Memory().ReadUint32Le(at)
		fault, _ := module.Memory().ReadUint32Le(at + 4)
		if failed, _ := module.Memory().ReadUint32Le(at + 8); failed != 0 {
			return 0, fmt.Errorf("%v", held.take(fault))
		}
		return object, nil
	}
	faces := new(list)
	for _, font := range fonts {
		faces.items = append(faces.items, font)
	}
	tree, err := tried("resvg_new", uint64(held.add(drawing)), 0, 0, uint64(held.add(faces)))
	if err != nil {
		return nil, fmt.Errorf("reading the drawing: %w", err)
	}
	drawn, err := tried("resvg_render", uint64(tree))
	if err != nil {
		return nil, fmt.Errorf("drawing: %w", err)
	}
	width, err := call("renderedimage_width", uint64(drawn))
	if err != nil {
		return nil, err
	}
	height, err := call("renderedimage_height", uint64(drawn))
	if err != nil {
		return nil, err
	}
	object, err := call("renderedimage_pixels", uint64(drawn))
	if err != nil {
		return nil, err
	}
	pixels, _ := held.take(object).([]byte)
	if width == 0 || uint64(len(pixels)) != 4*uint64(width)*uint64(height) {
		return nil, fmt.Errorf("drawing: %d bytes for %d by %d pixels", len(pixels), width, height)
	}
	return &image.NRGBA{Pix: pixels, Stride: int(4 * width), Rect: image.Rect(0, 0, int(width), int(height))}, nil
}

func unpacked() ([]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(renderer))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(packed)
}
