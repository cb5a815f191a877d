import { defineTexts } from '@fieldhouse/i18n'

/** What an athlete did, in words. */
export const playTexts = defineTexts({
  en: {
    throw_one: '{{count}} long throw',
    throw_other: '{{count}} long throws',
    steal_one: '{{count}} steal',
    steal_other: '{{count}} steals',
    catch_one: '{{count}} catch',
    catch_other: '{{count}} catches',
    kick_one: '{{count}} kick',
    kick_other: '{{count}} kicks',
    stop_one: '{{count}} stop',
    stop_other: '{{count}} stops',
    yard_one: '{{count}} yard',
    yard_other: '{{count}} yards',
    nothing: 'did not play',
  },
  es: {
    throw_one: '{{count}} pase largo',
    throw_other: '{{count}} pases largos',
    steal_one: '{{count}} robo',
    steal_other: '{{count}} robos',
    catch_one: '{{count}} recepción',
    catch_other: '{{count}} recepciones',
    kick_one: '{{count}} patada',
    kick_other: '{{count}} patadas',
    stop_one: '{{count}} placaje',
    stop_other: '{{count}} placajes',
    yard_one: '{{count}} yarda',
    yard_other: '{{count}} yardas',
    nothing: 'no jugó',
  },
})
