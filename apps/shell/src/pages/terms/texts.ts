import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Terms',
    opening:
      '{{product}} is a card game with packs on sale, made by {{developer}}. These are the rules between you and us. By buying a pack or playing a game night, you agree to them.',
    what: {
      title: 'What you get',
      a: 'A pack holds cards. Each card is a token on the WAX chain that belongs to your account as soon as the chain has it. You can open, keep, lend, give away or sell it, elsewhere too, and without us.',
      b: 'You may show a card’s picture for your own use and to sell the card. The drawings, the names and the game stay ours.',
    },
    buying: {
      title: 'Buying',
      a: 'The price, how many are left and the limit for each account come from the chain, and what you sign says exactly what you pay. A purchase is made when the chain has taken the transaction, and not before.',
      b: 'A transaction cannot be taken back, neither by you nor by us. Since a pack is delivered at once and can be opened at once, there is no right to return it where the law allows us to say so. You keep any further rights that the law gives you where you live.',
    },
    odds: {
      title: 'Odds',
      a: 'What a pack can hold is drawn by chance. The odds of each tier are printed with every pack before you buy it, and the contract draws by them.',
      b: 'Buy for the cards and the game. Nobody can tell you what you will draw, and we do not change the odds of a pack that is on sale.',
    },
    wallet: {
      title: 'Your wallet',
      a: 'You log in with a wallet that is yours. We never see your keys, cannot sign for you, and cannot bring back what was sent away with them.',
      b: 'Your wallet, the chain and the markets belong to others and have rules and fees of their own.',
    },
    value: {
      title: 'No investment',
      a: 'A card is a thing to play with. We promise no profit, no income and no price at which somebody will buy it from you; it can lose all of its value.',
      b: 'Nothing on these pages is advice about money, and prices in dollars are a conversion of what the chain and its oracle say.',
    },
    game: {
      title: 'Who may play',
      a: 'You are at least {{age}} years old, and buying such packs is lawful where you live. One person plays with the accounts that are really theirs.',
      b: 'Teams, athletes and game nights are invented. {{product}} is affiliated with no league, team or player.',
    },
    fair: {
      title: 'Fair play',
      a: 'Do not attack the site, do not buy around the limits with many accounts, and do not use a partner code that is not meant for you.',
      b: 'Anyone who does may be left out of prizes and game nights. Cards in your account stay there: we could not take them if we wanted to.',
    },
    stops: {
      title: 'When something stops',
      a: 'The chain, a wallet or this site can be slow or down, and we may pause a sale. A page that shows older data says from when it is. We are not liable for what others run, nor for slight negligence, except where the law says otherwise and for harm to people.',
      b: 'If {{product}} ends one day, your cards are still yours: they live on the chain, not with us.',
    },
    changes: {
      title: 'Changes',
      a: 'When these terms change, so does the date above, and what you bought before stays under the terms of that day.',
      b: 'If a part of them does not hold, the rest does. The English and the Spanish text say the same; where they differ, the one that is better for you counts.',
    },
  },
  es: {
    title: 'Condiciones',
    opening:
      '{{product}} es un juego de cartas con sobres a la venta, hecho por {{developer}}. Estas son las reglas entre tú y nosotros. Quien compra un sobre o juega una noche de partido las acepta.',
    what: {
      title: 'Qué recibes',
      a: 'Un sobre trae cartas. Cada carta es un token en la cadena WAX y es de tu cuenta en cuanto la cadena lo registra. Puedes abrirla, guardarla, prestarla, regalarla o venderla, también en otros sitios y sin nosotros.',
      b: 'Con una carta puedes mostrar su imagen para ti y para venderla. Los dibujos, los nombres y el juego siguen siendo nuestros.',
    },
    buying: {
      title: 'Comprar',
      a: 'El precio, cuántos quedan y el límite por cuenta vienen de la cadena, y lo que firmas dice exactamente lo que pagas. La compra está hecha cuando la cadena ha aceptado la transacción, y no antes.',
      b: 'Una transacción no se puede deshacer, ni tú ni nosotros. Como un sobre se entrega y se puede abrir al instante, no hay derecho a devolverlo allí donde la ley nos permite decirlo. Lo que además te dé la ley del lugar donde vives, lo conservas.',
    },
    odds: {
      title: 'Probabilidades',
      a: 'Lo que trae un sobre se decide al azar. Las probabilidades de cada categoría están impresas con cada sobre antes de que lo compres, y el contrato sortea según ellas.',
      b: 'Compra por las cartas y por el juego. Nadie puede decirte qué te saldrá, y no cambiamos las probabilidades de un sobre que está a la venta.',
    },
    wallet: {
      title: 'Tu cartera',
      a: 'Entras con una cartera que es tuya. Nunca vemos tus claves, no podemos firmar por ti ni recuperar lo que se haya enviado con ellas.',
      b: 'Tu cartera, la cadena y los mercados son de otros y tienen sus propias reglas y comisiones.',
    },
    value: {
      title: 'No es una inversión',
      a: 'Una carta es algo con lo que jugar. No prometemos ganancias, ni ingresos, ni un precio al que alguien te la compre; puede perder todo su valor.',
      b: 'Nada de lo que dicen estas páginas es un consejo sobre dinero, y los precios en dólares son una conversión de lo que dicen la cadena y su oráculo.',
    },
    game: {
      title: 'Quién puede jugar',
      a: 'Tienes al menos {{age}} años y comprar estos sobres es legal donde vives. Cada persona juega con las cuentas que de verdad son suyas.',
      b: 'Los equipos, los deportistas y las noches de partido son inventados. {{product}} no está vinculado a ninguna liga, equipo ni jugador.',
    },
    fair: {
      title: 'Juego limpio',
      a: 'No ataques el sitio, no te saltes los límites de compra con muchas cuentas y no uses un código de socio que no es para ti.',
      b: 'Quien lo haga puede quedarse sin premios ni noches de partido. Las cartas que están en tu cuenta ahí se quedan: no podríamos quitártelas aunque quisiéramos.',
    },
    stops: {
      title: 'Cuando algo se para',
      a: 'La cadena, una cartera o este sitio pueden ir lentos o caerse, y podemos pausar una venta. Una página que muestra datos antiguos dice desde cuándo lo son. No respondemos de lo que gestionan otros ni de una negligencia leve, salvo que la ley diga otra cosa y salvo daños a las personas.',
      b: 'Si un día {{product}} termina, tus cartas siguen siendo tuyas: viven en la cadena y no con nosotros.',
    },
    changes: {
      title: 'Cambios',
      a: 'Cuando cambian estas condiciones cambia la fecha de arriba, y lo que compraste antes queda comprado con las condiciones de ese día.',
      b: 'Si una parte no vale, el resto sí. El texto en inglés y el texto en español dicen lo mismo; si en algo no, vale el que sea mejor para ti.',
    },
  },
})
