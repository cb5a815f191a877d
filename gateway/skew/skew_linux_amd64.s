#include "textflag.h"

// func replace(function uintptr) (before uintptr)
TEXT ·replace(SB), NOSPLIT, $0-16
	MOVQ function+0(FP), AX
	XCHGQ AX, runtime·vdsoClockgettimeSym(SB)
	MOVQ AX, before+8(FP)
	RET

// func address() uintptr
TEXT ·address(SB), NOSPLIT, $0-8
	LEAQ shifted<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// shifted is clock_gettime of C: the clock in DI, where its time goes in SI.
TEXT shifted<>(SB), NOSPLIT|NOFRAME, $0
	SUBQ $24, SP
	MOVQ DI, 0(SP)
	MOVQ SI, 8(SP)
	MOVQ ·kernel(SB), AX
	CALL AX
	MOVQ 0(SP), DI
	MOVQ 8(SP), SI
	ADDQ $24, SP
	CMPL DI, $0 // CLOCK_REALTIME
	JNE done
	MOVQ ·seconds(SB), CX
	ADDQ CX, (SI)
done:
	RET
