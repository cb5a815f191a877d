import s from './opening.module.css'

/**
 * Class names of the first screen of an inner page: the floor, what the page says largest, and its first paragraph. How they
 * stand on it is each page's own: no two of them open alike.
 */
export const openingStyles = { opening: `${s.opening}`, title: `${s.title}`, text: `${s.text}` }
