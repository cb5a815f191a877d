import type { en } from './en'

export const es: typeof en = {
  home: {
    title: 'Elige a tus',
    text: 'Cinco cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
    packs: 'Ver los sobres',
  },
  sale: {
    title: 'Los sobres',
    text: 'Lo que hay a la venta ahora mismo, tal como lo dice la cadena: precio, cuántos quedan y cuándo abre o cierra.',
  },
}
