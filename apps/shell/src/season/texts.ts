import { defineTexts } from '@fieldhouse/i18n'

export const seasonTexts = defineTexts({
  en: { starts: 'Season {{season}} starts in:', live: 'Season {{season}} is live' },
  es: { starts: 'La temporada {{season}} empieza en:', live: 'Temporada {{season}} en juego' },
})
