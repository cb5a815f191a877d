import s from './link.module.css'

/** Class names of links: the filled button, one with an outline alone, the large form, and the underlined link. */
export const linkStyles = {
  button: `${s.button}`,
  outline: `${s.button} ${s.outline}`,
  large: `${s.button} ${s.large}`,
  text: `${s.text}`,
}
