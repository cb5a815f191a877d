import type { PageName } from './pages'

/** The first paragraph of each inner page. */
export const openings: Record<PageName, string> = {
  'daily-fantasy':
    'Cada noche de partido sacas al campo un equipo de once cartas, y lo que cuenta es cómo juegan juntas. La alineación se decide antes del primer silbato; después queda cerrada para todos. Ninguna noche depende de una sola carta: un equipo equilibrado de cartas sencillas puede ganar a una estrella con diez huecos.',
  cards:
    'Cada carta muestra a un deportista inventado, con número, posición y equipo, y es de una de cinco categorías: Cantera, Titular, Capitán, Figura y Leyenda. La categoría dice cuántas copias hay, de 18.000 a solo 25. Se reconoce por el corte de la carta y por las marcas de la esquina, sin mirar el color.',
  'card-rental':
    'Una carta que en tu banquillo no juega puede hacerlo un tiempo en otro equipo. El dueño pone las condiciones, el otro la usa y, cuando se acaba el plazo, vuelve a su sitio. Nunca cambia de manos: en la cadena el dueño sigue siendo el mismo.',
  tokenomics:
    'Los sobres tienen su precio en dólares y se pagan en WAX, al precio mediano que da en ese momento el oráculo de la propia cadena. Cuántos sobres tiene una venta se fija antes de abrirla, y después nadie puede añadir más. Las cartas son para jugar: pueden valer menos de lo que pagaste, así que gasta lo que un juego valga para ti.',
  team: '{{product}} lo hace un grupo pequeño al que le gustan más las noches de partido que las gráficas de precios. Unos dibujan a los deportistas, otros escriben las reglas y otros cuidan de que no se vaya la luz. Si ves algo raro, cuéntanoslo en Discord: quien contesta es quien puede arreglarlo.',
  superbowl:
    'La temporada se acaba en una noche: la final de nuestra liga inventada, que llamamos SuperBowl. Los equipos se ganan el sitio en las semanas anteriores, y para la final todas las alineaciones están a la vista. Es la única noche en que todo el pabellón mira al mismo campo.',
  blog: 'Noticias de la casa: qué ha cambiado en el campo, qué sobres vienen y cómo fue la última noche de partido. Escribimos cuando hay algo que contar. Las entradas salen de nuestro canal, así que puedes leerlas aquí o donde nos sigas.',
  faq: 'Lo que más nos preguntan, con respuestas cortas. Para mirar no hace falta nada; para comprar un sobre hace falta una cuenta de WAX, y con Cloud Wallet se abre en el navegador en unos minutos. Nunca te pediremos tus claves, y nadie de la casa te va a escribir primero.',
}
