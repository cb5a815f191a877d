export const texts = {
  en: { home: 'Home of {{product}}', missing: 'Nothing here', play: 'Play' },
  es: { home: 'Inicio de {{product}}', missing: 'Aquí no hay nada', play: 'Jugar' },
}
