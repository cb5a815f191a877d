import type { Language } from '@fieldhouse/contract'
import { formatWax } from '@fieldhouse/i18n'

/** @param price 10^-8 WAX */
export const wax = (price: bigint, language: Language): string => `${formatWax(price, language).text} WAX`
