import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    opening:
      'Every game night you send out a side of eleven cards, and the night is settled by how your picks play together. You choose the line-up before the first whistle; after that it is locked for everyone. No night depends on one card alone: a balanced side of plain cards can beat one star and ten empty places.',
  },
  es: {
    opening:
      'Cada noche de partido sacas al campo un equipo de once cartas, y lo que cuenta es cómo juegan juntas. La alineación se decide antes del primer silbato; después queda cerrada para todos. Ninguna noche depende de una sola carta: un equipo equilibrado de cartas sencillas puede ganar a una estrella con diez huecos.',
  },
})
