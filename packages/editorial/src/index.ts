/// <reference types="@fieldhouse/design/css-modules" />

export { InnerPage, type InnerPageProps } from './page/InnerPage'
export { percent } from './percent'
export { EditionPicture, type EditionPictureProps } from './picture/EditionPicture'
export { Blog, type BlogProps } from './posts/Blog'
export { Post, type PostProps } from './posts/Post'
export { postPartials } from './posts/partials'
export { PriceHistory } from './price/PriceHistory'
export { pricePartials } from './price/partials'
export { Fixed } from './tokenomics/Fixed'
export { NotAShare } from './tokenomics/NotAShare'
export { Opening, type OpeningProps, type PackShare } from './tokenomics/Opening'
export { type Prize, Prizes, type PrizesProps } from './tokenomics/Prizes'
