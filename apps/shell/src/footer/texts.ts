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
    script: 'JavaScript is off. You can read every page. To log in, buy, open packs or search, switch it on.',
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
      'JavaScript está desactivado. Puedes leer todas las páginas. Para entrar, comprar, abrir sobres o buscar, actívalo.',
    invented:
      'Los equipos y deportistas son inventados. {{product}} no está vinculado a ninguna liga, equipo ni jugador.',
  },
})
