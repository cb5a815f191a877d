import { defineTexts } from '@fieldhouse/i18n'

/** What is asked of every edition: by subject, in the order of the page. */
export const house = defineTexts({
  en: {
    start: {
      name: 'Start',
      questions: {
        'look-around': {
          q: 'Do I need a wallet to look around?',
          a: 'No. Packs, prices, rules and posts are open to everybody. You only need a wallet to buy packs, collect them and see your own cards.',
        },
        'which-wallet': {
          q: 'Which wallet should I choose?',
          a: 'If you have none, Cloud Wallet: you open an account in your browser in a few minutes, with nothing to install. Anchor keeps your keys on your own computer or phone. Wombat is a browser and an app with a wallet inside.\nAll three buy the same packs. You can log in with another one later; it counts as another account.',
        },
        'what-is-wax': {
          q: 'What is WAX, and where do I get some?',
          a: 'WAX is the chain your cards live on, and the name of its coin. You can buy it on an exchange or inside Cloud Wallet. Send it to your account’s name. A wrong name cannot be undone, so try a small amount first.',
        },
        'cost-to-begin': {
          q: 'What does it cost to start?',
          a: 'Looking around is free, and we charge nothing for an account. Every pack shows its price in dollars and in WAX. One pack is enough to see if you like it.',
        },
        'real-teams': {
          q: 'Are these real teams and players?',
          a: 'No. Every team, athlete and league here is invented, and {{product}} is affiliated with no league, team or player.',
        },
      },
    },
    packs: {
      name: 'Packs and cards',
      questions: {
        odds: {
          q: 'What are the odds?',
          a: 'Each sale publishes its own on the chain before it opens, and we show them unchanged. They are the chances of each card in a pack, not of the pack as a whole.',
        },
        'how-many-packs': {
          q: 'How many packs can I buy?',
          a: 'Up to the sale’s limit per account. Your order shows it, and how many you have bought so far. Some limits let you buy again after a while; your order says when.',
        },
        'price-moves': {
          q: 'Why does the price in WAX move?',
          a: 'The price in dollars stays put. In WAX it follows the median from the chain’s own oracle. Your order says how far it may move while you sign. Past that, nothing is signed: you see the new price and decide.',
        },
        'opened-pack': {
          q: 'What happens to an opened pack?',
          a: 'It is burned, and its cards are made in the same transaction. So an opened pack can never be sold as sealed, and nobody has peeked into a sealed one.',
        },
        'copy-number': {
          q: 'What does the copy number mean?',
          a: 'Which copy you have, and how many of that card there can ever be. Copies are numbered in the order they are made. A low number plays no better.',
        },
        'small-cards': {
          q: 'Why do small cards look different?',
          a: 'The words would be too small to read, so team, copy and tier are left out. Cut, pattern and marks stay, so you can always tell the tier.',
        },
        'lose-a-card': {
          q: 'Can I lose a card?',
          a: 'A card leaves your wallet only when you sign for it. A bad night costs you nothing.\nBut if you lose the keys to your wallet, nobody can bring your cards back, not even us.',
        },
        'worth-less': {
          q: 'Can a card be worth less than I paid?',
          a: 'Yes, and you should expect it. On the day you want to sell, there may be no buyer. Spend what the game is worth to you.',
        },
        'sell-a-card': {
          q: 'Can I sell a card or give it away?',
          a: 'Yes, like anything else in your wallet: on the chain’s markets, or with a transfer. We take no part in it, and we buy nothing back.',
        },
        limit: {
          q: 'How do I set myself a limit?',
          a: 'Keep what you want to spend in a separate account and play from that one: you cannot spend what is not there. Decide the amount before a sale opens, not during it.\nIf it stops being a game, stop, and talk to someone you trust. Many countries have a free helpline for this.',
        },
      },
    },
    wallets: {
      name: 'Wallets and signing',
      questions: {
        'why-sign': {
          q: 'Why do you ask me to sign?',
          a: 'Because only you can spend what is in your wallet. Each signature covers one transaction: the one your order shows. We cannot sign for you.\nLogging in moves nothing and costs nothing: Anchor signs a proof of who you are; the other two tell us your account’s name.',
        },
        'wallet-silent': {
          q: 'My wallet did not open. What now?',
          a: 'Your browser may have blocked its window: allow pop-ups for this site and press again. On a phone, open the wallet’s app yourself; your request waits there for {{wait}} minutes.\nNothing is paid until you sign. If you are not sure whether a purchase went through, look at your cards before you try again.',
        },
        resources: {
          q: '“Your account lacks the network resources”: what does that mean?',
          a: 'The chain lends each account some computing time, and yours is used up for now. Often we can cover it for free; sometimes there is a small fee, which you see before you sign. It also recovers by itself within a day.',
        },
        keys: {
          q: 'Someone is asking for my keys. Is that you?',
          a: 'No. We never ask for keys, seed words or passwords, and we never write to you first. Anyone who does is not us, whatever their name says.',
        },
      },
    },
  },
  es: {
    start: {
      name: 'Para empezar',
      questions: {
        'look-around': {
          q: '¿Hace falta una cartera para mirar?',
          a: 'No. Sobres, precios, reglas y entradas están a la vista de todos. La cartera solo hace falta para comprar sobres, recogerlos y ver tus cartas.',
        },
        'which-wallet': {
          q: '¿Qué cartera me conviene?',
          a: 'Si no tienes ninguna, Cloud Wallet: abres una cuenta en el navegador en unos minutos, sin instalar nada. Anchor guarda tus claves en tu ordenador o tu teléfono. Wombat es un navegador y una aplicación con la cartera dentro.\nCon las tres se compran los mismos sobres. Más adelante puedes entrar con otra; será otra cuenta.',
        },
        'what-is-wax': {
          q: '¿Qué es WAX y dónde se consigue?',
          a: 'WAX es la cadena en la que viven las cartas, y también el nombre de su moneda. La venden las casas de cambio y también Cloud Wallet. Envíala al nombre de tu cuenta; si el nombre está mal, no hay vuelta atrás: prueba antes con poco.',
        },
        'cost-to-begin': {
          q: '¿Cuánto cuesta empezar?',
          a: 'Mirar es gratis y nosotros no cobramos por la cuenta. Cada sobre muestra su precio en dólares y en WAX. Con uno te basta para saber si te gusta.',
        },
        'real-teams': {
          q: '¿Son equipos y jugadores de verdad?',
          a: 'No. Aquí todos los equipos, deportistas y ligas son inventados, y {{product}} no está vinculado a ninguna liga, equipo ni jugador.',
        },
      },
    },
    packs: {
      name: 'Sobres y cartas',
      questions: {
        odds: {
          q: '¿Qué probabilidades hay?',
          a: 'Cada venta publica las suyas en la cadena antes de abrir, y las mostramos sin tocarlas. Son las de cada carta, no las del sobre entero.',
        },
        'how-many-packs': {
          q: '¿Cuántos sobres puedo comprar?',
          a: 'Hasta el límite por cuenta de la venta. Lo ves en tu pedido, junto a los que ya llevas. Con algunos límites puedes volver a comprar pasado un tiempo; tu pedido dice cuándo.',
        },
        'price-moves': {
          q: '¿Por qué cambia el precio en WAX?',
          a: 'El precio en dólares no se mueve. En WAX sigue la mediana que da el oráculo de la propia cadena. Tu pedido dice cuánto puede moverse mientras firmas. Si pasa de ahí, no se firma nada: ves el precio nuevo y decides.',
        },
        'opened-pack': {
          q: '¿Qué pasa con un sobre abierto?',
          a: 'Se quema, y sus cartas se crean en la misma transacción. Así, un sobre abierto nunca se puede vender como cerrado, y nadie ha mirado dentro de uno cerrado.',
        },
        'copy-number': {
          q: '¿Qué significa el número de copia?',
          a: 'Qué copia tienes y cuántas puede llegar a haber de esa carta. Se numeran en el orden en que se crean. Un número bajo no juega mejor.',
        },
        'small-cards': {
          q: '¿Por qué las cartas pequeñas se ven distintas?',
          a: 'A ese tamaño no se leería el texto, así que se quitan equipo, copia y categoría. El corte, el dibujo y las marcas se quedan: la categoría siempre se reconoce.',
        },
        'lose-a-card': {
          q: '¿Puedo perder una carta?',
          a: 'Una carta solo sale de tu cartera si lo firmas. Una mala noche no te cuesta nada.\nEso sí: si pierdes las claves de tu cartera, nadie puede recuperar las cartas, y nosotros tampoco.',
        },
        'worth-less': {
          q: '¿Puede una carta valer menos de lo que pagué?',
          a: 'Sí, y cuenta con ello. El día que quieras venderla puede que no la quiera nadie. Gasta lo que el juego valga para ti.',
        },
        'sell-a-card': {
          q: '¿Puedo vender o regalar una carta?',
          a: 'Sí, como cualquier otra cosa de tu cartera: en los mercados de la cadena o con un envío. Nosotros no intervenimos ni recompramos nada.',
        },
        limit: {
          q: '¿Cómo me pongo un límite?',
          a: 'Guarda lo que quieras gastar en una cuenta aparte y juega desde ella: lo que no está ahí no se gasta. Decide la cantidad antes de que abra una venta, no mientras dura.\nSi deja de ser un juego, para y habla con alguien de confianza. En muchos países hay un teléfono de ayuda gratuito.',
        },
      },
    },
    wallets: {
      name: 'Carteras y firmas',
      questions: {
        'why-sign': {
          q: '¿Por qué tengo que firmar?',
          a: 'Porque solo tú puedes gastar lo que hay en tu cartera. Cada firma vale para una sola transacción: la que muestra tu pedido. No podemos firmar por ti.\nEntrar no mueve nada ni cuesta nada: Anchor firma una prueba de quién eres y las otras dos nos dicen el nombre de tu cuenta.',
        },
        'wallet-silent': {
          q: 'Mi cartera no se ha abierto. ¿Y ahora?',
          a: 'Quizá el navegador ha bloqueado su ventana: permite las ventanas emergentes en este sitio y pulsa otra vez. En el teléfono, abre tú la aplicación de la cartera; la petición te espera allí {{wait}} minutos.\nNo se paga nada hasta que firmas. Si no sabes si la compra salió adelante, mira tus cartas antes de repetirla.',
        },
        resources: {
          q: '«A tu cuenta le faltan recursos de red»: ¿qué es eso?',
          a: 'La cadena presta a cada cuenta algo de su tiempo de cálculo, y el tuyo se ha agotado por ahora. A menudo podemos cubrirlo gratis; a veces hay una pequeña comisión, que ves antes de firmar. También se recupera solo en un día.',
        },
        keys: {
          q: 'Me piden mis claves. ¿Es alguien de la casa?',
          a: 'No. Nunca pedimos claves, palabras de recuperación ni contraseñas, y nunca te escribimos primero. Quien lo haga no es de la casa, se llame como se llame.',
        },
      },
    },
  },
})
