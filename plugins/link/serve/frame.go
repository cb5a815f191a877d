package serve

// The acknowledged form of the WebSocket protocol (`?v=2`): a message is
// `42 42 01 <number>` and its bytes, and the listener answers `42 42 02 <number>`.
const (
	frameMark         = 0x42
	frameMessage      = 0x01
	frameAcknowledged = 0x02
	frameHeader       = 4
)

// appendMessage appends a message with its number.
func appendMessage(to []byte, number byte, payload []byte) []byte {
	to = append(to, frameMark, frameMark, frameMessage, number)
	return append(to, payload...)
}

// parseAcknowledgement reads the number that a listener acknowledges. Whatever
// else listeners say means nothing.
func parseAcknowledgement(frame []byte) (number byte, ok bool) {
	if len(frame) < frameHeader || frame[0] != frameMark || frame[1] != frameMark || frame[2] != frameAcknowledged {
		return 0, false
	}
	return frame[3], true
}
