import { defineTexts } from '@fieldhouse/i18n'

/** Apart from the header’s: the footer is markup, and no script has its texts. */
export const texts = /* @__PURE__ */ defineTexts({
  en: {
    social: 'Social',
    developedBy: 'Developed by',
    rules: 'Rules',
    terms: 'Terms',
    privacy: 'Privacy',
    cookies: 'Cookies',
    script: 'JavaScript is off: all pages can be read. Logging in, buying, opening packs and searching need it.',
    invented: 'Teams and athletes are invented. {{product}} is affiliated with no league, team or player.',
  },
  es: {
    social: 'Redes',
    developedBy: 'Desarrollado por',
    rules: 'Normas',
    terms: 'Condiciones',
    privacy: 'Privacidad',
    cookies: 'Cookies',
    script:
      'JavaScript está desactivado: todas las páginas se leen. Para entrar, comprar, abrir sobres y buscar hace falta.',
    invented:
      'Los equipos y deportistas son inventados. {{product}} no está vinculado a ninguna liga, equipo ni jugador.',
  },
})
