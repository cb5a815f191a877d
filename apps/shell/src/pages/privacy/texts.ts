import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Privacy',
    opening:
      'There is no account with us: no password, no e-mail address, no name. {{developer}} runs {{product}} and answers for what is said here.',
    log: {
      title: 'When you load a page',
      a: 'Our server writes a line for each request: the time, your network address, the address that was asked for, and what was answered. It keeps the site running and attacks away, and is deleted after {{days}} days.',
      b: 'Network addresses are also counted for a few minutes, in memory, so that nobody can take the site from the others.',
    },
    chain: {
      title: 'On the chain',
      a: 'Whatever an account buys, opens, claims or sends stands on the WAX chain, in public and for good. Anybody can read it, and nobody can delete it, neither we nor you.',
      b: 'Our pages read your balance, your cards and your claims from there by your account’s name, while you are logged in.',
    },
    wallet: {
      title: 'Your wallet',
      a: 'Logging in tells this page the name of your account and which permission signs. That stays in your browser until you log out; our server sees the name when a page asks for your rows.',
      b: 'The Cloud Wallet, Anchor and Wombat are run by others. When you open one it learns that you come from here, and what you sign. What Anchor answers passes through our server, which keeps it until your page has it, for {{minutes}} minutes at most.',
    },
    reports: {
      title: 'How pages went',
      a: 'Some page views tell us whether all scripts loaded, what failed, and how quickly the page was there. They say which page and which version of it, never who you are: no account, no cookie of their own, no network address is kept with them.',
      b: 'There are no advertisements and nobody follows you over other sites.',
    },
    others: {
      title: 'Who else is asked',
      a: 'Pictures of packs, cards and posts come from public gateways and from our blog’s host. Your browser asks them for the picture, so they see your network address, and not which page you are on.',
      b: 'What a post embeds is a link here: nothing of a video or a message loads before you go there.',
    },
    browser: {
      title: 'In your browser',
      a: 'What we keep there, and for how long, is listed on <cookies>the page about cookies</cookies>, to the last one.',
      b: 'You can delete all of it at any time in your browser’s settings. You are logged out then, and a purchase that was under way is not found again by this browser.',
    },
    rights: {
      title: 'Your rights',
      a: 'You can ask what we know of you, have it corrected or deleted, and complain to the data protection authority where you live. Ask in <community>our community</community> or by <developer>{{developer}}’s page</developer>.',
      b: 'We can tell little: without a network address and a time we cannot find a line of the log that is yours.',
    },
  },
  es: {
    title: 'Privacidad',
    opening:
      'Con nosotros no hay cuenta: ni contraseña, ni correo, ni nombre. {{developer}} gestiona {{product}} y responde de lo que se dice aquí.',
    log: {
      title: 'Al cargar una página',
      a: 'Nuestro servidor escribe una línea por cada petición: la hora, tu dirección de red, la dirección pedida y qué se respondió. Sirve para que el sitio funcione y para frenar ataques, y se borra a los {{days}} días.',
      b: 'Las direcciones de red también se cuentan unos minutos, en memoria, para que nadie deje a los demás sin sitio.',
    },
    chain: {
      title: 'En la cadena',
      a: 'Lo que una cuenta compra, abre, reclama o envía queda en la cadena WAX, en público y para siempre. Cualquiera puede leerlo y nadie puede borrarlo, ni nosotros ni tú.',
      b: 'Nuestras páginas leen allí tu saldo, tus cartas y tus reclamaciones por el nombre de tu cuenta, mientras tienes la sesión abierta.',
    },
    wallet: {
      title: 'Tu cartera',
      a: 'Al entrar, esta página conoce el nombre de tu cuenta y con qué permiso firma. Eso se queda en tu navegador hasta que sales; nuestro servidor ve el nombre cuando una página pide tus filas.',
      b: 'Cloud Wallet, Anchor y Wombat son de otros. Cuando abres una sabe que vienes de aquí y qué firmas. Lo que responde Anchor pasa por nuestro servidor, que lo guarda hasta que tu página lo recoge, {{minutes}} minutos como mucho.',
    },
    reports: {
      title: 'Cómo fueron las páginas',
      a: 'Algunas visitas nos dicen si cargaron todos los scripts, qué falló y cuánto tardó la página. Dicen qué página y qué versión, nunca quién eres: no se guarda con ellas ninguna cuenta, cookie propia ni dirección de red.',
      b: 'No hay anuncios y nadie te sigue por otros sitios.',
    },
    others: {
      title: 'A quién más se pregunta',
      a: 'Las imágenes de sobres, cartas y entradas vienen de pasarelas públicas y del servidor de nuestro blog. Tu navegador les pide la imagen, así que ven tu dirección de red, pero no en qué página estás.',
      b: 'Lo que una entrada incrusta es aquí un enlace: no se carga nada de un vídeo o de un mensaje hasta que vas allí.',
    },
    browser: {
      title: 'En tu navegador',
      a: 'Lo que guardamos ahí, y por cuánto tiempo, está en <cookies>la página de cookies</cookies>, sin dejar nada fuera.',
      b: 'Puedes borrarlo todo cuando quieras en los ajustes del navegador. Entonces sales de tu cuenta, y este navegador ya no encuentra una compra que estuviera en marcha.',
    },
    rights: {
      title: 'Tus derechos',
      a: 'Puedes preguntar qué sabemos de ti, pedir que se corrija o se borre, y reclamar ante la autoridad de protección de datos de donde vives. Pregunta en <community>nuestra comunidad</community> o en <developer>la página de {{developer}}</developer>.',
      b: 'Podemos decir poco: sin una dirección de red y una hora no sabemos qué línea del registro es tuya.',
    },
  },
})
