import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Cookies',
    opening: 'This is everything the site keeps in your browser.',
    untagged: 'Each item does something you asked for. None follows you, so we do not ask you to accept them.',
    tagged: 'Each item does something you asked for, except those of Google’s tag, which are there only if you agreed.',
    consent: 'Whether you agreed.',
    visits:
      'A number that lets Google recognise your next visit, for up to two years. Deleted when you change your mind.',
    yes: 'Count my visits',
    no: 'Do not count them',
    saidYes: 'You have agreed: your visits are counted.',
    saidNo: 'You have not agreed: nothing is counted.',
    cookie: { title: 'Cookies: sent with each request' },
    local: { title: 'Kept in the browser until you delete it' },
    session: { title: 'Kept until you close the tab' },
    cache: { title: 'Pages to read without a connection' },
    visited:
      'That you were here before: from your second page on, we keep the pages you read, for when you are offline.',
    pages:
      'The last twenty pages you read, with their pictures and fonts, the same for every visitor. They hold nothing of your account.',
    language: 'The language you chose, EN or SP, for a year.',
    bucket:
      'A random number that decides who sees a new version of the site first, so that you do not switch back and forth. For 400 days, and only while we try a version out.',
    preview:
      'Which version of the site you see, if you followed a link to one that is not out yet. Until the link expires or you leave that version.',
    looks:
      'Which header and footer a page without its own had, such as this one, so that they stay when you load it again. For a day, for that page only.',
    signedIn: 'The name of your account, once you log in with Anchor, for ten minutes.',
    theme: 'Light, dark or as your system has it, once you choose.',
    user: 'Which wallet and account you logged in with. Deleted when you log out.',
    anchor: 'The link between this browser and your Anchor wallet. Deleted when you log out.',
    basket: 'How many packs you were about to buy, and the partner code you came with.',
    buying:
      'What you asked your wallet for, what you signed, and how far it is. So nothing is bought twice, and you hear how it ended. The signature is deleted once the chain has answered; the rest, when you log out after that.',
    place: 'Your place in line for a pack, so that it is there when you come back.',
    earlier: 'What an earlier version of this site kept about purchases. Read once, then deleted.',
    sound: 'That you switched on the sound and the vibration of opening packs.',
    wall: 'The cards and packs that your account had when you saw them last, to show you them when the service that lists them does not answer. Deleted when you log out.',
    running:
      'That a part of the page is starting, so that the next page can tell us if it got stuck. Deleted as soon as it runs.',
    others: {
      title: 'And besides',
      a: 'Wallets open in their own windows and keep what they need on their own sites, by their own rules.',
      b: 'You can switch off cookies and storage in your browser. You can still read and buy, but the site forgets you on every page.',
    },
  },
  es: {
    title: 'Cookies',
    opening: 'Esto es todo lo que el sitio guarda en tu navegador.',
    untagged: 'Cada cosa sirve para algo que has pedido. Ninguna te sigue; por eso no te pedimos que las aceptes.',
    tagged:
      'Cada cosa sirve para algo que has pedido, salvo las de la etiqueta de Google, que solo están si las has aceptado.',
    consent: 'Si lo has aceptado.',
    visits:
      'Un número con el que Google reconoce tu próxima visita, durante dos años como mucho. Se borra si cambias de idea.',
    yes: 'Contar mis visitas',
    no: 'No contarlas',
    saidYes: 'Lo has aceptado: tus visitas se cuentan.',
    saidNo: 'No lo has aceptado: no se cuenta nada.',
    cookie: { title: 'Cookies: van con cada petición' },
    local: { title: 'En el navegador hasta que lo borres' },
    session: { title: 'Hasta que cierres la pestaña' },
    cache: { title: 'Páginas para leer sin conexión' },
    visited: 'Que ya has estado aquí: desde tu segunda página guardamos lo que lees, por si te quedas sin conexión.',
    pages:
      'Las últimas veinte páginas que has leído, con sus imágenes y letras, iguales para todo el mundo. No hay nada de tu cuenta en ellas.',
    language: 'El idioma que elegiste, EN o SP, durante un año.',
    bucket:
      'Un número al azar que decide quién ve antes una versión nueva del sitio, para que no vayas saltando de una a otra. Durante 400 días, y solo mientras probamos una.',
    preview:
      'Qué versión del sitio estás viendo, si seguiste un enlace a una que aún no ha salido. Hasta que el enlace caduque o salgas de ella.',
    looks:
      'Qué cabecera y qué pie tenía una página que no los tiene propios, como esta, para que sigan ahí si la recargas. Durante un día y solo en esa página.',
    signedIn: 'El nombre de tu cuenta, cuando entras con Anchor, durante diez minutos.',
    theme: 'Claro, oscuro o como lo tenga tu sistema, cuando lo eliges.',
    user: 'Con qué cartera y qué cuenta has entrado. Se borra al salir.',
    anchor: 'El vínculo entre este navegador y tu cartera Anchor. Se borra al salir.',
    basket: 'Cuántos sobres ibas a comprar y el código de socio con el que llegaste.',
    buying:
      'Lo que has pedido a tu cartera, lo que has firmado y cómo va. Así nada se compra dos veces y sabes cómo acabó. La firma se borra cuando la cadena responde; lo demás, cuando cierras la sesión después.',
    place: 'Tu puesto en la cola de un sobre, para que esté ahí cuando vuelvas.',
    earlier: 'Lo que guardaba de las compras una versión anterior del sitio. Se lee una vez y se borra.',
    sound: 'Que has activado el sonido y la vibración al abrir sobres.',
    wall: 'Las cartas y los sobres que tenía tu cuenta cuando los viste por última vez, para enseñártelos si el servicio que los lista no responde. Se borra al salir.',
    running:
      'Que una parte de la página está arrancando, para que la siguiente pueda decirnos si se quedó colgada. Se borra en cuanto funciona.',
    others: {
      title: 'Y además',
      a: 'Las carteras se abren en su propia ventana y guardan lo que necesitan en su propio sitio, con sus propias reglas.',
      b: 'Puedes desactivar las cookies y el almacenamiento en tu navegador. Podrás leer y comprar igual, pero el sitio te olvidará en cada página.',
    },
  },
})
