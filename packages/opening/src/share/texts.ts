import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    preview: 'The picture of your pull',
    naming: 'Say that it is mine: {{account}}',
    share: 'Share the picture',
    save: 'Save the picture',
    saved: 'The picture is saved.',
    failed: 'Your browser could not make the picture. Your cards are on your wall all the same.',
    back: 'Back',
    pulled: 'Pulled on {{date}}',
    pulledBy: 'Pulled by {{account}}, {{date}}',
    file: 'fieldhouse-pull',
  },
  es: {
    preview: 'La imagen de tus cartas',
    naming: 'Que diga que son mías: {{account}}',
    share: 'Compartir la imagen',
    save: 'Guardar la imagen',
    saved: 'La imagen está guardada.',
    failed: 'Tu navegador no ha podido hacer la imagen. Tus cartas están en tu muro de todos modos.',
    back: 'Volver',
    pulled: 'Del {{date}}',
    pulledBy: 'De {{account}}, {{date}}',
    file: 'fieldhouse-cartas',
  },
})
