import type { en } from './en'

export const es: typeof en = {
  floors: { football: 'Fútbol americano', basketball: 'Baloncesto' },
  header: {
    skip: 'Ir al contenido',
    nextSale: 'Próxima venta en:',
    saleLive: '¡Venta abierta!',
    seasonStarts: 'La temporada {{season}} empieza en:',
    seasonLive: 'Temporada {{season}} en juego',
    floors: 'Deportes',
    languages: 'Idioma',
    main: 'Principal',
    menu: 'Menú',
    close: 'Cerrar el menú',
    whitepaper: 'Whitepaper',
    playGame: 'Ir al juego',
    playNow: '¡Juega ya!',
  },
  footer: {
    social: 'Redes',
    developedBy: 'Desarrollado por',
    invented:
      'Los equipos y deportistas son inventados. {{product}} no está vinculado a ninguna liga, equipo ni jugador.',
  },
}
