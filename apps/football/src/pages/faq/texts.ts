import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Ask the building',
    opening:
      'The questions we hear most, answered briefly. Type a word, or read on below. We never ask for your keys, and nobody from our side will ever write to you first.',
    group: {
      start: 'Start',
      packs: 'Packs and cards',
      nights: 'Game nights',
      wallets: 'Wallets and signing',
      lending: 'Lending',
    },
    'look-around': {
      q: 'Do I need a wallet to look around?',
      a: 'No. Packs, prices, rules and posts are open to everybody. A wallet is needed only to buy a pack, to claim one and to see your own cards.',
    },
    'which-wallet': {
      q: 'Which wallet should I take?',
      a: 'Cloud Wallet, if you have none: it opens an account in your browser in a few minutes and nothing has to be installed. Anchor keeps your keys on your own computer or phone. Wombat is a browser and an app with a wallet inside.',
      b: 'All three buy the same packs. You can log in with another one later, as another account.',
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
      a: 'The price in dollars stands. What it is in WAX follows the median that the chain’s own oracle reports. If it moved since you looked, nothing is signed: the form shows the new price and waits for you.',
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
      a: 'A card leaves your wallet only when you sign for it. A night that goes badly costs you nothing; a card on loan comes back by itself.',
      b: 'If you lose the keys to your wallet, though, nobody can bring the cards back, and that includes us.',
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
      a: 'Keep what you want to spend in an account of its own, and play from that one: what is not in it cannot be spent. Decide on the amount before a sale opens, not during it.',
      b: 'If it stops being a game, stop, and talk to somebody you trust. Every country has a helpline for this; it costs nothing to ask.',
    },
    'line-up': {
      q: 'How many cards do I need?',
      a: '{{side}} for a whole side. You can play with fewer, but an empty place scores nothing, and a side with one has no links.',
    },
    tier: {
      q: 'Do rarer cards score more?',
      a: 'A little: a {{rarest}} card brings {{top}} points besides what its athlete does, and a {{plainest}} card {{least}}. One catch is {{catch}} points, so who plays well matters more.',
    },
    captain: {
      q: 'What does the captain do?',
      a: 'What he did that night counts {{armband}} times. You name one captain before the first whistle; his tier counts once, like everybody’s.',
    },
    'missed-night': {
      q: 'What if I miss a night?',
      a: 'Nothing is lost. A season has {{nights}} nights, and your best {{counting}} count.',
    },
    prizes: {
      q: 'Where do the prizes come from?',
      a: '{{prizes}} of what packs cost goes to prizes, and most of that to the game nights. Nobody is promised one.',
    },
    superbowl: {
      q: 'How do I get into the SuperBowl?',
      a: 'The {{byPoints}} sides with the most points of a season go on, and {{byDraw}} more are drawn from all others who played at least {{nightsForDraw}} nights.',
    },
    'why-sign': {
      q: 'Why do you ask me to sign?',
      a: 'Because only you can spend what is in your wallet. A signature is for one transaction with the contents that the form shows. We cannot sign for you, and we never ask for a signature just to log you in.',
    },
    'wallet-silent': {
      q: 'The wallet did not open. What now?',
      a: 'Browsers block windows that nobody pressed for: allow them for this site and press again. On a phone, open the wallet’s app yourself; the request waits there for {{wait}} minutes.',
      b: 'Nothing is paid until you sign. If you are not sure whether a purchase went through, look at your cards before you try again.',
    },
    resources: {
      q: '“Your account lacks the network resources”: what is that?',
      a: 'The chain lends each account some of its computing time, and yours is used up for the moment. Often it is lent to you for free; sometimes a small fee is offered, which you see before you sign. It also fills up by itself within a day.',
    },
    keys: {
      q: 'Somebody asks for my keys. Is that you?',
      a: 'No. We never ask for keys, seed words or passwords, and nobody from our side writes to you first. Whoever does is not one of us, whatever their name says.',
    },
    lend: {
      q: 'How do I lend a card?',
      a: 'You set the rent and the nights, at most {{most}}. Who borrows it pays at once, {{fee}} of it goes to the house, and after the last night the card plays for you again.',
    },
    'end-early': {
      q: 'Can a loan end early?',
      a: 'If both of you sign. It ends that night, and the rent of the nights left goes back.',
    },
  },
  es: {
    title: 'Pregunta a la casa',
    opening:
      'Lo que más nos preguntan, con respuestas cortas. Escribe una palabra o sigue leyendo abajo. Nunca te pediremos tus claves, y nadie de la casa te va a escribir primero.',
    group: {
      start: 'Para empezar',
      packs: 'Sobres y cartas',
      nights: 'Noches de partido',
      wallets: 'Carteras y firmas',
      lending: 'Préstamos',
    },
    'look-around': {
      q: '¿Hace falta una cartera para mirar?',
      a: 'No. Sobres, precios, reglas y entradas están a la vista de todos. La cartera solo hace falta para comprar un sobre, reclamarlo y ver tus cartas.',
    },
    'which-wallet': {
      q: '¿Qué cartera me conviene?',
      a: 'Cloud Wallet, si no tienes ninguna: abre una cuenta en el navegador en unos minutos y no hay que instalar nada. Anchor guarda tus claves en tu ordenador o tu teléfono. Wombat es un navegador y una aplicación con la cartera dentro.',
      b: 'Con las tres se compran los mismos sobres. Más adelante puedes entrar con otra, como otra cuenta.',
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
      a: 'El precio en dólares no se mueve. Lo que es en WAX sigue la mediana que da el oráculo de la propia cadena. Si ha cambiado desde que miraste, no se firma nada: el formulario enseña el precio nuevo y te espera.',
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
      a: 'Una carta solo sale de tu cartera si lo firmas. Una mala noche no te cuesta nada; una carta prestada vuelve sola.',
      b: 'Eso sí: si pierdes las claves de tu cartera, nadie puede recuperar las cartas, y nosotros tampoco.',
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
      a: 'Guarda lo que quieras gastar en una cuenta aparte y juega desde ella: lo que no está ahí no se gasta. Decide la cantidad antes de que abra una venta, no mientras dura.',
      b: 'Si deja de ser un juego, para y habla con alguien de confianza. En todos los países hay un teléfono de ayuda para esto; preguntar no cuesta nada.',
    },
    'line-up': {
      q: '¿Cuántas cartas necesito?',
      a: '{{side}} para un equipo entero. Se puede jugar con menos, pero un hueco no puntúa y un equipo con huecos no tiene enlaces.',
    },
    tier: {
      q: '¿Puntúan más las cartas raras?',
      a: 'Un poco: una carta {{rarest}} da {{top}} puntos además de lo que haga su deportista, y una carta {{plainest}}, {{least}}. Una recepción son {{catch}} puntos, así que importa más quién juega bien.',
    },
    captain: {
      q: '¿Para qué sirve el capitán?',
      a: 'Lo que hizo esa noche cuenta {{armband}} veces. Nombras uno antes del primer silbato; su categoría cuenta una vez, como la de todos.',
    },
    'missed-night': {
      q: '¿Y si me pierdo una noche?',
      a: 'No pasa nada. Una temporada tiene {{nights}} noches y cuentan tus mejores {{counting}}.',
    },
    prizes: {
      q: '¿De dónde salen los premios?',
      a: 'El {{prizes}} de lo que cuestan los sobres va a premios, y la mayor parte a las noches de partido. A nadie se le promete ninguno.',
    },
    superbowl: {
      q: '¿Cómo se llega a la SuperBowl?',
      a: 'Siguen los {{byPoints}} equipos con más puntos de la temporada, y {{byDraw}} más por sorteo entre los demás que jugaron al menos {{nightsForDraw}} noches.',
    },
    'why-sign': {
      q: '¿Por qué tengo que firmar?',
      a: 'Porque solo tú puedes gastar lo que hay en tu cartera. Una firma vale para una transacción con lo que enseña el formulario. No podemos firmar por ti, y nunca pedimos una firma solo para que entres.',
    },
    'wallet-silent': {
      q: 'La cartera no se ha abierto. ¿Y ahora?',
      a: 'Los navegadores bloquean las ventanas que nadie ha pedido: permítelas para este sitio y pulsa otra vez. En un teléfono abre tú la aplicación de la cartera; la petición te espera allí {{wait}} minutos.',
      b: 'No se paga nada hasta que firmas. Si no sabes si una compra salió, mira tus cartas antes de repetirla.',
    },
    resources: {
      q: '«A tu cuenta le faltan recursos de red»: ¿qué es eso?',
      a: 'La cadena presta a cada cuenta algo de su tiempo de cálculo, y el tuyo se ha agotado por ahora. A menudo se te presta gratis; a veces se ofrece por una pequeña comisión, que ves antes de firmar. También se recupera solo en un día.',
    },
    keys: {
      q: 'Alguien me pide mis claves. ¿Sois vosotros?',
      a: 'No. Nunca pedimos claves, palabras de recuperación ni contraseñas, y nadie de la casa escribe primero. Quien lo haga no es de los nuestros, diga lo que diga su nombre.',
    },
    lend: {
      q: '¿Cómo presto una carta?',
      a: 'Tú pones el alquiler y las noches, {{most}} como mucho. Quien la toma paga al momento, el {{fee}} va a la casa y, tras la última noche, la carta vuelve a jugar contigo.',
    },
    'end-early': {
      q: '¿Puede acabar antes un préstamo?',
      a: 'Si firmáis los dos. Acaba esa noche y se devuelve el alquiler de las que queden.',
    },
  },
})
