import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Terms',
    opening:
      '{{product}} is a card game with packs on sale, made by {{developer}}. These are the rules between you and us. By buying a pack or playing a game night, you agree to them.',
    what: {
      title: 'What you get',
      a: 'A pack holds cards. Each card is a token on the WAX chain, and it belongs to your account as soon as the chain has it. You can keep, lend, give away or sell what is yours, here or elsewhere, without asking us.',
      b: 'While you own a card you may show its picture, for yourself or to sell it. The drawings, the names and the game remain ours.',
    },
    buying: {
      title: 'Buying',
      a: 'The price, how many are left and the limit for each account come from the chain, and what you sign says exactly what you pay. A purchase is complete when the chain has accepted the transaction, and not before.',
      b: 'Neither you nor we can undo a transaction. A pack is delivered at once and can be opened at once, so where the law allows it, there is no right to return one. You keep every further right that the law where you live gives you.',
    },
    odds: {
      title: 'Odds',
      a: 'What a pack holds is drawn by chance. Every pack shows the odds of each tier before you buy it, and the contract draws by those odds.',
      b: 'Buy for the cards and the game. Nobody can tell you what you will pull, and we do not change the odds of a pack while it is on sale.',
    },
    wallet: {
      title: 'Your wallet',
      a: 'You log in with your own wallet. We never see its keys, we cannot sign for you, and we cannot bring back anything sent with them.',
      b: 'Others run your wallet, the chain and the markets, with rules and fees of their own.',
    },
    value: {
      title: 'Not an investment',
      a: 'A card is something to play with. We promise no profit, no income and no price at which anyone will buy it from you. It can lose all its value.',
      b: 'Nothing on these pages is advice about money. Prices in dollars are converted from what the chain and its oracle say.',
    },
    game: {
      title: 'Who may play',
      a: 'You must be at least {{age}} years old, and buying packs like these must be legal where you live. Play only with accounts that are really yours.',
      b: 'Teams, athletes and game nights are invented. {{product}} is affiliated with no league, team or player.',
    },
    fair: {
      title: 'Fair play',
      a: 'Do not attack the site, do not use several accounts to get around the limits, and do not use a partner code that is not meant for you.',
      b: 'If you do, we may leave you out of prizes and game nights. The cards in your account stay there: we could not take them if we wanted to.',
    },
    stops: {
      title: 'When something stops',
      a: 'The chain, a wallet or this site can be slow or down, and we may pause a sale. A page that shows older data says how old it is. We are not liable for what others run, or for slight negligence, except where the law says otherwise or people come to harm.',
      b: 'If {{product}} ends one day, your cards are still yours: they live on the chain, not with us.',
    },
    changes: {
      title: 'Changes',
      a: 'When these terms change, the date above changes. What you bought before stays under the terms of the day you bought it.',
      b: 'If one part does not hold, the rest still does. The English and the Spanish text say the same; where they differ, the one that is better for you counts.',
    },
  },
  es: {
    title: 'Condiciones',
    opening:
      '{{product}} es un juego de cartas con sobres a la venta, hecho por {{developer}}. Estas son las reglas entre tú y nosotros. Al comprar un sobre o jugar una noche de partido, las aceptas.',
    what: {
      title: 'Qué recibes',
      a: 'Un sobre trae cartas. Cada carta es un token de la cadena WAX, y es de tu cuenta en cuanto la cadena la tiene. Lo que es tuyo puedes guardarlo, prestarlo, regalarlo o venderlo, aquí o en otro sitio, sin pedirnos permiso.',
      b: 'Mientras una carta sea tuya, puedes mostrar su imagen, para ti o para venderla. Los dibujos, los nombres y el juego siguen siendo nuestros.',
    },
    buying: {
      title: 'Comprar',
      a: 'El precio, cuántos quedan y el límite por cuenta vienen de la cadena, y lo que firmas dice exactamente lo que pagas. La compra está hecha cuando la cadena ha aceptado la transacción, y no antes.',
      b: 'Ni tú ni nosotros podemos deshacer una transacción. Un sobre llega al momento y se puede abrir al momento; por eso, donde la ley lo permite, no hay derecho a devolverlo. Conservas cualquier otro derecho que te dé la ley de donde vives.',
    },
    odds: {
      title: 'Probabilidades',
      a: 'Lo que trae un sobre se decide al azar. Cada sobre muestra las probabilidades de cada categoría antes de que lo compres, y el contrato sortea con ellas.',
      b: 'Compra por las cartas y por el juego. Nadie puede decirte qué te tocará, y no cambiamos las probabilidades de un sobre mientras está a la venta.',
    },
    wallet: {
      title: 'Tu cartera',
      a: 'Entras con tu propia cartera. Nunca vemos sus claves, y no podemos firmar por ti ni recuperar lo que se envíe con ellas.',
      b: 'Tu cartera, la cadena y los mercados son de otros y tienen sus propias reglas y comisiones.',
    },
    value: {
      title: 'No es una inversión',
      a: 'Una carta es algo con lo que jugar. No prometemos ganancias, ni ingresos, ni un precio al que alguien te la compre; puede perder todo su valor.',
      b: 'Nada de lo que dicen estas páginas es un consejo sobre dinero. Los precios en dólares se convierten de lo que dicen la cadena y su oráculo.',
    },
    game: {
      title: 'Quién puede jugar',
      a: 'Tienes que tener al menos {{age}} años, y comprar sobres como estos tiene que ser legal donde vives. Juega solo con cuentas que sean de verdad tuyas.',
      b: 'Los equipos, los deportistas y las noches de partido son inventados. {{product}} no está vinculado a ninguna liga, equipo ni jugador.',
    },
    fair: {
      title: 'Juego limpio',
      a: 'No ataques el sitio, no uses varias cuentas para saltarte los límites y no uses un código de socio que no sea para ti.',
      b: 'Si lo haces, podemos dejarte sin premios ni noches de partido. Las cartas de tu cuenta se quedan donde están: no podríamos quitártelas aunque quisiéramos.',
    },
    stops: {
      title: 'Cuando algo se para',
      a: 'La cadena, una cartera o este sitio pueden ir lentos o caerse, y podemos pausar una venta. Una página que muestra datos antiguos dice de cuándo son. No respondemos de lo que gestionan otros ni de una negligencia leve, salvo que la ley diga otra cosa o haya daños a las personas.',
      b: 'Si un día {{product}} termina, tus cartas siguen siendo tuyas: viven en la cadena y no con nosotros.',
    },
    changes: {
      title: 'Cambios',
      a: 'Si cambian estas condiciones, cambia la fecha de arriba. A lo que ya compraste le valen las condiciones del día en que lo compraste.',
      b: 'Si una parte no vale, el resto sí. El texto en inglés y el texto en español dicen lo mismo; si en algo difieren, vale el que sea mejor para ti.',
    },
  },
})
