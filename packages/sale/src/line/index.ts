export { SoldOutInLine } from './SoldOutInLine'
export { InLine, Ticket, YourTurn } from './views'
