import { defineTexts } from '@fieldhouse/i18n'

export const teamsTexts = defineTexts({
  en: {
    teamByTeam: 'Team by team',
    teamAbout: 'Each team has a place for every position in every cut: {{count}} in all.',
    whole: 'Whole',
    of: 'of {{count}}',
    emptyPlaces: 'Empty: {{list}}.',
    moreEmpty: '{{count}} more',
    emptyPlace: '{{position}}: empty',
    times: '{{count}} of them',
    seeDoubles: 'See the doubles',
  },
  es: {
    teamByTeam: 'Equipo a equipo',
    teamAbout: 'Cada equipo tiene un hueco por posición y categoría: {{count}} en total.',
    whole: 'Completo',
    of: 'de {{count}}',
    emptyPlaces: 'Huecos: {{list}}.',
    moreEmpty: '{{count}} más',
    emptyPlace: '{{position}}: hueco',
    times: 'hay {{count}}',
    seeDoubles: 'Ver las repetidas',
  },
})
