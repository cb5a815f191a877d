import { defineTexts } from '@fieldhouse/i18n'
export const homeTexts = defineTexts({
  en: {
    title: 'One building, two floors',
    text: '{{product}} is a drafting game played with cards you own. Open packs, pick a side and send it out every game night. A football field and a basketball court share the building: your wallet and your game nights work on both.',
    football: {
      name: 'Football',
      text: 'Eleven cards make a side. Routes, blocks and one long throw: pick who runs them.',
      enter: 'Enter the field',
    },
    basketball: {
      name: 'Basketball',
      text: 'Five cards make a side. A short bench and a fast court: every pick is in every play.',
      enter: 'Enter the court',
    },
    how: {
      title: 'How a night goes',
      text: 'Three steps, the same on both floors.',
      packs: {
        title: 'Open a pack',
        text: 'Packs go on sale at set times, in set numbers. Each shows its price in dollars and in WAX, and how many are left. What you draw goes to your own wallet.',
      },
      side: {
        title: 'Pick your side',
        text: 'Eleven cards on the field, five on the court. Tier, position and team all count, and a full bench gives you a choice.',
      },
      night: {
        title: 'Play the night',
        text: 'Sides meet every game night. The cards stay yours, win or lose.',
      },
    },
  },
  es: {
    title: 'Un pabellón, dos pistas',
    text: '{{product}} es un juego de fichajes con cartas que son tuyas. Abre sobres, arma tu equipo y mándalo a jugar cada noche de partido. Un campo de fútbol americano y una cancha de baloncesto comparten techo: tu cartera sirve en los dos.',
    football: {
      name: 'Fútbol americano',
      text: 'Once cartas hacen un equipo. Rutas, bloqueos y un pase largo: tú eliges quién los juega.',
      enter: 'Entrar al campo',
    },
    basketball: {
      name: 'Baloncesto',
      text: 'Cinco cartas hacen un equipo. Banquillo corto y cancha rápida: aquí nadie descansa.',
      enter: 'Entrar a la cancha',
    },
    how: {
      title: 'Así es una noche',
      text: 'Tres pasos, los mismos en las dos pistas.',
      packs: {
        title: 'Abre un sobre',
        text: 'Los sobres salen a la venta a una hora y en un número fijados. Cada uno dice lo que cuesta en dólares y en WAX, y cuántos quedan. Lo que te toque va a tu propia cartera.',
      },
      side: {
        title: 'Arma tu equipo',
        text: 'Once cartas en el campo, cinco en la cancha. Cuentan la categoría, la posición y el equipo; con buen banquillo hay donde elegir.',
      },
      night: {
        title: 'Juega la noche',
        text: 'Los equipos se miden cada noche de partido. Ganes o pierdas, las cartas siguen siendo tuyas.',
      },
    },
  },
})
