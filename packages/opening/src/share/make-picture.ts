import { HEIGHT, WIDTH } from './PullPicture'

/** The face that is drawn with, longest wait for its file, in milliseconds. */
const FACE = 'Big Shoulders'
const FACE_TIMEOUT = 5000

/** Where the page has the display face from; empty where no sheet says it. */
function addressOfFace(): string {
  for (const sheet of document.styleSheets) {
    for (const rule of rulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) continue
      const family = rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '')
      const [, address] = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src')) ?? []
      if (family === FACE && address) return new URL(address, sheet.href ?? document.baseURI).href
    }
  }
  return ''
}

function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules
  } catch {
    // Of another origin, an extension's for one.
    return []
  }
}

const asDataAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** The face as an address that an image can have in it; empty where it cannot be read, and another face is drawn with. */
async function faceInImage(): Promise<string> {
  try {
    const response = await fetch(addressOfFace(), { signal: AbortSignal.timeout(FACE_TIMEOUT) })
    return response.ok ? await asDataAddress(await response.blob()) : ''
  } catch {
    return ''
  }
}

/** A drawing as a file of an image by itself, which loads nothing: it brings its face, and the two classes that set it. */
export function standalone(drawing: SVGSVGElement, face: string): string {
  const font = face && `@font-face{font-family:F;src:url(${face});font-weight:700 900}`
  const style = `<style>${font}.fh-numeral,.fh-label{font-family:F,sans-serif;font-weight:900}.fh-label{font-weight:700;letter-spacing:.04em}</style>`
  const text = new XMLSerializer().serializeToString(drawing)
  // An image has a size of its own, and the mark's colour is the page's.
  return text.replace(
    /^<svg([^>]*)>/,
    `<svg$1 width="${WIDTH}" height="${HEIGHT}" color="${getComputedStyle(drawing).color}">${style}`,
  )
}

/**
 * A drawing of the page as a picture of 1200 by 630.
 *
 * @throws Error when the browser cannot draw it
 */
export async function makePicture(drawing: SVGSVGElement, name: string): Promise<File> {
  const text = standalone(drawing, await faceInImage())
  const image = new Image(WIDTH, HEIGHT)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error(`making a picture of ${WIDTH} by ${HEIGHT}: the canvas gave none`)
  return new File([blob], `${name}.png`, { type: 'image/png' })
}

/** Whether the platform has a sheet that takes pictures. */
export const canShare = (picture: File): boolean => navigator.canShare?.({ files: [picture] }) === true
