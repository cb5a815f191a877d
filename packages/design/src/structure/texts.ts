import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'How a card is built',
    opening:
      'One number on the chain, the template id, decides everything you see. The same number draws the same card in every browser, always. These are its six layers, from the ground up.',
    layer: {
      ground: 'Ground',
      groundText: 'Pattern and color show the tier.',
      number: 'Number',
      numberText: 'Painted, 1 to 99.',
      echoes: 'Echoes',
      echoesText: 'The higher the tier, the more of them.',
      athlete: 'Player',
      athleteText: 'Pose from the position, kit from the team.',
      plate: 'Plate',
      plateText: 'Team, tier, copy, position, marks.',
      cut: 'Cut',
      cutText: 'The outline and its frame. You can tell a tier by it alone.',
    },
    tiers: 'Five tiers',
    tiersText: 'You tell them apart by cut, pattern, frame and marks. Color comes last, so nobody needs it.',
    tier: {
      t1: 'A plain slab, concrete, one mark.',
      t2: 'A double rule, pinstripes, two marks.',
      t3: 'Cut corners, diagonals, three marks.',
      t4: 'Ticket notches, a border of bulbs, foil, four marks.',
      t5: 'A banner with a swallow tail, rings, foil, five marks.',
    },
    supply: 'How many exist',
    supplyText:
      'Each square is {{unit}} copies of one card. Drawn to scale: nothing is squeezed to fit. The copy number is on its plate.',
    copies: '{{copies}} copies of each card',
  },
  es: {
    title: 'Cómo se hace una carta',
    opening:
      'Un número de la cadena, el de la plantilla, decide todo lo que ves. El mismo número dibuja la misma carta en cualquier navegador, siempre. Estas son sus seis capas, de abajo arriba.',
    layer: {
      ground: 'Fondo',
      groundText: 'El dibujo y el color muestran la categoría.',
      number: 'Número',
      numberText: 'Pintado, del 1 al 99.',
      echoes: 'Ecos',
      echoesText: 'Más cuanto más alta es la categoría.',
      athlete: 'Jugador',
      athleteText: 'La postura, de su posición; la ropa, de su equipo.',
      plate: 'Placa',
      plateText: 'Equipo, categoría, copia, posición y marcas.',
      cut: 'Corte',
      cutText: 'El contorno y su marco. Basta para saber la categoría.',
    },
    tiers: 'Cinco categorías',
    tiersText: 'Se distinguen por corte, dibujo, marco y marcas. El color va al final: no le hace falta a nadie.',
    tier: {
      t1: 'Losa lisa, hormigón, una marca.',
      t2: 'Doble filete, raya diplomática, dos marcas.',
      t3: 'Esquinas cortadas, diagonales, tres marcas.',
      t4: 'Muescas de entrada, marco de bombillas, brillo, cuatro marcas.',
      t5: 'Banderola de dos puntas, anillos, brillo, cinco marcas.',
    },
    supply: 'Cuántas hay',
    supplyText:
      'Cada cuadro son {{unit}} copias de una carta. A escala: nada se encoge para que quepa. El número de cada copia está en su placa.',
    copies: '{{copies}} copias de cada carta',
  },
})
