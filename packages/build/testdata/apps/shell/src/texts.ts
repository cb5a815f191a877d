import { defineTexts } from '@fieldhouse/i18n'
export const texts = defineTexts({
  en: { home: 'Home of {{product}}', missing: 'Nothing here', play: 'Play' },
  es: { home: 'Inicio de {{product}}', missing: 'Aquí no hay nada', play: 'Jugar' },
})
