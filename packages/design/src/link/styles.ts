import s from './link.module.css'

/** Class names of links: the filled button, its large form, and the underlined link. */
export const linkStyles = {
  button: `${s.button}`,
  large: `${s.button} ${s.large}`,
  text: `${s.text}`,
}
