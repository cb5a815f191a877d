export { ClosedInLine } from './ClosedInLine'
export { InLine, Ticket, YourTurn } from './views'
