/// <reference types="@fieldhouse/design/css-modules" />

export { CardPage } from './card/CardPage'
export { CardView } from './card/CardView'
export { Claims } from './claims/Claims'
export { ClaimsPage } from './claims/ClaimsPage'
export { MyCards } from './my-cards/MyCards'
export { MyCardsPage } from './my-cards/MyCardsPage'
export { LogIn } from './own/LogIn'
export { Receipt } from './receipt/Receipt'
export { ReceiptPage } from './receipt/ReceiptPage'
export { PublicWall } from './wall/PublicWall'
export { WallPage } from './wall/WallPage'
