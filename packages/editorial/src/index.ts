/// <reference types="@fieldhouse/design/css-modules" />

export { Faq, type FaqProps } from './faq/Faq'
export { InnerPage, type InnerPageProps } from './page/InnerPage'
export { EditionPicture, type EditionPictureProps } from './picture/EditionPicture'
export { Blog, type BlogProps } from './posts/Blog'
export { Post, type PostProps } from './posts/Post'
export { postPartials } from './posts/partials'
export { pricePartials } from './price/PriceHistory'
export { System, type SystemProps, useTierSteps } from './system/System'
export { type Did, inWords, linkedTeams, pointsOf, type Worth } from './system/scoring'
export { type PackShare, Tokenomics, type TokenomicsProps } from './tokenomics/Tokenomics'
