import { defineTexts } from '@fieldhouse/i18n'

/** What is asked of every edition: by subject, in the order of the page. */
export const house = defineTexts({
  en: {
    start: {
      name: 'Start',
      questions: {
        'look-around': {
          q: 'Do I need a wallet to look around?',
          a: 'No. Packs, prices, rules and posts are open to everybody. A wallet is needed only to buy a pack, to claim one and to see your own cards.',
        },
        'which-wallet': {
          q: 'Which wallet should I take?',
          a: 'Cloud Wallet, if you have none: it opens an account in your browser in a few minutes and nothing has to be installed. Anchor keeps your keys on your own computer or phone. Wombat is a browser and an app with a wallet inside.\nAll three buy the same packs. You can log in with another one later, as another account.',
        },
        'what-is-wax': {
          q: 'What is WAX, and where do I get some?',
          a: 'WAX is the chain that the cards live on, and the name of its coin. Exchanges sell it, and Cloud Wallet sells some inside. Send it to your account’s name; a wrong name cannot be undone, so try a small amount first.',
        },
        'cost-to-begin': {
          q: 'What does it cost to begin?',
          a: 'Looking costs nothing, and neither does an account. A pack costs what stands on it, in dollars and in WAX. One pack is enough to see whether you like it.',
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
          a: 'Each sale prints its own on the chain before it opens, and we show them as they stand there. They are the chances of each card in the pack, not of the pack as a whole.',
        },
        'how-many-packs': {
          q: 'How many packs may I buy?',
          a: 'As many as the sale’s limit per account says. It stands in the form, with how many of them you have bought. Some limits count anew after a while; the form says when.',
        },
        'price-moves': {
          q: 'Why does the price in WAX move?',
          a: 'The price in dollars stands. What it is in WAX follows the median that the chain’s own oracle reports. The form says how far it may move while you sign. Beyond that nothing is signed: the form shows the new price and waits for you.',
        },
        'opened-pack': {
          q: 'What happens to an opened pack?',
          a: 'It is burned, and its cards are made in the same transaction. An opened pack cannot be sold again as a sealed one, and a sealed pack has not been looked into.',
        },
        'copy-number': {
          q: 'What does the copy number mean?',
          a: 'Which copy it is, and how many there can ever be of that card. A low number plays no better. It counts in the order in which copies are made.',
        },
        'small-cards': {
          q: 'Why is my small card drawn differently?',
          a: 'What could not be read at that size is left out: team, copy and tier in words. Cut, pattern and marks stay, so the tier can always be told.',
        },
        'lose-a-card': {
          q: 'Can I lose a card?',
          a: 'A card leaves your wallet only when you sign for it. A night that goes badly costs you nothing.\nIf you lose the keys to your wallet, though, nobody can bring the cards back, and that includes us.',
        },
        'worth-less': {
          q: 'Can a card be worth less than I paid?',
          a: 'Yes, and you should expect it. There may be nobody who wants it on the day you want to sell. Buy what a game is worth to you.',
        },
        'sell-a-card': {
          q: 'Can I sell a card or give it away?',
          a: 'Yes, like any other asset of your wallet: on the markets of the chain, or with a transfer. We are not part of it, and we buy nothing back.',
        },
        limit: {
          q: 'How do I set myself a limit?',
          a: 'Keep what you want to spend in an account of its own, and play from that one: what is not in it cannot be spent. Decide on the amount before a sale opens, not during it.\nIf it stops being a game, stop, and talk to somebody you trust. Every country has a helpline for this; it costs nothing to ask.',
        },
      },
    },
    wallets: {
      name: 'Wallets and signing',
      questions: {
        'why-sign': {
          q: 'Why do you ask me to sign?',
          a: 'Because only you can spend what is in your wallet. A signature is for one transaction with the contents that the form shows. We cannot sign for you.\nLogging in moves nothing and costs nothing: Anchor signs a proof of who you are, the other two tell us your account’s name.',
        },
        'wallet-silent': {
          q: 'The wallet did not open. What now?',
          a: 'Browsers block windows that nobody pressed for: allow them for this site and press again. On a phone, open the wallet’s app yourself; the request waits there for {{wait}} minutes.\nNothing is paid until you sign. If you are not sure whether a purchase went through, look at your cards before you try again.',
        },
        resources: {
          q: '“Your account lacks the network resources”: what is that?',
          a: 'The chain lends each account some of its computing time, and yours is used up for the moment. Often it is lent to you for free; sometimes a small fee is offered, which you see before you sign. It also fills up by itself within a day.',
        },
        keys: {
          q: 'Somebody asks for my keys. Is that you?',
          a: 'No. We never ask for keys, seed words or passwords, and nobody from our side writes to you first. Whoever does is not one of us, whatever their name says.',
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
          a: 'No. Sobres, precios, reglas y entradas están a la vista de todos. La cartera solo hace falta para comprar un sobre, reclamarlo y ver tus cartas.',
        },
        'which-wallet': {
          q: '¿Qué cartera me conviene?',
          a: 'Cloud Wallet, si no tienes ninguna: abre una cuenta en el navegador en unos minutos y no hay que instalar nada. Anchor guarda tus claves en tu ordenador o tu teléfono. Wombat es un navegador y una aplicación con la cartera dentro.\nCon las tres se compran los mismos sobres. Más adelante puedes entrar con otra, como otra cuenta.',
        },
        'what-is-wax': {
          q: '¿Qué es WAX y dónde se consigue?',
          a: 'WAX es la cadena en la que viven las cartas, y también el nombre de su moneda. La venden las casas de cambio, y Cloud Wallet por dentro. Envíala al nombre de tu cuenta; si el nombre está mal no hay vuelta atrás, así que prueba antes con poco.',
        },
        'cost-to-begin': {
          q: '¿Cuánto cuesta empezar?',
          a: 'Mirar no cuesta nada, y abrir una cuenta tampoco. Un sobre cuesta lo que pone en él, en dólares y en WAX. Con uno basta para saber si te gusta.',
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
          a: 'Cada venta imprime las suyas en la cadena antes de abrirse, y las enseñamos tal como están. Son las de cada carta del sobre, no las del sobre entero.',
        },
        'how-many-packs': {
          q: '¿Cuántos sobres puedo comprar?',
          a: 'Los que diga el límite por cuenta de la venta. Está en el formulario, junto a los que ya llevas. Algunos límites vuelven a contar pasado un tiempo; el formulario dice cuándo.',
        },
        'price-moves': {
          q: '¿Por qué cambia el precio en WAX?',
          a: 'El precio en dólares no se mueve. Lo que es en WAX sigue la mediana que da el oráculo de la propia cadena. El formulario dice cuánto puede moverse mientras firmas. Si pasa de ahí no se firma nada: enseña el precio nuevo y te espera.',
        },
        'opened-pack': {
          q: '¿Qué pasa con un sobre abierto?',
          a: 'Se quema, y sus cartas se crean en la misma transacción. Un sobre abierto no se puede revender como cerrado, y uno cerrado no lo ha mirado nadie.',
        },
        'copy-number': {
          q: '¿Qué significa el número de copia?',
          a: 'Qué copia es, y cuántas puede llegar a haber de esa carta. Un número bajo no juega mejor. Cuenta en el orden en que se crean.',
        },
        'small-cards': {
          q: '¿Por qué mi carta pequeña se dibuja distinta?',
          a: 'Se quita lo que a ese tamaño no se podría leer: equipo, copia y categoría en palabras. El corte, el dibujo y las marcas se quedan, así que la categoría siempre se reconoce.',
        },
        'lose-a-card': {
          q: '¿Puedo perder una carta?',
          a: 'Una carta solo sale de tu cartera si lo firmas. Una mala noche no te cuesta nada.\nEso sí: si pierdes las claves de tu cartera, nadie puede recuperar las cartas, y nosotros tampoco.',
        },
        'worth-less': {
          q: '¿Puede una carta valer menos de lo que pagué?',
          a: 'Sí, y cuenta con ello. El día que quieras venderla puede que no la quiera nadie. Compra lo que un juego valga para ti.',
        },
        'sell-a-card': {
          q: '¿Puedo vender o regalar una carta?',
          a: 'Sí, como cualquier otra cosa de tu cartera: en los mercados de la cadena o con un envío. Nosotros no intervenimos, y no recompramos nada.',
        },
        limit: {
          q: '¿Cómo me pongo un límite?',
          a: 'Guarda lo que quieras gastar en una cuenta aparte y juega desde ella: lo que no está ahí no se gasta. Decide la cantidad antes de que abra una venta, no mientras dura.\nSi deja de ser un juego, para y habla con alguien de confianza. En todos los países hay un teléfono de ayuda para esto; preguntar no cuesta nada.',
        },
      },
    },
    wallets: {
      name: 'Carteras y firmas',
      questions: {
        'why-sign': {
          q: '¿Por qué tengo que firmar?',
          a: 'Porque solo tú puedes gastar lo que hay en tu cartera. Una firma vale para una transacción con lo que enseña el formulario. No podemos firmar por ti.\nEntrar no mueve nada ni cuesta nada: Anchor firma una prueba de quién eres y las otras dos nos dicen el nombre de tu cuenta.',
        },
        'wallet-silent': {
          q: 'La cartera no se ha abierto. ¿Y ahora?',
          a: 'Los navegadores bloquean las ventanas que nadie ha pedido: permítelas para este sitio y pulsa otra vez. En un teléfono abre tú la aplicación de la cartera; la petición te espera allí {{wait}} minutos.\nNo se paga nada hasta que firmas. Si no sabes si una compra salió, mira tus cartas antes de repetirla.',
        },
        resources: {
          q: '«A tu cuenta le faltan recursos de red»: ¿qué es eso?',
          a: 'La cadena presta a cada cuenta algo de su tiempo de cálculo, y el tuyo se ha agotado por ahora. A menudo se te presta gratis; a veces se ofrece por una pequeña comisión, que ves antes de firmar. También se recupera solo en un día.',
        },
        keys: {
          q: 'Alguien me pide mis claves. ¿Sois vosotros?',
          a: 'No. Nunca pedimos claves, palabras de recuperación ni contraseñas, y nadie de la casa escribe primero. Quien lo haga no es de los nuestros, diga lo que diga su nombre.',
        },
      },
    },
  },
})
