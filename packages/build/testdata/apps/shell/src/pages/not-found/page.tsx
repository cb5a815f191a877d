import { definePage } from '@fieldhouse/edition-kit'
import { Main } from '../../roots'

export const page = definePage({ path: null, title: { en: 'Not found', es: 'No encontrado' }, Main })
