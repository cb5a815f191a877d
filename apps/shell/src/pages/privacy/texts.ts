import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Privacy',
    opening:
      'You have no account with us: no password, no e-mail address, no name. {{developer}} runs {{product}} and answers for what this page says.',
    log: {
      title: 'When you load a page',
      a: 'Our server logs a line for each request: the time, your network address, the address you asked for and how the server answered. The log keeps the site running and attacks away. We delete each line after {{days}} days.',
      b: 'The server also counts requests per network address for a few minutes, in memory, so that nobody can crowd everyone else out.',
    },
    chain: {
      title: 'On the chain',
      a: 'Whatever an account buys, opens, collects or sends is on the WAX chain, in public and for good. Anyone can read it, and nobody can delete it, not even you or us.',
      b: 'While you are logged in, our pages read your balance, your cards and your packs to collect from there, by the name of your account.',
    },
    wallet: {
      title: 'Your wallet',
      a: 'Logging in tells this page the name of your account and which permission signs. That stays in your browser until you log out. Our server sees the name when a page asks what the chain has of yours.',
      b: 'Others run Cloud Wallet, Anchor and Wombat. When you open one, it learns that you come from here and what you sign. Anchor’s answers pass through our server, which keeps them until your page has them, for {{minutes}} minutes at most.',
    },
    reports: {
      title: 'How pages load',
      a: 'Some page views tell us whether all scripts loaded, what failed and how fast the page was. They say which page and which version, never who you are. We keep no account, no cookie and no network address with them.',
      b: 'We show no advertisements and follow you to no other site.',
    },
    others: {
      title: 'Who else sees you',
      a: 'Pictures of packs, cards and posts come from public gateways and from our blog’s host. Your browser asks them for the picture, so they see your network address, but not which page you are on.',
      b: 'What a post embeds is only a link here: a video or a message loads when you go there, and not before.',
    },
    browser: {
      title: 'In your browser',
      a: 'What we keep there, and for how long, is all on <cookies>the page about cookies</cookies>.',
      b: 'You can delete all of it at any time in your browser’s settings. That logs you out, and this browser can no longer find a purchase that was under way.',
    },
    rights: {
      title: 'Your rights',
      a: 'You can ask what we know about you, have it corrected or deleted, and complain to the data protection authority where you live. Ask in <community>our community</community> or through <developer>{{developer}}’s page</developer>.',
      b: 'There is little to tell: without a network address and a time, we cannot find which lines of the log are yours.',
    },
  },
  es: {
    title: 'Privacidad',
    opening:
      'Con nosotros no tienes cuenta: ni contraseña, ni correo, ni nombre. {{developer}} gestiona {{product}} y responde de lo que dice esta página.',
    log: {
      title: 'Al cargar una página',
      a: 'Nuestro servidor apunta una línea por cada petición: la hora, tu dirección de red, la dirección que pides y qué respondió. Sirve para que el sitio funcione y para frenar ataques. Cada línea se borra a los {{days}} días.',
      b: 'También cuenta las peticiones por dirección de red durante unos minutos, en memoria, para que nadie deje fuera a los demás.',
    },
    chain: {
      title: 'En la cadena',
      a: 'Lo que una cuenta compra, abre, recoge o envía queda en la cadena WAX, a la vista y para siempre. Cualquiera puede leerlo y nadie puede borrarlo, ni nosotros ni tú.',
      b: 'Mientras tienes la sesión abierta, nuestras páginas leen allí tu saldo, tus cartas y tus sobres por recoger, por el nombre de tu cuenta.',
    },
    wallet: {
      title: 'Tu cartera',
      a: 'Al entrar, esta página conoce el nombre de tu cuenta y con qué permiso firma. Eso se queda en tu navegador hasta que sales. Nuestro servidor ve el nombre cuando una página pregunta qué tiene la cadena a tu nombre.',
      b: 'Cloud Wallet, Anchor y Wombat son de otros. Cuando abres una, sabe que vienes de aquí y qué firmas. Lo que responde Anchor pasa por nuestro servidor, que lo guarda hasta que tu página lo recoge, {{minutes}} minutos como mucho.',
    },
    reports: {
      title: 'Cómo cargan las páginas',
      a: 'Algunas visitas nos dicen si cargaron todos los scripts, qué falló y cuánto tardó la página. Dicen qué página y qué versión, nunca quién eres. Con ellas no guardamos ninguna cuenta, cookie ni dirección de red.',
      b: 'No ponemos anuncios ni te seguimos por otros sitios.',
    },
    others: {
      title: 'Quién más te ve',
      a: 'Las imágenes de sobres, cartas y entradas vienen de pasarelas públicas y del servidor de nuestro blog. Tu navegador les pide la imagen, así que ven tu dirección de red, pero no en qué página estás.',
      b: 'Lo que una entrada lleva incrustado es aquí solo un enlace: un vídeo o un mensaje carga cuando vas allí, y no antes.',
    },
    browser: {
      title: 'En tu navegador',
      a: 'Lo que guardamos ahí, y por cuánto tiempo, está en <cookies>la página de cookies</cookies>, sin dejar nada fuera.',
      b: 'Puedes borrarlo todo cuando quieras en los ajustes del navegador. Con eso cierras la sesión, y este navegador ya no encuentra una compra que estuviera en marcha.',
    },
    rights: {
      title: 'Tus derechos',
      a: 'Puedes preguntar qué sabemos de ti, pedir que se corrija o se borre, y reclamar ante la autoridad de protección de datos de donde vives. Pregunta en <community>nuestra comunidad</community> o en <developer>la página de {{developer}}</developer>.',
      b: 'Hay poco que contar: sin una dirección de red y una hora no sabemos qué líneas del registro son tuyas.',
    },
  },
})
