import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Cookies',
    opening: 'This is all that the site keeps in your browser.',
    untagged: 'Each of them does what you asked for; none follows you, and so nobody asks you to accept them.',
    tagged: 'Each of them does what you asked for, but those of Google’s tag, which are there only if you agreed.',
    consent: 'Whether you agreed.',
    visits:
      'A number by which Google knows your next visit again, for up to two years. Deleted when you take your yes back.',
    yes: 'Count my visits',
    no: 'Do not count them',
    saidYes: 'You have agreed: your visits are counted.',
    saidNo: 'You have not agreed: nothing is counted.',
    cookie: { title: 'Cookies: sent with each request' },
    local: { title: 'Kept in the browser until you delete it' },
    session: { title: 'Kept until you close the tab' },
    cache: { title: 'Pages to read without a connection' },
    visited:
      'That you were here before: from your second page on, what you read is kept for when you have no connection.',
    pages:
      'The twenty pages that you read last, with their pictures and fonts, the same for every visitor. Nothing of your account is in them.',
    language: 'The language that you chose, EN or SP, for a year.',
    bucket:
      'A random number that says which visitors see a new version of the site first, so that you do not change between two. For 400 days, only while such a version is tried out.',
    preview:
      'Which version of the site you look at, if you followed a link to one that is not out yet. Until that link ends or you leave it.',
    looks:
      'Which header and footer stood on an address that has none of its own, such as this page, so that they stay when you load it again. For a day, at that address alone.',
    signedIn: 'The name of your account after you logged in with Anchor, as that wallet leaves it, for ten minutes.',
    theme: 'Light, dark, or as your system has it, once you chose.',
    user: 'With which wallet and account you are logged in. Deleted when you log out.',
    anchor: 'The link between this browser and your Anchor wallet. Deleted when you log out.',
    basket: 'How many packs you were about to buy, and the partner’s code that you came with.',
    buying:
      'What you have asked your wallet for and signed, how it stands, and which tab is busy with it, so that nothing is bought twice and you hear how it ended. The signature is deleted once the chain has the answer, all of it when you log out.',
    place: 'Your place in line for a pack, so that it is there when you come back.',
    earlier: 'What an earlier version of this site kept of purchases. It is read once and deleted.',
    sound: 'That you switched on the sound and the vibration of opening packs.',
    wall: 'How you like your cards to be sorted and shown.',
    running:
      'That a part of the page is just starting, so that the next page can tell us if it hung. Deleted as soon as it runs.',
    others: {
      title: 'Others',
      a: 'Wallets open in windows of their own and keep what they need on their own sites. Their rules are theirs.',
      b: 'You can switch off cookies and storage in your browser: the site reads and sells all the same, and forgets you with each page.',
    },
  },
  es: {
    title: 'Cookies',
    opening: 'Esto es todo lo que el sitio guarda en tu navegador.',
    untagged: 'Cada cosa hace lo que has pedido; ninguna te sigue, y por eso nadie te pide que las aceptes.',
    tagged: 'Cada cosa hace lo que has pedido, salvo las de la etiqueta de Google, que solo están si las has aceptado.',
    consent: 'Si lo has aceptado.',
    visits:
      'Un número con el que Google reconoce tu próxima visita, durante dos años como mucho. Se borra cuando retiras tu sí.',
    yes: 'Contar mis visitas',
    no: 'No contarlas',
    saidYes: 'Lo has aceptado: tus visitas se cuentan.',
    saidNo: 'No lo has aceptado: no se cuenta nada.',
    cookie: { title: 'Cookies: van con cada petición' },
    local: { title: 'En el navegador hasta que lo borres' },
    session: { title: 'Hasta que cierres la pestaña' },
    cache: { title: 'Páginas para leer sin conexión' },
    visited: 'Que ya has estado aquí: desde tu segunda página, lo que lees se guarda para cuando no tengas conexión.',
    pages:
      'Las últimas veinte páginas que has leído, con sus imágenes y letras, iguales para todo el mundo. No hay nada de tu cuenta en ellas.',
    language: 'El idioma que elegiste, EN o SP, durante un año.',
    bucket:
      'Un número al azar que dice qué visitantes ven antes una versión nueva del sitio, para que no pases de una a otra. Durante 400 días, solo mientras se prueba una versión así.',
    preview:
      'Qué versión del sitio estás viendo, si seguiste un enlace a una que aún no ha salido. Hasta que ese enlace acabe o salgas de ella.',
    looks:
      'Qué cabecera y qué pie había en una dirección que no tiene los suyos, como esta página, para que sigan ahí si la recargas. Durante un día y solo en esa dirección.',
    signedIn:
      'El nombre de tu cuenta después de entrar con Anchor, tal como lo deja esa cartera, durante diez minutos.',
    theme: 'Claro, oscuro o como esté tu sistema, cuando lo hayas elegido.',
    user: 'Con qué cartera y qué cuenta has entrado. Se borra al salir.',
    anchor: 'El vínculo entre este navegador y tu cartera Anchor. Se borra al salir.',
    basket: 'Cuántos sobres ibas a comprar y el código de socio con el que llegaste.',
    buying:
      'Lo que has pedido a tu cartera y firmado, cómo está y qué pestaña se ocupa de ello, para que nada se compre dos veces y sepas cómo acabó. La firma se borra cuando la cadena responde; todo, cuando cierras la sesión.',
    place: 'Tu puesto en la cola de un sobre, para que esté ahí cuando vuelvas.',
    earlier: 'Lo que una versión anterior de este sitio guardaba de las compras. Se lee una vez y se borra.',
    sound: 'Que has activado el sonido y la vibración al abrir sobres.',
    wall: 'Cómo te gusta ordenar y ver tus cartas.',
    running:
      'Que una parte de la página está arrancando, para que la siguiente pueda decirnos si se quedó colgada. Se borra en cuanto funciona.',
    others: {
      title: 'Otros',
      a: 'Las carteras se abren en ventanas propias y guardan lo que necesitan en sus propios sitios. Sus reglas son suyas.',
      b: 'Puedes desactivar las cookies y el almacenamiento en tu navegador: el sitio se lee y vende igual, y te olvida con cada página.',
    },
  },
})
